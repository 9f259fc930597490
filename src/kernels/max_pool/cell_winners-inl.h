// Who wins the windows of max pooling where cells have at least a vector: a row of windows at a time, decided
// where the cells stand. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_CELL_WINNERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_CELL_WINNERS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_CELL_WINNERS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_CELL_WINNERS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "kernels/max_pool/grad_operands.h"
#include "kernels/max_pool/plane_winners-inl.h"
#include "kernels/max_pool/row_winners-inl.h"
#include "kernels/max_pool/runs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A cell of a row, as those see it that send to it: the windows of a row that cover it, and where it stands
/// in the first of them.
struct SentCell {
  Range windows;
  int64_t first_tap;
};

/// What is the same for all tiles: rows of all of their elements.
template <class T>
struct CellGather : MaxGradOperands<T> {
  using Operands = MaxGradOperands<T>;
  using Operands::cell, Operands::in, Operands::width;

  CellGather(Exec& e, const PoolProblem& p, const T* values, const T* out_grads, T* in_grads)
      : Operands(e, p, /*is_planar=*/false, values, out_grads, in_grads) {
    TileCosts costs;
    costs.bytes_per_cell = 1;
    costs.cells = in.cells;
    costs.fewest_inner = p.inner;
    tiling = ChooseTiling(p, &Axis::in, costs);
    const int64_t bytes = p.in_cells() * int64_t{sizeof(T)}, cell_bytes = cell * int64_t{sizeof(T)};
    stream = cell_bytes % kLine == 0 && reinterpret_cast<uintptr_t>(in_grads) % kLine == 0 &&
             WorthStreaming(bytes, cell_bytes);
    staged = !stream && WorthStreaming(bytes, in.cells * cell_bytes);
    const GatherAxis back_width(p.axis[2], Direction::kBackward);
    for (int64_t w = 0; w < in.cells; ++w) {
      const Range windows = back_width.SourcesOf(w);
      sent_cells.push_back({windows, windows.count() > 0 ? back_width.Tap(windows.begin, w) : 0});
    }
  }

  /// About nanoseconds.
  int64_t TileCost() const { return tiling.depths.size * tiling.rows.size * in.cells * cell / 4 + 1; }

  static constexpr int64_t kLine = 64;
  Tiling tiling;
  bool stream;
  bool staged;  // rows are streamed whole, as their cells cannot be
  std::vector<SentCell> sent_cells;
};

/// The winners of the rows of windows that a row of cells lies in.
template <class T>
class CellWinners {
  using L = KeyBits<T>;
  using D = hn::ScalableTag<L>;

 public:
  explicit CellWinners(const CellGather<T>& gather)
      : g_(gather),
        rows_(gather, g_.out.cells * g_.cell),
        winners_(g_.exec, 1, g_.back_height.longest(), 0, g_.out.cells * g_.cell) {}

  /// Decides a row of windows of the plane d. Rows follow each other, from the first to the last that is
  /// held. Meanwhile something else is fetched.
  void Decide(const Tile& tile, int64_t d, int64_t row, Range held, FetchAhead* fetch) {
    rows_.Begin(row, held,
                [&](int64_t y) { return reinterpret_cast<const L*>(g_.in_data + g_.in.At(tile, d, y)); });
    WithCount(g_.width.axis.window,
              [&](auto n) HWY_ATTR { DecideRow<decltype(n)::value>(winner_row(row), fetch); });
  }

  /// The numbers of the cells that won a row of windows; those of as many rows as a cell lies in are kept.
  const uint8_t* row(int64_t o) const { return winner_row(o); }

 private:
  uint8_t* winner_row(int64_t o) const { return winners_.at(0, o % g_.back_height.longest()); }

  /// N > 3 stands for any number of cells along width.
  template <int N>
  HWY_NOINLINE void DecideRow(uint8_t* HWY_RESTRICT winners, FetchAhead* fetch) const {
    FetchAhead own_fetch = *fetch;
    for (int64_t w = 0; w < g_.out.cells; ++w) {
      const Range cells = g_.width.SourcesOf(w);
      const int64_t tap = g_.width.Tap(w, cells.begin), from = cells.begin * g_.cell, to = w * g_.cell;
      if (cells.count() == N) {
        DecideWindow<N>(N, tap, from, to, winners, &own_fetch);
      } else {
        DecideWindow<4>(cells.count(), tap, from, to, winners, &own_fetch);
      }
    }
    *fetch = own_fetch;
  }

  template <int N>
  HWY_INLINE void DecideWindow(int64_t taps, int64_t tap, int64_t from, int64_t to,
                               uint8_t* HWY_RESTRICT winners, FetchAhead* fetch) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d)), cell = g_.cell;
    const auto infinity = hn::Set(d, kInfinityBits<T>), one = hn::Set(d, L(1));
    const auto first_code = hn::Set(d, static_cast<L>(tap));
    for (int64_t next = 0; next < cell; next += lanes) {
      fetch->Step(1);
      const int64_t c = std::min(next, cell - lanes);  // the last vector lies over the one before
      const auto best = [&](const L* cells) HWY_ATTR {
        return BestOfBits(d, N > 3 ? taps : N, infinity, first_code, one,
                          [&](int64_t t) HWY_ATTR { return hn::LoadU(d, cells + from + c + t * cell); });
      };
      rows_.Decide(d, to + c, best, winners);
    }
  }

  const CellGather<T>& g_;
  CellRows<L> rows_;
  PlaneRing<uint8_t> winners_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_CELL_WINNERS_INL_H_
