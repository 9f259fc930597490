// The exponentials of a row of floats.
#ifndef VOXGRAD_KERNELS_SOFTMAX_EXPONENTIALS_H_
#define VOXGRAD_KERNELS_SOFTMAX_EXPONENTIALS_H_

#include <cstdint>

namespace voxgrad::cpu {

/// exps[i] = e^(x[i] - largest), and their sum; `exps` may be x. Only where WhyOff() is "".
void Exponentials(const float* x, int64_t count, float* exps, float* largest, double* sum);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_SOFTMAX_EXPONENTIALS_H_
