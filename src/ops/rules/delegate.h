// Ops that say the same as another in other words: that one does the checks and makes the problem, under
// their name.
#ifndef VOXGRAD_OPS_RULES_DELEGATE_H_
#define VOXGRAD_OPS_RULES_DELEGATE_H_

#include <vector>

#include "ops/table/check.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// The definition of `other` with the name of `op`, for the sentences.
const Op& Renamed(const Op& op, const char* other);

/// The slots of `other`: those given, else what the call has under the same name, else the default.
AttrSlots SharedSlots(const OpCall& c, const Op& other, const std::vector<NamedAttribute>& given = {});

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_DELEGATE_H_
