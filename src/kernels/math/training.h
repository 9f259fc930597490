// Steps of the optimisers, in place or into fresh memory: every array may be its own result.
#ifndef VOXGRAD_KERNELS_MATH_TRAINING_H_
#define VOXGRAD_KERNELS_MATH_TRAINING_H_

#include <cstdint>

#include "voxgrad/types.h"

namespace voxgrad {

/// What is read and where the next value goes.
struct Slot {
  const void* now;
  void* next;
};

/// var - alpha · delta
void GradientDescentStep(DataType type, int64_t count, double alpha, const void* delta, Slot var);

/// accum becomes accum · momentum + grad, var loses lr · accum (with Nesterov: lr · (grad + momentum ·
/// accum)).
struct MomentumRates {
  double lr = 0;
  double momentum = 0;
  bool nesterov = false;
};
void MomentumStep(DataType type, int64_t count, const MomentumRates& rates, const void* grad, Slot var,
                  Slot accum);

/// m and v follow the gradient and its square, var loses m · step / (sqrt(v) + epsilon), where
/// step = lr · sqrt(1 - beta2_power) / (1 - beta1_power).
struct AdamRates {
  double beta1_power = 0;
  double beta2_power = 0;
  double lr = 0;
  double beta1 = 0;
  double beta2 = 0;
  double epsilon = 0;
  bool nesterov = false;
};
void AdamStep(DataType type, int64_t count, const AdamRates& rates, const void* grad, Slot var, Slot m,
              Slot v);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_MATH_TRAINING_H_
