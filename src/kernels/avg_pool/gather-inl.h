// What the tiles of an average pooling share: its axes, the windows' shares, how it is cut. Included once for
// each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_GATHER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_GATHER_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_GATHER_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_GATHER_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cmath>

#include "core/rounding.h"
#include "kernels/avg_pool/average_axis.h"
#include "kernels/avg_pool/quotient-inl.h"
#include "kernels/avg_pool/reference_cell.h"
#include "kernels/avg_pool/spread-inl.h"
#include "kernels/avg_pool/window_sums-inl.h"
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/lanes-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Which way suits a problem.
template <class T>
class AvgChoice {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  AvgChoice(const PoolProblem& p, Direction direction)
      : problem(p), depth(p.axis[0], direction), height(p.axis[1], direction), width(p.axis[2], direction) {}

  AvgWay Best() const {
    if (TurnsRows()) return AvgWay::kTurnedRows;
    if (HasShortRows()) return MovesByOne() && HasManyVectors() ? AvgWay::kPlaneBlocks : AvgWay::kPlanes;
    return MovesByOne() && SharesMuch() ? AvgWay::kBlocks : AvgWay::kTiles;
  }

 private:
  bool MovesByOne() const {
    return height.axis.window > 1 && BlockAxis::Takes(depth) && BlockAxis::Takes(height) &&
           BlockAxis::Takes(width);
  }

  /// Two rows of a short window cost as much together as one by one, unless there is more to share.
  bool SharesMuch() const {
    return problem.inner * int64_t{sizeof(T)} % 64 == 0 || depth.axis.window > 1 || height.axis.window > 3;
  }

  /// Blocks end with each row: where a row is a few vectors, sweeps through many of them waste less.
  bool HasManyVectors() const {
    constexpr int64_t kFewElements = 64;
    return std::max(width.source.whole, width.target.whole) * problem.inner >= kFewElements;
  }

  /// Rows that some vectors hold, or whose results lie apart. On the way forward over a stride it is better
  /// to have fewer rows first. Follows from the whole: it decides on the order of sums.
  bool HasShortRows() const {
    constexpr int64_t kShort = 1 << 8, kFewInner = 64;
    if (problem.inner > kFewInner) return false;
    if (Spread<A>::Takes(width, problem.inner)) return true;
    const bool strided = depth.axis.stride > 1 || height.axis.stride > 1 || width.axis.stride > 1;
    return (depth.backward || !strided) &&
           std::max(width.source.whole, width.target.whole) * problem.inner <= kShort;
  }

  /// Rows of neighbours as one where a single row is shorter than a vector or its results lie apart, and
  /// where so little is summed that turning costs less than passing over the rows once more.
  bool TurnsRows() const {
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    if (!IsPlanar(problem, lanes)) return false;
    if (!width.backward && depth.longest() == 1) return true;
    return width.target.whole < lanes || (width.axis.stride > 1 && !Spread<A>::Takes(width, problem.inner));
  }

  const PoolProblem& problem;
  const GatherAxis depth, height, width;
};

/// What is the same for all tiles of a problem.
template <class T>
struct AvgGather {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

  AvgGather(Exec& e, const AvgProblem& avg, AvgWay way, const T* from, T* to)
      : exec(e),
        problem(avg.pool),
        depth(problem.axis[0], avg.direction),
        height(problem.axis[1], avg.direction),
        width(problem.axis[2], avg.direction),
        planar(way == AvgWay::kTurnedRows),
        source(problem, depth.backward ? &Axis::out : &Axis::in, planar),
        target(problem, depth.backward ? &Axis::in : &Axis::out, planar),
        source_data(from),
        target_data(to) {
    const PoolProblem& p = problem;
    by_planes = way == AvgWay::kPlanes || way == AvgWay::kPlaneBlocks;
    by_lines = p.inner * int64_t{sizeof(T)} % 64 == 0;
    by_blocks = way == AvgWay::kBlocks || way == AvgWay::kPlaneBlocks;
    by_depth_first = depth.longest() > 1 && height.overlaps();
    const int64_t row = target.cells * p.inner * int64_t{sizeof(T)};
    stream = WorthStreaming(p.outer * target.depths * target.rows * row, by_planes ? target.rows * row : row);

    TileCosts costs;
    costs.bytes_per_cell = sizeof(A);
    costs.cells = by_planes ? std::max(source.cells, target.cells) : source.cells;
    costs.hot_rows = 1 + (by_depth_first ? height.longest() + 1 : 0);
    costs.warm_planes = depth.overlaps() ? depth.longest() : 1;
    costs.rows_per_result = std::max<int64_t>(1, source.rows / std::max<int64_t>(1, target.rows));
    costs.planar_lanes = planar ? static_cast<int64_t>(hn::Lanes(D())) : 0;
    if (by_blocks && !by_planes) {
      const int64_t sums = SumsInBlock(height.axis.window);
      costs.hot_rows =
          depth.longest() > 1 ? SumsInBlock(depth.axis.window) * (height.axis.window + sums) : sums;
      costs.warm_planes = depth.axis.window;  // of a block's planes; the others were read last or come next
    }
    tiling = ChooseTiling(p, depth.backward ? &Axis::in : &Axis::out, costs);
    if (by_blocks) {
      const auto whole_blocks = [](Parts& parts, int64_t sums) {
        parts.size = std::min(std::max<int64_t>(1, parts.total), RoundUp(parts.size, sums));
      };
      whole_blocks(tiling.rows, SumsInBlock(height.axis.window));
      whole_blocks(tiling.depths, SumsInBlock(depth.axis.window));
    }
  }

  /// About nanoseconds.
  int64_t TileCost() const {
    const int64_t rows = tiling.depths.size * tiling.rows.size * tiling.inner.size;
    return rows * (target.cells + source.cells * depth.longest() * height.longest()) / 4;
  }

  Exec& exec;
  const PoolProblem& problem;
  const AverageAxis depth, height, width;
  const bool planar;
  const RowPlaces source, target;
  const T* const source_data;
  T* const target_data;
  bool by_planes;       // rows are so short that planes are worked on
  bool by_blocks;       // windows move on by one cell: several are summed at once
  bool by_lines;        // cells are whole cache lines
  bool by_depth_first;  // sums over depth are kept in a ring, because several rows need them
  bool stream;
  Tiling tiling;

  /// The results of some rows that are not finite, from their definition.
  HWY_NOINLINE void WriteExactly(const Tile& tile, int64_t d, Range rows) const {
    const Extent &depths = depth.target, &heights = height.target, &cells = width.target;
    Extent Axis::* const side = depth.backward ? &Axis::in : &Axis::out;
    for (int64_t i = 0; i < rows.count() * cells.size; ++i) {
      const int64_t h = rows.begin + i / cells.size, w = i % cells.size;
      for (int64_t k = tile.inner.begin; k < tile.inner.end; ++k) {
        const std::array<int64_t, 3> at = {d + depths.origin, h + heights.origin, w + cells.origin};
        const reference::Cell cell = planar ? reference::Cell{k, at, 0} : reference::Cell{tile.outer, at, k};
        T* out = target_data + reference::Locate(problem, side, cell);
        if (std::isfinite(static_cast<A>(*out))) continue;
        *out = reference::Narrow<T>(depth.backward ? reference::GradientOfCell(problem, source_data, cell)
                                                   : reference::MeanOfWindow(problem, source_data, cell));
      }
    }
  }
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_GATHER_INL_H_
