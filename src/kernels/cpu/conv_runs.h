// What a tile of the target sums over: runs of source elements that lie one behind the other.
#ifndef VOXGRAD_KERNELS_CPU_CONV_RUNS_H_
#define VOXGRAD_KERNELS_CPU_CONV_RUNS_H_

#include <cstdint>
#include <vector>

#include "kernels/cpu/conv_plan.h"

namespace voxgrad::cpu {

/// `length` elements from `source`, counted from a cell's own offset, and as many rows of the filter's panel.
struct ConvRun {
  int64_t source;
  int64_t panel;
  int64_t length;
};

/// A source image that the tiles read, channels innermost: the tensor itself or a packed copy of a part of it.
/// Coordinate s of an axis is at (s - origin) / pitch · stride.
struct SourceView {
  PerAxis<int64_t> origin, pitch, stride;

  /// The way from a lattice cell to the next.
  PerAxis<int64_t> CellStrides(const ConvLattice& lattice) const;
};

/// Lattice cells with the same taps and what they sum over.
struct ConvBox {
  ConvBlock cells;
  std::vector<ConvRun> runs;
};

/// The boxes of a block. Runs follow the source's memory, neighbours joined into one.
std::vector<ConvBox> BoxesOf(const ConvLattice& lattice, const ConvBlock& block, const SourceView& view,
                             int64_t channels);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_CPU_CONV_RUNS_H_
