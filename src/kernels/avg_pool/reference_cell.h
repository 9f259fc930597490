// Average pooling and its gradient for one cell, as defined, in double. Padding is never counted.
#ifndef VOXGRAD_KERNELS_AVG_POOL_REFERENCE_CELL_H_
#define VOXGRAD_KERNELS_AVG_POOL_REFERENCE_CELL_H_

#include "kernels/arithmetic.h"
#include "kernels/pool/cells.h"

namespace voxgrad::reference {

/// The mean of the input cells of a window. What comes behind a NaN cannot change it.
template <class T>
double MeanOfWindow(const PoolProblem& p, const T* in, const Cell& window) {
  const auto cells = CellsOf(p, window);
  double sum = 0;
  UntilInBox(cells, window, [&](const Cell& cell) {
    sum += Widen(in[Locate(p, &Axis::in, cell)]);
    return sum != sum;
  });
  return sum / static_cast<double>(Volume(cells));
}

/// What the windows that cover an input cell send to it. Those of as many cells are added up before they are
/// divided: equal shares are rounded once.
template <class T>
double GradientOfCell(const PoolProblem& p, const T* out_grad, const Cell& cell) {
  double sum = 0, alike = 0, share = 1;
  UntilInBox(WindowsOf(p, cell), cell, [&](const Cell& window) {
    const double cells = static_cast<double>(Volume(CellsOf(p, window)));
    if (cells != share) {
      sum += alike / share;
      alike = 0;
      share = cells;
    }
    alike += Widen(out_grad[Locate(p, &Axis::out, window)]);
    return alike != alike || sum != sum;
  });
  return sum + alike / share;
}

}  // namespace voxgrad::reference

#endif  // VOXGRAD_KERNELS_AVG_POOL_REFERENCE_CELL_H_
