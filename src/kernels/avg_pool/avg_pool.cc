// Average pooling and its gradient: separable sums, first over depth, then over height, then over width, or,
// where rows are short, the other way round. Both directions are the same gather; they differ in where the
// windows' shares are multiplied in. A sum in float may overflow where the mean is finite: results that are
// not finite are computed again, in double, as defined.
#include "kernels/avg_pool/blocks.h"
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/avg_pool/avg_pool.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/avg_pool/columns-inl.h"
#include "kernels/avg_pool/gather-inl.h"
#include "kernels/avg_pool/planes-inl.h"
#include "kernels/avg_pool/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

/// Works through tiles of `part` inner elements.
template <class T>
class AvgTiles {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  AvgTiles(const AvgGather<T>& gather, int64_t part)
      : g_(gather),
        columns_(g_.width, part),
        shares_(g_.width, part),
        row_(g_.source.cells * part),
        ring_rows_(g_.by_depth_first ? g_.height.longest() : 0),
        arena_(columns_.ArenaBytes() + Arena::Size<A>(Padded(row_)) * static_cast<size_t>(ring_rows_) +
               shares_.ArenaBytes() + Arena::Size<A>(Padded(turned(part)))) {
    columns_.TakeFrom(&arena_);
    for (int64_t i = 0; i < ring_rows_; ++i) ring_.push_back(arena_.Take<A>(Padded(row_)));
    if (!g_.equal_shares) shares_.TakeFrom(&arena_);
    turned_ = arena_.Take<A>(Padded(turned(part)));
  }

  void Run(const Tile& tile) {
    last_rows_ = last_depths_ = {-1, -1};
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      const Range depths = g_.depth.SourcesOf(d);
      next_in_ring_ = 0;
      for (int64_t h = tile.rows.begin; h < tile.rows.end; ++h) {
        const Range rows = g_.height.SourcesOf(h);
        if (!(depths == last_depths_ && rows == last_rows_)) SumSources(tile, depths, rows);
        last_depths_ = depths;
        last_rows_ = rows;
        Write(tile, d, h);
      }
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  static size_t Padded(int64_t size) { return static_cast<size_t>(size) + 4 * hn::Lanes(D()); }
  int64_t turned(int64_t part) const { return g_.planar ? g_.target.cells * part : 0; }

  /// Fills the columns' source row with the sum over depth and height.
  void SumSources(const Tile& tile, Range depths, Range rows) {
    if (g_.by_depth_first) {
      for (int64_t row = std::max(next_in_ring_, rows.begin); row < rows.end; ++row) {
        terms_.clear();
        AddTerms(tile, depths, row);
        SumTerms(tile, InRing(row));
      }
      next_in_ring_ = std::max(next_in_ring_, rows.end);
      ring_terms_.clear();
      for (int64_t row = rows.begin; row < rows.end; ++row) ring_terms_.push_back({InRing(row), A(1)});
      SumRows(ring_terms_, RowShape{1, row_, row_}, row_, columns_.source());
    } else {
      terms_.clear();
      for (int64_t row = rows.begin; row < rows.end; ++row) AddTerms(tile, depths, row);
      SumTerms(tile, columns_.source());
    }
    if (shares_.data() != nullptr && g_.depth.backward) shares_.Multiply(columns_.source());
  }

  A* InRing(int64_t row) const { return ring_[static_cast<size_t>(row % ring_rows_)]; }

  /// Row `row` of the planes `depths`.
  void AddTerms(const Tile& tile, Range depths, int64_t row) {
    for (int64_t d = depths.begin; d < depths.end; ++d) {
      const A weight = g_.depth.backward ? g_.Reciprocal(g_.depth.Share(d), g_.height.Share(row)) : A(1);
      terms_.push_back({g_.source_data + g_.source.At(tile, d, row), weight});
    }
  }

  void SumTerms(const Tile& tile, A* to) const {
    if (g_.planar) {
      SumRows(terms_, g_.source.Planar(tile), row_, to);
    } else {
      SumRows(terms_, g_.source.Shape(tile.inner.count()), row_, to);
    }
  }

  void Write(const Tile& tile, int64_t d, int64_t h) const {
    T* out = g_.target_data + g_.target.At(tile, d, h);
    bool finite;
    if (g_.planar) {
      const D tag;
      const int64_t size = g_.target.cells * static_cast<int64_t>(hn::Lanes(tag));
      finite = WriteScaled(d, h, turned_, RowShape{1, size, size}, false);
      TurnOut(tag, turned_, g_.target.Planar(tile), Stored(out),
              [&](auto v) HWY_ATTR { return Narrow<T>(tag, v); });
    } else {
      finite = WriteScaled(d, h, out, g_.target.Shape(tile.inner.count()), g_.stream);
    }
    if (HWY_UNLIKELY(!finite)) g_.WriteExactly(tile, d, {h, h + 1});
  }

  /// False if a result may not be finite.
  template <class Out>
  bool WriteScaled(int64_t d, int64_t h, Out* out, RowShape shape, bool stream) const {
    const D tag;
    const bool backward = g_.depth.backward;  // the windows' shares are in the sum already
    const auto scale = hn::Set(tag, backward ? A(1) : g_.Reciprocal(g_.depth.Share(d), g_.height.Share(h)));
    if (shares_.data() == nullptr || backward) {
      return WriteChecked(out, shape, stream, Scaled<A>{scale});
    }
    return WriteChecked(out, shape, stream, ScaledByShares<A>{scale, shares_.data()});
  }

  template <class Out, class Finish>
  bool WriteChecked(Out* out, RowShape shape, bool stream, const Finish& finish) const {
    return columns_.Write(out, shape, stream, AllCells<D>(), Checked<A, Finish>{finish}).finite();
  }

  const AvgGather<T>& g_;
  Columns<A, kByCells> columns_;
  WidthShares<A> shares_;
  const int64_t row_;  // elements of a source row
  const int64_t ring_rows_;
  Arena arena_;
  std::vector<A*> ring_;  // rows summed over depth; row r stands in r mod its size
  A* turned_ = nullptr;
  std::vector<Term<T>> terms_;
  std::vector<Term<A>> ring_terms_;
  int64_t next_in_ring_ = 0;
  Range last_depths_, last_rows_;
};

void RunAvgGather(const PoolProblem& p, Direction direction, const void* source, void* target) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const AvgGather<T> gather(p, direction, static_cast<const T*>(source), static_cast<T*>(target));
    ParallelFor(gather.tiling.count(), gather.TileCost(), [&](int64_t begin, int64_t end) {
      if (gather.by_planes) {
        ForEachTile<AvgPlanes<T>>(gather, begin, end);
      } else {
        ForEachTile<AvgTiles<T>>(gather, begin, end);
      }
    });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunAvgGather);

std::string DeclinesAvgPool(const PoolProblem&) { return WhyOff(); }

void AvgPool(const PoolProblem& p, const void* in, void* out) {
  if (AvgPoolByBlocks(p, Direction::kForward, in, out)) return;
  HWY_DYNAMIC_DISPATCH(RunAvgGather)(p, Direction::kForward, in, out);
}

void AvgPoolGrad(const PoolProblem& p, const void* out_grad, void* in_grad) {
  if (AvgPoolByBlocks(p, Direction::kBackward, out_grad, in_grad)) return;
  HWY_DYNAMIC_DISPATCH(RunAvgGather)(p, Direction::kBackward, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
