// A call in a process of its own: what the first one costs, and how much memory it takes at most.
#ifndef VOXGRAD_BENCH_FRESH_H_
#define VOXGRAD_BENCH_FRESH_H_

#include "absl/status/statusor.h"
#include "check/prepared_call.h"

namespace voxgrad::driver {

struct FreshCall {
  double first_seconds = 0;  // no threads yet, no memory kept from earlier calls
  double next_seconds = 0;   // the best of a few after it
  double result_bytes = 0;
  double peak_bytes = 0;  // resident at most during the first call, over what was before it
  /// What the call needs besides its inputs and its result, thread stacks included.
  double workspace() const { return peak_bytes - result_bytes; }
};

/// A line of /proc/self/status in bytes: "VmRSS", or "VmHWM", the most that it ever was.
double StatusBytes(const char* key);

/// Forks; the child runs the call.
absl::StatusOr<FreshCall> RunFresh(const PreparedCall& call);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_FRESH_H_
