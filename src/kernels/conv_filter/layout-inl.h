// How the sums of a filter gradient are laid out, and how they are shared out. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FILTER_LAYOUT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FILTER_LAYOUT_INL_H_
#undef VOXGRAD_KERNELS_CONV_FILTER_LAYOUT_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FILTER_LAYOUT_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/products/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// One item of work: of the products of some cells some columns and slices of the input.
struct FilterShare {
  Range units, slices;
  int64_t group;
};

/// Where the sums of a group are: row by row of `columns`, which are whole vectors. Rows are the filter's
/// taps and input channels, columns its output channels; or, with `windows`, rows are the taps of depth and
/// height and the output channels, columns the taps of the width and the input channels.
template <class A>
struct FilterLayout {
  const ConvGather& gather;
  ConvLattice lattice;
  bool windows;
  int64_t columns;
  Range rows;     // those that are summed at a time
  int64_t slice;  // input channels that are copied at a time

  static int64_t Lanes() { return static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>())); }

  /// Columns of a tile.
  int64_t unit() const { return std::min(columns, kTileVectors * Lanes()); }
  int64_t units() const { return CeilDiv(columns, unit()); }
  int64_t Vectors(int64_t u) const {
    return std::min<int64_t>(kTileVectors, columns / Lanes() - u * kTileVectors);
  }
  /// Behind them stands what fills the last vector.
  int64_t filled_columns() const {
    return windows ? lattice[3]->tap_count() * gather.source.channels : gather.target.channels;
  }
  int64_t slices() const { return CeilDiv(gather.source.channels, slice); }
  /// Of a cell in a copy of the gradient.
  int64_t grad_room() const { return windows ? gather.target.channels : unit(); }
  int64_t size() const { return gather.groups * rows.count() * columns; }

  /// Row of a tap's first input channel, or output channel.
  int64_t FirstRow(int64_t d, int64_t h, int64_t w) const {
    const int64_t row = d * lattice[2]->tap_count() + h;
    return windows ? row * gather.target.channels
                   : (row * lattice[3]->tap_count() + w) * gather.source.channels;
  }

  /// Calls f(place, count) for a share's sums of some units, counted from its first: of each row the part
  /// within the first `all` columns, counted from the first row that is summed, and how many they are.
  template <class F>
  void ForEachSums(const FilterShare& share, Range some, int64_t all, F f) const {
    const int64_t begin = share.units.begin;
    const Range part = windows
                           ? Range{0, all}
                           : Range{(begin + some.begin) * unit(), std::min(all, (begin + some.end) * unit())};
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      const int64_t s = row % gather.source.channels / slice;
      if (windows || (s >= share.slices.begin && s < share.slices.end))
        f((row - rows.begin) * columns + part.begin, part.count());
    }
  }
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FILTER_LAYOUT_INL_H_
