// Which tensors of a call belong to which argument: an argument is one tensor, or a list of them.
#ifndef VOXGRAD_OPS_TABLE_ARGUMENTS_H_
#define VOXGRAD_OPS_TABLE_ARGUMENTS_H_

#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "ops/table/op.h"

namespace voxgrad {

/// Places in the flat list of a call's tensors.
struct ArgRange {
  size_t begin = 0;
  size_t end = 0;
};

/// The tensors of argument i of `args` (an op's inputs or outputs), once the slots are complete.
ArgRange RangeOf(const Op& op, const std::vector<ArgDef>& args, size_t i, absl::Span<const Attribute> slots);

/// The argument that tensor number `flat` belongs to.
size_t ArgOfInput(const Op& op, size_t flat, absl::Span<const Attribute> slots);

size_t NumInputs(const Op& op, absl::Span<const Attribute> slots);
size_t NumOutputs(const Op& op, absl::Span<const Attribute> slots);

/// Whether an attribute is the type or the number of some input, so that a caller need not give it.
bool FollowsFromInputs(const Op& op, absl::string_view attr);

/// How many tensors each list has, where the caller did not say: what is left when the single ones are taken
/// away, shared out among the lists of that number. A list of types is the types that were given.
void FindCounts(const Op& op, absl::Span<const DataType> given, absl::Span<Attribute> slots);

/// The types of all outputs, lists spread out, once the slots are complete.
using DataTypes = absl::InlinedVector<DataType, 2>;
DataTypes OutputTypes(const Op& op, absl::Span<const Attribute> slots);

/// The same for the inputs.
DataTypes InputTypes(const Op& op, absl::Span<const Attribute> slots);

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_ARGUMENTS_H_
