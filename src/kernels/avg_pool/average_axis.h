// How averages are made of sums along an axis.
#ifndef VOXGRAD_KERNELS_AVG_POOL_AVERAGE_AXIS_H_
#define VOXGRAD_KERNELS_AVG_POOL_AVERAGE_AXIS_H_

#include "kernels/pool/gather.h"

namespace voxgrad::cpu {

/// What becomes of target cell t is the sum of Weight(t, o) times what each source o holds, divided by
/// Divisor(t). Forward that is a mean. On the way back, if all windows over a cell have the same share, that
/// is the divisor; else they count by how much more of themselves they send than a full one.
class AverageAxis : public GatherAxis {
 public:
  AverageAxis(const Axis& a, Direction direction) : GatherAxis(a, direction), full_(full_share()) {
    if (!backward || axis.out.whole == 0) return;
    // Shares grow from the first window on, then shrink: those of the first and the last full one are cut.
    Range windows = {0, axis.out.whole};
    while (windows.begin < windows.end && !IsFull(windows.begin)) ++windows.begin;
    while (windows.begin < windows.end && !IsFull(windows.end - 1)) --windows.end;
    plain_.begin = windows.begin == 0 ? 0 : (windows.begin - 1) * axis.stride - axis.before + axis.window;
    plain_.end = windows.end == axis.out.whole ? axis.in.whole : windows.end * axis.stride - axis.before;
  }

  int64_t Divisor(int64_t t) const {
    if (!backward) return Share(t);
    if (IsPlain(t)) return full_;
    const Range windows = WholeWindowsOf(t);
    return windows.count() == 1 ? axis.CellsOf(windows.begin).count() : full_;
  }

  /// The windows over cell t do not have the same share. Of several that have, all are full.
  bool IsUneven(int64_t t) const {
    if (!backward || IsPlain(t)) return false;
    const Range windows = WholeWindowsOf(t);
    return windows.count() > 1 && !(IsFull(windows.begin) && IsFull(windows.end - 1));
  }

  double Weight(int64_t t, int64_t o) const {
    return IsUneven(t) ? static_cast<double>(full_) / static_cast<double>(Share(o)) : 1;
  }

 private:
  bool IsFull(int64_t o) const { return axis.CellsOf(o).count() == full_; }
  bool IsPlain(int64_t t) const {
    return t + target.origin >= plain_.begin && t + target.origin < plain_.end;
  }

  const int64_t full_;
  Range plain_;  // cells of the whole that lie under full windows or none, on the way back
};

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_AVG_POOL_AVERAGE_AXIS_H_
