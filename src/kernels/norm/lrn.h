// Local response normalization: each number divided by a power of the squares around it in its row of
// channels.
#ifndef VOXGRAD_KERNELS_NORM_LRN_H_
#define VOXGRAD_KERNELS_NORM_LRN_H_

#include <cstdint>

#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

struct LrnProblem {
  DataType type = DT_FLOAT;  // or half or bfloat16, which are computed in float
  int64_t rows = 0;
  int64_t channels = 0;
  int64_t radius = 5;
  float bias = 1;
  float alpha = 1;
  float beta = 0.5F;
};

/// out[c] = in[c] · norm[c]^-beta with norm[c] = bias + alpha · (the sum of in^2 from c - radius to c +
/// radius).
void Lrn(Exec& exec, const LrnProblem& problem, const void* in, void* out);

/// in_grad[c] = out_grad[c] · norm[c]^-beta - 2 · alpha · beta · in[c] · (the sum of out_grad · out / norm
/// over the channels around c).
void LrnGrad(Exec& exec, const LrnProblem& problem, const void* out_grad, const void* in, const void* out,
             void* in_grad);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_NORM_LRN_H_
