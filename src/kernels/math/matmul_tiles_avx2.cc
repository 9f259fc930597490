// Compiled with AVX2 and FMA where the machine has them (cmake/math_kernels.cmake).
#ifdef __AVX2__
#define Eigen Eigen_voxgrad_avx2
#include "kernels/math/matmul_tiles-inl.h"

namespace voxgrad {

void MatMulTileAvx2(const EigenOperands& operands, const MatMulTile& tile) { MultiplyTile(operands, tile); }

}  // namespace voxgrad
#else
#include "kernels/math/matmul_tiles.h"

namespace voxgrad {

void MatMulTileAvx2(const EigenOperands& operands, const MatMulTile& tile) { MatMulTileBase(operands, tile); }

}  // namespace voxgrad
#endif
