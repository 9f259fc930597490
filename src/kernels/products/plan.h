// Convolution as a gather: whatever is computed, a cell of the target image is a sum over taps of source
// cells. Forward the target is the output; backward it is the input, which a stride s splits into s lattices
// an axis, each with taps of its own and nothing to skip. Every sum runs over the source cells in the order
// of their memory, then over their channels, so tiles, blocks and slabs may be cut anywhere without a bit
// changing.
#ifndef VOXGRAD_KERNELS_PRODUCTS_PLAN_H_
#define VOXGRAD_KERNELS_PRODUCTS_PLAN_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/exec.h"
#include "kernels/pool/gather.h"
#include "kernels/problem.h"

namespace voxgrad::cpu {

/// Batch, depth, height, width. The batch is an axis with a single tap.
inline constexpr size_t kConvAxes = 4;
template <class T>
using PerAxis = std::array<T, kConvAxes>;

/// Lattice cells of an axis that have the same taps inside the source.
struct ConvSegment {
  Range cells;
  Range taps;
};

/// A lattice of target cells along one axis: first + j·step for j in [0, count). Tap t of cell j lies on
/// source cell j·source_step + taps[t].offset, where that is inside [0, source_size). Cells are counted from
/// the first held.
struct ConvAxis {
  struct Tap {
    int64_t index;   // in the filter
    int64_t offset;  // ascending
  };

  int64_t first = 0;
  int64_t step = 1;
  int64_t count = 0;
  int64_t source_step = 1;
  int64_t source_size = 0;
  std::vector<Tap> taps;

  int64_t tap_count() const { return static_cast<int64_t>(taps.size()); }
  const Tap& tap(int64_t t) const { return taps[static_cast<size_t>(t)]; }

  std::vector<ConvSegment> Segments(Range cells) const;

  /// The distance of which all source cells of the lattice are multiples apart.
  int64_t source_pitch() const;

  /// From the first to the last held source cell under a tap of these lattice cells; `begin` is under the
  /// pitch's grid also where it is cut at the border.
  Range SourceOf(Range cells) const;
};

/// The lattices of one axis that have cells and taps.
std::vector<ConvAxis> LatticesOf(const Axis& axis, Direction direction);

/// One lattice of each axis.
using ConvLattice = PerAxis<const ConvAxis*>;

/// An image as memory.
struct ConvImage {
  int64_t channels;  // of one group
  PerAxis<int64_t> stride;
  int64_t channel_stride;
};

/// True if a window's row is one run of source cells side by side, in the order of the filter: their taps are
/// as good as channels.
inline bool RowsAreRuns(const Axis& width, Direction direction) {
  return direction == Direction::kForward && width.window > 1 && width.dilation == 1;
}

/// What both directions have in common.
struct ConvGather {
  ConvGather(const ConvProblem& p, Direction direction);

  int64_t groups;
  ConvImage source, target;
  int64_t source_numbers, target_cells;                            // of all channels
  int64_t filter_tap, filter_group, filter_source, filter_target;  // strides of the filter
  std::array<int64_t, 3> window;
  PerAxis<std::vector<ConvAxis>> axes;
  bool has_gaps;         // some target cells lie in no lattice: they have no taps and are 0
  bool folds_width;      // RowsAreRuns, and there are cells
  int64_t amx_step = 0;  // the pairs of channels that AMX sums at a time, where it does

  int64_t lattice_count() const;
  ConvLattice lattice(int64_t i) const;  // the width's lattices change first

  /// The same with one lattice along each axis from `first` on: that of the first cell with the taps of all.
  ConvGather Merged(size_t first) const;

  /// All that decides how the filter's weights are met: their strides, and the taps of every lattice.
  std::vector<int64_t> FilterKey() const;

  /// The same with neighbouring axes as one where each cell sees only the source cell of its own place, so
  /// that planes are long rows. Channels first.
  ConvGather Flattened() const;

  /// The same with the channels of all taps of the width as those of one, in a source of rows that have room
  /// for the padding. All taps, so that every part of an image has the same sums.
  ConvGather FoldedWidth() const;

  /// The filter's tap at these positions in a lattice's lists of taps.
  int64_t FilterTap(const ConvLattice& lattice, int64_t d, int64_t h, int64_t w) const {
    return (lattice[1]->tap(d).index * window[1] + lattice[2]->tap(h).index) * window[2] +
           lattice[3]->tap(w).index;
  }
};

/// Lattice cells, a range an axis.
using ConvBlock = PerAxis<Range>;

inline int64_t CellsOf(const ConvBlock& block) {
  return block[0].count() * block[1].count() * block[2].count() * block[3].count();
}

/// A lattice cut into blocks.
struct ConvBlocks {
  PerAxis<int64_t> total, size;

  int64_t count() const;
  ConvBlock at(int64_t i) const;
};

/// The source cells, halo included, of a block of that size.
int64_t SourceCells(const ConvLattice& lattice, const PerAxis<int64_t>& size);

/// Blocks of about `most_cells` cells whose source takes about `most_source` elements, halo included.
ConvBlocks CutLattice(const ConvLattice& lattice, int64_t channels, int64_t most_cells, int64_t most_source);

/// The blocks of all lattices, one after the other.
class LatticeBlocks {
 public:
  LatticeBlocks(const ConvGather& gather, int64_t most_cells, int64_t most_source);

  int64_t count() const { return first_.back(); }
  int64_t cells() const { return cells_; }
  /// Of the largest block's source.
  int64_t most_source_cells() const { return most_source_cells_; }

  struct Item {
    int64_t lattice;
    ConvBlock block;
  };
  Item at(int64_t i) const;

 private:
  std::vector<ConvBlocks> blocks_;
  std::vector<int64_t> first_ = {0};
  int64_t cells_ = 0;
  int64_t most_source_cells_ = 0;
};

/// The forward gather with the taps of the whole volume, be they in a slab's padding or not: how its filter
/// gradient is summed must not follow from what is held.
ConvGather FilterGather(const ConvProblem& p);

/// Zeros for the cells that no lattice has. Writes the whole target, before the lattices.
void FillGaps(Exec& exec, const ConvGather& gather, void* target, int64_t bytes);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_PRODUCTS_PLAN_H_
