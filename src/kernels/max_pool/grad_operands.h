// What the gradients of max pooling that decide every window anew have in common.
#ifndef VOXGRAD_KERNELS_MAX_POOL_GRAD_OPERANDS_H_
#define VOXGRAD_KERNELS_MAX_POOL_GRAD_OPERANDS_H_

#include <algorithm>
#include <cstdint>

#include "core/exec.h"
#include "kernels/pool/gather.h"

namespace voxgrad::cpu {

/// The fewest elements of a wide cell that tiles of lines take: two cache lines, and no less than tilings
/// cut.
constexpr int64_t LinePart(int64_t element_bytes) { return std::max<int64_t>(128 / element_bytes, 32); }

/// The axes of a problem as windows see them.
struct WindowAxes {
  WindowAxes(Exec& e, const PoolProblem& p)
      : exec(e),
        depth(p.axis[0], Direction::kForward),
        height(p.axis[1], Direction::kForward),
        width(p.axis[2], Direction::kForward),
        cell(p.inner) {}

  /// Where window o starts, which may be in the padding.
  static int64_t Start(const GatherAxis& axis, int64_t o) { return -axis.Tap(o, 0); }

  /// The number of a cell in its window, row by row.
  int64_t Number(int64_t depth_tap, int64_t height_tap) const {
    return (depth_tap * height.axis.window + height_tap) * width.axis.window;
  }
  int64_t cells() const { return Number(depth.axis.window, 0); }
  /// Windows reach over several planes.
  bool is_deep() const { return depth.axis.window > 1; }

  Exec& exec;
  const GatherAxis depth, height, width;
  const int64_t cell;  // elements
};

/// With the planes and rows as cells see them, and the tensors.
template <class T>
struct MaxGradOperands : WindowAxes {
  MaxGradOperands(Exec& e, const PoolProblem& p, bool is_planar, const T* values, const T* out_grads,
                  T* in_grads)
      : WindowAxes(e, p),
        planar(is_planar),
        back_depth(p.axis[0], Direction::kBackward),
        back_height(p.axis[1], Direction::kBackward),
        in(p, &Axis::in, planar),
        out(p, &Axis::out, planar),
        in_data(values),
        out_grad(out_grads),
        in_grad(in_grads) {}

  const bool planar;  // a tile's inner elements are neighbours along the outer axis
  const GatherAxis back_depth, back_height;
  const RowPlaces in, out;
  const T* const in_data;
  const T* const out_grad;
  T* const in_grad;
};

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_MAX_POOL_GRAD_OPERANDS_H_
