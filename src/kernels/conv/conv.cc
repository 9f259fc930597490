#include "kernels/conv/conv.h"

#include "core/rounding.h"
#include "kernels/conv/gather.h"
#include "kernels/products/amx_tile.h"
#include "kernels/simd/target.h"

namespace voxgrad::cpu {
namespace {

absl::string_view DeclinesAmx(const ConvProblem& p) {
  if (const absl::string_view why = DeclinesConv(p); !why.empty()) return why;
  return WhyNoAmx(p.type);
}

}  // namespace

absl::string_view DeclinesConv(const ConvProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  if (p.filter_cells() == 0) return "has nothing to sum: the filter is empty";
  return p.type == DT_INT32 ? "computes floating-point types only" : "";
}

absl::string_view DeclinesConvFlat(const ConvTask& task) {
  if (const absl::string_view why = DeclinesConv(task.conv); !why.empty()) return why;
  return task.conv.channels_first ? "" : "is for planes of single channels";
}

absl::string_view DeclinesConvByDots(const ConvTask& task) {
  if (const absl::string_view why = DeclinesFilterByDots(task.conv); !why.empty()) return why;
  const Axis& width = task.conv.axis[2];
  const bool runs = task.forward() && RowsAreRuns(width, Direction::kForward);
  const int64_t numbers = task.source_channels() * (runs ? width.window : 1);
  return numbers == 1 ? "needs two channels or more to sum over" : "";
}

absl::string_view DeclinesConvFlatByDots(const ConvTask& task) {
  if (const absl::string_view why = DeclinesConvByDots(task); !why.empty()) return why;
  return DeclinesConvFlat(task);
}

absl::string_view DeclinesConvByAmx(const ConvTask& task) {
  constexpr int64_t kFewest = 8;  // fewer would leave most of the matrix unit idle
  if (const absl::string_view why = DeclinesAmx(task.conv); !why.empty()) return why;
  return task.source_channels() < kFewest ? "needs eight channels or more to sum over" : "";
}

absl::string_view DeclinesFilterByDots(const ConvProblem& p) {
  if (const absl::string_view why = DeclinesConv(p); !why.empty()) return why;
  return WhyNoDots(p.type);
}

absl::string_view DeclinesFilterByAmx(const ConvProblem& p) {
  constexpr int64_t kFewestCells = 4, kFewestChannels = 4;
  if (const absl::string_view why = DeclinesAmx(p); !why.empty()) return why;
  if (p.axis[2].out.size < kFewestCells) return "needs rows of four output cells or more to sum over";
  return p.out_channels < kFewestChannels ? "needs four output channels or more" : "";
}

void ConvTiled(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target) {
  GatherTiled(exec, task.conv.type, task.gather(), source, filter, target);
}

void ConvTiledByDots(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target) {
  GatherTiledByDots(exec, task.gather(), source, filter, target);
}

void ConvTiledByAmx(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target) {
  ConvGather gather = task.gather();
  gather.amx_step = AmxStep(CeilDiv(gather.source.channels, 2));
  GatherTiledByDots(exec, gather, source, filter, target);
}

absl::string_view ConvFlat(Exec& exec, const ConvTask& task, const void* source, ConstView filter,
                           void* target) {
  return GatherFlat(exec, task.conv.type, task.gather(), source, filter, target);
}

absl::string_view ConvFlatByDots(Exec& exec, const ConvTask& task, const void* source, ConstView filter,
                                 void* target) {
  return GatherFlatByDots(exec, task.gather(), source, filter, target);
}

absl::string_view ConvFoldedByDots(Exec& exec, const ConvTask& task, const void* source, ConstView filter,
                                   void* target) {
  return GatherFoldedByDots(exec, task.gather(), source, filter, target);
}

}  // namespace voxgrad::cpu
