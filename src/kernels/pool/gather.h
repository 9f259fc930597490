// Pooling as a gather: whatever is computed, a cell of the target is made from a range of cells of the
// source. Forward the target is the output and a cell's range are the cells of its window; backward the
// target is the input and a cell's range are the windows that cover it.
#ifndef VOXGRAD_KERNELS_POOL_GATHER_H_
#define VOXGRAD_KERNELS_POOL_GATHER_H_

#include <algorithm>
#include <cstdint>
#include <optional>

#include "kernels/problem.h"
#include "kernels/simd/row_shape.h"
#include "kernels/simd/tile.h"

namespace voxgrad::cpu {

enum class Direction { kForward, kBackward };

/// One axis of a gather. Cells are counted from the first that the tensor holds.
struct GatherAxis {
  GatherAxis(const Axis& a, Direction direction)
      : axis(a),
        backward(direction == Direction::kBackward),
        target(backward ? a.in : a.out),
        source(backward ? a.out : a.in) {}

  Range SourcesOf(int64_t t) const {
    const Range range = backward ? axis.WindowsOf(t + target.origin) : axis.CellsOf(t + target.origin);
    return {range.begin - source.origin, range.end - source.origin};
  }

  /// The length of the longest range of the whole volume: the order of sums follows from it, a slab's too.
  int64_t longest() const {
    if (!backward) return std::min(axis.window, axis.in.whole);
    return std::min((axis.window - 1) / axis.stride + 1, axis.out.whole);
  }

  /// Ranges of neighbours are neither equal nor disjoint.
  bool overlaps() const { return axis.window > axis.stride; }

  /// Where cell i stands in window o.
  int64_t Tap(int64_t o, int64_t i) const {
    return i + axis.in.origin + axis.before - (o + axis.out.origin) * axis.stride;
  }

  /// The cells that window o, forward's target and backward's source, is averaged over.
  int64_t Share(int64_t o) const { return axis.CellsOf(o + axis.out.origin).count(); }

  /// The largest share of a window: of the last that begins in the padding, or of the next. Never 0.
  int64_t full_share() const {
    const int64_t last = std::max<int64_t>(0, axis.out.whole - 1);
    const int64_t o = std::min(axis.before / axis.stride, last);
    const int64_t share = std::max(axis.CellsOf(o).count(), axis.CellsOf(std::min(o + 1, last)).count());
    return std::max<int64_t>(1, share);
  }

  /// The windows over cell t of the input, whether they are held or not, counted in the whole.
  Range WholeWindowsOf(int64_t t) const {
    Axis whole = axis;
    whole.out = Extent::All(axis.out.whole);
    return whole.WindowsOf(t + axis.in.origin);
  }

  const Axis& axis;
  const bool backward;
  const Extent target, source;
};

/// An axis whose windows do not overlap, as forward sees it.
struct ApartAxis : GatherAxis {
  explicit ApartAxis(const Axis& a) : GatherAxis(a, Direction::kForward) {}

  int64_t Start(int64_t o) const {
    return (o + axis.out.origin) * axis.stride - axis.before - axis.in.origin;
  }
  /// The cells up to the next window; those before the first and behind the last are someone's too.
  Range Owned(int64_t o) const {
    const int64_t begin = o == 0 ? 0 : Start(o), end = o + 1 == target.size ? source.size : Start(o + 1);
    return {std::clamp<int64_t>(begin, 0, source.size), std::clamp<int64_t>(end, 0, source.size)};
  }
};

/// The cells under a window of an axis whose windows do not overlap.
struct CellsUnder {
  CellsUnder(const ApartAxis& axis, int64_t o) : owned(axis.Owned(o)) {
    const Range cells = axis.SourcesOf(o);
    share = cells.count();
    covered = {std::clamp(cells.begin, owned.begin, owned.end),
               std::clamp(cells.end, owned.begin, owned.end)};
  }

  Range owned;    // up to the next window
  Range covered;  // that are held
  int64_t share;  // covered, of the whole
};

/// Where the rows of one side, source or target, lie in memory.
struct RowPlaces {
  int64_t depths, rows, cells;
  int64_t inner;
  bool planar;  // a tile's inner elements are neighbours along the outer axis

  RowPlaces(const PoolProblem& p, Extent Axis::* side, bool is_planar)
      : depths((p.axis[0].*side).size),
        rows((p.axis[1].*side).size),
        cells((p.axis[2].*side).size),
        inner(p.inner),
        planar(is_planar) {}

  int64_t At(const Tile& tile, int64_t depth, int64_t row) const {
    const int64_t outer = planar ? tile.inner.begin : tile.outer;
    return ((outer * depths + depth) * rows + row) * cells * inner + (planar ? 0 : tile.inner.begin);
  }
  RowShape Shape(int64_t part) const { return RowShape::Of(cells, part, inner); }
  PlanarShape Planar(const Tile& tile) const { return {cells, depths * rows * cells, tile.inner.count()}; }
};

/// Neighbours along the outer axis instead of inner elements: where there are enough of them, and a row by
/// itself would be short or its results lie apart.
inline bool IsPlanar(const PoolProblem& p, int64_t lanes) {
  if (p.inner != 1 || p.outer < lanes / 2) return false;
  return p.axis[2].stride > 1 || p.axis[2].in.whole < 4 * lanes;
}

/// All of a's cells lie in its only window.
inline bool IsOneWindow(const Axis& a) {
  return a.out.whole == 1 && a.out.size == 1 && a.in.size == a.in.whole && a.CellsOf(0).count() == a.in.whole;
}

/// The same average pooling with longer rows: axes under one window are one axis, and rows of windows that
/// cover them exactly follow each other without a seam.
inline PoolProblem JoinAxes(PoolProblem p) {
  const auto one = [](int64_t cells) {
    Axis axis;
    axis.in = Extent::All(cells);
    axis.window = axis.stride = cells;
    return axis;
  };
  for (size_t d : {1, 0}) {
    if (!IsOneWindow(p.axis[d]) || !IsOneWindow(p.axis[2])) break;
    p.axis[2] = one(p.axis[d].in.whole * p.axis[2].in.whole);
    p.axis[d] = Axis();
  }
  Axis& width = p.axis[2];
  const bool seamless = width.window == width.stride && width.before == 0 &&
                        width.in.size == width.in.whole && width.out.size == width.out.whole &&
                        width.in.whole == width.out.whole * width.window;
  const auto trivial = [](const Axis& a) { return a.in.whole == 1 && a.out.whole == 1 && a.in.size == 1; };
  if (seamless && trivial(p.axis[0]) && trivial(p.axis[1])) {
    width.in = Extent::All(width.in.whole * p.outer);
    width.out = Extent::All(width.out.whole * p.outer);
    p.outer = 1;
  }
  return p;
}

/// What competes and what is passed back are of one floating-point type.
inline bool IsOfOneFloat(const PoolProblem& p) {
  return p.value_type == p.type &&
         (p.type == DT_HALF || p.type == DT_BFLOAT16 || p.type == DT_FLOAT || p.type == DT_DOUBLE);
}

/// Works through tiles [begin, end) of a gather. The memory of one is used for the next; only the last along
/// the inner axis has another size.
template <class Tiles, class Gather>
void ForEachTile(const Gather& gather, int64_t begin, int64_t end) {
  std::optional<Tiles> tiles;
  int64_t part = 0;
  for (int64_t i = begin; i < end; ++i) {
    const Tile tile = gather.tiling.at(i);
    const int64_t wanted = gather.planar ? gather.tiling.inner.size : tile.inner.count();
    if (!tiles || wanted != part) tiles.emplace(gather, wanted);
    part = wanted;
    tiles->Run(tile);
  }
}

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_POOL_GATHER_H_
