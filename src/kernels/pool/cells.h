// Walking over the cells of a pooling problem, each computed once.
#ifndef VOXGRAD_KERNELS_POOL_CELLS_H_
#define VOXGRAD_KERNELS_POOL_CELLS_H_

#include <array>
#include <cstdint>

#include "core/parallel.h"
#include "kernels/problem.h"

namespace voxgrad::reference {

/// A cell of [outer, D, H, W, inner]; `at` counts in the whole volume.
struct Cell {
  int64_t outer;
  std::array<int64_t, 3> at;
  int64_t inner;
};

/// The place of a cell in the memory of the input (`side` = &Axis::in) or the output (&Axis::out).
inline int64_t Locate(const PoolProblem& p, Extent Axis::* side, const Cell& cell) {
  int64_t place = cell.outer;
  for (size_t d = 0; d < 3; ++d) {
    const Extent& extent = p.axis[d].*side;
    place = place * extent.size + (cell.at[d] - extent.origin);
  }
  return place * p.inner + cell.inner;
}

inline Cell CellAt(const PoolProblem& p, Extent Axis::* side, int64_t place) {
  Cell cell;
  cell.inner = place % p.inner;
  place /= p.inner;
  for (size_t d = 3; d-- > 0;) {
    const Extent& extent = p.axis[d].*side;
    cell.at[d] = extent.origin + place % extent.size;
    place /= extent.size;
  }
  cell.outer = place;
  return cell;
}

/// On to the next cell in memory.
inline void Advance(const PoolProblem& p, Extent Axis::* side, Cell* cell) {
  if (++cell->inner < p.inner) return;
  cell->inner = 0;
  for (size_t d = 3; d-- > 0;) {
    const Extent& extent = p.axis[d].*side;
    if (++cell->at[d] < extent.origin + extent.size) return;
    cell->at[d] = extent.origin;
  }
  ++cell->outer;
}

/// Calls f(place, cell) for every cell of one side. `steps` is the work of one cell.
template <class F>
void ForEachCell(Exec& exec, const PoolProblem& p, Extent Axis::* side, int64_t steps, F f) {
  const int64_t cells = side == &Axis::in ? p.in_cells() : p.out_cells();
  ParallelFor(exec, cells, steps, [&](int64_t begin, int64_t end) {
    Cell cell = CellAt(p, side, begin);
    for (int64_t place = begin; place < end; ++place, Advance(p, side, &cell)) f(place, cell);
  });
}

/// Asks f(cell) for the cells of the box spanned by three ranges, in row-major order, until it says true.
template <class F>
void UntilInBox(const std::array<Range, 3>& box, Cell cell, F f) {
  for (cell.at[0] = box[0].begin; cell.at[0] < box[0].end; ++cell.at[0]) {
    for (cell.at[1] = box[1].begin; cell.at[1] < box[1].end; ++cell.at[1]) {
      for (cell.at[2] = box[2].begin; cell.at[2] < box[2].end; ++cell.at[2]) {
        if (f(cell)) return;
      }
    }
  }
}

/// Calls f(cell) for every cell of the box.
template <class F>
void ForEachInBox(const std::array<Range, 3>& box, Cell cell, F f) {
  UntilInBox(box, cell, [&](const Cell& at) {
    f(at);
    return false;
  });
}

/// The input cells of window `out`.
inline std::array<Range, 3> CellsOf(const PoolProblem& p, const Cell& out) {
  return {p.axis[0].CellsOf(out.at[0]), p.axis[1].CellsOf(out.at[1]), p.axis[2].CellsOf(out.at[2])};
}

/// The windows that cover input cell `in`.
inline std::array<Range, 3> WindowsOf(const PoolProblem& p, const Cell& in) {
  return {p.axis[0].WindowsOf(in.at[0]), p.axis[1].WindowsOf(in.at[1]), p.axis[2].WindowsOf(in.at[2])};
}

inline int64_t Volume(const std::array<Range, 3>& box) {
  return box[0].count() * box[1].count() * box[2].count();
}

}  // namespace voxgrad::reference

#endif  // VOXGRAD_KERNELS_POOL_CELLS_H_
