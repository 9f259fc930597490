// Max pooling is three times max pooling along one axis: the first maximum of the first maxima is the first
// maximum. This is the part that all of its kernels share: planes of the input, pooled along width and
// height, kept for the windows that still need them. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_PLANES_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_PLANES_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_PLANES_INL_H_
#endif

#include <vector>

#include "core/rounding.h"
#include "kernels/max_pool/winners-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The values that compete, of any type.
template <class L>
struct Competitors {
  const void* data;
  RowReader<L> read;
  bool spare_lowest;

  template <class V>
  static Competitors Of(const void* data) {
    return {data, ReadKeys<V>, kSparesLowest<V>};
  }
};

/// What is the same for all tiles of max pooling. Keys are kept in L, what is passed along in A.
template <class L, class A>
struct MaxGather {
  MaxGather(Exec& e, const PoolProblem& p, Extent Axis::* tiled, Competitors<L> values)
      : exec(e),
        competitors(values),
        depth(p.axis[0], Direction::kForward),
        height(p.axis[1], Direction::kForward),
        width(p.axis[2], Direction::kForward),
        planar(sizeof(L) == sizeof(A) && IsPlanar(p, static_cast<int64_t>(hn::Lanes(hn::ScalableTag<L>())))),
        in(p, &Axis::in, planar),
        out(p, &Axis::out, planar) {
    const int64_t cells = (tiled == &Axis::in ? p.in_cells() : p.out_cells());
    const int64_t row = (tiled == &Axis::in ? in.cells : out.cells) * p.inner;
    stream = WorthStreaming(cells * DataTypeSize(p.type), row * DataTypeSize(p.type));
    TileCosts costs;
    costs.bytes_per_cell = sizeof(L) + 2;
    costs.cells = std::max(in.cells, out.cells);
    costs.hot_rows = height.longest() + 2;
    costs.warm_planes = depth.longest() + 1;
    costs.planar_lanes = planar ? static_cast<int64_t>(hn::Lanes(hn::ScalableTag<L>())) : 0;
    tiling = ChooseTiling(p, tiled, costs);
  }

  /// About nanoseconds.
  int64_t TileCost() const {
    return tiling.depths.size * tiling.rows.size * tiling.inner.size * (in.cells + out.cells) *
           (2 + (depth.longest() + height.longest() + width.longest()) / 4);
  }

  Exec& exec;
  const Competitors<L> competitors;
  const GatherAxis depth, height, width;
  const bool planar;
  const RowPlaces in, out;
  bool stream;
  Tiling tiling;
};

/// Rows of equal size in one piece of memory, in planes; plane i stands in i mod the number of planes.
template <class E>
class PlaneRing {
 public:
  PlaneRing(Exec& exec, int64_t planes, int64_t rows, int64_t before, int64_t size)
      : planes_(std::max<int64_t>(planes, 1)),
        rows_(rows),
        pitch_(RoundUp(before + size + kSlack, kSlack)),
        before_(before),
        arena_(exec, Arena::Size<E>(static_cast<size_t>(planes_ * rows_ * pitch_ + kSlack))) {
    const auto all = static_cast<size_t>(planes_ * rows_ * pitch_ + kSlack);
    first_ = arena_.Take<E>(all);
    std::fill_n(first_, all, E(0));
  }
  E* at(int64_t plane, int64_t row) const {
    return first_ + ((planes_ == 1 ? 0 : plane % planes_) * rows_ + row) * pitch_ + before_;
  }

 private:
  static constexpr int64_t kSlack = 128;  // more than the widest vector, for what is written past a row
  const int64_t planes_, rows_, pitch_, before_;
  Arena arena_;
  E* first_;
};

/// Reads planes and pools them along width and height. What is kept of the winners is the caller's choice.
template <class L, class A>
class PlanePooler {
 public:
  PlanePooler(const MaxGather<L, A>& gather, int64_t part)
      : g_(gather),
        part_(part),
        columns_(g_.width, part, g_.competitors.spare_lowest),
        row_(g_.exec, columns_.memory_size()),
        ring_(g_.exec, 1, std::max<int64_t>(1, g_.height.longest()), 0, g_.out.cells * part) {
    columns_.SetMemory(row_.template Take<L>(columns_.memory_size()));
  }

  int64_t out_row() const { return g_.out.cells * part_; }

  /// For the windows `rows` of plane d: best(o) is where the keys of row o go. `along_width(h)` and
  /// `along_height(o, cells)` say what is kept of the winners of input row h and of output row o.
  template <class Best, class AlongWidth, class AlongHeight>
  void Pool(const Tile& tile, int64_t d, Range rows, const Best& best, const AlongWidth& along_width,
            const AlongHeight& along_height) {
    int64_t next = 0;
    for (int64_t o = rows.begin; o < rows.end; ++o) {
      const Range cells = g_.height.SourcesOf(o);
      for (int64_t h = std::max(next, cells.begin); h < cells.end; ++h) {
        g_.competitors.read(g_.competitors.data, g_.in, tile, d, h, columns_.row());
        columns_.Close();
        columns_.Find(InRing(h), along_width(h));
      }
      next = std::max(next, cells.end);
      candidates_.clear();
      for (int64_t h = cells.begin; h < cells.end; ++h) candidates_.push_back(InRing(h));
      BestOfRows(candidates_, out_row(), g_.height.Tap(o, cells.begin), best(o), along_height(o, cells));
    }
  }

  const BestColumns<L>& columns() const { return columns_; }

 private:
  L* InRing(int64_t h) const { return ring_.at(0, h % std::max<int64_t>(1, g_.height.longest())); }

  struct RowMemory : Arena {
    RowMemory(Exec& exec, size_t size) : Arena(exec, Arena::Size<L>(size)) {}
  };

  const MaxGather<L, A>& g_;
  const int64_t part_;
  BestColumns<L> columns_;
  RowMemory row_;
  PlaneRing<L> ring_;  // keys of input rows, pooled along width
  std::vector<const L*> candidates_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_PLANES_INL_H_
