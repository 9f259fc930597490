// Average pooling and its gradient, as defined, cell by cell.
#include "kernels/reference.h"
#include "core/type_list.h"
#include "kernels/avg_pool/reference_cell.h"

namespace voxgrad::reference {
namespace {

template <class T>
void Forward(Exec& exec, const PoolProblem& p, const T* in, T* out) {
  ForEachCell(exec, p, &Axis::out, p.window_cells(), [&](int64_t place, const Cell& window) {
    out[place] = Narrow<T>(MeanOfWindow(p, in, window));
  });
}

template <class T>
void Gradient(Exec& exec, const PoolProblem& p, const T* out_grad, T* in_grad) {
  ForEachCell(exec, p, &Axis::in, p.window_cells(), [&](int64_t place, const Cell& cell) {
    in_grad[place] = Narrow<T>(GradientOfCell(p, out_grad, cell));
  });
}

}  // namespace

void AvgPool(Exec& exec, const PoolProblem& p, const void* in, void* out) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Forward(exec, p, static_cast<const T*>(in), static_cast<T*>(out));
  });
}

void AvgPoolGrad(Exec& exec, const PoolProblem& p, const void* out_grad, void* in_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Gradient(exec, p, static_cast<const T*>(out_grad), static_cast<T*>(in_grad));
  });
}

}  // namespace voxgrad::reference
