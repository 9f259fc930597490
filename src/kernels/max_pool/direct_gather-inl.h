// How the rows of max pooling with overlapping windows are laid out to be worked on in whole vectors,
// whatever the layout and the stride. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_DIRECT_GATHER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_DIRECT_GATHER_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_DIRECT_GATHER_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_DIRECT_GATHER_INL_H_
#endif

#include <algorithm>
#include <limits>
#include <vector>

#include "core/rounding.h"
#include "kernels/max_pool/grad_operands.h"
#include "kernels/max_pool/runs-inl.h"
#include "kernels/simd/phases-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

// Of rows put one behind the other: enough to forget the calls, few enough for the first cache.
inline constexpr int64_t kRowElements = 512;

/// What is the same for all tiles. A row of windows is kept with room for the windows that cells near its
/// ends would have: cell w of the input is the one `phase` steps behind the start of kept window `at`. Where
/// cells have less than a vector, the same row of several outer indices is one row.
template <class T>
struct DirectGather : MaxGradOperands<T> {
  using Operands = MaxGradOperands<T>;
  using Operands::depth, Operands::width, Operands::back_depth, Operands::in, Operands::out, Operands::planar;

  DirectGather(Exec& e, const PoolProblem& p, const T* values, const T* out_grads, T* in_grads)
      : Operands(e, p, p.inner < static_cast<int64_t>(hn::Lanes(hn::ScalableTag<KeyBits<T>>())), values,
                 out_grads, in_grads),
        stream(WorthStreaming(p.in_cells() * int64_t{sizeof(T)}, in.cells * p.inner * int64_t{sizeof(T)})) {
    stride = width.axis.stride;
    reach = (width.axis.window - 1) / stride;
    const int64_t start = width.axis.out.origin * stride - width.axis.before - width.axis.in.origin;
    lead = start > 0 ? CeilDiv(start, stride) : 0;
    first = lead * stride - start;
    kept = reach + std::max(lead + out.cells, CeilDiv(in.cells + first, stride));
    TileCosts costs;
    costs.bytes_per_cell = sizeof(KeyBits<T>) + 1;
    costs.cells = planar ? kept * p.inner : kept;
    costs.hot_rows = 5;
    costs.fewest_inner = 64;
    costs.warm_planes = Operands::is_deep() ? depth.longest() + back_depth.longest() + 1 : 1;
    if (planar) costs.planar_lanes = std::clamp<int64_t>(kRowElements / (kept * p.inner), 1, p.outer);
    tiling = ChooseTiling(p, &Axis::in, costs);
    staged = planar && !stream &&
             WorthStreamingRows(p.in_cells() * int64_t{sizeof(T)}, tiling.rows.size,
                                in.cells * p.inner * int64_t{sizeof(T)});
  }

  /// About nanoseconds.
  int64_t TileCost() const {
    return tiling.depths.size * tiling.rows.size * tiling.inner.size * in.cells * (planar ? in.inner : 1) /
               2 +
           1;
  }

  const bool stream;
  bool staged;  // rows of the result wait for the rest of their plane
  int64_t stride;
  int64_t reach;  // as many windows before the one that starts at a cell may cover it
  int64_t lead;   // kept windows before the first
  int64_t first;  // cell 0 is so many cells behind the start of kept window 0
  int64_t kept;   // windows of a row, with those before and behind
  Tiling tiling;
};

/// Rows of kept windows for tiles of `part` inner elements, or outer indices.
template <class T>
class DirectRows {
  using L = KeyBits<T>;
  using A = SumOf<T>;
  using DL = hn::ScalableTag<L>;
  using Bits = StoredAs<T>;

 public:
  DirectRows(const DirectGather<T>& gather, int64_t part)
      : g_(gather),
        cell(g_.planar ? g_.in.inner : part),
        together(g_.planar ? part : 1),
        size(together * g_.kept * cell),
        phases{g_.stride, g_.stride, cell, together * g_.kept, size + (g_.reach + 1) * cell + kSlack} {
    const int64_t runs = g_.planar ? together : g_.in.cells, run = g_.planar ? g_.in.cells * cell : cell;
    const int64_t apart = g_.planar ? Apart(g_.in) : g_.in.inner;
    for (int64_t i = 0; i < runs; ++i) {
      for (int64_t j = 0; j < run + (run % kLineOf ? kLineOf : 0); j += kLineOf)
        lines_.push_back(i * apart + j);
    }
    const int64_t steps = CeilDiv(size, static_cast<int64_t>(hn::Lanes(DL())));
    lines_per_step_ = CeilDiv(static_cast<int64_t>(lines_.size()), steps);
    lines_.resize(static_cast<size_t>(steps * lines_per_step_), lines_.back());
  }

  static constexpr int64_t kAhead = 2;  // rows are fetched

  /// Fetches an input row that will be read later, in as many steps as a row of keys has vectors.
  class Fetch {
   public:
    Fetch(const DirectRows& rows, const Tile& tile, int64_t z, int64_t y)
        : row_(rows.g_.in_data + rows.PlaceAhead(rows.g_.in, tile, z, y)),
          next_(rows.lines_.data()),
          per_step_(rows.lines_per_step_) {}
    HWY_INLINE void Step(int64_t vectors) {
      for (int64_t i = 0; i < vectors * per_step_; ++i) __builtin_prefetch(row_ + *next_++, 0, kLocality);
    }

   private:
    const T* row_;
    const int64_t* next_;
    const int64_t per_step_;
  };

  /// Reads the keys of an input row into phases. Where there is no cell they keep what they hold, as does
  /// `joined`, the memory for the row before it is split: the lowest key.
  void ReadKeys(const Tile& tile, int64_t z, int64_t y, L* joined, L* keys) const {
    const T* from = g_.in_data + g_.in.At(tile, z, y);
    const int64_t row = g_.in.cells * g_.in.inner;
    if (!g_.planar) {
      ForCells([&](int64_t place) HWY_ATTR {
        KeysOfRun(from, cell, keys + place);
        from += g_.in.inner;
      });
      return;
    }
    L* to = (g_.stride == 1 ? keys : joined) + g_.first * cell;
    const int64_t rows = std::min(together, tile.inner.count()), apart = Apart(g_.in);
    if (InPairs()) {
      const int64_t odd = g_.first % 2;  // where the row's first cell goes
      L* first = keys + odd * phases.pitch + g_.first / 2;
      L* second = keys + (1 - odd) * phases.pitch + (g_.first + 1) / 2;
      for (int64_t i = 0; i < rows; ++i, from += apart, first += g_.kept, second += g_.kept)
        KeysOfPairs(from, row, first, second);
      return;
    }
    const int64_t pitch = g_.kept * g_.stride * cell;
    for (int64_t i = 0; i < rows; ++i, from += apart, to += pitch) {
      KeysOfRun(from, row, to);
    }
    if (g_.stride > 1) SplitPhases(phases, joined, keys);
  }

  /// Reads what a row of windows will send.
  void ReadGrads(const Tile& tile, int64_t o, int64_t y, A* to) const {
    const T* from = g_.out_grad + g_.out.At(tile, o, y);
    const int64_t row = g_.out.cells * g_.out.inner;
    to += (g_.reach + g_.lead) * cell;
    if (!g_.planar) {
      for (int64_t w = 0; w < g_.out.cells; ++w, from += g_.out.inner, to += cell) {
        PrefetchRun(from + row, cell);
        NumbersOfRun(from, cell, to);
      }
      return;
    }
    const int64_t rows = std::min(together, tile.inner.count()), apart = Apart(g_.out),
                  pitch = g_.kept * cell;
    const T* ahead = g_.out_grad + PlaceAhead(g_.out, tile, o, y + kAhead);
    for (int64_t i = 0; i < rows; ++i, from += apart, ahead += apart, to += pitch) {
      PrefetchRun(ahead, row + kLineOf);
      NumbersOfRun(from, row, to);
    }
  }

  /// Rows are split and joined where they are read and written.
  bool InPairs() const { return g_.planar && g_.stride == 2 && cell == 1; }

  /// Writes an input row's gradient, given in phases, or in `joined` if in pairs. `joined` is memory for the
  /// row of them, `stage` for as many as staged_size().
  void Write(const Tile& tile, int64_t z, int64_t y, const Bits* sums, Bits* joined, Bits* stage) const {
    Bits* to = Stored(g_.in_grad) + g_.in.At(tile, z, y);
    if (!g_.planar) {
      ForCells([&](int64_t place) HWY_ATTR {
        WriteRun(sums + place, cell, to, g_.stream);
        to += g_.in.inner;
      });
      return;
    }
    if (g_.stride > 1 && !InPairs()) JoinPhases(phases, sums, joined);
    const Bits* from = (g_.stride > 1 ? joined : sums) + g_.first * cell;
    const int64_t rows = std::min(together, tile.inner.count());
    const int64_t count = g_.in.cells * cell, pitch = g_.kept * g_.stride * cell;
    const int64_t apart = g_.staged ? g_.tiling.rows.size * count : Apart(g_.in);
    if (g_.staged) to = stage + (y - tile.rows.begin) * count;
    for (int64_t i = 0; i < rows; ++i, to += apart, from += pitch) WriteRun(from, count, to, g_.stream);
    if (!g_.staged || y + 1 < tile.rows.end) return;
    to = Stored(g_.in_grad) + g_.in.At(tile, z, tile.rows.begin);
    for (int64_t i = 0; i < rows; ++i, to += Apart(g_.in))
      WriteRun(stage + i * apart, tile.rows.count() * count, to, true);
  }
  int64_t staged_size() const { return g_.staged ? together * g_.tiling.rows.size * g_.in.cells * cell : 0; }

 private:
  static constexpr int kLocality = 2;  // the second cache: the first has no room for what is not needed yet
  static constexpr int64_t kSlack = 128;
  static constexpr int64_t kLineOf = 64 / sizeof(T);

  static void PrefetchRun(const T* from, int64_t count) {
    for (int64_t j = 0; j < count; j += kLineOf) __builtin_prefetch(from + j, 0, kLocality);
  }

  /// From a row of one outer index to that of the next.
  static int64_t Apart(const RowPlaces& side) { return side.depths * side.rows * side.cells * side.inner; }

  /// Where a row stands that will be needed later. Behind the last of an outer index come those of the next
  /// tile, which are the next outer indices that are put together.
  int64_t PlaceAhead(const RowPlaces& side, const Tile& tile, int64_t z, int64_t y) const {
    const bool behind = z + 1 == side.depths && y >= side.rows;
    return side.At(tile, z, y) + (behind ? (together - 1) * Apart(side) : 0);
  }

  /// Calls f(place) for the cells of an input row; the place is that among the phases.
  template <class F>
  HWY_INLINE void ForCells(const F& f) const {
    int64_t phase = g_.first % g_.stride, at = g_.first / g_.stride * cell;
    for (int64_t w = 0; w < g_.in.cells; ++w) {
      f(phase * phases.pitch + at);
      if (++phase < g_.stride) continue;
      phase = 0;
      at += cell;
    }
  }

  const DirectGather<T>& g_;
  std::vector<int64_t> lines_;
  int64_t lines_per_step_;

 public:
  const int64_t cell;      // elements
  const int64_t together;  // rows, one behind the other
  const int64_t size;      // of a row of kept windows
  const Phases phases;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_DIRECT_GATHER_INL_H_
