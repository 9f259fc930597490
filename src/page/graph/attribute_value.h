// Attributes of a page as attributes of the engine, and back.
#ifndef VOXGRAD_PAGE_GRAPH_ATTRIBUTE_VALUE_H_
#define VOXGRAD_PAGE_GRAPH_ATTRIBUTE_VALUE_H_

#include <optional>

#include "absl/status/statusor.h"
#include "ops/table/op.h"
#include "voxgrad/attribute.h"
#include "voxgrad/page/attr_value.h"

namespace voxgrad {

/// As TensorFlow writes it. An empty attribute is a message without a value.
AttrValue AttributeToValue(const Attribute& attribute);

/// What a message holds. An empty list does not say of what: it is one of the `kind`, of integers where there
/// is none. Messages are the rest of a sentence: "names the function f; functions do not run here."
absl::StatusOr<Attribute> AttributeFromValue(const AttrValue& value, std::optional<AttrKind> kind);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_GRAPH_ATTRIBUTE_VALUE_H_
