// The tiles that Eigen computes, compiled once for each instruction set.
#ifndef VOXGRAD_KERNELS_MATH_MATMUL_TILES_H_
#define VOXGRAD_KERNELS_MATH_MATMUL_TILES_H_

#include <cstdint>

namespace voxgrad {

/// A rectangle of the product.
struct MatMulTile {
  int64_t row = 0;
  int64_t rows = 0;
  int64_t column = 0;
  int64_t columns = 0;
};

/// The tile of a product of whole matrices of these sizes.
struct EigenOperands {
  const void* a;
  const void* b;
  void* out;
  int64_t rows;
  int64_t columns;
  int64_t depth;
  bool transpose_a;
  bool transpose_b;
  bool is_double;  // or float
};

/// For the compiler's own instruction set, and for AVX2 with FMA.
void MatMulTileBase(const EigenOperands& operands, const MatMulTile& tile);
void MatMulTileAvx2(const EigenOperands& operands, const MatMulTile& tile);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_MATH_MATMUL_TILES_H_
