#include "page/pages/page_data.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/npy.h"
#include "page/graph/attribute_value.h"
#include "page/graph/tensor_value.h"
#include "page/pages/generator.h"

namespace voxgrad {
namespace {

absl::Status AtNode(const NodeDef& node, absl::StatusCode code, absl::string_view text) {
  return absl::Status(code, absl::StrCat("Placeholder (", node.name(), "): ", text));
}

absl::StatusOr<Tensor> Generated(const NodeDef& node, DataType type, const PartialTensorShape& partial,
                                 uint64_t seed) {
  TensorShape shape;
  if (!partial.AsTensorShape(&shape)) {
    return AtNode(
        node, absl::StatusCode::kInvalidArgument,
        absl::StrCat("_generator needs a shape that is known, and this one is ", partial.DebugString(), "."));
  }
  absl::StatusOr<Tensor> tensor = Generate(node.attr().at("_generator").s(), type, shape, seed, node.name());
  if (tensor.ok()) return tensor;
  return AtNode(node, tensor.status().code(), absl::StrCat("_generator ", tensor.status().message()));
}

absl::StatusOr<Tensor> FromFile(const NodeDef& node, DataType type, const PartialTensorShape& shape,
                                const std::string& folder) {
  const std::string& name = node.attr().at("_file").s();
  const absl::StatusOr<std::string> path = DataPath(folder, name);
  absl::StatusOr<Tensor> tensor = path.ok() ? ReadNpy(*path) : path.status();
  if (!tensor.ok()) return AtNode(node, tensor.status().code(), tensor.status().message());
  if (tensor->dtype() == type && shape.IsCompatibleWith(tensor->shape())) return tensor;
  return AtNode(node, absl::StatusCode::kInvalidArgument,
                absl::StrCat("_file `", name, "` holds ", DataTypeString(tensor->dtype()), " ",
                             tensor->shape().DebugString(), ", but the node is ", DataTypeString(type), " ",
                             shape.DebugString(), "."));
}

}  // namespace

bool HasSource(const NodeDef& node) {
  return node.op() == "Placeholder" && (node.attr().contains("_file") || node.attr().contains("_generator"));
}

absl::StatusOr<Tensor> SourceValue(const NodeDef& node, const std::string& folder, uint64_t seed) {
  const auto dtype = node.attr().find("dtype");
  const DataType type = dtype == node.attr().end() ? DT_INVALID : dtype->second.type();
  PartialTensorShape shape;
  if (const auto given = node.attr().find("shape"); given != node.attr().end()) {
    const absl::StatusOr<PartialTensorShape> read = ShapeFromProto(given->second.shape());
    if (!read.ok())
      return AtNode(node, read.status().code(), absl::StrCat("shape ", read.status().message(), "."));
    shape = *read;
  }
  return node.attr().contains("_file") ? FromFile(node, type, shape, folder)
                                       : Generated(node, type, shape, seed);
}

absl::Status EmbedSource(const std::string& folder, uint64_t seed, NodeDef* node) {
  const absl::StatusOr<Tensor> tensor = SourceValue(*node, folder, seed);
  if (!tensor.ok()) return tensor.status();
  auto& attr = *node->mutable_attr();
  attr.erase("_file");
  attr.erase("shape");
  node->set_op("Const");
  attr["dtype"].set_type(tensor->dtype());
  attr["value"] = AttributeToValue(*tensor);
  return absl::OkStatus();
}

absl::StatusOr<std::string> DataPath(const std::string& folder, const std::string& name) {
  const std::vector<std::string> parts = absl::StrSplit(name, '/');
  const bool inside = std::none_of(parts.begin(), parts.end(), [](const std::string& part) {
    return part.empty() || part == ".." || part.find('\0') != std::string::npos;
  });
  if (inside) return absl::StrCat(folder, "/", name);
  return absl::InvalidArgumentError(
      absl::StrCat("The file `", name, "` is not below the page's folder; a page's data lies beside it."));
}

}  // namespace voxgrad
