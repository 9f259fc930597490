// The node that a block wants to be: what is typed in it as attributes.
#ifndef VOXGRAD_STUDIO_BLOCK_SPEC_H_
#define VOXGRAD_STUDIO_BLOCK_SPEC_H_

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "studio/page_build.h"

namespace voxgrad::studio {

/// Fills `spec` of a block of a known op with its attributes, value and device. Texts that a reader would not
/// get back from these stay beside them. False where one was refused, each with a problem.
bool ReadSpec(BuiltBlock* block, const Folders& folders,
              const std::function<void(const absl::Status&)>& problem);

/// The type that a value without one takes at an argument: the argument's own, that which an attribute says,
/// that of another input of the same attribute, the attribute's default, float. `known` has the types of
/// inputs by argument.
DataType TypeAt(const Op& op, size_t arg, const std::vector<NamedAttribute>& attributes,
                const std::vector<std::pair<size_t, DataType>>& known);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_BLOCK_SPEC_H_
