// The kernels that the ops call. Straight loops over plain memory: they know nothing of tensors or errors and
// may take every problem for valid. Weights come as a view, so that packed forms of constant ones can be
// kept. Each runs the first implementation of its list that takes the problem.
#ifndef VOXGRAD_KERNELS_KERNELS_H_
#define VOXGRAD_KERNELS_KERNELS_H_

#include "core/exec.h"
#include "core/view.h"
#include "kernels/problem.h"

namespace voxgrad {

/// out[o] = the mean of the input cells of window o.
void AvgPool(Exec& exec, const PoolProblem& problem, const void* in, void* out);

/// in_grad[i] = the sum over the windows o that cover i of out_grad[o] / (cells of o).
void AvgPoolGrad(Exec& exec, const PoolProblem& problem, const void* out_grad, void* in_grad);

/// out[o] = the winner of window o: its first NaN, else its first maximum.
void MaxPool(Exec& exec, const PoolProblem& problem, const void* in, void* out);

/// in_grad[i] = the sum of out_grad[o] over the windows o whose winner is cell i.
void MaxPoolGrad(Exec& exec, const PoolProblem& problem, const void* in, const void* out_grad, void* in_grad);

/// out[o] = in_grad at the winner of window o.
void MaxPoolGradGrad(Exec& exec, const PoolProblem& problem, const void* in, const void* in_grad, void* out);

/// out = the convolution of in with filter.
void Conv(Exec& exec, const ConvProblem& problem, const void* in, ConstView filter, void* out);

/// The transpose of Conv in its input.
void ConvBackpropInput(Exec& exec, const ConvProblem& problem, ConstView filter, const void* out_grad,
                       void* in_grad);

/// The transpose of Conv in its filter.
void ConvBackpropFilter(Exec& exec, const ConvProblem& problem, const void* in, const void* out_grad,
                        void* filter_grad);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_KERNELS_H_
