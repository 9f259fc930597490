// Which implementations each kernel has, best first. The reference is the last entry of every list for ever.
#include "kernels/conv/conv.h"
#include "kernels/filter_parts.h"
#include "kernels/kernels.h"
#include "kernels/list.h"
#include "kernels/pool/cpu.h"
#include "kernels/reference.h"
#include "kernels/simd/tile.h"

namespace voxgrad {
namespace {
constexpr char kCpu[] = "cpu";
constexpr char kCpuCells[] = "cpu-cells";
constexpr char kCpuDirect[] = "cpu-direct";
constexpr char kCpuLines[] = "cpu-lines";
constexpr char kCpuScatter[] = "cpu-scatter";
constexpr char kCpuRows[] = "cpu-rows";
constexpr char kCpuDots[] = "cpu-dots";
constexpr char kCpuAmx[] = "cpu-amx";
constexpr char kCpuApart[] = "cpu-apart";
constexpr char kReference[] = "reference";
constexpr bool kFlushes = true;

/// The fast kernel, where there is a cell to work on. Empty tensors may have endless sizes besides; a slab
/// without windows has a gradient of zeros.
template <auto kFast, auto kReferenceKernel>
constexpr auto UnlessEmpty = [](Exec& exec, const auto& p, auto... buffers) {
  p.in_cells() == 0 || p.out_cells() == 0 ? kReferenceKernel(exec, p, buffers...)
                                          : kFast(exec, p, buffers...);
};
}  // namespace

void AvgPool(Exec& exec, const PoolProblem& problem, const void* in, void* out) {
  static const ImplementationList<PoolProblem, const void*, void*> list = {
      {kCpu, cpu::DeclinesAvgPool, UnlessEmpty<cpu::AvgPool, reference::AvgPool>},
      {kReference, nullptr, reference::AvgPool},
  };
  RunFirst(exec, list, problem, in, out);
}

void AvgPoolGrad(Exec& exec, const PoolProblem& problem, const void* out_grad, void* in_grad) {
  static const ImplementationList<PoolProblem, const void*, void*> list = {
      {kCpuApart, cpu::DeclinesAvgPoolGradApart, UnlessEmpty<cpu::AvgPoolGradApart, reference::AvgPoolGrad>},
      {kCpu, cpu::DeclinesAvgPool, UnlessEmpty<cpu::AvgPoolGrad, reference::AvgPoolGrad>},
      {kReference, nullptr, reference::AvgPoolGrad},
  };
  RunFirst(exec, list, problem, out_grad, in_grad);
}

void MaxPool(Exec& exec, const PoolProblem& problem, const void* in, void* out) {
  static const ImplementationList<PoolProblem, const void*, void*> list = {
      {kCpu, cpu::DeclinesMaxPool, UnlessEmpty<cpu::MaxPool, reference::MaxPool>},
      {kReference, nullptr, reference::MaxPool},
  };
  RunFirst(exec, list, problem, in, out);
}

void MaxPoolGrad(Exec& exec, const PoolProblem& problem, const void* in, const void* out_grad,
                 void* in_grad) {
  static const ImplementationList<PoolProblem, const void*, const void*, void*> list = {
      {kCpuApart, cpu::DeclinesMaxPoolGradApart, UnlessEmpty<cpu::MaxPoolGradApart, reference::MaxPoolGrad>},
      {kCpuScatter, cpu::DeclinesMaxPoolGradScatter,
       UnlessEmpty<cpu::MaxPoolGradScatter, reference::MaxPoolGrad>},
      {kCpuLines, cpu::DeclinesMaxPoolGradLines, UnlessEmpty<cpu::MaxPoolGradLines, reference::MaxPoolGrad>},
      {kCpuCells, cpu::DeclinesMaxPoolGradCells, UnlessEmpty<cpu::MaxPoolGradCells, reference::MaxPoolGrad>},
      {kCpuDirect, cpu::DeclinesMaxPoolGradDirect,
       UnlessEmpty<cpu::MaxPoolGradDirect, reference::MaxPoolGrad>},
      {kCpu, cpu::DeclinesMaxPool, UnlessEmpty<cpu::MaxPoolGrad, reference::MaxPoolGrad>},
      {kReference, nullptr, reference::MaxPoolGrad},
  };
  RunFirst(exec, list, problem, in, out_grad, in_grad);
}

void MaxPoolGradGrad(Exec& exec, const PoolProblem& problem, const void* in, const void* in_grad, void* out) {
  static const ImplementationList<PoolProblem, const void*, const void*, void*> list = {
      {kCpu, cpu::DeclinesMaxPool, UnlessEmpty<cpu::MaxPoolGradGrad, reference::MaxPoolGradGrad>},
      {kReference, nullptr, reference::MaxPoolGradGrad},
  };
  RunFirst(exec, list, problem, in, in_grad, out);
}

void Conv(Exec& exec, const ConvProblem& problem, const void* in, ConstView filter, void* out) {
  static const ImplementationList<ConvProblem, const void*, ConstView, void*> list = {
      {kCpuRows, cpu::DeclinesConvByRows, UnlessEmpty<cpu::ConvByRows, reference::Conv>},
      {kCpuAmx, cpu::DeclinesConvByAmx, UnlessEmpty<cpu::ConvByAmx, reference::Conv>, kFlushes},
      {kCpuDots, cpu::DeclinesConvByDots, UnlessEmpty<cpu::ConvByDots, reference::Conv>, kFlushes},
      {kCpu, cpu::DeclinesConv, UnlessEmpty<cpu::Conv, reference::Conv>},
      {kReference, nullptr, reference::Conv},
  };
  RunFirst(exec, list, problem, in, filter, out);
}

void ConvBackpropInput(Exec& exec, const ConvProblem& problem, ConstView filter, const void* out_grad,
                       void* in_grad) {
  static const ImplementationList<ConvProblem, ConstView, const void*, void*> list = {
      {kCpuRows, cpu::DeclinesConvBackpropInputByRows,
       UnlessEmpty<cpu::ConvBackpropInputByRows, reference::ConvBackpropInput>},
      {kCpuAmx, cpu::DeclinesConvBackpropInputByAmx,
       UnlessEmpty<cpu::ConvBackpropInputByAmx, reference::ConvBackpropInput>, kFlushes},
      {kCpuDots, cpu::DeclinesConvBackpropInputByDots,
       UnlessEmpty<cpu::ConvBackpropInputByDots, reference::ConvBackpropInput>, kFlushes},
      {kCpu, cpu::DeclinesConv, UnlessEmpty<cpu::ConvBackpropInput, reference::ConvBackpropInput>},
      {kReference, nullptr, reference::ConvBackpropInput},
  };
  RunFirst(exec, list, problem, filter, out_grad, in_grad);
}

void ConvBackpropFilter(Exec& exec, const ConvProblem& problem, const void* in, const void* out_grad,
                        void* filter_grad) {
  static const ImplementationList<ConvProblem, const void*, const void*, void*> list = {
      {kCpuAmx, cpu::DeclinesConvBackpropFilterByAmx,
       UnlessEmpty<cpu::ConvBackpropFilterByAmx, reference::ConvBackpropFilter>, kFlushes},
      {kCpuDots, cpu::DeclinesConvBackpropFilterByDots,
       UnlessEmpty<cpu::ConvBackpropFilterByDots, reference::ConvBackpropFilter>, kFlushes},
      {kCpu, cpu::DeclinesConv, UnlessEmpty<cpu::ConvBackpropFilter, reference::ConvBackpropFilter>},
      {kReference, nullptr, reference::ConvBackpropFilter},
  };
  RunFirst(exec, list, problem, in, out_grad, filter_grad);
}

void ConvBackpropFilterParts(Exec& exec, const ConvProblem& slab, const void* in, const void* out_grad,
                             void* parts) {
  static const ImplementationList<ConvProblem, const void*, const void*, void*> list = {
      {kCpuAmx, cpu::DeclinesConvBackpropFilterByAmx,
       UnlessEmpty<cpu::ConvBackpropFilterPartsByAmx, reference::ConvBackpropFilterParts>, kFlushes},
      {kCpuDots, cpu::DeclinesConvBackpropFilterByDots,
       UnlessEmpty<cpu::ConvBackpropFilterPartsByDots, reference::ConvBackpropFilterParts>, kFlushes},
      {kCpu, cpu::DeclinesConv,
       UnlessEmpty<cpu::ConvBackpropFilterParts, reference::ConvBackpropFilterParts>},
      {kReference, nullptr, reference::ConvBackpropFilterParts},
  };
  RunFirst(exec, list, slab, in, out_grad, parts);
}

SumBlocks FilterSumBlocks(const ConvProblem& p) {
  // A block's gradients stay in the second cache, and its sums, loaded and stored once more, do not show.
  constexpr int64_t kNumbers = 1 << 16, kFewestCells = 1 << 10, kMostCells = 1 << 14;
  const int64_t cells = std::clamp(kNumbers / std::max<int64_t>(1, p.out_channels), kFewestCells, kMostCells);
  const Extent axes[] = {p.images(), p.axis[0].out, p.axis[1].out, p.axis[2].out};
  return SumBlocks(axes, std::max<int64_t>(1, cpu::Room(cells)));
}

}  // namespace voxgrad
