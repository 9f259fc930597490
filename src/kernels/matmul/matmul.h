// The product of two matrices, or of many pairs of matrices.
#ifndef VOXGRAD_KERNELS_MATMUL_MATMUL_H_
#define VOXGRAD_KERNELS_MATMUL_MATMUL_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "core/exec.h"
#include "core/view.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// out[rows, columns] = a[rows, depth] · b[depth, columns], row-major. A transposed operand lies in memory
/// the other way round.
struct MatMulProblem {
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t depth = 0;
  bool transpose_a = false;
  bool transpose_b = false;
  DataType type = DT_FLOAT;
};

struct MatMulOperands {
  ConstView a;
  ConstView b;
  void* out;
};

/// Products of the same sizes. `at` may be asked on any thread.
struct MatMulBatch {
  int64_t count;
  absl::FunctionRef<MatMulOperands(int64_t)> at;
};

/// Floats are added as float, 16-bit ones too and rounded once, integers modulo 2^n. The work is cut by the
/// sizes alone, so the bits are the same for any number of threads.
void MatMul(Exec& exec, const MatMulProblem& problem, const MatMulBatch& batch);
void MatMul(Exec& exec, const MatMulProblem& problem, ConstView a, ConstView b, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_MATMUL_MATMUL_H_
