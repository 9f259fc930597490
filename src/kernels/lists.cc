// Which implementations each kernel has, best first. The reference is the last entry of every list for ever.
#include "kernels/cpu/conv.h"
#include "kernels/cpu/cpu.h"
#include "kernels/kernels.h"
#include "kernels/list.h"
#include "kernels/reference/reference.h"

namespace voxgrad {
namespace {
[[maybe_unused]] constexpr char kCpu[] = "cpu";
constexpr char kReference[] = "reference";
}

void AvgPool(const PoolProblem& problem, const void* in, void* out) {
  static const ImplementationList<PoolProblem, const void*, void*> list = {
#ifdef VOXGRAD_CPU_KERNELS
      {kCpu, cpu::DeclinesAvgPool, cpu::AvgPool},
#endif
      {kReference, nullptr, reference::AvgPool},
  };
  RunFirst(list, problem, in, out);
}

void AvgPoolGrad(const PoolProblem& problem, const void* out_grad, void* in_grad) {
  static const ImplementationList<PoolProblem, const void*, void*> list = {
#ifdef VOXGRAD_CPU_KERNELS
      {kCpu, cpu::DeclinesAvgPool, cpu::AvgPoolGrad},
#endif
      {kReference, nullptr, reference::AvgPoolGrad},
  };
  RunFirst(list, problem, out_grad, in_grad);
}

void MaxPool(const PoolProblem& problem, const void* in, void* out) {
  static const ImplementationList<PoolProblem, const void*, void*> list = {
      {kReference, nullptr, reference::MaxPool},
  };
  RunFirst(list, problem, in, out);
}

void MaxPoolGrad(const PoolProblem& problem, const void* in, const void* out_grad, void* in_grad) {
  static const ImplementationList<PoolProblem, const void*, const void*, void*> list = {
      {kReference, nullptr, reference::MaxPoolGrad},
  };
  RunFirst(list, problem, in, out_grad, in_grad);
}

void MaxPoolGradGrad(const PoolProblem& problem, const void* in, const void* in_grad, void* out) {
  static const ImplementationList<PoolProblem, const void*, const void*, void*> list = {
      {kReference, nullptr, reference::MaxPoolGradGrad},
  };
  RunFirst(list, problem, in, in_grad, out);
}

void Conv(const ConvProblem& problem, const void* in, const void* filter, void* out) {
  static const ImplementationList<ConvProblem, const void*, const void*, void*> list = {
#ifdef VOXGRAD_CPU_CONV
      {kCpu, cpu::DeclinesConv, cpu::Conv},
#endif
      {kReference, nullptr, reference::Conv},
  };
  RunFirst(list, problem, in, filter, out);
}

void ConvBackpropInput(const ConvProblem& problem, const void* filter, const void* out_grad, void* in_grad) {
  static const ImplementationList<ConvProblem, const void*, const void*, void*> list = {
#ifdef VOXGRAD_CPU_CONV
      {kCpu, cpu::DeclinesConv, cpu::ConvBackpropInput},
#endif
      {kReference, nullptr, reference::ConvBackpropInput},
  };
  RunFirst(list, problem, filter, out_grad, in_grad);
}

void ConvBackpropFilter(const ConvProblem& problem, const void* in, const void* out_grad, void* filter_grad) {
  static const ImplementationList<ConvProblem, const void*, const void*, void*> list = {
      {kReference, nullptr, reference::ConvBackpropFilter},
  };
  RunFirst(list, problem, in, out_grad, filter_grad);
}

}  // namespace voxgrad
