// The fast convolutions for CPUs.
#ifndef VOXGRAD_KERNELS_CONV_CONV_H_
#define VOXGRAD_KERNELS_CONV_CONV_H_

#include <string>

#include "core/view.h"
#include "kernels/problem.h"

namespace voxgrad::cpu {

/// Why no kernel here takes a problem, or "".
std::string DeclinesConv(const ConvProblem& p);

/// Vectors of channels.
void Conv(const ConvProblem& p, const void* in, ConstView filter, void* out);
void ConvBackpropInput(const ConvProblem& p, ConstView filter, const void* out_grad, void* in_grad);

/// The same for bfloat16 by the processor's own products of pairs: of channels, or of cells for the filter.
std::string DeclinesConvByDots(const ConvProblem& p);
void ConvByDots(const ConvProblem& p, const void* in, ConstView filter, void* out);
std::string DeclinesConvBackpropInputByDots(const ConvProblem& p);
void ConvBackpropInputByDots(const ConvProblem& p, ConstView filter, const void* out_grad, void* in_grad);

/// By AMX, the matrix unit of some processors.
std::string DeclinesConvByAmx(const ConvProblem& p);
void ConvByAmx(const ConvProblem& p, const void* in, ConstView filter, void* out);
std::string DeclinesConvBackpropInputByAmx(const ConvProblem& p);
void ConvBackpropInputByAmx(const ConvProblem& p, ConstView filter, const void* out_grad, void* in_grad);
std::string DeclinesConvBackpropFilterByAmx(const ConvProblem& p);
void ConvBackpropFilterByAmx(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad);

std::string DeclinesConvBackpropFilterByDots(const ConvProblem& p);
void ConvBackpropFilterByDots(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad);

void ConvBackpropFilter(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad);

/// A slab's parts of the filter gradient, each in the same three ways.
void ConvBackpropFilterParts(const ConvProblem& p, const void* in, const void* out_grad, void* parts);
void ConvBackpropFilterPartsByDots(const ConvProblem& p, const void* in, const void* out_grad, void* parts);
void ConvBackpropFilterPartsByAmx(const ConvProblem& p, const void* in, const void* out_grad, void* parts);

/// Vectors of neighbouring cells, for few channels. The same bits as above, up to the signs of zeros.
std::string DeclinesConvByRows(const ConvProblem& p);
void ConvByRows(const ConvProblem& p, const void* in, ConstView filter, void* out);
std::string DeclinesConvBackpropInputByRows(const ConvProblem& p);
void ConvBackpropInputByRows(const ConvProblem& p, ConstView filter, const void* out_grad, void* in_grad);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_CONV_CONV_H_
