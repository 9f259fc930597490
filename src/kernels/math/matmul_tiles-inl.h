// One tile by Eigen. Each file that includes this gives Eigen's namespace a name of its own, so that the
// linker never takes one instruction set's code for another's.
#ifndef VOXGRAD_KERNELS_MATH_MATMUL_TILES_INL_H_
#define VOXGRAD_KERNELS_MATH_MATMUL_TILES_INL_H_

#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Core>

#include "kernels/math/matmul_tiles.h"

namespace voxgrad {
namespace {

template <class T, int kOrder>
using MatrixMap = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, kOrder>>;
template <class T>
using ResultMap = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// A transposed operand is one whose columns lie side by side.
template <class T, int kOrderA, int kOrderB>
void MultiplyOrdered(const EigenOperands& o, const MatMulTile& tile) {
  const MatrixMap<T, kOrderA> a(static_cast<const T*>(o.a), o.rows, o.depth);
  const MatrixMap<T, kOrderB> b(static_cast<const T*>(o.b), o.depth, o.columns);
  ResultMap<T> out(static_cast<T*>(o.out), o.rows, o.columns);
  out.block(tile.row, tile.column, tile.rows, tile.columns).noalias() =
      a.middleRows(tile.row, tile.rows) * b.middleCols(tile.column, tile.columns);
}

template <class T>
void Multiply(const EigenOperands& o, const MatMulTile& tile) {
  constexpr int kRows = Eigen::RowMajor;
  constexpr int kColumns = Eigen::ColMajor;
  if (o.transpose_a) {
    o.transpose_b ? MultiplyOrdered<T, kColumns, kColumns>(o, tile)
                  : MultiplyOrdered<T, kColumns, kRows>(o, tile);
  } else {
    o.transpose_b ? MultiplyOrdered<T, kRows, kColumns>(o, tile) : MultiplyOrdered<T, kRows, kRows>(o, tile);
  }
}

void MultiplyTile(const EigenOperands& o, const MatMulTile& tile) {
  o.is_double ? Multiply<double>(o, tile) : Multiply<float>(o, tile);
}

}  // namespace
}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_MATH_MATMUL_TILES_INL_H_
