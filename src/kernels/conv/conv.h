// The fast convolutions for CPUs.
#ifndef VOXGRAD_KERNELS_CONV_CONV_H_
#define VOXGRAD_KERNELS_CONV_CONV_H_

#include <string>

#include "core/exec.h"
#include "core/view.h"
#include "kernels/problem.h"

namespace voxgrad::cpu {

/// Why no kernel here takes a problem, or "".
std::string DeclinesConv(const ConvProblem& p);

/// Vectors of channels.
void Conv(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out);
void ConvBackpropInput(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                       void* in_grad);

/// The same for bfloat16 by the processor's own products of pairs: of channels, or of cells for the filter.
std::string DeclinesConvByDots(const ConvProblem& p);
void ConvByDots(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out);
std::string DeclinesConvBackpropInputByDots(const ConvProblem& p);
void ConvBackpropInputByDots(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                             void* in_grad);

/// By AMX, the matrix unit of some processors.
std::string DeclinesConvByAmx(const ConvProblem& p);
void ConvByAmx(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out);
std::string DeclinesConvBackpropInputByAmx(const ConvProblem& p);
void ConvBackpropInputByAmx(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                            void* in_grad);
std::string DeclinesConvBackpropFilterByAmx(const ConvProblem& p);
void ConvBackpropFilterByAmx(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                             void* filter_grad);

std::string DeclinesConvBackpropFilterByDots(const ConvProblem& p);
void ConvBackpropFilterByDots(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                              void* filter_grad);

void ConvBackpropFilter(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                        void* filter_grad);

/// A slab's parts of the filter gradient, each in the same three ways.
void ConvBackpropFilterParts(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                             void* parts);
void ConvBackpropFilterPartsByDots(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                                   void* parts);
void ConvBackpropFilterPartsByAmx(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                                  void* parts);

/// Vectors of neighbouring cells, for few channels. The same bits as above, up to the signs of zeros.
std::string DeclinesConvByRows(const ConvProblem& p);
void ConvByRows(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out);
std::string DeclinesConvBackpropInputByRows(const ConvProblem& p);
void ConvBackpropInputByRows(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                             void* in_grad);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_CONV_CONV_H_
