// Random good and bad calls of every op, made from the op table. A new op is fuzzed without new code.
#ifndef VOXGRAD_FUZZ_FUZZ_H_
#define VOXGRAD_FUZZ_FUZZ_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "check/prepared_call.h"
#include "fuzz/harness.h"

namespace voxgrad::driver {

/// The largest difference between a gradient in double and central differences that is no error.
constexpr double kGradientTolerance = 1e-5;

/// What is fuzzed: good calls, gradients, shapes known in part, then every way to spoil a call.
std::vector<std::string> FuzzKinds();

/// Call number `index` of the run with this seed, of that op or, where it is null, of any.
void FuzzOne(const Op* op, uint64_t seed, int64_t index, CallLog& log);

/// Output shapes of a call of which some sizes and values are hidden: inference must not fail where the whole
/// call passes, and must not contradict it.
absl::Status CheckPartialShapes(const PreparedCall& call, uint64_t seed);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_FUZZ_FUZZ_H_
