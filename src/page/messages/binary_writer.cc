#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "page/messages/binary.h"
#include "page/messages/wire.h"

namespace voxgrad {
namespace {

/// A message's length stands before it. So all lengths are found first, in the order in which they are
/// written.
using Lengths = std::vector<size_t>;

class Counter {
 public:
  explicit Counter(Lengths* lengths) : lengths_(lengths) {}

  void Varint(uint64_t value) {
    for (++size_; value >= 0x80; value >>= 7) ++size_;
  }
  void Raw(const void*, size_t size) { size_ += size; }
  template <class F>
  void Counted(F&& content) {
    const size_t place = lengths_->size(), before = size_;
    lengths_->push_back(0);
    content();
    (*lengths_)[place] = size_ - before;
    Varint(size_ - before);
  }
  size_t size() const { return size_; }

 private:
  size_t size_ = 0;
  Lengths* lengths_;
};

class BytesWriter {
 public:
  BytesWriter(const Lengths& lengths, char* at) : next_(lengths.data()), at_(at) {}

  void Varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) *at_++ = static_cast<char>(value | 0x80);
    *at_++ = static_cast<char>(value);
  }
  void Raw(const void* data, size_t size) {
    if (size > 0) std::memcpy(at_, data, size);
    at_ += size;
  }
  template <class F>
  void Counted(F&& content) {
    Varint(*next_++);
    content();
  }

 private:
  const size_t* next_;
  char* at_;
};

template <class Out, class T>
void PutValue(const T& value, Out* out) {
  if constexpr (std::is_same_v<T, std::string>) {
    out->Varint(value.size());
    out->Raw(value.data(), value.size());
  } else if constexpr (std::is_integral_v<T>) {
    // A negative number of 32 bits is written as one of 64.
    out->Varint(static_cast<uint64_t>(
        static_cast<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(value)));
  } else {
    out->Raw(&value, sizeof(value));
  }
}

template <class Out>
void PutTag(const Field& field, WireType type, Out* out) {
  out->Varint(static_cast<uint64_t>(field.number) << 3 | static_cast<uint64_t>(type));
}

template <class Out>
void PutMessage(const Message& message, Out* out) {
  for (const Field& field : message.GetTable().fields) {
    if (!field.has(message)) continue;
    const WireType type = WireTypeOf(field.kind);
    if (field.kind == Kind::kMessage) {
      field.each(message, [&](const Message& element) {
        PutTag(field, type, out);
        out->Counted([&] { PutMessage(element, out); });
      });
      continue;
    }
    VisitKind(field.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if (field.repeated && type != WireType::kLength) {
        PutTag(field, WireType::kLength, out);
        out->Counted([&] { EachValue<T>(field, message, [&](const T& value) { PutValue(value, out); }); });
      } else {
        EachValue<T>(field, message, [&](const T& value) {
          PutTag(field, type, out);
          PutValue(value, out);
        });
      }
    });
  }
  if (message.has_unknown_fields())
    out->Raw(message.unknown_fields().data(), message.unknown_fields().size());
}

size_t CountMessage(const Message& message, Lengths* lengths) {
  Counter counter(lengths);
  PutMessage(message, &counter);
  return counter.size();
}

}  // namespace

size_t BinarySize(const Message& message) {
  Lengths lengths;
  return CountMessage(message, &lengths);
}

absl::Status WriteBinary(const Message& message, std::string* bytes) {
  Lengths lengths;
  const size_t size = CountMessage(message, &lengths);
  bytes->clear();
  if (size > kMaxSize) {
    return absl::InvalidArgumentError(absl::StrCat(message.GetTable().name, ": its binary form would have ",
                                                   size, " bytes; the format allows ", kMaxSize, "."));
  }
  bytes->resize(size);
  BytesWriter writer(lengths, bytes->data());
  PutMessage(message, &writer);
  return absl::OkStatus();
}

}  // namespace voxgrad
