// Making the rows of a message's table from its members: `Row<&NodeDef::name_>(1, "name")`.
#ifndef VOXGRAD_PAGE_MESSAGES_ROW_H_
#define VOXGRAD_PAGE_MESSAGES_ROW_H_

#include <type_traits>
#include <utility>
#include <variant>

#include "page/messages/field.h"

namespace voxgrad {
namespace page_internal {

using Visit = absl::FunctionRef<void(const Message&)>;
using Fill = absl::FunctionRef<bool(Message&)>;

/// Where the value of a field is: in a member, or in one alternative of a member that is a std::variant.
/// kPresence: the field is there when it has a place, be its value 0 or empty.
template <auto Member>
struct MemberPlace;
template <class M, class V, V M::* Member>
struct MemberPlace<Member> {
  using Owner = M;
  using Value = V;
  static constexpr bool kPresence = false;
  static const V* Get(const M& owner) { return &(owner.*Member); }
  static V* MutableGet(M& owner) { return &(owner.*Member); }
};

template <auto Member, size_t Case>
struct CasePlace {
  using Base = MemberPlace<Member>;
  using Owner = typename Base::Owner;
  using Value = std::variant_alternative_t<Case, typename Base::Value>;
  static constexpr bool kPresence = true;
  static const Value* Get(const Owner& owner) { return std::get_if<Case>(Base::Get(owner)); }
  static Value* MutableGet(Owner& owner) {
    auto* variant = Base::MutableGet(owner);
    return variant->index() == Case ? std::get_if<Case>(variant) : &variant->template emplace<Case>();
  }
};

/// A map's entry as a message, over a key and a value that live elsewhere. Both are always written.
template <class K, class V>
class Entry final : public Message {
 public:
  Entry(K* key, V* value) : key_(key), value_(value) {}
  static const MessageTable& Table();
  const MessageTable& GetTable() const override { return Table(); }
  void Clear() override {
    *key_ = K();
    *value_ = V();
  }

 private:
  template <class T, T* Entry::* Pointer>
  struct Place {
    using Owner = Entry;
    using Value = T;
    static constexpr bool kPresence = true;
    static const T* Get(const Entry& entry) { return entry.*Pointer; }
    static T* MutableGet(Entry& entry) { return entry.*Pointer; }
  };

  K* key_;
  V* value_;
};

/// What a member's type says about its field: what is in it, whether it is empty, how its messages are
/// reached.
template <class T>
struct Storage {
  using Element = T;
  static constexpr bool kRepeated = false;
  static bool Has(const T& value) { return value != T(); }
  static void Each(const T& value, Visit visit) { visit(value); }
  static bool Add(T* value, Fill fill) { return fill(*value); }
};

template <class T>
struct Storage<protobuf::Box<T>> {
  using Element = T;
  static constexpr bool kRepeated = false;
  static bool Has(const protobuf::Box<T>& box) { return box.has_value(); }
  static void Each(const protobuf::Box<T>& box, Visit visit) { visit(box.get()); }
  static bool Add(protobuf::Box<T>* box, Fill fill) { return fill(*box->mutable_get()); }
};

template <class T>
struct Storage<protobuf::RepeatedField<T>> {
  using Element = T;
  static constexpr bool kRepeated = true;
  static bool Has(const protobuf::RepeatedField<T>& list) { return !list.empty(); }
};

template <class T>
struct Storage<protobuf::RepeatedPtrField<T>> {
  using Element = T;
  static constexpr bool kRepeated = true;
  static bool Has(const protobuf::RepeatedPtrField<T>& list) { return !list.empty(); }
  static void Each(const protobuf::RepeatedPtrField<T>& list, Visit visit) {
    for (const T& element : list) visit(element);
  }
  static bool Add(protobuf::RepeatedPtrField<T>* list, Fill fill) { return fill(*list->Add()); }
};

template <class K, class V>
struct Storage<protobuf::Map<K, V>> {
  using Element = Entry<K, V>;
  static constexpr bool kRepeated = true;
  static bool Has(const protobuf::Map<K, V>& map) { return !map.empty(); }
  static void Each(const protobuf::Map<K, V>& map, Visit visit) {
    // A visitor sees the entry as const, and so reads only.
    for (const auto& [key, value] : map) visit(Entry<K, V>(const_cast<K*>(&key), const_cast<V*>(&value)));
  }
  static bool Add(protobuf::Map<K, V>* map, Fill fill) {
    K key = {};
    V value = {};
    Entry<K, V> entry(&key, &value);
    if (!fill(entry)) return false;
    map->insert_or_assign(std::move(key), std::move(value));
    return true;
  }
};

template <class T>
constexpr Kind KindOf() {
  if constexpr (std::is_base_of_v<Message, T>) return Kind::kMessage;
  if constexpr (std::is_same_v<T, std::string>) return Kind::kString;
  if constexpr (std::is_same_v<T, int32_t>) return Kind::kInt32;
  if constexpr (std::is_same_v<T, int64_t>) return Kind::kInt64;
  if constexpr (std::is_same_v<T, uint32_t>) return Kind::kUint32;
  if constexpr (std::is_same_v<T, uint64_t>) return Kind::kUint64;
  if constexpr (std::is_same_v<T, float>) return Kind::kFloat;
  if constexpr (std::is_same_v<T, double>) return Kind::kDouble;
  if constexpr (std::is_same_v<T, bool>) return Kind::kBool;
}

template <class Place>
constexpr Field FieldAt(int number, const char* name) {
  using Owner = typename Place::Owner;
  using Value = typename Place::Value;
  using Content = Storage<Value>;
  using Element = typename Content::Element;
  Field field;
  field.number = number;
  field.name = name;
  field.kind = KindOf<Element>();
  field.repeated = Content::kRepeated;
  field.has = [](const Message& message) {
    const Value* value = Place::Get(static_cast<const Owner&>(message));
    if constexpr (Place::kPresence) {
      return value != nullptr;
    } else {
      return Content::Has(*value);
    }
  };
  if constexpr (KindOf<Element>() == Kind::kMessage) {
    field.message = &Element::Table;
    field.each = [](const Message& message, Visit visit) {
      Content::Each(*Place::Get(static_cast<const Owner&>(message)), visit);
    };
    field.add = [](Message& message, Fill fill) {
      return Content::Add(Place::MutableGet(static_cast<Owner&>(message)), fill);
    };
  } else {
    field.get = [](const Message& message) -> const void* {
      return Place::Get(static_cast<const Owner&>(message));
    };
    field.mutable_get = [](Message& message) -> void* {
      return Place::MutableGet(static_cast<Owner&>(message));
    };
  }
  return field;
}

template <class K, class V>
const MessageTable& Entry<K, V>::Table() {
  static constexpr Field kFields[] = {FieldAt<Place<K, &Entry::key_>>(1, "key"),
                                      FieldAt<Place<V, &Entry::value_>>(2, "value")};
  static constexpr MessageTable kTable = {"", kFields};
  return kTable;
}

}  // namespace page_internal

/// The field that a member holds. A map's entries have no name of their own.
template <auto Member>
constexpr Field Row(int number, const char* name) {
  return page_internal::FieldAt<page_internal::MemberPlace<Member>>(number, name);
}

/// The field that an alternative of a std::variant member holds.
template <auto Member, size_t Case>
constexpr Field CaseRow(int number, const char* name) {
  Field field = page_internal::FieldAt<page_internal::CasePlace<Member, Case>>(number, name);
  field.one_of = true;
  return field;
}

/// What a member's type does not tell.
constexpr Field Bytes(Field field) {
  field.kind = Kind::kBytes;
  return field;
}
constexpr Field Enum(Field field, const EnumTable* names) {
  field.kind = Kind::kEnum;
  field.names = names;
  return field;
}

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_ROW_H_
