// Attributes as people type them.
#ifndef VOXGRAD_OPS_TABLE_ATTRIBUTE_TEXT_H_
#define VOXGRAD_OPS_TABLE_ATTRIBUTE_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "ops/table/context.h"
#include "ops/table/op.h"

namespace voxgrad {

/// The attribute that a text stands for.
absl::StatusOr<Attribute> ParseAttribute(const OpCall& call, const AttrDef& attr, const std::string& text);

/// An attribute as ParseAttribute reads it.
std::string AttributeText(const Attribute& value, int64_t max_values);

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_ATTRIBUTE_TEXT_H_
