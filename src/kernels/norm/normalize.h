// Normalising by channels, and its gradient.
#ifndef VOXGRAD_KERNELS_NORM_NORMALIZE_H_
#define VOXGRAD_KERNELS_NORM_NORMALIZE_H_

#include "kernels/norm/batch_norm.h"

namespace voxgrad {

/// A number for each channel, or none at all.
struct ChannelVector {
  DataType type = DT_FLOAT;
  int64_t count = 0;
  const void* values = nullptr;
};

struct NormProblem {
  ChannelProblem x;
  bool training = true;  // by the moments of the batch, else by those that are given
  double epsilon = 0;    // added to the variance
  double follow = 1;     // by how much the running moments follow those of the batch
};

/// y = scale · (x - mean) / √(variance + epsilon) + offset.
struct NormInputs {
  const void* x;
  ChannelVector scale, offset;
  ChannelVector mean, variance;  // that ran up to now
};
struct NormOutputs {
  void* y;
  void *running_mean, *running_variance;  // the variance unbiased
  void *mean, *variance;                  // those that x was normalised by
  DataType type;                          // of the moments
};
void BatchNorm(Exec& exec, const NormProblem& problem, const NormInputs& in, const NormOutputs& out);

struct NormGradInputs {
  const void* y_grad;
  const void* x;
  ChannelVector scale;
  ChannelVector mean, variance;  // those that x was normalised by
};
struct NormGradOutputs {
  void* x_grad;
  void *scale_grad, *offset_grad;
  DataType type;  // of the last two
};
void BatchNormGrad(Exec& exec, const NormProblem& problem, const NormGradInputs& in,
                   const NormGradOutputs& out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_NORM_NORMALIZE_H_
