// Windows over images [outer, H, W, channels] as lists of cells: regular ones, also dilated, and those of
// uneven sizes that fractional pooling draws.
#ifndef VOXGRAD_KERNELS_LISTED_WINDOWS_WINDOWS_H_
#define VOXGRAD_KERNELS_LISTED_WINDOWS_WINDOWS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "kernels/problem.h"

namespace voxgrad {

/// The cells of a window along one axis: begin, begin + step, … below end. The first lies under tap `tap`.
struct WindowCells {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t tap = 0;
};

struct WindowAxis {
  int64_t in = 1;
  int64_t step = 1;
  int64_t taps = 1;
  std::vector<WindowCells> windows;

  int64_t out() const { return static_cast<int64_t>(windows.size()); }
};

/// The windows of an axis, padding left out.
WindowAxis RegularWindows(const Axis& axis);

/// Window o goes from bounds[o] to bounds[o + 1], or when they overlap to the cell behind it, and no further
/// than the image.
WindowAxis WindowsBetween(absl::Span<const int64_t> bounds, bool overlapping, int64_t in);

struct WindowGrid {
  int64_t outer = 1;
  WindowAxis rows;
  WindowAxis cols;
  int64_t channels = 1;

  int64_t in_space() const { return rows.in * cols.in; }
  int64_t out_space() const { return rows.out() * cols.out(); }
  /// The most cells that a window has.
  int64_t window_cells() const { return std::min(rows.taps, rows.in) * std::min(cols.taps, cols.in); }
};

/// Calls f(cell, tap) for the cells of a window. Windows, cells of the image and taps are all counted in
/// row-major order, and visited in it.
template <class F>
void ForEachWindowCell(const WindowGrid& grid, int64_t window, F f) {
  const WindowCells& rows = grid.rows.windows[static_cast<size_t>(window / grid.cols.out())];
  const WindowCells& cols = grid.cols.windows[static_cast<size_t>(window % grid.cols.out())];
  int64_t tap_y = rows.tap;
  for (int64_t i = rows.begin; i < rows.end; i += grid.rows.step, ++tap_y) {
    int64_t tap_x = cols.tap;
    for (int64_t j = cols.begin; j < cols.end; j += grid.cols.step, ++tap_x)
      f(i * grid.cols.in + j, tap_y * grid.cols.taps + tap_x);
  }
}

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LISTED_WINDOWS_WINDOWS_H_
