#include "page/graph/attribute_value.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "page/graph/tensor_value.h"

namespace voxgrad {
namespace {

TensorProto ToProto(const Tensor& tensor) {
  TensorProto proto;
  // What has no written form keeps its type and shape; ops take no such constants.
  TensorToProto(tensor, tensor.NumElements() > 1 ? TensorForm::kContent : TensorForm::kList, &proto)
      .IgnoreError();
  return proto;
}

struct Writer {
  AttrValue* value;

  void operator()(std::monostate) const {}
  void operator()(int64_t number) const { value->set_i(number); }
  void operator()(float number) const { value->set_f(number); }
  void operator()(bool flag) const { value->set_b(flag); }
  void operator()(const std::string& text) const { value->set_s(text); }
  void operator()(DataType type) const { value->set_type(type); }
  void operator()(const PartialTensorShape& shape) const { *value->mutable_shape() = ShapeToProto(shape); }
  void operator()(const Tensor& tensor) const { *value->mutable_tensor() = ToProto(tensor); }
  void operator()(const std::shared_ptr<const AttrValue>& kept) const { *value = *kept; }
  template <class List>
  void operator()(const List& list) const {
    AttrValue::ListValue* out = value->mutable_list();
    for (const auto& element : list) Add(element, out);
  }

  static void Add(int64_t number, AttrValue::ListValue* out) { out->add_i(number); }
  static void Add(float number, AttrValue::ListValue* out) { out->add_f(number); }
  static void Add(bool flag, AttrValue::ListValue* out) { out->add_b(flag); }
  static void Add(const std::string& text, AttrValue::ListValue* out) { out->add_s(text); }
  static void Add(DataType type, AttrValue::ListValue* out) { out->add_type(type); }
  static void Add(const PartialTensorShape& shape, AttrValue::ListValue* out) {
    *out->add_shape() = ShapeToProto(shape);
  }
  static void Add(const Tensor& tensor, AttrValue::ListValue* out) { *out->add_tensor() = ToProto(tensor); }
};

/// A type of the enum, and not a reference: those follow from the op's definition.
absl::StatusOr<DataType> ReadType(DataType type) {
  if (type == DT_INVALID || IsRefType(type) || DataType_Name(type).empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("holds type number ", static_cast<int>(type), ", which no tensor here can have."));
  }
  return type;
}

absl::Status WithStop(const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(status.message(), "."));
}

absl::StatusOr<PartialTensorShape> ReadShape(const TensorShapeProto& proto) {
  absl::StatusOr<PartialTensorShape> shape = ShapeFromProto(proto);
  if (!shape.ok()) return WithStop(shape.status());
  return shape;
}

absl::StatusOr<Tensor> ReadTensor(const TensorProto& proto) {
  absl::StatusOr<Tensor> tensor = TensorFromProto(proto);
  if (!tensor.ok()) return WithStop(tensor.status());
  return tensor;
}

template <class T, class List, class Read>
absl::StatusOr<Attribute> ReadEach(const List& list, Read read) {
  std::vector<T> elements;
  for (const auto& entry : list) {
    absl::StatusOr<T> element = read(entry);
    if (!element.ok()) return element.status();
    elements.push_back(*std::move(element));
  }
  return Attribute(std::move(elements));
}

Attribute EmptyList(std::optional<AttrKind> kind) {
  switch (kind.value_or(AttrKind::kInts)) {
    case AttrKind::kFloats:
      return std::vector<float>();
    case AttrKind::kBools:
      return std::vector<bool>();
    case AttrKind::kStrings:
      return std::vector<std::string>();
    case AttrKind::kTypes:
      return std::vector<DataType>();
    case AttrKind::kShapes:
      return std::vector<PartialTensorShape>();
    case AttrKind::kTensors:
      return std::vector<Tensor>();
    default:
      return Ints();
  }
}

absl::Status FunctionError(const std::string& name) {
  return absl::UnimplementedError(absl::StrCat("names the function ", name, "; functions do not run here."));
}

absl::StatusOr<Attribute> ReadList(const AttrValue::ListValue& list, std::optional<AttrKind> kind) {
  const int kinds = !list.s().empty() + !list.i().empty() + !list.f().empty() + !list.b().empty() +
                    !list.type().empty() + !list.shape().empty() + !list.tensor().empty() +
                    !list.func().empty();
  if (kinds > 1) return absl::InvalidArgumentError("is a list of several kinds of values.");
  if (!list.s().empty()) return Attribute(std::vector<std::string>(list.s().begin(), list.s().end()));
  if (!list.i().empty()) return Attribute(Ints(list.i().begin(), list.i().end()));
  if (!list.f().empty()) return Attribute(std::vector<float>(list.f().begin(), list.f().end()));
  if (!list.b().empty()) return Attribute(std::vector<bool>(list.b().begin(), list.b().end()));
  if (!list.type().empty()) {
    return ReadEach<DataType>(list.type(), [](int type) { return ReadType(static_cast<DataType>(type)); });
  }
  if (!list.shape().empty()) return ReadEach<PartialTensorShape>(list.shape(), ReadShape);
  if (!list.tensor().empty()) return ReadEach<Tensor>(list.tensor(), ReadTensor);
  if (!list.func().empty()) return FunctionError(list.func(0).name());
  return EmptyList(kind);
}

template <class T>
absl::StatusOr<Attribute> AsAttribute(absl::StatusOr<T> value) {
  if (!value.ok()) return value.status();
  return Attribute(*std::move(value));
}

}  // namespace

AttrValue AttributeToValue(const Attribute& attribute) {
  AttrValue value;
  std::visit(Writer{&value}, attribute.variant());
  return value;
}

absl::StatusOr<Attribute> AttributeFromValue(const AttrValue& value, std::optional<AttrKind> kind) {
  switch (value.value_case()) {
    case AttrValue::kS:
      return Attribute(value.s());
    case AttrValue::kI:
      return Attribute(value.i());
    case AttrValue::kF:
      return Attribute(value.f());
    case AttrValue::kB:
      return Attribute(value.b());
    case AttrValue::kType:
      return AsAttribute(ReadType(value.type()));
    case AttrValue::kShape:
      return AsAttribute(ReadShape(value.shape()));
    case AttrValue::kTensor:
      return AsAttribute(ReadTensor(value.tensor()));
    case AttrValue::kList:
      return ReadList(value.list(), kind);
    case AttrValue::kFunc:
      return FunctionError(value.func().name());
    case AttrValue::kPlaceholder:
      return absl::InvalidArgumentError("stands open, as in the body of a function.");
    case AttrValue::VALUE_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("has no value.");
}

}  // namespace voxgrad
