// Calls whose results follow from chance.
#ifndef VOXGRAD_CHECK_DRAWS_H_
#define VOXGRAD_CHECK_DRAWS_H_

#include "check/prepared_call.h"

namespace voxgrad::driver {

/// Without a seed an op draws other numbers each time.
inline bool DrawsAnew(const PreparedCall& call) {
  const auto is_zero = [&](const char* name) {
    const int i = call.op->AttrIndex(name);
    if (i < 0) return false;
    const auto* seed = call.slots[static_cast<size_t>(i)].get<int64_t>();
    return seed == nullptr || *seed == 0;
  };
  return is_zero("seed") && is_zero("seed2");
}

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_DRAWS_H_
