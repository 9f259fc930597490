// The binary form's alphabet: tags, varints, fixed-width numbers and counted bytes.
#ifndef VOXGRAD_PAGE_MESSAGES_WIRE_H_
#define VOXGRAD_PAGE_MESSAGES_WIRE_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "page/messages/field.h"

namespace voxgrad {

enum class WireType : uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kLength = 2,
  kGroup = 3,  // groups are no more in use, but may stand among fields that are not known
  kEndGroup = 4,
  kFixed32 = 5,
};

/// How one value of a kind is written. Lists of numbers are packed: kLength.
WireType WireTypeOf(Kind kind);

/// Messages may stand this deep in each other. Deeper files are refused before they exhaust the stack.
constexpr int kMaxDepth = 100;

/// The most bytes of a file, text or binary: sizes are ints, in the format as in the containers.
constexpr size_t kMaxSize = 0x7fffffff;

struct Tag {
  int number;
  WireType type;
};

void AppendVarint(uint64_t value, std::string* bytes);
void AppendTag(const Tag& tag, std::string* bytes);
size_t TagSize(const Tag& tag);
void AppendBytes(absl::string_view content, std::string* bytes);
template <class T>
void AppendFixed(T value, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// Takes bytes apart from the front. A method that returns false leaves its reason in `problem`.
class WireReader {
 public:
  explicit WireReader(absl::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool done() const { return at_ == end_; }
  const char* position() const { return at_; }
  const char* problem() const { return problem_; }

  bool ReadTag(Tag* tag);
  bool ReadVarint(uint64_t* value);
  bool ReadBytes(absl::string_view* bytes);
  template <class T>
  bool ReadFixed(T* value) {
    if (end_ - at_ < static_cast<std::ptrdiff_t>(sizeof(T))) return Fail("a number is cut off");
    __builtin_memcpy(value, at_, sizeof(T));
    at_ += sizeof(T);
    return true;
  }
  /// Passes over the value that follows `tag`.
  bool Skip(const Tag& tag, int depth);

 private:
  bool Fail(const char* problem) {
    problem_ = problem;
    return false;
  }

  const char* at_;
  const char* end_;
  const char* problem_ = "";
};

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_WIRE_H_
