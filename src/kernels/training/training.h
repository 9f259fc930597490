// Steps of the optimisers, in place or into fresh memory: every array may be its own result.
#ifndef VOXGRAD_KERNELS_TRAINING_TRAINING_H_
#define VOXGRAD_KERNELS_TRAINING_TRAINING_H_

#include <cstdint>

#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// What is read and where the next value goes.
struct Slot {
  const void* now;
  void* next;
};

/// var - alpha · delta
void GradientDescentStep(Exec& exec, DataType type, int64_t count, double alpha, const void* delta, Slot var);

/// accum becomes accum · momentum + grad, var loses lr · accum (with Nesterov: lr · (grad + momentum ·
/// accum)).
struct MomentumRates {
  double lr = 0;
  double momentum = 0;
  bool nesterov = false;
};
void MomentumStep(Exec& exec, DataType type, int64_t count, const MomentumRates& rates, const void* grad,
                  Slot var, Slot accum);

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
void AdamStep(Exec& exec, DataType type, int64_t count, const AdamRates& rates, const void* grad, Slot var,
              Slot m, Slot v);

/// accum gains grad² (unless it is `frozen`), var loses lr · grad / sqrt(accum).
void AdagradStep(Exec& exec, DataType type, int64_t count, double lr, bool frozen, const void* grad, Slot var,
                 Slot accum);

/// accum follows grad² and accum_update the square of the step, which is
/// grad · sqrt(accum_update + epsilon) / sqrt(accum + epsilon); var loses lr times that.
struct AdadeltaRates {
  double lr = 0;
  double rho = 0;
  double epsilon = 0;
};
void AdadeltaStep(Exec& exec, DataType type, int64_t count, const AdadeltaRates& rates, const void* grad,
                  Slot var, Slot accum, Slot accum_update);

/// ms follows grad², mom becomes momentum · mom + lr · grad / sqrt(ms + epsilon), var loses mom.
struct RmsPropRates {
  double lr = 0;
  double rho = 0;
  double momentum = 0;
  double epsilon = 0;
};
void RmsPropStep(Exec& exec, DataType type, int64_t count, const RmsPropRates& rates, const void* grad,
                 Slot var, Slot ms, Slot mom);

/// m follows the gradient, v = max(beta2 · v, |grad|), var loses lr / (1 - beta1_power) · m / (v + epsilon).
struct AdaMaxRates {
  double beta1_power = 0;
  double lr = 0;
  double beta1 = 0;
  double beta2 = 0;
  double epsilon = 0;
};
void AdaMaxStep(Exec& exec, DataType type, int64_t count, const AdaMaxRates& rates, const void* grad,
                Slot var, Slot m, Slot v);

/// accum gains grad², linear gains grad - (accum'^-lr_power - accum^-lr_power) / lr · var, and var becomes
/// (sign(linear) · l1 - linear) / (accum'^-lr_power / lr + 2 · l2), or 0 where |linear| is at most l1. With
/// `linear_by_lr`, linear holds lr times as much.
struct FtrlRates {
  double lr = 0;
  double l1 = 0;
  double l2 = 0;
  double lr_power = 0;
  bool linear_by_lr = false;
};
void FtrlStep(Exec& exec, DataType type, int64_t count, const FtrlRates& rates, const void* grad, Slot var,
              Slot accum, Slot linear);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_TRAINING_TRAINING_H_
