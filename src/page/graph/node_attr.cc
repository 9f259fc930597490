// Attributes of a node by name and C++ type.
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "voxgrad/node_def_util.h"
#include "voxgrad/tensor.h"

namespace voxgrad {
namespace {

/// One of the kinds of values: its name, where a message holds one, and where a list of them.
#define VOXGRAD_KIND(KIND, NAME, FIELD)                                                \
  struct KIND {                                                                        \
    static constexpr const char* kName = NAME;                                         \
    static bool Has(const AttrValue& value) { return value.has_##FIELD(); }            \
    static decltype(auto) Get(const AttrValue& value) { return value.FIELD(); }        \
    static const auto& List(const AttrValue::ListValue& list) { return list.FIELD(); } \
  }
VOXGRAD_KIND(Text, "string", s);
VOXGRAD_KIND(Integer, "int", i);
VOXGRAD_KIND(Number, "float", f);
VOXGRAD_KIND(Flag, "bool", b);
VOXGRAD_KIND(Type, "type", type);
VOXGRAD_KIND(Shape, "shape", shape);
VOXGRAD_KIND(Value, "tensor", tensor);
VOXGRAD_KIND(Function, "func", func);
#undef VOXGRAD_KIND

/// The kind that a C++ type is read from.
template <class T>
struct KindOf {};
template <>
struct KindOf<std::string> : Text {};
template <>
struct KindOf<tstring> : Text {};
template <>
struct KindOf<int32_t> : Integer {};
template <>
struct KindOf<int64_t> : Integer {};
template <>
struct KindOf<float> : Number {};
template <>
struct KindOf<bool> : Flag {};
template <>
struct KindOf<DataType> : Type {};
template <>
struct KindOf<TensorShapeProto> : Shape {};
template <>
struct KindOf<TensorShape> : Shape {};
template <>
struct KindOf<PartialTensorShape> : Shape {};
template <>
struct KindOf<TensorProto> : Value {};
template <>
struct KindOf<const TensorProto*> : Value {};
template <>
struct KindOf<Tensor> : Value {};
template <>
struct KindOf<NameAttrList> : Function {};
template <>
struct KindOf<const NameAttrList*> : Function {};

/// False when the value is of the right kind and not to be had as a To.
template <class From, class To>
bool Convert(const From& from, To* to) {
  *to = static_cast<To>(from);
  return true;
}
template <class Message>
bool Convert(const Message& from, const Message** to) {
  *to = &from;
  return true;
}
bool Convert(const int64_t& from, int32_t* to) {
  *to = static_cast<int32_t>(from);
  return from == *to;
}
bool Convert(const TensorShapeProto& from, TensorShape* to) {
  return TensorShape::BuildTensorShape(from, to).ok();
}
bool Convert(const TensorShapeProto& from, PartialTensorShape* to) {
  return PartialTensorShape::BuildPartialTensorShape(from, to).ok();
}
bool Convert(const TensorProto& from, Tensor* to) { return to->FromProto(from); }

template <class T>
bool Read(const AttrValue& value, T* to, std::string* wanted) {
  using Kind = KindOf<T>;
  *wanted = Kind::kName;
  return Kind::Has(value) && Convert(Kind::Get(value), to);
}

template <class List>
bool ReadList(const AttrValue& value, List* to, std::string* wanted) {
  using T = typename List::value_type;
  using Kind = KindOf<T>;
  *wanted = absl::StrCat("list(", Kind::kName, ")");
  if (!value.has_list()) return false;
  const auto& list = Kind::List(value.list());
  // An empty list is one of any kind.
  if (list.empty() && value.list().ByteSizeLong() > 0) return false;
  to->clear();
  for (const auto& entry : list) {
    T element;
    if (!Convert(entry, &element)) return false;
    to->push_back(std::move(element));
  }
  return true;
}
template <class T>
bool Read(const AttrValue& value, std::vector<T>* to, std::string* wanted) {
  return ReadList(value, to, wanted);
}
bool Read(const AttrValue& value, DataTypeVector* to, std::string* wanted) {
  return ReadList(value, to, wanted);
}

}  // namespace

const AttrValue* AttrSlice::Find(StringPiece name) const {
  const auto found = def_->attr().find(name.str());
  return found == def_->attr().end() ? nullptr : &found->second;
}

absl::Status AttrSlice::Find(StringPiece name, const AttrValue** value) const {
  if (value == nullptr) return NullResult("AttrSlice::Find", "value");
  *value = Find(name);
  if (*value != nullptr) return absl::OkStatus();
  return absl::NotFoundError(
      absl::StrCat("Node '", def_->name(), "' (", def_->op(), ") has no attribute called ", name.str(), "."));
}

template <class T>
absl::Status GetNodeAttr(const AttrSlice& attrs, StringPiece name, T* value) {
  if (value == nullptr) return NullResult("GetNodeAttr", "value");
  const AttrValue* found = nullptr;
  if (absl::Status status = attrs.Find(name, &found); !status.ok()) return status;
  std::string wanted;
  if (Read(*found, value, &wanted)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Attribute ", name.str(), " of node '", attrs.def().name(),
                                                 "' is ", SummarizeAttrValue(*found), ", and no ", wanted,
                                                 " that fits."));
}

#define VOXGRAD_GET(...) \
  template VOXGRAD_API absl::Status GetNodeAttr(const AttrSlice& attrs, StringPiece name, __VA_ARGS__* value)
#define VOXGRAD_GET_LIST_TOO(TYPE) \
  VOXGRAD_GET(TYPE);               \
  VOXGRAD_GET(std::vector<TYPE>)
VOXGRAD_GET_LIST_TOO(std::string);
VOXGRAD_GET_LIST_TOO(tstring);
VOXGRAD_GET_LIST_TOO(int32_t);
VOXGRAD_GET_LIST_TOO(int64_t);
VOXGRAD_GET_LIST_TOO(float);
VOXGRAD_GET_LIST_TOO(bool);
VOXGRAD_GET_LIST_TOO(DataType);
VOXGRAD_GET_LIST_TOO(TensorShapeProto);
VOXGRAD_GET_LIST_TOO(TensorShape);
VOXGRAD_GET_LIST_TOO(PartialTensorShape);
VOXGRAD_GET_LIST_TOO(TensorProto);
VOXGRAD_GET_LIST_TOO(Tensor);
VOXGRAD_GET_LIST_TOO(NameAttrList);
VOXGRAD_GET(DataTypeVector);
VOXGRAD_GET(const TensorProto*);
VOXGRAD_GET(const NameAttrList*);
#undef VOXGRAD_GET_LIST_TOO
#undef VOXGRAD_GET

}  // namespace voxgrad
