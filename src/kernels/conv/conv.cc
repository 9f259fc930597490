#include "kernels/conv/conv.h"

#include "core/rounding.h"
#include "kernels/conv/gather.h"
#include "kernels/products/amx_tile.h"
#include "kernels/simd/target.h"

namespace voxgrad::cpu {

std::string DeclinesConv(const ConvProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  if (p.filter_cells() == 0) return "has nothing to sum: the filter is empty";
  return p.type == DT_INT32 ? "computes floating-point types only" : "";
}

std::string DeclinesConvBackpropFilterByDots(const ConvProblem& p) {
  if (std::string why = DeclinesConv(p); !why.empty()) return why;
  return WhyNoDots(p.type);
}

namespace {

std::string DeclinesPairsOf(int64_t channels, const ConvProblem& p) {
  if (std::string why = DeclinesConvBackpropFilterByDots(p); !why.empty()) return why;
  return channels == 1 ? "needs two channels or more to sum over" : "";
}

}  // namespace

std::string DeclinesConvByDots(const ConvProblem& p) {
  const bool runs = RowsAreRuns(p.axis[2], Direction::kForward);
  return DeclinesPairsOf(runs ? p.in_channels * p.axis[2].window : p.in_channels, p);
}
std::string DeclinesConvBackpropInputByDots(const ConvProblem& p) {
  return DeclinesPairsOf(p.out_channels, p);
}

namespace {

std::string DeclinesAmx(const ConvProblem& p) {
  if (std::string why = DeclinesConv(p); !why.empty()) return why;
  return WhyNoAmx(p.type);
}

/// Fewer would leave most of the matrix unit idle.
std::string DeclinesAmxOf(int64_t channels, const ConvProblem& p) {
  constexpr int64_t kFewest = 8;
  if (std::string why = DeclinesAmx(p); !why.empty()) return why;
  return channels < kFewest ? "needs eight channels or more to sum over" : "";
}

void GatherTiledByAmx(Exec& exec, ConvGather gather, const void* source, ConstView filter, void* target) {
  gather.amx_step = AmxStep(CeilDiv(gather.source.channels, 2));
  GatherTiledByDots(exec, gather, source, filter, target);
}

}  // namespace

std::string DeclinesConvByAmx(const ConvProblem& p) { return DeclinesAmxOf(p.in_channels, p); }
std::string DeclinesConvBackpropInputByAmx(const ConvProblem& p) { return DeclinesAmxOf(p.out_channels, p); }

std::string DeclinesConvBackpropFilterByAmx(const ConvProblem& p) {
  constexpr int64_t kFewestCells = 4, kFewestChannels = 4;
  if (std::string why = DeclinesAmx(p); !why.empty()) return why;
  if (p.axis[2].out.size < kFewestCells) return "needs rows of four output cells or more to sum over";
  return p.out_channels < kFewestChannels ? "needs four output channels or more" : "";
}

void ConvByAmx(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out) {
  GatherTiledByAmx(exec, ConvGather(p, Direction::kForward), in, filter, out);
}

void ConvBackpropInputByAmx(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                            void* in_grad) {
  GatherTiledByAmx(exec, ConvGather(p, Direction::kBackward), out_grad, filter, in_grad);
}

void Conv(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out) {
  GatherTiled(exec, p.type, ConvGather(p, Direction::kForward), in, filter, out);
}

void ConvBackpropInput(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                       void* in_grad) {
  GatherTiled(exec, p.type, ConvGather(p, Direction::kBackward), out_grad, filter, in_grad);
}

void ConvByDots(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out) {
  GatherTiledByDots(exec, ConvGather(p, Direction::kForward), in, filter, out);
}

void ConvBackpropInputByDots(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                             void* in_grad) {
  GatherTiledByDots(exec, ConvGather(p, Direction::kBackward), out_grad, filter, in_grad);
}

}  // namespace voxgrad::cpu
