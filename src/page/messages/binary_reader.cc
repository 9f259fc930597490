#include "absl/strings/str_cat.h"
#include "page/messages/binary.h"
#include "page/messages/utf8.h"
#include "page/messages/wire.h"

namespace voxgrad {
namespace {

class BinaryReader {
 public:
  explicit BinaryReader(absl::string_view bytes) : bytes_(bytes) {}

  absl::Status Read(Message* message) {
    if (bytes_.size() > kMaxSize) {
      Fail(bytes_.data() + kMaxSize, "a file has at most 2 GiB");
    } else {
      ReadFields(WireReader(bytes_), *message, 0);
    }
    return status_;
  }

 private:
  bool Fail(const char* position, absl::string_view problem) {
    status_ = absl::InvalidArgumentError(absl::StrCat("byte ", position - bytes_.data(), ": ", problem, "."));
    return false;
  }
  bool Fail(const WireReader& wire) { return Fail(wire.position(), wire.problem()); }

  bool ReadFields(WireReader wire, Message& message, int depth) {
    const MessageTable& table = message.GetTable();
    while (!wire.done()) {
      const char* start = wire.position();
      Tag tag;
      if (!wire.ReadTag(&tag)) return Fail(wire);
      const Field* field = table.Find(tag.number);
      if (field != nullptr && tag.type == WireTypeOf(field->kind)) {
        if (!ReadOne(*field, wire, message, depth)) return false;
      } else if (field != nullptr && field->repeated && tag.type == WireType::kLength) {
        if (!ReadPacked(*field, wire, message)) return false;
      } else {
        if (!wire.Skip(tag, depth)) return Fail(wire);
        message.mutable_unknown_fields()->append(start, wire.position());
      }
    }
    return true;
  }

  bool ReadOne(const Field& field, WireReader& wire, Message& message, int depth) {
    if (field.kind != Kind::kMessage) {
      return VisitKind(field.kind, [&](auto tag) {
        return ReadValue(field, wire, NewValue<typename decltype(tag)::type>(field, message));
      });
    }
    absl::string_view content;
    if (!wire.ReadBytes(&content)) return Fail(wire);
    if (depth >= kMaxDepth)
      return Fail(content.data(),
                  absl::StrCat("messages stand more than ", kMaxDepth, " deep in each other"));
    return field.add(message,
                     [&](Message& inner) { return ReadFields(WireReader(content), inner, depth + 1); });
  }

  bool ReadPacked(const Field& field, WireReader& wire, Message& message) {
    absl::string_view content;
    if (!wire.ReadBytes(&content)) return Fail(wire);
    return VisitKind(field.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      auto* list = static_cast<ListOf<T>*>(field.mutable_get(message));
      for (WireReader values(content); !values.done();) {
        if (!ReadValue(field, values, list->Add())) return false;
      }
      return true;
    });
  }

  template <class T>
  bool ReadValue(const Field& field, WireReader& wire, T* value) {
    if constexpr (std::is_same_v<T, std::string>) {
      absl::string_view bytes;
      if (!wire.ReadBytes(&bytes)) return Fail(wire);
      if (field.kind == Kind::kString && !IsUtf8(bytes)) {
        return Fail(bytes.data(), absl::StrCat(field.name, " is not UTF-8"));
      }
      value->assign(bytes.data(), bytes.size());
    } else if constexpr (std::is_integral_v<T>) {
      uint64_t number = 0;
      if (!wire.ReadVarint(&number)) return Fail(wire);
      *value = static_cast<T>(number);
    } else {
      if (!wire.ReadFixed(value)) return Fail(wire);
    }
    return true;
  }

  absl::string_view bytes_;
  absl::Status status_;
};

}  // namespace

absl::Status MergeBinary(absl::string_view bytes, Message* message) {
  absl::Status status = BinaryReader(bytes).Read(message);
  if (!status.ok()) message->Clear();
  return status;
}

absl::Status ReadBinary(absl::string_view bytes, Message* message) {
  message->Clear();
  return MergeBinary(bytes, message);
}

}  // namespace voxgrad
