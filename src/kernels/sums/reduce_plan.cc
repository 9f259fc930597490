#include "kernels/sums/reduce_plan.h"

#include <algorithm>

#include "kernels/simd/tile.h"

namespace voxgrad {

namespace {

/// A block has so many rows that adding its sums does not show, and so few that a slab finds whole ones.
SumBlocks BlocksOfRows(absl::Span<const Extent> axes, const std::vector<bool>& reduced,
                       int64_t whole_columns) {
  constexpr int64_t kElements = 1 << 16, kFewestRows = 128;
  std::vector<Extent> summed;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (reduced[i] && axes[i].whole != 1) summed.push_back(axes[i]);
  }
  const int64_t rows = kElements / std::clamp<int64_t>(whole_columns, 1, ReducePlan::kTile);
  return SumBlocks(summed, std::max<int64_t>(1, cpu::Room(std::max(rows, kFewestRows))));
}

/// The numbers that lie side by side in the whole.
int64_t WholeColumns(absl::Span<const Extent> axes, const std::vector<bool>& reduced) {
  int64_t columns = 1;
  for (size_t i = axes.size(); i > 0 && (!reduced[i - 1] || axes[i - 1].whole == 1); --i)
    columns *= axes[i - 1].whole;
  return columns;
}

}  // namespace

ReducePlan::ReducePlan(absl::Span<const Extent> all, const std::vector<bool>& reduced)
    : whole_columns(WholeColumns(all, reduced)), blocks(BlocksOfRows(all, reduced, whole_columns)) {
  // From the inside: what is kept, then what is reduced, is walked as columns and rows; the rest by strides.
  enum { kColumns, kRun, kOutside } stage = kColumns;
  int64_t stride = 1;
  for (size_t i = all.size(); i-- > 0;) {
    const int64_t size = all[i].size;
    if (all[i].whole == 1) continue;
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
