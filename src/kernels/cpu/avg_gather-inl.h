// What the tiles of an average pooling share: its axes, the windows' shares, how it is cut. Included once for
// each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_AVG_GATHER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_AVG_GATHER_INL_H_
#undef VOXGRAD_KERNELS_CPU_AVG_GATHER_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_AVG_GATHER_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "kernels/cpu/gather.h"
#include "kernels/cpu/lanes-inl.h"
#include "kernels/cpu/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// What is the same for all tiles of a problem.
template <class T>
struct AvgGather {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

  AvgGather(const PoolProblem& p, Direction direction, const T* from, T* to)
      : problem(p),
        depth(p.axis[0], direction),
        height(p.axis[1], direction),
        width(p.axis[2], direction),
        planar(TurnsRows()),
        source(p, depth.backward ? &Axis::out : &Axis::in, planar),
        target(p, depth.backward ? &Axis::in : &Axis::out, planar),
        source_data(from),
        target_data(to) {
    const int64_t whole_row =
        std::max<int64_t>(1, std::max(width.source.whole, width.target.whole) * p.inner);
    band = planar ? 1 : std::max<int64_t>(1, kBandElements / whole_row);
    by_depth_first = height.overlaps() && (depth.longest() > 1 || band > 1);
    const int64_t row = target.cells * p.inner * int64_t{sizeof(T)};
    stream = WorthStreaming(p.outer * target.depths * target.rows * row, row);
    for (int64_t h = 0; h < target.rows; ++h) sources_of_row.push_back(height.SourcesOf(h));
    for (int64_t o = 0; o < p.axis[1].out.size; ++o) height_shares.push_back(height.Share(o));
    share_ends.assign(height_shares.size(), p.axis[1].out.size);
    for (int64_t o = p.axis[1].out.size - 2; o >= 0; --o) {
      share_ends[static_cast<size_t>(o)] =
          HeightShare(o) == HeightShare(o + 1) ? EndOfHeightShare(o + 1) : o + 1;
    }
    for (int64_t o = 0; o < p.axis[2].out.size; ++o) equal_shares &= width.Share(o) == width.full_share();

    TileCosts costs;
    costs.bytes_per_cell = sizeof(A);
    costs.cells = source.cells;
    costs.hot_rows = 1 + (by_depth_first ? height.longest() + 1 : 0);
    costs.warm_planes = depth.overlaps() ? depth.longest() : 1;
    costs.rows_per_result = std::max<int64_t>(1, source.rows / std::max<int64_t>(1, target.rows));
    costs.planar_lanes = planar ? static_cast<int64_t>(hn::Lanes(D())) : 0;
    tiling = ChooseTiling(p, depth.backward ? &Axis::in : &Axis::out, costs);
    band = std::min(band, tiling.rows.size);
  }

  /// About nanoseconds.
  int64_t TileCost() const {
    const int64_t rows = tiling.depths.size * tiling.rows.size * tiling.inner.size;
    return rows * (target.cells + source.cells * depth.longest() * height.longest()) / 4;
  }

  Range SourcesOf(int64_t h) const { return sources_of_row[static_cast<size_t>(h)]; }
  int64_t HeightShare(int64_t o) const { return height_shares[static_cast<size_t>(o)]; }

  int64_t EndOfHeightShare(int64_t o) const { return share_ends[static_cast<size_t>(o)]; }

  /// What a window of these shares in depth and height, and a full one in width, is multiplied with.
  A Reciprocal(int64_t depth_share, int64_t height_share) const {
    return static_cast<A>(1.0 / static_cast<double>(depth_share * height_share * width.full_share()));
  }

  const PoolProblem& problem;
  const GatherAxis depth, height, width;
  const bool planar;
  const RowPlaces source, target;
  const T* const source_data;
  T* const target_data;
  std::vector<Range> sources_of_row;   // of each row of the target
  std::vector<int64_t> height_shares;  // of each row of windows
  std::vector<int64_t> share_ends;     // where another share in height begins
  int64_t band;                        // rows of the target that are worked on together
  bool by_depth_first;                 // sums over depth are kept in a ring, because several rows need them
  bool equal_shares = true;            // no window is cut at the left or right border
  bool stream;
  Tiling tiling;

 private:
  static constexpr int64_t kBandElements = 1 << 11;  // a few such stretches fit the first cache

  /// Rows of neighbours as one where a single row is shorter than a vector or its sums lie apart.
  bool TurnsRows() const {
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    if (!IsPlanar(problem, lanes)) return false;
    return (!width.backward && width.axis.stride > 1) || width.target.whole < lanes / 2;
  }
};

/// How much more a cell of a window counts that is cut at the left or right border: its full share over its
/// share, for each element of a row.
template <class A>
class WidthShares {
  using D = hn::ScalableTag<A>;

 public:
  WidthShares(const GatherAxis& width, int64_t part) : width_(width), part_(part) {}

  static size_t Size(const GatherAxis& width, int64_t part) {
    return static_cast<size_t>(width.axis.out.size * part) + 4 * hn::Lanes(D());
  }

  void Fill(A* share) {
    share_ = share;
    row_ = width_.axis.out.size * part_;
    full_ = {row_, row_};
    for (int64_t o = 0; o < width_.axis.out.size; ++o) {
      const double more = static_cast<double>(width_.full_share()) / static_cast<double>(width_.Share(o));
      share = std::fill_n(share, part_, static_cast<A>(more));
      if (more == 1) {
        full_.begin = std::min(full_.begin, o * part_);
        full_.end = (o + 1) * part_;
      }
    }
    std::fill_n(share, 4 * hn::Lanes(D()), A(1));
  }

  const A* data() const { return share_; }  // nullptr: all windows are full

  /// The windows between the borders are full: they count once.
  HWY_INLINE void Multiply(A* HWY_RESTRICT row) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    const auto multiply = [&](int64_t j) HWY_ATTR {
      hn::StoreU(hn::Mul(hn::LoadU(d, row + j), hn::LoadU(d, share_ + j)), d, row + j);
    };
    int64_t j = 0;
    for (; j < full_.begin; j += lanes) multiply(j);
    for (j = std::max(j, full_.end); j < row_; j += lanes) multiply(j);
  }

 private:
  const GatherAxis& width_;
  const int64_t part_;
  const A* share_ = nullptr;
  int64_t row_ = 0;
  Range full_;  // of a row of windows: those that are not cut at the left or right border
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_AVG_GATHER_INL_H_
