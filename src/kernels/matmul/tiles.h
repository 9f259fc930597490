// Products of matrices in the register tiles of the convolutions.
#ifndef VOXGRAD_KERNELS_MATMUL_TILES_H_
#define VOXGRAD_KERNELS_MATMUL_TILES_H_

#include "core/exec.h"
#include "kernels/matmul/matmul.h"

namespace voxgrad::cpu {

/// Of a floating-point type; rows, columns and depth are not 0.
void MultiplyTiled(Exec& exec, const MatMulProblem& problem, MatMulBatch batch);

/// The same for bfloat16 by the processor's own products. See WhyNoDots.
void MultiplyByDots(Exec& exec, const MatMulProblem& problem, MatMulBatch batch);

/// And by AMX. See WhyNoAmx.
void MultiplyByAmx(Exec& exec, const MatMulProblem& problem, MatMulBatch batch);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_MATMUL_TILES_H_
