// The gradient of max pooling where windows are few beside cells: each is decided, then what it sends is
// added at its winner's place, in planes of sums that only this tile has. Windows come row by row, so that
// the order of a cell's sum follows from the problem alone.
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/max_pool/grad_scatter.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/max_pool/flat_windows-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

/// What is the same for all tiles: some rows of some planes of one outer index.
template <class T>
struct Scatter : MaxGradOperands<T> {
  using Operands = MaxGradOperands<T>;
  using Operands::back_height, Operands::height, Operands::in, Operands::out;

  Scatter(Exec& e, const PoolProblem& p, const T* values, const T* out_grads, T* in_grads)
      : Operands(e, p, /*is_planar=*/false, values, out_grads, in_grads) {
    TileCosts costs;
    costs.bytes_per_cell = kCachePart * BytesPerCell(p);
    costs.cells = in.cells;
    tiling = ChooseTiling(p, &Axis::in, costs);
    stream = WorthStreamingRows(p.in_cells() * int64_t{sizeof(T)}, tiling.rows.size,
                                in.cells * p.inner * int64_t{sizeof(T)});
    for (int64_t i = 0; i < tiling.rows.count(); ++i) {
      const Range rows = tiling.rows.at(i), windows = WindowsOf(rows), cells = CellsOf(rows, windows);
      most_windows = std::max(most_windows, windows.count());
      most_cells = std::max(most_cells, cells.count());
    }
  }

  /// From the first of one range to the last of another; past the last window there may be cells in none.
  static Range Between(Range first, Range last, int64_t windows) {
    return {first.begin, std::max(first.begin, std::min(last.end, windows))};
  }
  /// The rows of windows that touch rows of cells, and all rows of cells that either of them touches.
  Range WindowsOf(Range rows) const {
    return Between(back_height.SourcesOf(rows.begin), back_height.SourcesOf(rows.end - 1), out.rows);
  }
  Range CellsOf(Range rows, Range windows) const {
    if (windows.count() == 0) return rows;
    return {std::min(rows.begin, height.SourcesOf(windows.begin).begin),
            std::max(rows.end, height.SourcesOf(windows.end - 1).end)};
  }

  /// About nanoseconds.
  int64_t TileCost() const {
    return tiling.depths.size * tiling.rows.size * tiling.inner.size * in.cells / 2 + 1;
  }

  bool stream;
  Tiling tiling;
  int64_t most_windows = 0, most_cells = 0;  // rows of them that a tile has

 private:
  static constexpr int64_t kCachePart = 4;  // of the second cache is used: less, and halos cost more

  /// Of the planes that are read and of those that are kept.
  static int64_t BytesPerCell(const PoolProblem& p) {
    const int64_t planes = std::min(p.axis[0].window, p.axis[0].in.whole);
    return int64_t{sizeof(T)} * (4 + planes) + int64_t{sizeof(SumOf<T>)} * planes;
  }
};

template <class T>
class ScatterTiles {
  using L = KeyBits<T>;
  using A = SumOf<T>;

 public:
  ScatterTiles(const Scatter<T>& scatter, int64_t)
      : s_(scatter),
        row_(s_.in.cells * s_.in.inner),
        windows_(s_, s_.most_windows, s_.most_cells),
        sums_(s_.exec, s_.depth.longest(), 1, 0, s_.most_cells * row_),
        grads_(s_.exec, 1, 1, 0, s_.most_windows * s_.out.cells * s_.out.inner),
        places_(static_cast<size_t>(s_.cells())) {}

  void Run(const Tile& tile) {
    rows_ = s_.WindowsOf(tile.rows);
    cells_ = s_.CellsOf(tile.rows, rows_);
    Range windows = s_.Between(s_.back_depth.SourcesOf(tile.depths.begin),
                               s_.back_depth.SourcesOf(tile.depths.end - 1), s_.out.depths);
    if (rows_.count() == 0) windows.end = windows.begin;
    // Planes are closed in their order, those before and behind the tile's too.
    Range planes = tile.depths;
    if (windows.count() > 0) {
      planes.begin = std::min(planes.begin, s_.depth.SourcesOf(windows.begin).begin);
      planes.end = std::max(planes.end, s_.depth.SourcesOf(windows.end - 1).end);
    }
    for (int64_t o = windows.begin; o < windows.end; ++o) {
      const int64_t begin = s_.depth.SourcesOf(o).begin;
      for (; planes.begin < begin; ++planes.begin) Close(tile, planes.begin);
      SendFrom(tile, o);
    }
    for (; planes.begin < planes.end; ++planes.begin) Close(tile, planes.begin);
    if (s_.stream) hwy::FlushStream();
  }

 private:
  /// Decides the windows at depth o and adds what they send.
  void SendFrom(const Tile& tile, int64_t o) {
    const int64_t first = s_.height.SourcesOf(rows_.begin).begin, apart = s_.in.rows * row_;
    windows_.Decide(o, rows_, s_.in_data + s_.in.At(tile, 0, first), apart);
    const int64_t size = s_.out.cells * s_.out.inner;
    NumbersOfRun(s_.out_grad + s_.out.At(tile, o, rows_.begin), rows_.count() * size, grads_.at(0, 0));
    PlaceNumbers(o);
    if (s_.in.inner == 1) {
      SendRows<true>();
    } else {
      SendRows<false>();
    }
  }

  /// Where the cells of a window at depth o stand, from where it starts in the plane 0 of the sums.
  void PlaceNumbers(int64_t o) {
    const Range planes = s_.depth.SourcesOf(o);
    const int64_t first = s_.depth.Tap(o, planes.begin);
    for (int64_t z = planes.begin; z < planes.end; ++z) {
      int64_t* place = places_.data() + s_.Number(first + z - planes.begin, 0);
      const int64_t plane = sums_.at(z, 0) - sums_.at(0, 0);
      for (int64_t y = 0; y < s_.height.axis.window; ++y) {
        for (int64_t x = 0; x < s_.width.axis.window; ++x) *place++ = plane + y * row_ + x * s_.in.inner;
      }
    }
  }

  template <bool kOneElement>
  HWY_NOINLINE void SendRows() {
    const int64_t cell = kOneElement ? 1 : s_.in.inner, step = s_.width.axis.stride * cell;
    const int64_t windows = s_.out.cells, row_step = s_.height.axis.stride * row_;
    const int64_t* HWY_RESTRICT places = places_.data();
    const A* HWY_RESTRICT grads = grads_.at(0, 0);
    int64_t start = (WindowAxes::Start(s_.height, rows_.begin) - cells_.begin) * row_ +
                    WindowAxes::Start(s_.width, 0) * cell;
    A* const sums = sums_.at(0, 0);
    for (int64_t i = 0; i < rows_.count(); ++i, start += row_step) {
      const L* HWY_RESTRICT winners = windows_.winners(i);
      int64_t at = start;
      for (int64_t w = 0; w < windows; ++w, at += step, winners += cell, grads += cell) {
        for (int64_t c = 0; c < cell; ++c) sums[at + c + places[winners[c]]] += grads[c];
      }
    }
  }

  /// Writes a plane, if it is the tile's, and makes room for another.
  void Close(const Tile& tile, int64_t z) {
    A* sums = sums_.at(z, 0);
    if (z < tile.depths.begin || z >= tile.depths.end) {
      std::fill_n(sums, cells_.count() * row_, A(0));
      return;
    }
    const int64_t before = (tile.rows.begin - cells_.begin) * row_, size = tile.rows.count() * row_;
    T* to = s_.in_grad + s_.in.At(tile, z, tile.rows.begin);
    if constexpr (std::is_same_v<T, A>) {  // two sweeps: stores that stay would hold up those that stream
      WriteRun(sums + before, size, Stored(to), s_.stream);
      std::fill_n(sums, cells_.count() * row_, A(0));
      return;
    }
    std::fill_n(sums, before, A(0));
    TakeSums(sums + before, size, s_.stream, to);
    std::fill_n(sums + before + size, cells_.count() * row_ - before - size, A(0));
  }

  /// Rounds sums to T and leaves zeros. Only whole cache lines go past the caches.
  HWY_NOINLINE static void TakeSums(A* HWY_RESTRICT sums, int64_t size, bool stream, T* HWY_RESTRICT to) {
    const hn::ScalableTag<A> d;
    constexpr int64_t line = 64 / sizeof(T);
    const int64_t step = std::max(line, 2 * static_cast<int64_t>(hn::Lanes(d)));
    const auto past = static_cast<int64_t>(reinterpret_cast<uintptr_t>(to) % 64 / sizeof(T));
    const int64_t begin = stream ? std::min(size, (line - past) % line) : 0;
    const int64_t end = begin + (size - begin) / step * step;
    TakeSome(d, sums, begin, to);
    stream ? TakeLines<true>(d, sums + begin, end - begin, to + begin)
           : TakeLines<false>(d, sums + begin, end - begin, to + begin);
    TakeSome(d, sums + end, size - end, to + end);
  }

  /// Pairs of vectors, whole cache lines of T.
  template <bool kStream, class D>
  HWY_INLINE static void TakeLines(D d, A* HWY_RESTRICT sums, int64_t size, T* HWY_RESTRICT to) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    for (int64_t j = 0; j < size; j += 2 * lanes) {
      StoreTwo<kStream>(d, hn::LoadU(d, sums + j), hn::LoadU(d, sums + j + lanes), to + j);
      hn::StoreU(hn::Zero(d), d, sums + j);
      hn::StoreU(hn::Zero(d), d, sums + j + lanes);
    }
  }

  template <class D>
  HWY_INLINE static void TakeSome(D d, A* HWY_RESTRICT sums, int64_t size, T* HWY_RESTRICT to) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    for (int64_t j = 0; j < size; j += lanes)
      StoreSome(d, hn::LoadU(d, sums + j), to + j, static_cast<size_t>(std::min(lanes, size - j)));
    std::fill_n(sums, size, A(0));
  }

  const Scatter<T>& s_;
  const int64_t row_;  // of cells, elements
  FlatWindows<T> windows_;
  PlaneRing<A> sums_;
  PlaneRing<A> grads_;
  std::vector<int64_t> places_;
  Range rows_, cells_;  // of windows and of cells that the tile touches
};

void RunMaxPoolGradScatter(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                           void* in_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const Scatter<T> scatter(exec, p, static_cast<const T*>(in), static_cast<const T*>(out_grad),
                             static_cast<T*>(in_grad));
    ParallelFor(exec, scatter.tiling.count(), scatter.TileCost(),
                [&](int64_t begin, int64_t end) { ForEachTile<ScatterTiles<T>>(scatter, begin, end); });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMaxPoolGradScatter);

absl::string_view DeclinesMaxPoolGradScatter(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  constexpr int64_t kVector = 64, kMostCells = 1 << 12, kMostElements = 1 << 16;
  int64_t cells = 1, cells_a_window = 1;  // of a window; and those of the input for each
  for (const Axis& axis : p.axis) {
    if (axis.window > kMostCells || (cells *= axis.window) > kMostCells)
      return "needs a window of at most 4096 cells";
    cells_a_window *= std::min(axis.stride, kVector);
  }
  if (!IsOfOneFloat(p)) return "needs one floating-point type";
  if (p.inner * DataTypeSize(p.type) >= kVector) return "is for cells of less than 64 bytes";
  if (p.axis[0].window * p.axis[1].window * p.axis[2].in.whole * p.inner > kMostElements)
    return "needs rows of which those under a window have at most 65536 elements";
  // Elements of a cell are added one after the other, to places that differ.
  if (p.inner > 1) return cells_a_window >= 4 ? "" : "is for strides whose product is at least 4";
  return cells_a_window >= 8 ? "" : "is for strides whose product is at least 8 where cells have one element";
}

void MaxPoolGradScatter(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                        void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunMaxPoolGradScatter)(exec, p, in, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
