// The cells under each window, side by side.
#ifndef VOXGRAD_KERNELS_ARRAY_PATCHES_H_
#define VOXGRAD_KERNELS_ARRAY_PATCHES_H_

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/parallel.h"
#include "kernels/list.h"
#include "kernels/problem.h"

namespace voxgrad {

/// Copies the `inner` elements of each cell under a window, taps in row-major order, to the window's place;
/// zeros for a tap in the padding. Windows and cells lie channels last, and elements are only moved.
class Patches {
 public:
  Patches(Exec& exec, const PoolProblem& problem, const void* in, void* out)
      : exec_(exec),
        p_(problem),
        cell_(problem.inner * DataTypeSize(problem.type)),
        taps_(problem.axis[0].window * problem.axis[1].window * problem.axis[2].window),
        in_(static_cast<const char*>(in)),
        out_(static_cast<char*>(out)) {}

  void Copy() const {
    OnlyWay(exec_, "reference/patches");
    const auto& [depth, height, width] = p_.axis;
    ParallelFor(exec_, p_.outer * depth.out.size * height.out.size * width.out.size, taps_ * p_.inner,
                [&](int64_t begin, int64_t end) {
                  for (int64_t window = begin; window < end; ++window) CopyWindow(window);
                });
  }

 private:
  void CopyWindow(int64_t window) const {
    const auto& [depth, height, width] = p_.axis;
    char* to = out_ + window * taps_ * cell_;
    const int64_t x = window % width.out.size;
    window /= width.out.size;
    const int64_t y = window % height.out.size;
    window /= height.out.size;
    const int64_t z = window % depth.out.size;
    for (int64_t i = 0; i < depth.window; ++i) {
      for (int64_t j = 0; j < height.window; ++j, to += width.window * cell_) {
        const int64_t plane = depth.CellAt(z, i), row = height.CellAt(y, j);
        const bool inside = plane >= 0 && row >= 0;
        const int64_t rows = (window / depth.out.size * depth.in.size + plane) * height.in.size + row;
        CopyRow(inside ? in_ + rows * width.in.size * cell_ : nullptr, x, to);
      }
    }
  }

  /// The taps of a window on one row of the input; null is a row of padding.
  void CopyRow(const char* row, int64_t x, char* to) const {
    const Axis& width = p_.axis[2];
    const Range cells = width.CellsOf(x);
    const int64_t count = row != nullptr ? std::max<int64_t>(0, cells.count()) : 0;
    const int64_t before = count > 0 ? cells.begin - (x * width.stride - width.before) : 0;
    const auto bytes = [&](int64_t taps) { return static_cast<size_t>(taps * cell_); };
    std::memset(to, 0, bytes(before));
    if (count > 0) std::memcpy(to + before * cell_, row + cells.begin * cell_, bytes(count));
    std::memset(to + (before + count) * cell_, 0, bytes(width.window - before - count));
  }

  Exec& exec_;
  const PoolProblem& p_;
  int64_t cell_;  // bytes
  int64_t taps_;
  const char* in_;
  char* out_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ARRAY_PATCHES_H_
