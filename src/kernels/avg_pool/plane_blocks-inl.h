// Average pooling of short rows whose windows move on by one cell. Every plane of the source is summed along
// height, several rows at once, and along width; what comes out has no gaps between its rows, so that sums
// over depth go through many of them in one sweep. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_PLANE_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_PLANE_BLOCKS_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_PLANE_BLOCKS_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_PLANE_BLOCKS_INL_H_
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <vector>

#include "core/rounding.h"
#include "kernels/avg_pool/columns-inl.h"
#include "kernels/avg_pool/gather-inl.h"
#include "kernels/avg_pool/planes-inl.h"
#include "kernels/avg_pool/rows-inl.h"
#include "kernels/avg_pool/window_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Works through tiles of whole rows.
template <class T>
class AvgPlaneBlocks {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  AvgPlaneBlocks(const AvgGather<T>& gather, int64_t part)
      : g_(gather),
        depth_(g_.depth),
        height_(g_.height),
        source_row_(g_.source.cells * part),
        target_row_(g_.target.cells * part),
        source_size_(g_.problem.outer * g_.source.depths * g_.source.rows * source_row_),
        band_(BandRows()),
        columns_(g_.width, part, band_ + 2 * height_.sums()),
        results_(g_, part),
        depth_sums_(depth_.window() < kFewPlanes ? 1 : depth_.sums()),
        planes_(depth_.window() == 1 ? 0 : depth_.window() + depth_sums_ - 1),
        plane_size_((planes_ == 0 ? band_ + 2 * height_.sums() : g_.tiling.rows.size) * target_row_),
        arena_(g_.exec,
               columns_.ArenaBytes() + results_.ArenaBytes() +
                   static_cast<size_t>(std::max<int64_t>(1, planes_)) * Arena::Size<A>(Padded(plane_size_)) +
                   static_cast<size_t>(depth_sums_) * Arena::Size<A>(Padded(sweep_rows() * target_row_))) {
    columns_.TakeFrom(&arena_);
    results_.TakeFrom(&arena_);
    for (int64_t i = 0; i < std::max<int64_t>(1, planes_); ++i)
      plane_.push_back(arena_.template Take<A>(Padded(plane_size_)));
    for (int64_t i = 0; i < depth_sums_; ++i)
      sweep_.push_back(arena_.template Take<A>(Padded(sweep_rows() * target_row_)));
    const int64_t start = height_.StartOf(0), sums = height_.sums();
    plain_blocks_.assign(static_cast<size_t>((g_.target.rows - start - 1) / sums + 2), 0);
    for (int64_t i = (g_.target.rows - start - 1) / sums; i >= 0; --i) {
      if (IsPlain(start + i * sums))
        plain_blocks_[static_cast<size_t>(i)] = plain_blocks_[static_cast<size_t>(i + 1)] + 1;
    }
  }

  void Run(const Tile& tile) {
    int64_t next = 0;
    for (int64_t d = tile.depths.begin; d < tile.depths.end;) {
      if (planes_ == 0) {
        SumBands(tile, [&](Range rows) {
          SumBand(tile, d, rows, plane_[0]);
          one_term_ = {{plane_[0], A(1)}};
          results_.Write(tile, d, rows, one_term_);
        });
        ++d;
        continue;
      }
      const int64_t d0 = depth_sums_ == 1 ? d : depth_.StartOf(d);
      const Range depths = {d, std::min(d0 + depth_sums_, tile.depths.end)};
      const int64_t end = depth_.SourceOf(depths.end - 1) + depth_.window();
      for (int64_t o = std::max({next, depth_.SourceOf(d0), int64_t{0}}); o < std::min(end, g_.source.depths);
           ++o) {
        SumBands(tile, [&](Range rows) {
          SumBand(tile, o, rows, Plane(o) + (rows.begin - tile.rows.begin) * target_row_);
        });
        next = o + 1;
      }
      depth_sums_ == 1 ? WritePlane(tile, d) : WritePlanes(tile, d0, depths, next);
      d = depths.end;
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  static constexpr int64_t kBandElements = 1 << 11;  // some such stretches fit the first cache
  static constexpr int64_t kSweep = 1 << 10;         // elements of each plane that are summed together
  static constexpr int64_t kFewPlanes = 4;           // fewer are read anew for every result
  static constexpr int64_t kMostSums = 8;
  static constexpr size_t kTogether = 4;  // rows that are asked for at once, while as many are summed
  static size_t Padded(int64_t size) { return static_cast<size_t>(size) + 4 * hn::Lanes(D()); }

  /// Rows that are worked on together, whole blocks.
  int64_t BandRows() const {
    const int64_t most = std::min(kBandElements / std::max(source_row_, target_row_), g_.tiling.rows.size);
    return RoundUp(std::max<int64_t>(1, most), height_.sums());
  }

  A* Plane(int64_t o) const { return plane_[static_cast<size_t>(o % planes_)]; }
  int64_t sweep_rows() const { return std::max<int64_t>(1, kSweep / std::max<int64_t>(1, target_row_)); }

  /// Calls f(rows) for the tile's rows of plane o, a band of whole blocks at a time.
  template <class F>
  void SumBands(const Tile& tile, const F& f) const {
    for (int64_t h = tile.rows.begin; h < tile.rows.end;) {
      const int64_t end = std::min(height_.StartOf(h) + band_, tile.rows.end);
      f(Range{h, end});
      h = end;
    }
  }

  /// Rows of plane o of the source, summed along height and width.
  void SumBand(const Tile& tile, int64_t o, Range rows, A* to) {
    const int64_t h0 = height_.StartOf(rows.begin);
    for (int64_t h = h0; h < rows.end;) h = SumOverHeight(tile, o, h, h0, rows.end);
    for (int64_t h = rows.begin; h < rows.end; ++h) columns_.WeighCut(h - h0);
    const int64_t last = height_.SourceOf(h0) + height_.terms() - 1;  // of the source rows of the band
    const T* next = g_.source_data + g_.source.At(tile, o, height_.Held(last + band_));
    for (int64_t h = rows.begin; h < rows.end;) {
      summed_.clear();
      do {
        summed_.push_back({to, columns_.source(h - h0)});
        if (g_.stream) AskForRow(next, source_row_);
        to += target_row_;
        next += source_row_;
        ++h;
      } while (h < rows.end && summed_.size() < kTogether);
      columns_.KeepRows(summed_.data(), static_cast<int64_t>(summed_.size()), target_row_);
    }
  }

  /// True for a block that begins at h whose rows are all held and count once.
  bool IsPlain(int64_t h) const {
    const int64_t first = height_.SourceOf(h), last = first + height_.terms() - 1;
    if (!height_.Holds(first) || !height_.Holds(last)) return false;
    // Shares grow from the first window on and shrink towards the last: those between are never smaller.
    return height_.Weight(first) == 1 && height_.Weight(last) == 1;
  }

  /// The block at h, or a run of blocks up to `end`, into the columns' source rows, which are counted from
  /// h0. Returns where the next block begins.
  int64_t SumOverHeight(const Tile& tile, int64_t o, int64_t h, int64_t h0, int64_t end) {
    const int64_t sums = height_.sums(), first = height_.SourceOf(h);
    const int64_t alike = plain_blocks_[static_cast<size_t>((h - height_.StartOf(0)) / sums)];
    const int64_t blocks = std::min(alike, (end - h - 1) / sums + 1);
    if (blocks > 0) {
      const int64_t at = g_.source.At(tile, o, first);
      const PlainRows<T> from = {g_.source_data + at, source_row_, source_size_ - at};
      WithBlock(height_.window(), [&](auto m, auto k) HWY_ATTR {
        SumRowsInBlocks<decltype(m)::value, decltype(k)::value>(from, height_.window(), blocks,
                                                                columns_.source(h - h0), columns_.pitch());
      });
      return h + blocks * sums;
    }
    terms_.Clear();
    for (int64_t r = first; r < first + height_.terms(); ++r) {
      const bool holds = height_.Holds(r);
      terms_.Add(holds ? g_.source_data + g_.source.At(tile, o, r) : nullptr,
                 holds ? static_cast<A>(height_.Weight(r)) : A(1));
    }
    A* to[kMostSums];
    for (int64_t i = 0; i < sums; ++i) to[i] = columns_.source(h - h0 + i);
    SumRowBlock(terms_, height_.window(), RowShape{1, source_row_, source_row_}, to);
    return h + sums;
  }

  /// Depth d from the few planes it is the sum of.
  void WritePlane(const Tile& tile, int64_t d) {
    depth_terms_.clear();
    const Range depths = g_.depth.SourcesOf(d);
    for (int64_t o = depths.begin; o < depths.end; ++o)
      depth_terms_.push_back({Plane(o), static_cast<A>(g_.depth.Weight(d, o))});
    results_.Write(tile, d, tile.rows, depth_terms_);
  }

  /// `depths` of the block at d0; planes before `end` are there.
  void WritePlanes(const Tile& tile, int64_t d0, Range depths, int64_t end) {
    const int64_t first = depth_.SourceOf(d0);
    for (int64_t h = tile.rows.begin; h < tile.rows.end; h += sweep_rows()) {
      const Range rows = {h, std::min(h + sweep_rows(), tile.rows.end)};
      const int64_t begin = (h - tile.rows.begin) * target_row_, count = rows.count() * target_row_;
      sweep_terms_.Clear();
      for (int64_t o = first; o < first + depth_.terms(); ++o) {
        const bool holds = o >= 0 && o < end;
        sweep_terms_.Add(holds ? Plane(o) + begin : nullptr, holds ? static_cast<A>(depth_.Weight(o)) : A(1));
      }
      SumRowBlock(sweep_terms_, depth_.window(), RowShape{1, count, count}, sweep_.data());
      for (int64_t d = depths.begin; d < depths.end; ++d) {
        one_term_ = {{sweep_[static_cast<size_t>(d - d0)], A(1)}};
        results_.Write(tile, d, rows, one_term_);
      }
    }
  }

  const AvgGather<T>& g_;
  const BlockAxis depth_, height_;
  const int64_t source_row_, target_row_;  // elements
  const int64_t source_size_;              // of all that is held
  const int64_t band_;                     // rows that are worked on together
  Columns<A, kOfCut> columns_;
  AvgPlaneRows<T> results_;
  const int64_t depth_sums_;  // depths that are summed together
  const int64_t planes_;      // that are kept, summed along height and width; 0: nothing is summed over depth
  const int64_t plane_size_;
  Arena arena_;
  std::vector<A*> plane_;              // plane o stands in o mod their number
  std::vector<A*> sweep_;              // for each depth of a block
  std::vector<int64_t> plain_blocks_;  // for each block of rows: how many from it on are plain
  BlockTerms<T> terms_;
  BlockTerms<A> sweep_terms_;
  std::vector<Term<A>> depth_terms_, one_term_;
  std::vector<ColumnsRow<A, A>> summed_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_PLANE_BLOCKS_INL_H_
