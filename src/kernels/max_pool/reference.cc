// Max pooling, its gradient and its second gradient, as defined. V is the type of the values that compete, T
// that of what is passed along to the winner's place.
#include "kernels/reference.h"
#include "core/type_list.h"
#include "kernels/arithmetic.h"
#include "kernels/pool/cells.h"

namespace voxgrad::reference {
namespace {

/// The place of the cell that wins a window: the first NaN, else the first maximum in row-major order.
template <class V>
int64_t Winner(const PoolProblem& p, const V* in, const Cell& window) {
  int64_t best = -1;
  ForEachInBox(CellsOf(p, window), window, [&](const Cell& cell) {
    const int64_t place = Locate(p, &Axis::in, cell);
    if (best < 0 || in[place] > in[best] || (IsNan(in[place]) && !IsNan(in[best]))) best = place;
  });
  return best;
}

/// out[o] = what `pick` holds at the winner's place. With pick = in it is the forward op.
template <class V, class T>
void PickAtWinner(Exec& exec, const PoolProblem& p, const V* in, const T* pick, T* out) {
  ForEachCell(exec, p, &Axis::out, p.window_cells(),
              [&](int64_t place, const Cell& window) { out[place] = pick[Winner(p, in, window)]; });
}

template <class V, class T>
void Gradient(Exec& exec, const PoolProblem& p, const V* in, const T* out_grad, T* in_grad) {
  const int64_t steps = p.window_cells() * p.window_cells();
  ForEachCell(exec, p, &Axis::in, steps, [&](int64_t place, const Cell& cell) {
    Wide<T> sum = 0;
    ForEachInBox(WindowsOf(p, cell), cell, [&](const Cell& window) {
      if (Winner(p, in, window) == place) sum += Widen(out_grad[Locate(p, &Axis::out, window)]);
    });
    in_grad[place] = Narrow<T>(sum);
  });
}

/// Calls f(TypeTag<V>(), TypeTag<T>()). The types are equal, or both floating-point (MaxPool3DGrad).
template <class F>
void VisitTypes(const PoolProblem& p, F f) {
  if (p.value_type == p.type) {
    VisitType(RealTypes(), p.type, [&](auto t) { f(t, t); });
  } else {
    VisitType(FloatTypes(), p.value_type,
              [&](auto v) { VisitType(FloatTypes(), p.type, [&](auto t) { f(v, t); }); });
  }
}

}  // namespace

void MaxPool(Exec& exec, const PoolProblem& p, const void* in, void* out) {
  MaxPoolGradGrad(exec, p, in, in, out);
}

void MaxPoolGradGrad(Exec& exec, const PoolProblem& p, const void* in, const void* in_grad, void* out) {
  VisitTypes(p, [&](auto v, auto t) {
    using V = typename decltype(v)::type;
    using T = typename decltype(t)::type;
    PickAtWinner(exec, p, static_cast<const V*>(in), static_cast<const T*>(in_grad), static_cast<T*>(out));
  });
}

void MaxPoolGrad(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  VisitTypes(p, [&](auto v, auto t) {
    using V = typename decltype(v)::type;
    using T = typename decltype(t)::type;
    Gradient(exec, p, static_cast<const V*>(in), static_cast<const T*>(out_grad), static_cast<T*>(in_grad));
  });
}

}  // namespace voxgrad::reference
