#define Eigen Eigen_voxgrad_base
#include "kernels/math/matmul_tiles-inl.h"

namespace voxgrad {

void MatMulTileBase(const EigenOperands& operands, const MatMulTile& tile) { MultiplyTile(operands, tile); }

}  // namespace voxgrad
