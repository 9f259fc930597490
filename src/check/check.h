// Is it right? Every implementation against the reference, for several numbers of threads.
#ifndef VOXGRAD_CHECK_CHECK_H_
#define VOXGRAD_CHECK_CHECK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "check/prepared_call.h"
#include "core/piece_cost.h"
#include "kernels/simd/tile.h"

namespace voxgrad::driver {

/// How far two results may be apart: `terms` numbers are summed for an element.
struct Tolerance {
  double relative = 0;  // of the largest element, or of `scale` where that is larger
  double scale = 0;     // of what is summed, where it may cancel
  double absolute = 0;  // besides
};
Tolerance ToleranceFor(DataType type, int64_t terms);

/// OK when `actual` is `expected` within the tolerance, NaN where it has NaN; else a sentence that says where
/// not.
absl::Status Compare(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance);

/// True when the two hold the same bits.
bool SameBits(const Tensor& a, const Tensor& b);

/// Runs one implementation (or the first that takes the problem, for an empty name) and says who answered.
absl::StatusOr<Tensor> RunWith(const PreparedCall& call, const std::string& implementation,
                               KernelTrace* trace);

/// Whether that one was asked and computed it.
bool Ran(const KernelTrace& trace, absl::string_view implementation);

/// The names of the implementations that take the problem; the reference is the last. An op that asks no list
/// has one way to run, the empty name.
absl::StatusOr<std::vector<std::string>> Takers(const PreparedCall& call);

/// Every implementation that takes the problem gives the reference's result within tolerance, with the same
/// bits on 1, 2 and 5 threads. One that flushes small numbers is compared with the reference on inputs that
/// have zeros in their places.
absl::Status CheckCall(const PreparedCall& call);

/// While it lives, problems are cut into tiles of about so many cells, blocks to match and short pieces of
/// loops: what goes wrong where they meet, or between threads, shows in small problems. Not while anything
/// runs.
class SmallPieces {
 public:
  explicit SmallPieces(int64_t cells);

 private:
  const cpu::WithCaches caches_;
  const WithPieceCost cost_;
};

/// CheckCall, then again in small pieces.
absl::Status CheckInPieces(const PreparedCall& call);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_CHECK_H_
