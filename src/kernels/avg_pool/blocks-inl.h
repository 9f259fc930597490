// Average pooling of long rows whose windows move on by one cell: several neighbours along depth and along
// height are summed at once. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_BLOCKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_BLOCKS_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_BLOCKS_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_BLOCKS_INL_H_
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <vector>

#include "kernels/avg_pool/columns-inl.h"
#include "kernels/avg_pool/gather-inl.h"
#include "kernels/avg_pool/window_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Works through tiles of `part` inner elements. Sums over depth stand in a ring of rows for each depth of a
/// block; rows of a block are summed from it, then along width straight into the result.
template <class T>
class AvgBlocks {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  AvgBlocks(const AvgGather<T>& gather, int64_t part)
      : g_(gather),
        depth_(g_.depth),
        height_(g_.height),
        over_depth_(depth_.window() > 1),
        columns_(g_.width, part, height_.sums(), g_.by_lines),
        divisors_(g_.width, part),
        row_(g_.source.cells * part),
        ring_rows_(over_depth_ ? height_.terms() : 0),
        arena_(g_.exec, columns_.ArenaBytes() + divisors_.ArenaBytes() +
                            Arena::Size<A>(Padded(row_)) * static_cast<size_t>(ring_rows_ * depth_.sums())) {
    columns_.TakeFrom(&arena_);
    divisors_.TakeFrom(&arena_);
    for (int64_t i = 0; i < ring_rows_ * depth_.sums(); ++i) ring_.push_back(arena_.Take<A>(Padded(row_)));
  }

  void Run(const Tile& tile) {
    for (int64_t d = tile.depths.begin; d < tile.depths.end;) {
      const int64_t d0 = depth_.StartOf(d), d_end = std::min(d0 + depth_.sums(), tile.depths.end);
      next_in_ring_ = 0;
      for (int64_t h = tile.rows.begin; h < tile.rows.end;) {
        const int64_t h0 = height_.StartOf(h), h_end = std::min(h0 + height_.sums(), tile.rows.end);
        if (over_depth_)
          FillRing(tile, d0, {height_.SourceOf(h0), height_.SourceOf(h_end - 1) + height_.window()});
        for (int64_t z = d; z < d_end; ++z) {
          SumOverHeight(tile, z, z - d0, h0);
          for (int64_t y = h; y < h_end; ++y) WriteRow(tile, z, y, y - h0);
        }
        h = h_end;
      }
      d = d_end;
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  static size_t Padded(int64_t size) { return static_cast<size_t>(size) + 4 * hn::Lanes(D()); }

  A* InRing(int64_t row, int64_t m) const {
    return ring_[static_cast<size_t>(row % ring_rows_ * depth_.sums() + m)];
  }

  /// Fills terms_ with the source rows of the block of `axis` at t; row o lies at row(o).
  template <class Row>
  void FindTerms(const BlockAxis& axis, int64_t t, const Row& row) {
    const int64_t first = axis.SourceOf(t);
    terms_.Clear();
    for (int64_t o = first; o < first + axis.terms(); ++o) {
      const bool holds = axis.Holds(o);
      terms_.Add(holds ? row(o) : nullptr, holds ? static_cast<A>(axis.Weight(o)) : A(1));
    }
  }

  /// Source rows, as far as they are held, summed over the depths of the block at d0.
  void FillRing(const Tile& tile, int64_t d0, Range rows) {
    const int64_t end = std::min(rows.end, g_.source.rows);
    for (int64_t row = std::max({rows.begin, next_in_ring_, int64_t{0}}); row < end; ++row) {
      FindTerms(depth_, d0, [&](int64_t o) { return g_.source_data + g_.source.At(tile, o, row); });
      A* to[kMostSums];
      for (int64_t m = 0; m < depth_.sums(); ++m) to[m] = InRing(row, m);
      SumRowBlock(terms_, depth_.window(), g_.source.Shape(tile.inner.count()), to);
      next_in_ring_ = row + 1;
    }
  }

  /// The sums of the rows of the block at h0, into the columns' source rows.
  void SumOverHeight(const Tile& tile, int64_t z, int64_t m, int64_t h0) {
    A* to[kMostSums];
    for (int64_t i = 0; i < height_.sums(); ++i) to[i] = columns_.source(i);
    if (over_depth_) {
      const int64_t first = height_.SourceOf(h0);
      ring_terms_.Clear();
      for (int64_t o = first; o < first + height_.terms(); ++o) {
        const bool holds = o >= 0 && o < next_in_ring_;
        ring_terms_.Add(holds ? InRing(o, m) : nullptr, holds ? static_cast<A>(height_.Weight(o)) : A(1));
      }
      SumRowBlock(ring_terms_, height_.window(), RowShape{1, row_, row_}, to);
    } else {
      FindTerms(height_, h0, [&](int64_t o) { return g_.source_data + g_.source.At(tile, z, o); });
      SumRowBlock(terms_, height_.window(), g_.source.Shape(tile.inner.count()), to);
    }
  }

  /// A source row that only the next block of rows needs, behind the last of a tile the first one of the next
  /// depths: each row of a block asks for another.
  const T* NextRow(const Tile& tile, int64_t d, int64_t h) const {
    const int64_t next = h + height_.sums();
    const bool wraps = next >= tile.rows.end;
    const int64_t depth = depth_.SourceOf(d + (wraps ? depth_.sums() : 0)) + depth_.window() - 1;
    const int64_t row = wraps ? height_.SourceOf(tile.rows.begin + h - height_.StartOf(h))
                              : height_.SourceOf(next) + height_.window() - 1;
    return g_.source_data + g_.source.At(tile, depth_.Held(depth), height_.Held(row));
  }

  void WriteRow(const Tile& tile, int64_t d, int64_t h, int64_t source) {
    columns_.WeighCut(source);
    const ColumnsRow<T, A> row = {g_.target_data + g_.target.At(tile, d, h), columns_.source(source),
                                  NextRow(tile, d, h)};
    const RowShape shape = g_.target.Shape(tile.inner.count());
    if (!g_.by_lines && over_depth_) AskForRow(row.next, shape.size());
    const int64_t cells = g_.depth.Divisor(d) * g_.height.Divisor(h);
    const bool finite = divisors_.WithQuotient(cells, [&](const auto& quotient) HWY_ATTR {
      return columns_.WriteRows(&row, 1, shape, g_.stream, AllCells<D>(), quotient).finite();
    });
    if (HWY_UNLIKELY(!finite)) g_.WriteExactly(tile, d, {h, h + 1});
  }

  static constexpr int64_t kMostSums = 8;

  const AvgGather<T>& g_;
  const BlockAxis depth_, height_;
  const bool over_depth_;
  Columns<A, kByLines | kOfCut> columns_;
  RowDivisors<T> divisors_;
  const int64_t row_;        // elements of a source row
  const int64_t ring_rows_;  // for each depth of a block
  Arena arena_;
  std::vector<A*> ring_;  // rows summed over depth, those of a block side by side; row r at r mod ring_rows_
  int64_t next_in_ring_ = 0;
  BlockTerms<T> terms_;
  BlockTerms<A> ring_terms_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_BLOCKS_INL_H_
