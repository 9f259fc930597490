// Average pooling and its gradient: separable sums, first over depth, then over height, then over width, or,
// where rows are short, the other way round. Both directions are the same gather; what is summed is divided
// once, at the end, see AverageAxis. A sum in float may overflow where the mean is finite: results
// that are not finite are computed again, in double, as defined.
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
        divisors_(g_.width, part),
        row_(g_.source.cells * part),
        ring_rows_(g_.by_depth_first ? g_.height.longest() : 0),
        arena_(g_.exec, columns_.ArenaBytes() +
                            Arena::Size<A>(Padded(row_)) * static_cast<size_t>(ring_rows_) +
                            divisors_.ArenaBytes() + Arena::Size<A>(Padded(turned(part)))) {
    columns_.TakeFrom(&arena_);
    for (int64_t i = 0; i < ring_rows_; ++i) ring_.push_back(arena_.Take<A>(Padded(row_)));
    divisors_.TakeFrom(&arena_);
    turned_ = arena_.Take<A>(Padded(turned(part)));
  }

  void Run(const Tile& tile) {
    last_ = {};
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      next_in_ring_ = 0;
      for (int64_t h = tile.rows.begin; h < tile.rows.end; ++h) {
        const Sources sources = {g_.depth.SourcesOf(d), g_.height.SourcesOf(h), g_.depth.IsUneven(d),
                                 g_.height.IsUneven(h)};
        if (sources != last_) SumSources(tile, d, h, sources);
        last_ = sources;
        Write(tile, d, h);
      }
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  /// What is summed for a row: the next may need the same.
  struct Sources {
    Range depths = {-1, -1}, rows = {-1, -1};
    bool uneven_depths = false, uneven_rows = false;
    bool operator==(const Sources&) const = default;
  };

  static size_t Padded(int64_t size) { return static_cast<size_t>(size) + 4 * hn::Lanes(D()); }
  int64_t turned(int64_t part) const { return g_.planar ? g_.target.cells * part : 0; }

  /// Fills the columns' source row with the sum over depth and height for the row at d and h.
  void SumSources(const Tile& tile, int64_t d, int64_t h, const Sources& sources) {
    const Range rows = sources.rows;
    const auto weight = [&](int64_t row) { return sources.uneven_rows ? g_.height.Weight(h, row) : 1.0; };
    if (g_.by_depth_first) {
      for (int64_t row = std::max(next_in_ring_, rows.begin); row < rows.end; ++row) {
        terms_.clear();
        AddTerms(tile, d, sources, row, 1);
        SumTerms(tile, InRing(row));
      }
      next_in_ring_ = std::max(next_in_ring_, rows.end);
      ring_terms_.clear();
      for (int64_t row = rows.begin; row < rows.end; ++row)
        ring_terms_.push_back({InRing(row), static_cast<A>(weight(row))});
      SumRows(ring_terms_, RowShape{1, row_, row_}, row_, columns_.source());
    } else {
      terms_.clear();
      for (int64_t row = rows.begin; row < rows.end; ++row) AddTerms(tile, d, sources, row, weight(row));
      SumTerms(tile, columns_.source());
    }
    columns_.WeighCut();
  }

  A* InRing(int64_t row) const { return ring_[static_cast<size_t>(row % ring_rows_)]; }

  /// Row `row` of the source planes of depth d; the row itself counts `weight`.
  void AddTerms(const Tile& tile, int64_t d, const Sources& sources, int64_t row, double weight) {
    for (int64_t o = sources.depths.begin; o < sources.depths.end; ++o) {
      const double of_depth = sources.uneven_depths ? g_.depth.Weight(d, o) : 1;
      terms_.push_back({g_.source_data + g_.source.At(tile, o, row), static_cast<A>(of_depth * weight)});
    }
  }

  void SumTerms(const Tile& tile, A* to) const {
    if (g_.planar) {
      SumRows(terms_, g_.source.Planar(tile), row_, to);
    } else {
      SumRows(terms_, g_.source.Shape(tile.inner.count()), row_, to);
    }
  }

  void Write(const Tile& tile, int64_t d, int64_t h) {
    T* out = g_.target_data + g_.target.At(tile, d, h);
    bool finite;
    if (g_.planar) {
      const D tag;
      const int64_t size = g_.target.cells * static_cast<int64_t>(hn::Lanes(tag));
      finite = WriteQuotients(d, h, turned_, RowShape{1, size, size}, false);
      TurnOut(tag, turned_, g_.target.Planar(tile), Stored(out),
              [&](auto v) HWY_ATTR { return Narrow<T>(tag, v); });
    } else {
      finite = WriteQuotients(d, h, out, g_.target.Shape(tile.inner.count()), g_.stream);
    }
    if (HWY_UNLIKELY(!finite)) g_.WriteExactly(tile, d, {h, h + 1});
  }

  /// False if a result may not be finite.
  template <class Out>
  bool WriteQuotients(int64_t d, int64_t h, Out* out, RowShape shape, bool stream) {
    const int64_t cells = g_.depth.Divisor(d) * g_.height.Divisor(h);
    return divisors_.WithQuotient(cells, [&](const auto& quotient) HWY_ATTR {
      return columns_.Write(out, shape, stream, AllCells<D>(), quotient).finite();
    });
  }

  const AvgGather<T>& g_;
  Columns<A, kByCells | kOfCut> columns_;
  RowDivisors<T> divisors_;
  const int64_t row_;  // elements of a source row
  const int64_t ring_rows_;
  Arena arena_;
  std::vector<A*> ring_;  // rows summed over depth; row r stands in r mod its size
  A* turned_ = nullptr;
  std::vector<Term<T>> terms_;
  std::vector<Term<A>> ring_terms_;
  int64_t next_in_ring_ = 0;
  Sources last_;
};

void RunAvgTiles(Exec& exec, const AvgProblem& p, AvgWay way, const void* source, void* target) {
  VisitType(FloatTypes(), p.pool.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const AvgGather<T> gather(exec, p, way, static_cast<const T*>(source), static_cast<T*>(target));
    ParallelFor(exec, gather.tiling.count(), gather.TileCost(), [&](int64_t begin, int64_t end) {
      if (gather.by_planes) {
        ForEachTile<AvgPlanes<T>>(gather, begin, end);
      } else {
        ForEachTile<AvgTiles<T>>(gather, begin, end);
      }
    });
  });
}

AvgWay FindAvgWay(const PoolProblem& p, Direction direction) {
  AvgWay way = AvgWay::kTiles;
  VisitType(FloatTypes(), p.type,
            [&](auto tag) { way = AvgChoice<typename decltype(tag)::type>(p, direction).Best(); });
  return way;
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunAvgTiles);
HWY_EXPORT(FindAvgWay);

AvgWay AvgProblem::FindWay() const { return HWY_DYNAMIC_DISPATCH(FindAvgWay)(pool, direction); }

void AvgByTiles(Exec& exec, const AvgProblem& p, AvgWay way, const void* source, void* target) {
  HWY_DYNAMIC_DISPATCH(RunAvgTiles)(exec, p, way, source, target);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
