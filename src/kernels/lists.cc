// Which implementations each kernel has, best first. The reference is the last entry of every list for ever.
#include "kernels/conv/conv.h"
#include "kernels/filter_parts.h"
#include "kernels/kernels.h"
#include "kernels/list.h"
#include "kernels/pool/cpu.h"
#include "kernels/reference.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

namespace voxgrad {
namespace {
using cpu::AvgProblem;
using cpu::AvgWay;
using cpu::ConvTask;

constexpr bool kFlushes = true;

/// Why a fast kernel is not for this: what has no cells may have endless sizes besides, and a slab without
/// windows has a gradient of zeros.
absl::string_view DeclinesEmpty(const auto& p) {
  return p.in_cells() == 0 || p.out_cells() == 0 ? "has nothing to compute" : "";
}

template <auto kDeclines>
constexpr auto UnlessEmpty = [](const auto& p) {
  const absl::string_view reason = DeclinesEmpty(p);
  return reason.empty() ? kDeclines(p) : reason;
};

template <AvgWay kWay>
absl::string_view DeclinesAverage(const AvgProblem& p) {
  if (!cpu::WhyOff().empty()) return cpu::WhyOff();
  if (const absl::string_view reason = DeclinesEmpty(p.pool); !reason.empty()) return reason;
  if (kWay == AvgWay::kTiles || p.way() == kWay) return {};
  switch (kWay) {
    case AvgWay::kBlocks:
      return "is for windows that move on by one cell and share much, over long rows";
    case AvgWay::kPlaneBlocks:
      return "is for windows that move on by one cell, over rows of few vectors";
    case AvgWay::kPlanes:
      return "is for short rows, or gradients of them whose results lie apart";
    default:
      return "is for single channels of many short or strided rows";
  }
}

template <AvgWay kWay>
absl::string_view RunAverage(Exec& exec, const AvgProblem& p, const void* source, void* target) {
  constexpr bool kByBlocks = kWay == AvgWay::kBlocks || kWay == AvgWay::kPlaneBlocks;
  (kByBlocks ? cpu::AvgByBlocks : cpu::AvgByTiles)(exec, p, kWay, source, target);
  return {};
}

/// Where every cell has one window at most.
absl::string_view DeclinesApart(const AvgProblem& p) {
  return UnlessEmpty<cpu::DeclinesAvgPoolGradApart>(p.pool);
}

/// What knows nothing of ways.
template <auto kKernel>
constexpr auto OfPool = [](Exec& exec, const AvgProblem& p, const void* source, void* target) {
  return Always<kKernel>(exec, p.pool, source, target);
};
}  // namespace

void AvgPool(Exec& exec, const PoolProblem& problem, const void* in, void* out) {
  static const ImplementationList<AvgProblem, const void*, void*> list = {
      {"cpu/avg-blocks", DeclinesAverage<AvgWay::kBlocks>, RunAverage<AvgWay::kBlocks>},
      {"cpu/avg-plane-blocks", DeclinesAverage<AvgWay::kPlaneBlocks>, RunAverage<AvgWay::kPlaneBlocks>},
      {"cpu/avg-planes", DeclinesAverage<AvgWay::kPlanes>, RunAverage<AvgWay::kPlanes>},
      {"cpu/avg-turned-rows", DeclinesAverage<AvgWay::kTurnedRows>, RunAverage<AvgWay::kTurnedRows>},
      {"cpu/avg-tiles", DeclinesAverage<AvgWay::kTiles>, RunAverage<AvgWay::kTiles>},
      {"reference/avg-pool", nullptr, OfPool<reference::AvgPool>},
  };
  RunFirst(exec, list, AvgProblem(problem, cpu::Direction::kForward), in, out);
}

void AvgPoolGrad(Exec& exec, const PoolProblem& problem, const void* out_grad, void* in_grad) {
  static const ImplementationList<AvgProblem, const void*, void*> list = {
      {"cpu/avg-apart", DeclinesApart, OfPool<cpu::AvgPoolGradApart>},
      {"cpu/avg-blocks", DeclinesAverage<AvgWay::kBlocks>, RunAverage<AvgWay::kBlocks>},
      {"cpu/avg-plane-blocks", DeclinesAverage<AvgWay::kPlaneBlocks>, RunAverage<AvgWay::kPlaneBlocks>},
      {"cpu/avg-planes", DeclinesAverage<AvgWay::kPlanes>, RunAverage<AvgWay::kPlanes>},
      {"cpu/avg-turned-rows", DeclinesAverage<AvgWay::kTurnedRows>, RunAverage<AvgWay::kTurnedRows>},
      {"cpu/avg-tiles", DeclinesAverage<AvgWay::kTiles>, RunAverage<AvgWay::kTiles>},
      {"reference/avg-pool-grad", nullptr, OfPool<reference::AvgPoolGrad>},
  };
  RunFirst(exec, list, AvgProblem(problem, cpu::Direction::kBackward), out_grad, in_grad);
}

void MaxPool(Exec& exec, const PoolProblem& problem, const void* in, void* out) {
  static const ImplementationList<PoolProblem, const void*, void*> list = {
      {"cpu/max-tiles", UnlessEmpty<cpu::DeclinesMaxPool>, Always<cpu::MaxPool>},
      {"reference/max-pool", nullptr, Always<reference::MaxPool>},
  };
  RunFirst(exec, list, problem, in, out);
}

void MaxPoolGrad(Exec& exec, const PoolProblem& problem, const void* in, const void* out_grad,
                 void* in_grad) {
  static const ImplementationList<PoolProblem, const void*, const void*, void*> list = {
      {"cpu/max-apart", UnlessEmpty<cpu::DeclinesMaxPoolGradApart>, Always<cpu::MaxPoolGradApart>},
      {"cpu/max-scatter", UnlessEmpty<cpu::DeclinesMaxPoolGradScatter>, Always<cpu::MaxPoolGradScatter>},
      {"cpu/max-lines", UnlessEmpty<cpu::DeclinesMaxPoolGradLines>, Always<cpu::MaxPoolGradLines>},
      {"cpu/max-cells", UnlessEmpty<cpu::DeclinesMaxPoolGradCells>, Always<cpu::MaxPoolGradCells>},
      {"cpu/max-direct", UnlessEmpty<cpu::DeclinesMaxPoolGradDirect>, Always<cpu::MaxPoolGradDirect>},
      {"cpu/max-tiles", UnlessEmpty<cpu::DeclinesMaxPool>, Always<cpu::MaxPoolGrad>},
      {"reference/max-pool-grad", nullptr, Always<reference::MaxPoolGrad>},
  };
  RunFirst(exec, list, problem, in, out_grad, in_grad);
}

void MaxPoolGradGrad(Exec& exec, const PoolProblem& problem, const void* in, const void* in_grad, void* out) {
  static const ImplementationList<PoolProblem, const void*, const void*, void*> list = {
      {"cpu/max-tiles", UnlessEmpty<cpu::DeclinesMaxPool>, Always<cpu::MaxPoolGradGrad>},
      {"reference/max-pool-grad-grad", nullptr, Always<reference::MaxPoolGradGrad>},
  };
  RunFirst(exec, list, problem, in, in_grad, out);
}

namespace {

template <auto kDeclines>
constexpr auto OfConv = [](const ConvTask& task) { return UnlessEmpty<kDeclines>(task.conv); };

template <auto kDeclines>
constexpr auto TaskUnlessEmpty = [](const ConvTask& task) {
  const absl::string_view reason = DeclinesEmpty(task.conv);
  return reason.empty() ? kDeclines(task) : reason;
};

absl::string_view ReferenceConv(Exec& exec, const ConvTask& task, const void* source, ConstView filter,
                                void* target) {
  task.forward() ? reference::Conv(exec, task.conv, source, filter, target)
                 : reference::ConvBackpropInput(exec, task.conv, filter, source, target);
  return {};
}

/// A convolution and its data gradient are one list.
void RunConv(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target) {
  static const ImplementationList<ConvTask, const void*, ConstView, void*> list = {
      {"cpu/conv-rows", TaskUnlessEmpty<cpu::DeclinesConvByRows>, Always<cpu::ConvByRows>},
      {"cpu/conv-tiled-amx", TaskUnlessEmpty<cpu::DeclinesConvByAmx>, Always<cpu::ConvTiledByAmx>, kFlushes},
      {"cpu/conv-flat-dots", TaskUnlessEmpty<cpu::DeclinesConvFlatByDots>, cpu::ConvFlatByDots, kFlushes},
      {"cpu/conv-folded-dots", TaskUnlessEmpty<cpu::DeclinesConvByDots>, cpu::ConvFoldedByDots, kFlushes},
      {"cpu/conv-tiled-dots", TaskUnlessEmpty<cpu::DeclinesConvByDots>, Always<cpu::ConvTiledByDots>,
       kFlushes},
      {"cpu/conv-flat", TaskUnlessEmpty<cpu::DeclinesConvFlat>, cpu::ConvFlat},
      {"cpu/conv-tiled", OfConv<cpu::DeclinesConv>, Always<cpu::ConvTiled>},
      {"reference/conv", nullptr, ReferenceConv},
  };
  RunFirst(exec, list, task, source, filter, target);
}

}  // namespace

void Conv(Exec& exec, const ConvProblem& problem, const void* in, ConstView filter, void* out) {
  RunConv(exec, ConvTask(problem, cpu::Direction::kForward), in, filter, out);
}

void ConvBackpropInput(Exec& exec, const ConvProblem& problem, ConstView filter, const void* out_grad,
                       void* in_grad) {
  RunConv(exec, ConvTask(problem, cpu::Direction::kBackward), out_grad, filter, in_grad);
}

void ConvBackpropFilter(Exec& exec, const ConvProblem& problem, const void* in, const void* out_grad,
                        void* filter_grad) {
  static const ImplementationList<ConvProblem, const void*, const void*, void*> list = {
      {"cpu/filter-tiled-amx", UnlessEmpty<cpu::DeclinesFilterByAmx>, Always<cpu::FilterTiledByAmx>,
       kFlushes},
      {"cpu/filter-tiled-dots", UnlessEmpty<cpu::DeclinesFilterByDots>, Always<cpu::FilterTiledByDots>,
       kFlushes},
      {"cpu/filter-tiled", UnlessEmpty<cpu::DeclinesConv>, Always<cpu::FilterTiled>},
      {"reference/filter-gradient", nullptr, Always<reference::ConvBackpropFilter>},
  };
  RunFirst(exec, list, problem, in, out_grad, filter_grad);
}

void ConvBackpropFilterParts(Exec& exec, const ConvProblem& slab, const void* in, const void* out_grad,
                             void* parts) {
  static const ImplementationList<ConvProblem, const void*, const void*, void*> list = {
      {"cpu/filter-tiled-amx", UnlessEmpty<cpu::DeclinesFilterByAmx>, Always<cpu::FilterPartsTiledByAmx>,
       kFlushes},
      {"cpu/filter-tiled-dots", UnlessEmpty<cpu::DeclinesFilterByDots>, Always<cpu::FilterPartsTiledByDots>,
       kFlushes},
      {"cpu/filter-tiled", UnlessEmpty<cpu::DeclinesConv>, Always<cpu::FilterPartsTiled>},
      {"reference/filter-gradient", nullptr, Always<reference::ConvBackpropFilterParts>},
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
