// The products of matrices that `vox bench matmul` measures.
#ifndef VOXGRAD_BENCH_PRODUCTS_H_
#define VOXGRAD_BENCH_PRODUCTS_H_

#include <string>
#include <vector>

#include "bench/peers.h"
#include "check/prepared_call.h"

namespace voxgrad::driver {

/// out[rows, columns] = a[rows, depth] · b[depth, columns], `batch` times. A transposed operand lies in
/// memory the other way round.
struct BenchProduct {
  int64_t rows, depth, columns;
  int64_t batch = 1;
  DataType type = DT_FLOAT;
  bool transpose_a = false, transpose_b = false;

  double flops() const;
  /// "8×512×512", or "64 of 16×64×16".
  std::string Name() const;
};

/// Square, skinny and many small ones, as they are multiplied when nothing is transposed.
const std::vector<BenchProduct>& BenchProducts();

/// A call of MatMul, or of BatchMatMulV2 for more than one.
absl::StatusOr<PreparedCall> PrepareProduct(const BenchProduct& product);

/// The request for it, as bench/matmul.py reads it. Each time that it answers is the mean of `calls`.
std::string ProductRequest(const BenchProduct& product, int calls, const Effort& effort);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_PRODUCTS_H_
