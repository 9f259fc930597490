// A message's table: one row a field. Text and binary, both ways, know of messages only what stands here.
#ifndef VOXGRAD_PAGE_MESSAGES_FIELD_H_
#define VOXGRAD_PAGE_MESSAGES_FIELD_H_

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/type_list.h"
#include "voxgrad/page/containers.h"
#include "voxgrad/page/message.h"

namespace voxgrad {

/// How a field's values are written; the names are those of a .proto file.
enum class Kind : uint8_t {
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kFloat,
  kDouble,
  kBool,
  kEnum,
  kString,
  kBytes,
  kMessage
};

struct EnumValue {
  int32_t number;
  const char* name;
};

struct EnumTable {
  const char* name;
  absl::Span<const EnumValue> values;
};

struct Field {
  const char* name = "";
  int number = 0;
  Kind kind = Kind::kInt32;
  bool repeated = false;
  bool one_of = false;                         // setting it clears the message's other fields of this mark
  const EnumTable* names = nullptr;            // kEnum
  const MessageTable& (*message)() = nullptr;  // kMessage

  /// Whether there is anything to write.
  bool (*has)(const Message&) = nullptr;
  /// Fields of other kinds than kMessage: the T or, if repeated, ListOf<T>, where T is the kind's C++ type.
  /// `get` may be called where `has` is true; `mutable_get` makes the field the one that is set.
  const void* (*get)(const Message&) = nullptr;
  void* (*mutable_get)(Message&) = nullptr;
  /// kMessage: visits the one that is set, or all elements of a list or map.
  void (*each)(const Message&, absl::FunctionRef<void(const Message&)> visit) = nullptr;
  /// kMessage: lets `fill` fill in the one there is, or a new element; hands on what `fill` says. An entry of
  /// a map replaces one of the same key.
  bool (*add)(Message&, absl::FunctionRef<bool(Message&)> fill) = nullptr;
};

struct MessageTable {
  const char* name;
  absl::Span<const Field> fields;  // by number

  const Field* Find(int number) const;
  const Field* Find(absl::string_view name) const;
};

/// What a repeated field of strings or numbers is kept in.
template <class T>
struct ListOfType {
  using type = protobuf::RepeatedField<T>;
};
template <>
struct ListOfType<std::string> {
  using type = protobuf::RepeatedPtrField<std::string>;
};
template <class T>
using ListOf = typename ListOfType<T>::type;

/// Calls `f(TypeTag<T>())` with the C++ type of a kind, which is not kMessage.
template <class F>
auto VisitKind(Kind kind, F&& f) {
  switch (kind) {
    case Kind::kInt32:
    case Kind::kEnum:
      return f(TypeTag<int32_t>());
    case Kind::kInt64:
      return f(TypeTag<int64_t>());
    case Kind::kUint32:
      return f(TypeTag<uint32_t>());
    case Kind::kUint64:
      return f(TypeTag<uint64_t>());
    case Kind::kFloat:
      return f(TypeTag<float>());
    case Kind::kDouble:
      return f(TypeTag<double>());
    case Kind::kBool:
      return f(TypeTag<bool>());
    case Kind::kString:
    case Kind::kBytes:
    case Kind::kMessage:
      break;
  }
  return f(TypeTag<std::string>());
}

/// The values of a field that is no message, one or several.
template <class T, class F>
void EachValue(const Field& field, const Message& message, F&& use) {
  const void* place = field.get(message);
  if (!field.repeated) return use(*static_cast<const T*>(place));
  for (const T& value : *static_cast<const ListOf<T>*>(place)) use(value);
}

/// Where to put one more value of a field that is no message.
template <class T>
T* NewValue(const Field& field, Message& message) {
  void* place = field.mutable_get(message);
  return field.repeated ? static_cast<ListOf<T>*>(place)->Add() : static_cast<T*>(place);
}

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_FIELD_H_
