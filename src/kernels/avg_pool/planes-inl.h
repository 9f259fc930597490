// Average pooling of short rows. Every plane of the source is summed along width and height once; what comes
// out has no gaps between its rows, so that sums over height and depth go through many of them in one sweep.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_PLANES_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_PLANES_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_PLANES_INL_H_
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <vector>

#include "kernels/avg_pool/columns-inl.h"
#include "kernels/avg_pool/gather-inl.h"
#include "kernels/avg_pool/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Rows of results without gaps between them, each from sums that lie so too.
template <class T>
class AvgPlaneRows {
  using A = SumOf<T>;

 public:
  AvgPlaneRows(const AvgGather<T>& gather, int64_t part)
      : g_(gather),
        row_(g_.target.cells * part),
        divisors_(g_.width, part,
                  std::clamp<int64_t>(kElements / std::max<int64_t>(1, row_), 1, g_.tiling.rows.size)) {}

  size_t ArenaBytes() const { return divisors_.ArenaBytes(); }
  void TakeFrom(Arena* arena) { divisors_.TakeFrom(arena); }

  /// Writes `rows` at depth d from the terms, each of which starts at the first of them.
  void Write(const Tile& tile, int64_t d, Range rows, const std::vector<Term<A>>& terms) {
    T* out = g_.target_data + g_.target.At(tile, d, rows.begin);
    const int64_t depths = g_.depth.Divisor(d);
    bool finite = true;
    for (int64_t h = rows.begin; h < rows.end;) {
      const int64_t begin = h, heights = g_.height.Divisor(h);
      do ++h;
      while (h < rows.end && h - begin < divisors_.rows() && g_.height.Divisor(h) == heights);
      const int64_t start = (begin - rows.begin) * row_;
      finite &= divisors_.WithQuotient(depths * heights, [&](const auto& quotient) HWY_ATTR {
        return EmitSum(terms, start, (h - begin) * row_, g_.stream, out + start, quotient);
      });
    }
    if (HWY_UNLIKELY(!finite)) g_.WriteExactly(tile, d, rows);
  }

 private:
  static constexpr int64_t kElements = 1 << 11;  // whose divisors stay in the first cache

  const AvgGather<T>& g_;
  const int64_t row_;  // elements
  RowDivisors<T> divisors_;
};

/// Works through tiles of whole rows.
template <class T>
class AvgPlanes {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  AvgPlanes(const AvgGather<T>& gather, int64_t part)
      : g_(gather),
        backward_(g_.depth.backward),
        source_row_(g_.source.cells * part),
        target_row_(g_.target.cells * part),
        band_(std::clamp<int64_t>(kBandElements / std::max<int64_t>(1, std::max(source_row_, target_row_)), 1,
                                  g_.tiling.rows.size)),
        columns_(g_.width, part, band_),
        results_(g_, part),
        ring_rows_((backward_ ? (band_ - 1) / g_.height.axis.stride + 1 : band_ * g_.height.axis.stride) +
                   g_.height.longest()),
        planes_(one_to_one() ? 0 : g_.depth.longest()),
        plane_size_(g_.tiling.rows.size * target_row_),
        arena_(g_.exec, columns_.ArenaBytes() + results_.ArenaBytes() +
                            Arena::Size<A>(Padded(ring_rows_ * target_row_)) +
                            static_cast<size_t>(planes_) * Arena::Size<A>(Padded(plane_size_))) {
    columns_.TakeFrom(&arena_);
    results_.TakeFrom(&arena_);
    ring_ = arena_.template Take<A>(Padded(ring_rows_ * target_row_));
    for (int64_t i = 0; i < planes_; ++i) plane_.push_back(arena_.template Take<A>(Padded(plane_size_)));
    for (int64_t h = 0; h < g_.target.rows; ++h) sources_of_.push_back(g_.height.SourcesOf(h));
    alike_until_.assign(sources_of_.size(), g_.target.rows);
    for (int64_t h = g_.target.rows - 2; h >= 0; --h) {
      const auto i = static_cast<size_t>(h);
      alike_until_[i] = IsAlike(h) ? alike_until_[i + 1] : h + 1;
    }
  }

  void Run(const Tile& tile) {
    int64_t next = 0;
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      if (one_to_one()) {
        SumPlane(tile, d, [&](Range rows) { results_.Write(tile, d, rows, terms_); });
        continue;
      }
      const Range depths = g_.depth.SourcesOf(d);
      for (int64_t o = std::max(next, depths.begin); o < depths.end; ++o) {
        A* plane = plane_[static_cast<size_t>(o % planes_)];
        SumPlane(tile, o, [&](Range rows) {
          const int64_t size = rows.count() * target_row_;
          SumRows(terms_, RowShape{1, size, size}, size,
                  plane + (rows.begin - tile.rows.begin) * target_row_);
        });
      }
      next = std::max(next, depths.end);
      depth_terms_.clear();
      for (int64_t o = depths.begin; o < depths.end; ++o)
        depth_terms_.push_back(
            {plane_[static_cast<size_t>(o % planes_)], static_cast<A>(g_.depth.Weight(d, o))});
      results_.Write(tile, d, tile.rows, depth_terms_);
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  static constexpr int64_t kBandElements = 1 << 11;  // some such stretches fit the first cache
  static size_t Padded(int64_t size) { return static_cast<size_t>(size) + 4 * hn::Lanes(D()); }

  /// Nothing is summed over depth.
  bool one_to_one() const { return g_.depth.axis.window == 1 && g_.depth.axis.stride == 1; }

  Range SourcesOf(int64_t h) const { return sources_of_[static_cast<size_t>(h)]; }

  /// Sums plane d of the source along width and height. Calls take(rows) for rows of the target that are sums
  /// of the terms, each of which starts at the first of them.
  template <class Take>
  void SumPlane(const Tile& tile, int64_t d, const Take& take) {
    next_row_ = 0;
    for (int64_t h = tile.rows.begin; h < tile.rows.end;) {
      const int64_t end = std::min(h + band_, tile.rows.end);
      FillRing(tile, d, {SourcesOf(h).begin, SourcesOf(end - 1).end});
      while (h < end) {
        const Range sources = SourcesOf(h);
        int64_t next = std::min(end, alike_until_[static_cast<size_t>(h)]);
        terms_.clear();
        for (int64_t o = sources.begin; o < sources.end; ++o) {
          terms_.emplace_back(InRing(o), static_cast<A>(g_.height.Weight(h, o)));
          next = std::min(next, h + (o < ring_start_ ? ring_start_ : ring_start_ + ring_rows_) - o);
        }
        take(Range{h, next});
        h = next;
      }
    }
  }

  /// True when row h + 1 is summed as row h is, one further down.
  bool IsAlike(int64_t h) const {
    const Range a = SourcesOf(h), b = SourcesOf(h + 1);
    if (a.count() == 0 || b.begin != a.begin + 1 || b.end != a.end + 1) return false;
    return !g_.height.IsUneven(h) && !g_.height.IsUneven(h + 1);
  }

  /// The ring holds rows of the source, summed along width, each behind the one before, then again from its
  /// start.
  A* InRing(int64_t row) const {
    return ring_ + (row >= ring_start_ ? row - ring_start_ : row - ring_start_ + ring_rows_) * target_row_;
  }

  void FillRing(const Tile& tile, int64_t d, Range rows) {
    for (int64_t row = std::max(next_row_, rows.begin); row < rows.end;) {
      if (next_row_ == 0) ring_start_ = row;
      const int64_t end = std::min(row + band_, rows.end);
      ReadRows(g_.source_data + g_.source.At(tile, d, row), {row, end});
      summed_.clear();
      for (int64_t r = row; r < end; ++r) {
        if (r == ring_start_ + ring_rows_) ring_start_ = r;
        summed_.emplace_back(InRing(r), columns_.source(r - row));
      }
      columns_.KeepRows(summed_.data(), static_cast<int64_t>(summed_.size()), target_row_);
      row = next_row_ = end;
    }
  }

  /// Rows that follow each other, into the columns' source rows. Asks for those behind them, the next to be
  /// read: while rows are summed nothing else would.
  HWY_NOINLINE void ReadRows(const T* from, Range rows) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    const int64_t size = source_row_, whole = size / lanes * lanes;
    const int64_t ahead = rows.count() * size;
    for (int64_t r = rows.begin; r < rows.end; ++r, from += size) {
      A* HWY_RESTRICT to = columns_.source(r - rows.begin);
      for (int64_t j = 0; j < whole; j += lanes) {
        hwy::Prefetch(from + ahead + j);
        hn::StoreU(LoadNumbers(d, from + j), d, to + j);
      }
      if (whole < size)
        hn::StoreU(LoadSome(d, from + whole, static_cast<size_t>(size - whole)), d, to + whole);
      columns_.WeighCut(r - rows.begin);
    }
  }

  const AvgGather<T>& g_;
  const bool backward_;
  const int64_t source_row_, target_row_;  // elements
  const int64_t band_;                     // rows that are worked on together
  Columns<A, kByCells | kBySpread | kOfCut> columns_;
  AvgPlaneRows<T> results_;
  const int64_t ring_rows_;
  const int64_t planes_;  // of the source, summed along width and height; plane o stands in o mod this
  const int64_t plane_size_;
  Arena arena_;
  A* ring_ = nullptr;
  int64_t ring_start_ = 0;  // the row that stands first in the ring
  int64_t next_row_ = 0;    // that the ring does not have
  std::vector<A*> plane_;
  std::vector<Range> sources_of_;     // of each row of the target
  std::vector<int64_t> alike_until_;  // the row of the target that is summed otherwise
  std::vector<Term<A>> terms_, depth_terms_;
  std::vector<ColumnsRow<A, A>> summed_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_PLANES_INL_H_
