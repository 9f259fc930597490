// The fast convolutions for CPUs.
#ifndef VOXGRAD_KERNELS_CONV_CONV_H_
#define VOXGRAD_KERNELS_CONV_CONV_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "core/exec.h"
#include "core/view.h"
#include "kernels/problem.h"
#include "kernels/products/plan.h"

namespace voxgrad::cpu {

/// A convolution or its data gradient: both are sums over the cells of a source.
class ConvTask {
 public:
  ConvTask(const ConvProblem& p, Direction towards) : conv(p), direction(towards) {}

  bool forward() const { return direction == Direction::kForward; }
  /// Channels that are summed over, and those of the result, of a group.
  int64_t source_channels() const { return forward() ? conv.in_channels : conv.out_channels; }
  int64_t target_channels() const { return forward() ? conv.out_channels : conv.in_channels; }

  /// Made for the first implementation that asks for it.
  const ConvGather& gather() const {
    if (!gather_.has_value()) gather_.emplace(conv, direction);
    return *gather_;
  }

  const ConvProblem& conv;
  const Direction direction;

 private:
  mutable std::optional<ConvGather> gather_;
};

/// Why no kernel here takes a problem, or "".
absl::string_view DeclinesConv(const ConvProblem& p);

/// Vectors of channels, in tiles.
void ConvTiled(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target);
/// Planes where they stand, for channels first. The same bits.
absl::string_view DeclinesConvFlat(const ConvTask& task);
absl::string_view ConvFlat(Exec& exec, const ConvTask& task, const void* source, ConstView filter,
                           void* target);

/// The same for bfloat16 by the processor's own products of pairs of channels.
absl::string_view DeclinesConvByDots(const ConvTask& task);
void ConvTiledByDots(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target);
absl::string_view DeclinesConvFlatByDots(const ConvTask& task);
absl::string_view ConvFlatByDots(Exec& exec, const ConvTask& task, const void* source, ConstView filter,
                                 void* target);
/// And of pairs along the width, for an odd number of few channels.
absl::string_view ConvFoldedByDots(Exec& exec, const ConvTask& task, const void* source, ConstView filter,
                                   void* target);

/// By AMX, the matrix unit of some processors.
absl::string_view DeclinesConvByAmx(const ConvTask& task);
void ConvTiledByAmx(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target);

/// Vectors of neighbouring cells, for few channels. The same bits as ConvTiled, up to the signs of zeros.
absl::string_view DeclinesConvByRows(const ConvTask& task);
void ConvByRows(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target);

/// The gradient of the filter, in tiles; by products of pairs of cells; by AMX.
void FilterTiled(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad);
absl::string_view DeclinesFilterByDots(const ConvProblem& p);
void FilterTiledByDots(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                       void* filter_grad);
absl::string_view DeclinesFilterByAmx(const ConvProblem& p);
void FilterTiledByAmx(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                      void* filter_grad);

/// A slab's parts of the filter gradient, each in the same three ways.
void FilterPartsTiled(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad, void* parts);
void FilterPartsTiledByDots(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                            void* parts);
void FilterPartsTiledByAmx(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                           void* parts);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_CONV_CONV_H_
