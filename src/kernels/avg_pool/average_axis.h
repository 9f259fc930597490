// How averages are made of sums along an axis.
#ifndef VOXGRAD_KERNELS_AVG_POOL_AVERAGE_AXIS_H_
#define VOXGRAD_KERNELS_AVG_POOL_AVERAGE_AXIS_H_

#include <vector>

#include "kernels/pool/gather.h"

namespace voxgrad::cpu {

/// What becomes of target cell t is the sum of Weight(t, o) times what each source o holds, divided by
/// Divisor(t). Forward that is a mean. On the way back, if all windows over a cell have the same share, that
/// is the divisor; else they count by how much more of themselves they send than a full one.
class AverageAxis : public GatherAxis {
 public:
  AverageAxis(const Axis& a, Direction direction) : GatherAxis(a, direction), full_(full_share()) {
    if (!backward) return;
    for (int64_t t = 0; t < target.size; ++t) {
      const Range windows = WholeWindowsOf(t);
      const int64_t first = windows.count() == 0 ? full_ : axis.CellsOf(windows.begin).count();
      const int64_t last = windows.count() == 0 ? full_ : axis.CellsOf(windows.end - 1).count();
      // Shares grow from the first window on, then shrink: of several that are equal, all are full.
      divisors_.push_back(windows.count() == 1 ? first : full_);
      uneven_.push_back(windows.count() > 1 && (first != full_ || last != full_));
    }
  }

  int64_t Divisor(int64_t t) const { return backward ? divisors_[static_cast<size_t>(t)] : Share(t); }
  bool IsUneven(int64_t t) const { return backward && uneven_[static_cast<size_t>(t)]; }
  double Weight(int64_t t, int64_t o) const {
    return IsUneven(t) ? static_cast<double>(full_) / static_cast<double>(Share(o)) : 1;
  }

 private:
  const int64_t full_;
  std::vector<int64_t> divisors_;  // of each target cell, on the way back
  std::vector<bool> uneven_;       // the windows over it do not have the same share
};

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_AVG_POOL_AVERAGE_AXIS_H_
