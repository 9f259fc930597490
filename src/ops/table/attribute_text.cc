#include "ops/table/attribute_text.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/literal.h"
#include "core/npy.h"

namespace voxgrad {
namespace {

/// Sizes separated by commas, -1 where one is not known; "?" when not even their number is.
absl::StatusOr<PartialTensorShape> ParseShape(const std::string& text) {
  if (text == "?") return PartialTensorShape();
  const absl::StatusOr<Ints> sizes = ParseInts(text);
  if (!sizes.ok()) return sizes.status();
  PartialTensorShape shape;
  if (absl::Status status = PartialTensorShape::BuildPartialTensorShape(*sizes, &shape); !status.ok())
    return absl::InvalidArgumentError(absl::StrCat(status.message(), "."));
  return shape;
}

}  // namespace

std::string AttributeText(const Attribute& value, int64_t max_values) {
  if (const auto* ints = value.get<Ints>(); ints != nullptr && ints->empty()) return "";
  if (const auto* floats = value.get<std::vector<float>>(); floats != nullptr && floats->empty()) return "";
  if (const auto* tensor = value.get<Tensor>()) return TensorLiteral(*tensor, max_values);
  if (const auto* shape = value.get<PartialTensorShape>()) {
    return shape->unknown_rank() ? "?" : absl::StrJoin(shape->dim_sizes(), ",");
  }
  return value.DebugString();
}

absl::StatusOr<Attribute> ParseAttribute(const OpCall& call, const AttrDef& attr, const std::string& text) {
  const auto wrong = [&](absl::string_view what) {
    return call.Invalid(attr.name, absl::StrCat("is `", text, "`, but must be ", what, "."));
  };
  int64_t integer = 0;
  float number = 0;
  bool flag = false;
  switch (attr.kind) {
    case AttrKind::kInts: {
      absl::StatusOr<Ints> values = ParseInts(text);
      if (!values.ok()) return call.Invalid(attr.name, values.status().message());
      return Attribute(*std::move(values));
    }
    case AttrKind::kFloats: {
      absl::StatusOr<std::vector<float>> values = ParseFloats(text);
      if (!values.ok()) return call.Invalid(attr.name, values.status().message());
      return Attribute(*std::move(values));
    }
    case AttrKind::kInt:
      return absl::SimpleAtoi(text, &integer) ? absl::StatusOr<Attribute>(integer) : wrong("an integer");
    case AttrKind::kFloat:
      return absl::SimpleAtof(text, &number) ? absl::StatusOr<Attribute>(number) : wrong("a number");
    case AttrKind::kBool:
      return absl::SimpleAtob(text, &flag) ? absl::StatusOr<Attribute>(flag) : wrong("true or false");
    case AttrKind::kString:
      return Attribute(text);
    case AttrKind::kType: {
      const DataType type = DataTypeFromString(text);
      return type != DT_INVALID ? absl::StatusOr<Attribute>(type) : wrong("a type such as float or half");
    }
    case AttrKind::kShape: {
      absl::StatusOr<PartialTensorShape> shape = ParseShape(text);
      if (!shape.ok()) return call.Invalid(attr.name, shape.status().message());
      return Attribute(*std::move(shape));
    }
    case AttrKind::kTensor: {
      absl::StatusOr<Tensor> tensor =
          absl::StartsWith(text, "@") ? ReadNpy(text.substr(1)) : ParseTensor(text, DT_FLOAT);
      if (!tensor.ok()) return call.Invalid(attr.name, tensor.status().message());
      return Attribute(*std::move(tensor));
    }
    default:
      return call.Unimplemented(attr.name, "cannot be typed as text.");
  }
}

}  // namespace voxgrad
