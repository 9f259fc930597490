// The reference implementations: the definition of each kernel, last in every list.
#ifndef VOXGRAD_KERNELS_REFERENCE_H_
#define VOXGRAD_KERNELS_REFERENCE_H_

#include "core/exec.h"
#include "core/view.h"
#include "kernels/problem.h"

namespace voxgrad::reference {

void AvgPool(Exec& exec, const PoolProblem& p, const void* in, void* out);
void AvgPoolGrad(Exec& exec, const PoolProblem& p, const void* out_grad, void* in_grad);
void MaxPool(Exec& exec, const PoolProblem& p, const void* in, void* out);
void MaxPoolGrad(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
void MaxPoolGradGrad(Exec& exec, const PoolProblem& p, const void* in, const void* in_grad, void* out);
void Conv(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out);
void ConvBackpropInput(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                       void* in_grad);
void ConvBackpropFilter(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                        void* filter_grad);
void ConvBackpropFilterParts(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                             void* parts);

}  // namespace voxgrad::reference

#endif  // VOXGRAD_KERNELS_REFERENCE_H_
