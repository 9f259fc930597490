#include "studio/page_value.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/literal.h"
#include "core/npy.h"
#include "core/number_text.h"
#include "page/graph/tensor_value.h"
#include "page/pages/generator.h"
#include "page/pages/page_data.h"
#include "page/pages/page_file.h"
#include "studio/upload.h"

namespace voxgrad::studio {
namespace {

/// A single number fills shapes of so many elements; more is a recipe's work.
constexpr int64_t kMostFilled = 1 << 20;
/// So many elements come as text; more as a file.
constexpr int64_t kMostTyped = 4096;

absl::StatusOr<DataType> TypeOf(const std::string& text) {
  const DataType type = text.empty() ? DT_FLOAT : DataTypeFromString(text);
  if (type != DT_INVALID) return type;
  return absl::InvalidArgumentError(
      absl::StrCat("has the dtype `", text, "`; a type is float, half or int32."));
}

absl::StatusOr<TensorShape> ShapeOf(const std::string& text) {
  const absl::StatusOr<Ints> sizes = ParseInts(text);
  if (!sizes.ok())
    return absl::InvalidArgumentError(absl::StrCat("has a shape that ", sizes.status().message()));
  TensorShape shape;
  if (absl::Status status = TensorShape::BuildTensorShape(*sizes, &shape); !status.ok())
    return absl::InvalidArgumentError(absl::StrCat("has the shape `", text, "`: ", status.message(), "."));
  return shape;
}

absl::StatusOr<Tensor> Fill(const Tensor& scalar, const TensorShape& shape) {
  if (shape.num_elements() > kMostFilled) {
    return absl::InvalidArgumentError(
        absl::StrCat("is one number for a shape of ", shape.num_elements(),
                     " elements; `ramp step=0 start=…` makes as many as that."));
  }
  Tensor tensor;
  if (absl::Status status = Tensor::Allocate(scalar.dtype(), shape, &tensor); !status.ok()) return status;
  const std::string text = ElementText(scalar.dtype(), scalar.data(), 0);
  for (int64_t i = 0; i < shape.num_elements(); ++i) ReadElement(text, scalar.dtype(), tensor.data(), i);
  return tensor;
}

void AppendNested(const Tensor& tensor, int dim, int64_t begin, int64_t count, int64_t most,
                  std::string* text) {
  if (dim == tensor.dims()) {
    *text += ElementText(tensor.dtype(), tensor.data(), begin);
    return;
  }
  const int64_t size = tensor.dim_size(dim);
  *text += "{";
  for (int64_t i = 0; i < size; ++i) {
    if (i > 0) *text += ",";
    if (begin + i * (count / size) >= most) {
      *text += "…";
      break;
    }
    AppendNested(tensor, dim + 1, begin + i * (count / size), count / size, most, text);
  }
  *text += "}";
}

bool SameTensor(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         NestedText(a, kMostTyped) == NestedText(b, kMostTyped);
}

std::string TextAttr(const NodeDef& node, const char* name) {
  const auto found = node.attr().find(name);
  return found == node.attr().end() ? "" : found->second.s();
}

bool ConstValue(const NodeDef& node, const std::string& uploads, Value* value) {
  const auto found = node.attr().find("value");
  if (found == node.attr().end()) {
    if (!node.attr().contains("_typed_value")) return false;  // what could not be read when it was typed
    value->text = TextAttr(node, "_typed_value");
    value->dtype = TextAttr(node, "_typed_dtype");
    value->shape = TextAttr(node, "_typed_shape");
    return true;
  }
  const absl::StatusOr<Tensor> tensor = TensorFromProto(found->second.tensor());
  if (!tensor.ok() || tensor->dtype() == DT_STRING) return false;
  value->dtype = DataTypeString(tensor->dtype());
  value->shape = absl::StrJoin(tensor->shape().dim_sizes(), ",");
  if (tensor->NumElements() > kMostTyped && !uploads.empty()) {
    const absl::StatusOr<std::string> name = KeepUpload(uploads, *tensor);
    if (name.ok()) value->file = *name;
    return name.ok();
  }
  Value typed = *value;
  if (node.attr().contains("_typed_dtype")) typed.dtype = TextAttr(node, "_typed_dtype");
  if (node.attr().contains("_typed_shape")) typed.shape = TextAttr(node, "_typed_shape");
  value->text = NestedText(*tensor, tensor->NumElements());
  typed.text = node.attr().contains("_typed_value") ? TextAttr(node, "_typed_value") : value->text;
  // Somebody may have changed the value since it was typed.
  const absl::StatusOr<Tensor> again = TypedTensor(typed);
  if (again.ok() && SameTensor(*again, *tensor)) *value = typed;
  return true;
}

}  // namespace

bool IsUpload(const std::string& file) { return absl::StartsWith(file, kUploadPrefix); }

absl::StatusOr<std::string> FilePath(const std::string& file, const Folders& folders) {
  if (!IsUpload(file)) return DataPath(folders.page, file);
  const std::string name = file.substr(sizeof(kUploadPrefix) - 1);
  if (folders.uploads.empty() || name.empty() || FileName(name) != name)
    return absl::NotFoundError(absl::StrCat("`", file, "` is no file that was sent."));
  return absl::StrCat(folders.uploads, "/", name, ".npy");
}

absl::StatusOr<Tensor> TypedTensor(const Value& value) {
  const absl::StatusOr<DataType> type = TypeOf(value.dtype);
  if (!type.ok()) return type.status();
  absl::StatusOr<Tensor> tensor = ParseTensor(value.text.value_or(""), *type);
  if (!tensor.ok()) return tensor.status();
  if (tensor->dtype() != *type) {
    return absl::InvalidArgumentError(absl::StrCat("is ", DataTypeString(tensor->dtype()),
                                                   ", but its dtype is ", DataTypeString(*type), "."));
  }
  if (value.shape.empty()) return tensor;
  const absl::StatusOr<TensorShape> shape = ShapeOf(value.shape);
  if (!shape.ok()) return shape.status();
  Tensor shaped;
  if (shaped.CopyFrom(*tensor, *shape)) return shaped;
  if (tensor->NumElements() == 1) return Fill(*tensor, *shape);
  return absl::InvalidArgumentError(absl::StrCat("has ", tensor->NumElements(), " values, and ",
                                                 shape->DebugString(), " needs ", shape->num_elements(),
                                                 "."));
}

std::string NestedText(const Tensor& tensor, int64_t most) {
  std::string text;
  if (tensor.NumElements() == 0) return tensor.dims() == 1 ? "{}" : "";
  AppendNested(tensor, 0, 0, tensor.NumElements(), most, &text);
  return text;
}

absl::Status ValueAttributes(const Value& value, const Folders& folders, std::string* op,
                             std::vector<NamedAttribute>* attributes, std::string* field) {
  *field = value.file ? "file" : value.generator ? "generator" : "value";
  *op = value.file || value.generator ? "Placeholder" : "Const";
  if (!value.file && !value.generator) {
    absl::StatusOr<Tensor> tensor = TypedTensor(value);
    const auto keep = [&](const char* name, const std::string& typed, const std::string& plain) {
      if (typed != plain) attributes->push_back({name, typed});
    };
    keep("_typed_dtype", value.dtype, tensor.ok() ? DataTypeString(tensor->dtype()) : "");
    keep("_typed_shape", value.shape, tensor.ok() ? absl::StrJoin(tensor->shape().dim_sizes(), ",") : "");
    if (!tensor.ok()) {
      attributes->push_back({"_typed_value", value.text.value_or("")});
      return tensor.status();
    }
    keep("_typed_value", value.text.value_or(""), NestedText(*tensor, tensor->NumElements()));
    attributes->push_back({"dtype", tensor->dtype()});
    attributes->push_back({"value", *std::move(tensor)});
    return absl::OkStatus();
  }
  const absl::StatusOr<DataType> type = TypeOf(value.dtype);
  const absl::StatusOr<TensorShape> shape = ShapeOf(value.shape);
  const auto keep_typed = [&](DataType real_type, const TensorShape& real_shape) {
    attributes->push_back({"dtype", real_type});
    attributes->push_back({"shape", PartialTensorShape(real_shape)});
    if (DataTypeString(real_type) != value.dtype) attributes->push_back({"_typed_dtype", value.dtype});
    if (absl::StrJoin(real_shape.dim_sizes(), ",") != value.shape)
      attributes->push_back({"_typed_shape", value.shape});
  };
  if (value.file) {
    attributes->push_back({"_file", *value.file});
    const absl::StatusOr<std::string> path = FilePath(*value.file, folders);
    const absl::StatusOr<NpyInfo> info = path.ok() ? ReadNpyInfo(*path) : path.status();
    keep_typed(info.ok() ? info->dtype : DT_FLOAT, info.ok() ? info->shape : TensorShape({0}));
    if (info.ok()) return absl::OkStatus();
    return absl::Status(info.status().code(), absl::StrCat("cannot be read: ", info.status().message()));
  }
  attributes->push_back({"_generator", *value.generator});
  keep_typed(type.value_or(DT_FLOAT), shape.ok() ? *shape : TensorShape({0}));
  if (!type.ok()) return type.status();
  if (!shape.ok()) return shape.status();
  // One cell shows whether the recipe can be read; the rest is made when it is needed.
  const TensorShape one(Ints(static_cast<size_t>(shape->dims()), 1));
  return Generate(*value.generator, *type, one, 0, "").status();
}

bool ValueOfNode(const NodeDef& node, const std::string& uploads, Value* value) {
  const bool file = node.attr().contains("_file");
  if (!file && !node.attr().contains("_generator"))
    return node.op() == "Const" && ConstValue(node, uploads, value);
  if (node.op() == "Const") {  // holds what its recipe made, too
    if (!ConstValue(node, "", value)) return false;
    value->text.reset();
  } else {
    const auto dtype = node.attr().find("dtype");
    const auto shape = node.attr().find("shape");
    if (dtype == node.attr().end()) return false;
    value->dtype = DataTypeString(dtype->second.type());
    if (shape != node.attr().end()) {
      const absl::StatusOr<PartialTensorShape> sizes = ShapeFromProto(shape->second.shape());
      if (!sizes.ok() || (!file && !sizes->IsFullyDefined())) return false;
      if (sizes->IsFullyDefined()) value->shape = absl::StrJoin(sizes->dim_sizes(), ",");
    }
  }
  if (node.attr().contains("_typed_dtype")) value->dtype = TextAttr(node, "_typed_dtype");
  if (node.attr().contains("_typed_shape")) value->shape = TextAttr(node, "_typed_shape");
  if (file) {
    value->file = TextAttr(node, "_file");
  } else {
    value->generator = TextAttr(node, "_generator");
  }
  return true;
}

}  // namespace voxgrad::studio
