// The fast kernels for CPUs, one source for every instruction set.
#ifndef VOXGRAD_KERNELS_POOL_CPU_H_
#define VOXGRAD_KERNELS_POOL_CPU_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "core/exec.h"
#include "kernels/pool/gather.h"
#include "kernels/problem.h"

namespace voxgrad::cpu {

/// How averages are summed: several windows at once, of rows or of planes, that move on by one cell; planes
/// of short rows; neighbours along the outer axis that are turned into rows; any tiles of rows.
enum class AvgWay { kBlocks, kPlaneBlocks, kPlanes, kTurnedRows, kTiles };

/// Average pooling, or its gradient.
class AvgProblem {
 public:
  AvgProblem(const PoolProblem& p, Direction towards) : pool(p), direction(towards) {}

  /// The one that suits it, found when it is asked for. The last takes every problem.
  AvgWay way() const {
    if (!way_.has_value()) way_ = FindWay();
    return *way_;
  }

  const PoolProblem& pool;
  const Direction direction;

 private:
  AvgWay FindWay() const;
  mutable std::optional<AvgWay> way_;
};

/// By blocks of rows or planes, and the other ways.
void AvgByBlocks(Exec& exec, const AvgProblem& p, AvgWay way, const void* source, void* target);
void AvgByTiles(Exec& exec, const AvgProblem& p, AvgWay way, const void* source, void* target);

/// Why the kernel does not take a problem, or "".
absl::string_view DeclinesMaxPool(const PoolProblem& p);

/// The gradient of averages for cells that have one window at most.
absl::string_view DeclinesAvgPoolGradApart(const PoolProblem& p);
void AvgPoolGradApart(Exec& exec, const PoolProblem& p, const void* out_grad, void* in_grad);
void MaxPool(Exec& exec, const PoolProblem& p, const void* in, void* out);
void MaxPoolGrad(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for windows that do not overlap.
absl::string_view DeclinesMaxPoolGradApart(const PoolProblem& p);
void MaxPoolGradApart(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for windows that are few beside cells, with cells of less than a vector.
absl::string_view DeclinesMaxPoolGradScatter(const PoolProblem& p);
void MaxPoolGradScatter(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                        void* in_grad);
/// The same for as many windows as cells along height and width, with cells of less than a vector.
absl::string_view DeclinesMaxPoolGradLines(const PoolProblem& p);
void MaxPoolGradLines(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for cells of at least a vector that lie in few windows of one plane.
absl::string_view DeclinesMaxPoolGradCells(const PoolProblem& p);
void MaxPoolGradCells(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for cells that lie in few windows.
absl::string_view DeclinesMaxPoolGradDirect(const PoolProblem& p);
void MaxPoolGradDirect(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
void MaxPoolGradGrad(Exec& exec, const PoolProblem& p, const void* in, const void* in_grad, void* out);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_POOL_CPU_H_
