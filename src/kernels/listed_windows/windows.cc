#include "kernels/listed_windows/windows.h"

#include <algorithm>

namespace voxgrad {

WindowAxis RegularWindows(const Axis& axis) {
  WindowAxis windows;
  windows.in = axis.in.whole;
  windows.step = axis.dilation;
  windows.taps = axis.window;
  windows.windows.reserve(static_cast<size_t>(axis.out.whole));
  for (int64_t o = 0; o < axis.out.whole; ++o) {
    const int64_t start = o * axis.stride - axis.before;
    WindowCells cells;
    if (start < 0) cells.tap = -start / axis.dilation + (-start % axis.dilation != 0 ? 1 : 0);
    cells.begin = cells.end = start + cells.tap * axis.dilation;
    if (cells.begin < axis.in.whole && cells.tap < axis.window) {
      // Counted, for the last tap may lie beyond 2^63.
      const int64_t inside = (axis.in.whole - 1 - cells.begin) / axis.dilation;
      cells.end += std::min(inside, axis.window - 1 - cells.tap) * axis.dilation + 1;
    }
    windows.windows.push_back(cells);
  }
  return windows;
}

WindowAxis WindowsBetween(absl::Span<const int64_t> bounds, bool overlapping, int64_t in) {
  WindowAxis windows;
  windows.in = in;
  for (size_t o = 0; o + 1 < bounds.size(); ++o) {
    const int64_t end = std::min(in, bounds[o + 1] + (overlapping ? 1 : 0));
    windows.windows.push_back({bounds[o], end, 0});
    windows.taps = std::max(windows.taps, end - bounds[o]);
  }
  return windows;
}

}  // namespace voxgrad
