#include "kernels/sums/reduce_plan.h"

#include <algorithm>

namespace voxgrad {

ReducePlan::ReducePlan(absl::Span<const int64_t> sizes, const std::vector<bool>& reduced) {
  // From the inside: what is kept, then what is reduced, is walked as columns and rows; the rest by strides.
  enum { kColumns, kRun, kOutside } stage = kColumns;
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    const int64_t size = sizes[i];
    if (size == 1) continue;
    if (stage == kColumns && reduced[i]) stage = kRun;
    if (stage == kRun && !reduced[i]) stage = kOutside;
    if (stage == kColumns) {
      columns *= size;
    } else if (stage == kRun) {
      run *= size;
    } else {
      std::vector<Axis>& axes = reduced[i] ? stepped_ : kept_;
      if (!axes.empty() && axes.back().size * axes.back().stride == stride) {
        axes.back().size *= size;  // it goes on where the axis inside it ends
      } else {
        axes.push_back({size, stride});
      }
    }
    stride *= size;
  }
  rows = run;
  for (const Axis& axis : kept_) groups *= axis.size;
  for (const Axis& axis : stepped_) rows *= axis.size;
  tiles = (columns + kTile - 1) / kTile;
  part_rows = std::max<int64_t>(rows, 1);
  if (groups * tiles < kManyPieces)
    part_rows = std::min(part_rows, std::max<int64_t>(1, kPart / std::clamp<int64_t>(columns, 1, kTile)));
  parts = std::max<int64_t>(1, (rows + part_rows - 1) / part_rows);
}

int64_t ReducePlan::PlaceOf(const std::vector<Axis>& axes, int64_t index) {
  int64_t place = 0;
  for (size_t i = 0; i + 1 < axes.size(); ++i) {
    place += index % axes[i].size * axes[i].stride;
    index /= axes[i].size;
  }
  return axes.empty() ? place : place + index * axes.back().stride;
}

}  // namespace voxgrad
