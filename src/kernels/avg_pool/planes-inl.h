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

/// Works through tiles of whole rows. A window's share along an axis is multiplied in along that axis: before
/// the sum on the way back, behind it on the way forward.
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
        shares_(g_.width, part),
        ring_rows_((backward_ ? (band_ - 1) / g_.height.axis.stride + 1 : band_ * g_.height.axis.stride) +
                   g_.height.longest()),
        planes_(one_to_one() ? 0 : g_.depth.longest()),
        plane_size_(g_.tiling.rows.size * target_row_),
        arena_(columns_.ArenaBytes() + shares_.ArenaBytes() +
               Arena::Size<A>(Padded(ring_rows_ * target_row_)) +
               static_cast<size_t>(planes_) * Arena::Size<A>(Padded(plane_size_))) {
    columns_.TakeFrom(&arena_);
    if (!g_.equal_shares) shares_.TakeFrom(&arena_);
    ring_ = arena_.template Take<A>(Padded(ring_rows_ * target_row_));
    for (int64_t i = 0; i < planes_; ++i) plane_.push_back(arena_.template Take<A>(Padded(plane_size_)));
    for (int64_t h = 0; h < g_.target.rows; ++h) sources_of_.push_back(g_.height.SourcesOf(h));
    for (int64_t o = 0; o < g_.problem.axis[1].out.size; ++o) {
      const auto share = static_cast<double>(g_.height.Share(o) * g_.width.full_share());
      height_weight_.push_back(static_cast<A>(1 / share));
    }
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
        SumPlane(tile, d, [&](Range rows) { WriteRows(tile, d, rows, terms_); });
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
      for (int64_t o = depths.begin; o < depths.end; ++o) {
        const int64_t share = g_.depth.Share(backward_ ? o : d);
        depth_terms_.push_back(
            {plane_[static_cast<size_t>(o % planes_)], static_cast<A>(1.0 / static_cast<double>(share))});
      }
      WriteRows(tile, d, tile.rows, depth_terms_);
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  static constexpr int64_t kBandElements = 1 << 11;  // some such stretches fit the first cache
  static size_t Padded(int64_t size) { return static_cast<size_t>(size) + 4 * hn::Lanes(D()); }

  /// Nothing is summed over depth.
  bool one_to_one() const { return g_.depth.axis.window == 1 && g_.depth.axis.stride == 1; }

  void WriteRows(const Tile& tile, int64_t d, Range rows, const std::vector<Term<A>>& terms) const {
    T* out = g_.target_data + g_.target.At(tile, d, rows.begin);
    if (HWY_UNLIKELY(!EmitSum(terms, rows.count() * target_row_, g_.stream, out)))
      g_.WriteExactly(tile, d, rows);
  }

  Range SourcesOf(int64_t h) const { return sources_of_[static_cast<size_t>(h)]; }
  A HeightWeight(int64_t o) const { return height_weight_[static_cast<size_t>(o)]; }

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
          terms_.emplace_back(InRing(o), backward_ ? A(1) : HeightWeight(h));
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
    return backward_ || HeightWeight(h) == HeightWeight(h + 1);
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
      const auto count = static_cast<int64_t>(summed_.size());
      const auto* share = backward_ ? nullptr : shares_.data();
      if (share == nullptr) {
        columns_.KeepRows(summed_.data(), count, target_row_, AsSummed<A>());
      } else {
        const auto one = hn::Set(D(), A(1));
        columns_.KeepRows(summed_.data(), count, target_row_, ScaledByShares<A>{one, share});
      }
      row = next_row_ = end;
    }
  }

  /// Rows that follow each other, into the columns' source rows. Asks for those behind them, the next to be
  /// read: while rows are summed nothing else would.
  HWY_NOINLINE void ReadRows(const T* from, Range rows) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    const int64_t size = source_row_, whole = size / lanes * lanes;
    const A* share = backward_ ? shares_.data() : nullptr;
    const int64_t ahead = rows.count() * size;
    for (int64_t r = rows.begin; r < rows.end; ++r, from += size) {
      A* HWY_RESTRICT to = columns_.source(r - rows.begin);
      const auto weight = hn::Set(d, backward_ ? HeightWeight(r) : A(1));
      const auto put = [&](auto v, int64_t j) HWY_ATTR {
        const auto weighted = hn::Mul(v, weight);
        hn::StoreU(share == nullptr ? weighted : hn::Mul(weighted, hn::LoadU(d, share + j)), d, to + j);
      };
      for (int64_t j = 0; j < whole; j += lanes) {
        hwy::Prefetch(from + ahead + j);
        put(LoadNumbers(d, from + j), j);
      }
      if (whole < size) put(LoadSome(d, from + whole, static_cast<size_t>(size - whole)), whole);
    }
  }

  const AvgGather<T>& g_;
  const bool backward_;
  const int64_t source_row_, target_row_;  // elements
  const int64_t band_;                     // rows that are worked on together
  Columns<A, kByCells | kBySpread> columns_;
  WidthShares<A> shares_;
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
  std::vector<A> height_weight_;      // of each row of windows
  std::vector<Term<A>> terms_, depth_terms_;
  std::vector<ColumnsRow<A, A>> summed_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_PLANES_INL_H_
