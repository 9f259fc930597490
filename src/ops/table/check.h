// Checks of a call that follow from the op's definition alone.
#ifndef VOXGRAD_OPS_TABLE_CHECK_H_
#define VOXGRAD_OPS_TABLE_CHECK_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "ops/table/context.h"

namespace voxgrad {

/// A call's attributes in the order of the definition; an empty one stands for the default.
using AttrSlots = absl::InlinedVector<Attribute, 8>;

/// Puts named attributes into their slots. Unknown names and doubles are errors.
absl::Status FillSlots(const Op& op, absl::string_view node, absl::Span<const NamedAttribute> attributes,
                       AttrSlots* slots);

/// Puts defaults into empty slots, type attributes included (from the inputs' types), and checks kind, range,
/// count and choices of every value and the type of every input.
absl::Status CompleteSlots(const Op& op, absl::string_view node, absl::Span<const DataType> input_types,
                           AttrSlots* slots);

/// The error for an integer attribute outside int32; `text` is the number as given.
absl::Status OutOfInt32Error(const OpCall& call, absl::string_view attr, absl::string_view text);

/// "one of half, bfloat16 or float": what a type attribute may be, as TensorFlow's names.
std::string TypeChoices(const AttrDef& attr);

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_CHECK_H_
