// The fast convolutions for CPUs.
#ifndef VOXGRAD_KERNELS_CPU_CONV_H_
#define VOXGRAD_KERNELS_CPU_CONV_H_

#include <string>

#include "kernels/problem.h"

namespace voxgrad::cpu {

/// Why the kernels do not take a problem, or "".
std::string DeclinesConv(const ConvProblem& p);

void Conv(const ConvProblem& p, const void* in, const void* filter, void* out);
void ConvBackpropInput(const ConvProblem& p, const void* filter, const void* out_grad, void* in_grad);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_CPU_CONV_H_
