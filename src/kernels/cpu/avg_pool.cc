// Average pooling and its gradient: separable sums, first over depth, then over height, then over width. Both
// directions are the same gather; they differ in where the windows' shares are multiplied in. A sum in float
// may overflow where the mean is finite: results that are not finite are computed again, in double, as
// defined.
#include "kernels/cpu/cpu.h"
#include "kernels/cpu/gather.h"
#include "kernels/cpu/target.h"
#include "kernels/cpu/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/avg_pool.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/cpu/avg_gather-inl.h"
#include "kernels/cpu/columns-inl.h"
#include "kernels/cpu/rows-inl.h"
#include "kernels/reference/avg_cell.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

/// Works through tiles of `part` inner elements, a band of rows after the other.
template <class T>
class AvgTiles {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  AvgTiles(const AvgGather<T>& gather, int64_t part)
      : g_(gather),
        slots_(g_.band + 1),
        columns_(g_.width, part, slots_, /*all_cells=*/true),
        shares_(g_.width, part),
        row_(g_.source.cells * part),
        ring_rows_(RingRows()),
        arena_(columns_.ArenaBytes() + Arena::Size<A>(RingSize()) +
               Arena::Size<A>(WidthShares<A>::Size(g_.width, part)) + Arena::Size<A>(TurnedSize(part))) {
    columns_.TakeFrom(&arena_);
    ring_ = arena_.Take<A>(RingSize());
    if (!g_.equal_shares) shares_.Fill(arena_.Take<A>(WidthShares<A>::Size(g_.width, part)));
    turned_ = arena_.Take<A>(TurnedSize(part));
  }

  void Run(const Tile& tile) {
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      next_in_ring_ = 0;
      last_rows_ = {-1, -1};
      for (int64_t h = tile.rows.begin; h < tile.rows.end; h += g_.band) {
        const Range band = {h, std::min(h + g_.band, tile.rows.end)};
        SumSources(tile, g_.depth.SourcesOf(d), band);
        Write(tile, d, band);
      }
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  static constexpr size_t kSlack = 4 * hn::MaxLanes(D());

  /// Of the rows of a band, and some that a vector may be written into past the last.
  int64_t RingRows() const {
    if (!g_.by_depth_first) return 0;
    const int64_t bands = (g_.band - 1) / (g_.depth.backward ? g_.height.axis.stride : 1) + 1;
    const int64_t step = g_.depth.backward ? 1 : g_.height.axis.stride;
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    return bands * step + g_.height.longest() + (lanes - 1) / std::max<int64_t>(1, row_) + 1;
  }
  size_t RingSize() const { return static_cast<size_t>(ring_rows_ * row_) + kSlack; }
  size_t TurnedSize(int64_t part) const {
    return static_cast<size_t>(g_.planar ? g_.target.cells * part : 0) + kSlack;
  }

  /// Fills a source row of the columns with the sum over depth and height for each row of the band.
  void SumSources(const Tile& tile, Range depths, Range band) {
    band_slots_.clear();
    ring_sums_.clear();
    ring_terms_.clear();
    if (g_.by_depth_first)
      FillRing(tile, depths, {g_.SourcesOf(band.begin).begin, g_.SourcesOf(band.end - 1).end});
    for (int64_t h = band.begin; h < band.end; ++h) {
      const Range rows = g_.SourcesOf(h);
      if (rows == last_rows_) {
        band_slots_.push_back(slot_);
        continue;
      }
      last_rows_ = rows;
      slot_ = slot_ + 1 == slots_ ? 0 : slot_ + 1;
      band_slots_.push_back(slot_);
      if (g_.by_depth_first) {
        ring_sums_.push_back({columns_.source(slot_), rows.count()});
        for (int64_t row = rows.begin; row < rows.end; ++row) ring_terms_.push_back(InRing(row));
      } else {
        terms_.clear();
        for (int64_t row = rows.begin; row < rows.end; ++row) AddTerms(tile, depths, row);
        SumTerms(tile, 1, columns_.source(slot_));
        if (shares_.data() != nullptr && g_.depth.backward) shares_.Multiply(columns_.source(slot_));
      }
    }
    AddUpRows(ring_sums_, ring_terms_.data(), row_);
    if (shares_.data() != nullptr && g_.depth.backward) {
      for (const RowsSum<A>& sum : ring_sums_) shares_.Multiply(sum.to);
    }
  }

  A* InRing(int64_t row) const {
    return ring_ + (row >= ring_start_ ? row - ring_start_ : row - ring_start_ + ring_rows_) * row_;
  }

  /// Sums over depth of those rows that the ring does not have yet, as many at once as lie behind each other
  /// in memory and in the ring and have the same share in height.
  void FillRing(const Tile& tile, Range depths, Range rows) {
    const bool seamless = tile.inner.count() == g_.problem.inner && !g_.planar;
    for (int64_t row = std::max(next_in_ring_, rows.begin); row < rows.end;) {
      if (row >= ring_start_ + ring_rows_ || next_in_ring_ == 0) ring_start_ = row;
      const int64_t most = seamless ? std::min(rows.end, ring_start_ + ring_rows_) : row + 1;
      const int64_t end = g_.depth.backward ? std::min(most, g_.EndOfHeightShare(row)) : most;
      terms_.clear();
      AddTerms(tile, depths, row);
      SumTerms(tile, end - row, InRing(row));
      row = next_in_ring_ = end;
    }
  }

  /// Row `row` of the planes `depths`.
  void AddTerms(const Tile& tile, Range depths, int64_t row) {
    for (int64_t d = depths.begin; d < depths.end; ++d) {
      const A weight = g_.depth.backward ? g_.Reciprocal(g_.depth.Share(d), g_.HeightShare(row)) : A(1);
      terms_.push_back({g_.source_data + g_.source.At(tile, d, row), weight});
    }
  }

  /// For `rows` rows that follow each other.
  void SumTerms(const Tile& tile, int64_t rows, A* to) const {
    if (g_.planar) {
      SumRows(terms_, g_.source.Planar(tile), row_, to);
    } else if (rows > 1) {
      SumRows(terms_, RowShape{1, rows * row_, rows * row_}, rows * row_, to);
    } else {
      SumRows(terms_, g_.source.Shape(tile.inner.count()), row_, to);
    }
  }

  void Write(const Tile& tile, int64_t d, Range band) {
    bool finite;
    if (g_.planar) {
      const D tag;
      const int64_t size = g_.target.cells * static_cast<int64_t>(hn::Lanes(tag));
      finite = WriteScaled(
          &turned_rows_, d, band, [&](int64_t) { return turned_; }, RowShape{1, size, size}, false);
      TurnOut(tag, turned_, g_.target.Planar(tile),
              Stored(g_.target_data + g_.target.At(tile, d, band.begin)),
              [&](auto v) HWY_ATTR { return Narrow<T>(tag, v); });
    } else {
      finite = WriteScaled(
          &out_rows_, d, band, [&](int64_t h) { return g_.target_data + g_.target.At(tile, d, h); },
          g_.target.Shape(tile.inner.count()), g_.stream);
    }
    if (HWY_UNLIKELY(!finite)) WriteExactly(tile, d, band);
  }
  /// False if a result may not be finite. `place(h)` says where row h of the band goes.
  template <class Out, class Place>
  bool WriteScaled(std::vector<ColumnsRow<Out, A>>* rows, int64_t d, Range band, const Place& place,
                   RowShape shape, bool stream) const {
    const bool backward = g_.depth.backward;  // the windows' shares are in the sum already
    rows->clear();
    for (int64_t h = band.begin; h < band.end; ++h) {
      const A scale = backward ? A(1) : g_.Reciprocal(g_.depth.Share(d), g_.HeightShare(h));
      const int64_t slot = band_slots_[static_cast<size_t>(h - band.begin)];
      rows->push_back({place(h), columns_.source(slot), scale});
    }
    if (backward) {
      return WriteChecked(*rows, shape, stream, [](auto sum, int64_t, auto) HWY_ATTR { return sum; });
    }
    if (shares_.data() == nullptr) {
      return WriteChecked(*rows, shape, stream,
                          [](auto sum, int64_t, auto scale) HWY_ATTR { return hn::Mul(sum, scale); });
    }
    return WriteChecked(*rows, shape, stream,
                        [share = shares_.data()](auto sum, int64_t j, auto scale)
                            HWY_ATTR { return hn::Mul(hn::Mul(sum, scale), hn::LoadU(D(), share + j)); });
  }

  /// What `finish` makes, and whether all of it is finite: 0 times anything finite is 0.
  template <class Finish>
  struct Checked {
    Finish finish;
    hn::Vec<D> trace = hn::Zero(D());

    HWY_INLINE hn::Vec<D> operator()(hn::Vec<D> sum, int64_t j, hn::Vec<D> scale) {
      const auto result = finish(sum, j, scale);
      trace = hn::MulAdd(result, hn::Zero(D()), trace);
      return result;
    }
  };

  template <class Out, class Finish>
  bool WriteChecked(const std::vector<ColumnsRow<Out, A>>& rows, RowShape shape, bool stream,
                    const Finish& finish) const {
    const auto count = static_cast<int64_t>(rows.size());
    const auto trace =
        columns_.WriteRows(rows.data(), count, shape, stream, AllCells<D>(), Checked<Finish>{finish}).trace;
    return hn::AllTrue(D(), hn::Eq(trace, trace));
  }

  /// The results of a band that are not finite, from their definition.
  HWY_NOINLINE void WriteExactly(const Tile& tile, int64_t d, Range band) const {
    const Extent &depths = g_.depth.target, &rows = g_.height.target, &cells = g_.width.target;
    Extent Axis::* const side = g_.depth.backward ? &Axis::in : &Axis::out;
    for (int64_t i = 0; i < band.count() * cells.size; ++i) {
      const int64_t h = band.begin + i / cells.size, w = i % cells.size;
      for (int64_t k = tile.inner.begin; k < tile.inner.end; ++k) {
        const std::array<int64_t, 3> at = {d + depths.origin, h + rows.origin, w + cells.origin};
        const reference::Cell cell =
            g_.planar ? reference::Cell{k, at, 0} : reference::Cell{tile.outer, at, k};
        T* out = g_.target_data + reference::Locate(g_.problem, side, cell);
        if (std::isfinite(static_cast<A>(*out))) continue;
        *out = reference::Narrow<T>(g_.depth.backward
                                        ? reference::GradientOfCell(g_.problem, g_.source_data, cell)
                                        : reference::MeanOfWindow(g_.problem, g_.source_data, cell));
      }
    }
  }

  const AvgGather<T>& g_;
  const int64_t slots_;  // source rows of the columns
  Columns<A> columns_;
  WidthShares<A> shares_;
  const int64_t row_;        // elements of a source row
  const int64_t ring_rows_;  // rows summed over depth, each behind the one before, then again from the start
  Arena arena_;
  A* ring_ = nullptr;
  A* turned_ = nullptr;
  std::vector<Term<T>> terms_;
  std::vector<RowsSum<A>> ring_sums_;
  std::vector<const A*> ring_terms_;
  std::vector<ColumnsRow<T, A>> out_rows_;
  std::vector<ColumnsRow<A, A>> turned_rows_;
  std::vector<int64_t> band_slots_;  // where the sum for each row of the band stands
  int64_t slot_ = 0;
  int64_t next_in_ring_ = 0;
  int64_t ring_start_ = 0;  // the row that stands first in the ring
  Range last_rows_;
};

void RunAvgGather(const PoolProblem& p, Direction direction, const void* source, void* target) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const AvgGather<T> gather(p, direction, static_cast<const T*>(source), static_cast<T*>(target));
    ParallelFor(gather.tiling.count(), gather.TileCost(),
                [&](int64_t begin, int64_t end) { ForEachTile<AvgTiles<T>>(gather, begin, end); });
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
  HWY_DYNAMIC_DISPATCH(RunAvgGather)(p, Direction::kForward, in, out);
}

void AvgPoolGrad(const PoolProblem& p, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunAvgGather)(p, Direction::kBackward, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
