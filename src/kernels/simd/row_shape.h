// How rows of a tensor lie in memory when a kernel works on a part of them.
#ifndef VOXGRAD_KERNELS_SIMD_ROW_SHAPE_H_
#define VOXGRAD_KERNELS_SIMD_ROW_SHAPE_H_

#include <cstdint>

namespace voxgrad::cpu {

/// A row of a tile in memory: runs of neighbours, some way apart.
struct RowShape {
  int64_t runs;
  int64_t length;
  int64_t pitch;

  /// `cells` cells of which the tile has `part` of `inner` elements.
  static RowShape Of(int64_t cells, int64_t part, int64_t inner) {
    return part == inner ? RowShape{1, cells * inner, cells * inner} : RowShape{cells, part, inner};
  }
  int64_t size() const { return runs * length; }
};

/// The same row of `count` neighbours along the outer axis, of a tensor with one inner element.
struct PlanarShape {
  int64_t cells;
  int64_t pitch;  // from neighbour to neighbour
  int64_t count;
};

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_SIMD_ROW_SHAPE_H_
