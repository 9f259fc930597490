// Average pooling and its gradient, as defined. Padding is never counted.
#include "core/type_list.h"
#include "kernels/reference/arithmetic.h"
#include "kernels/reference/cells.h"
#include "kernels/reference/reference.h"

namespace voxgrad::reference {
namespace {

template <class T>
void Forward(const PoolProblem& p, const T* in, T* out) {
  ForEachCell(p, &Axis::out, p.window_cells(), [&](int64_t place, const Cell& window) {
    const auto cells = CellsOf(p, window);
    double sum = 0;
    ForEachInBox(cells, window, [&](const Cell& cell) { sum += Widen(in[Locate(p, &Axis::in, cell)]); });
    out[place] = Narrow<T>(sum / static_cast<double>(Volume(cells)));
  });
}

template <class T>
void Gradient(const PoolProblem& p, const T* out_grad, T* in_grad) {
  ForEachCell(p, &Axis::in, p.window_cells(), [&](int64_t place, const Cell& cell) {
    double sum = 0;
    ForEachInBox(WindowsOf(p, cell), cell, [&](const Cell& window) {
      const double share = static_cast<double>(Volume(CellsOf(p, window)));
      sum += Widen(out_grad[Locate(p, &Axis::out, window)]) / share;
    });
    in_grad[place] = Narrow<T>(sum);
  });
}

}  // namespace

void AvgPool(const PoolProblem& p, const void* in, void* out) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Forward(p, static_cast<const T*>(in), static_cast<T*>(out));
  });
}

void AvgPoolGrad(const PoolProblem& p, const void* out_grad, void* in_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Gradient(p, static_cast<const T*>(out_grad), static_cast<T*>(in_grad));
  });
}

}  // namespace voxgrad::reference
