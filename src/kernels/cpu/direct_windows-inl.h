// The windows of max pooling that a few planes of cells lie in: who won each of them, as a byte, and what it
// will send back. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_DIRECT_WINDOWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_DIRECT_WINDOWS_INL_H_
#undef VOXGRAD_KERNELS_CPU_DIRECT_WINDOWS_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_DIRECT_WINDOWS_INL_H_
#endif

#include <vector>

#include "kernels/cpu/phases-inl.h"
#include "kernels/cpu/planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A signed integer of the size of T.
template <class T>
using KeyBits = std::conditional_t<sizeof(T) == 2, int16_t, KeyOf<T>>;

inline constexpr int64_t kRowElements = 256;  // of rows put one behind the other: enough to forget the calls

/// What is the same for all tiles. A row of windows is kept with room for the windows that cells near its
/// ends would have: cell w of the input is the one `phase` steps behind the start of kept window `at`. Where
/// cells have less than a vector, the same row of several outer indices is one row, and vectors run over
/// windows.
template <class T>
struct DirectGather {
  DirectGather(const PoolProblem& p, const T* values, const T* out_grads, T* in_grads)
      : depth(p.axis[0], Direction::kForward),
        height(p.axis[1], Direction::kForward),
        width(p.axis[2], Direction::kForward),
        back_depth(p.axis[0], Direction::kBackward),
        back_height(p.axis[1], Direction::kBackward),
        planar(p.inner < static_cast<int64_t>(hn::Lanes(hn::ScalableTag<KeyBits<T>>()))),
        in(p, &Axis::in, planar),
        out(p, &Axis::out, planar),
        in_data(values),
        out_grad(out_grads),
        in_grad(in_grads),
        stream(WorthStreaming(p.in_cells() * int64_t{sizeof(T)}, in.cells * p.inner * int64_t{sizeof(T)})) {
    stride = width.axis.stride;
    reach = (width.axis.window - 1) / stride;
    const int64_t start = width.axis.out.origin * stride - width.axis.before - width.axis.in.origin;
    lead = start > 0 ? (start + stride - 1) / stride : 0;
    first = lead * stride - start;
    kept = reach + std::max(lead + out.cells, (in.cells + first + stride - 1) / stride);
    TileCosts costs;
    costs.bytes_per_cell = costs.hot_rows = 0;  // rows are worked on where they stand
    costs.warm_planes = depth.longest();
    if (planar) costs.planar_lanes = std::clamp<int64_t>(kRowElements / (kept * p.inner), 1, p.outer);
    tiling = ChooseTiling(p, &Axis::in, costs);
  }

  /// About nanoseconds.
  int64_t TileCost() const {
    return tiling.depths.size * tiling.rows.size * tiling.inner.size * in.cells * (planar ? in.inner : 1) /
               2 +
           1;
  }

  const GatherAxis depth, height, width, back_depth, back_height;
  const bool planar;
  const RowPlaces in, out;
  const T* const in_data;
  const T* const out_grad;
  T* const in_grad;
  const bool stream;
  int64_t stride;
  int64_t reach;  // as many windows before the one that starts at a cell may cover it
  int64_t lead;   // kept windows before the first
  int64_t first;  // cell 0 is so many cells behind the start of kept window 0
  int64_t kept;   // windows of a row, with those before and behind
  Tiling tiling;
};

/// Rows of kept windows for tiles of `part` inner elements, or outer indices.
template <class T>
class DirectWindows {
  using L = KeyBits<T>;
  using A = SumOf<T>;
  using DL = hn::ScalableTag<L>;
  using DA = hn::ScalableTag<A>;

 public:
  DirectWindows(const DirectGather<T>& gather, int64_t part)
      : g_(gather),
        cell_(g_.planar ? g_.in.inner : part),
        rows_together_(g_.planar ? part : 1),
        size_(rows_together_ * g_.kept * cell_),
        phases_{g_.stride, std::min(g_.stride, g_.width.axis.window), cell_, rows_together_ * g_.kept,
                size_ + (g_.reach + 1) * cell_ + 2 * static_cast<int64_t>(hn::Lanes(DL()))},
        rows_(std::min(g_.out.rows,
                       (g_.tiling.rows.size - 1) / g_.height.axis.stride + 1 + g_.back_height.longest())),
        codes_(g_.back_depth.longest(), rows_, 0, size_ + g_.reach * cell_),
        grads_(g_.back_depth.longest(), rows_, 0, size_),
        keys_(g_.planar ? g_.depth.longest() : 0, g_.planar ? g_.height.longest() : 0, 0,
              phases_.used * phases_.pitch),
        row_(1, 1, 0, g_.planar ? size_ * g_.stride : 0) {
    std::fill_n(row_.at(0, 0), g_.planar ? size_ * g_.stride : 0, std::numeric_limits<L>::min());
    for (int64_t t = 0; t < g_.width.axis.window; ++t) {
      tap_places_.push_back(t % g_.stride * phases_.pitch + t / g_.stride * cell_);
    }
    held_keys_.resize(static_cast<size_t>(g_.depth.longest() * g_.height.longest()));
  }

  int64_t cell() const { return cell_; }  // elements
  int64_t size() const { return size_; }  // of a row of kept windows
  int64_t rows_together() const { return rows_together_; }
  const Phases& phases() const { return phases_; }

  /// From now on for the rows of windows that touch this tile.
  void Begin(const Tile& tile) {
    const Range top = g_.back_height.SourcesOf(tile.rows.begin),
                bottom = g_.back_height.SourcesOf(tile.rows.end - 1);
    held_ = {top.begin, std::max(top.begin, bottom.end)};
    std::fill(held_keys_.begin(), held_keys_.end(), Range{-1, -1});
  }

  /// Those at depth o.
  void Decide(const Tile& tile, int64_t o) {
    for (int64_t row = held_.begin; row < held_.end; ++row) DecideRow(tile, o, row);
  }

  const A* grads(int64_t o, int64_t row) const { return grads_.at(o, row - held_.begin); }
  const uint8_t* codes(int64_t o, int64_t row) const { return codes_.at(o, row - held_.begin); }

  /// From a row of one outer index to that of the next.
  static int64_t Apart(const RowPlaces& side) { return side.depths * side.rows * side.cells * side.inner; }

 private:
  /// A row of cells under a row of windows, and the tap of its first cell.
  struct Contender {
    const L* keys;
    int64_t tap;
  };

  /// Finds the winners of a row of windows, and reads what they will send.
  void DecideRow(const Tile& tile, int64_t o, int64_t row) {
    const int64_t at = (g_.reach + g_.lead) * cell_;
    A* grads = grads_.at(o, row - held_.begin);
    uint8_t* codes = codes_.at(o, row - held_.begin);
    const DA d;
    const auto widen = [&](auto stored) HWY_ATTR { return Widen<T>(d, stored); };
    for (int64_t i = 0; i < rows_together_ && i < tile.inner.count(); ++i) {
      const T* from = g_.out_grad + g_.out.At(tile, o, row) + i * Apart(g_.out);
      A* to = grads + i * g_.kept * cell_ + at;
      if (g_.planar) PrefetchRow(from + g_.out.cells * cell_, g_.out.cells * cell_);
      ReadRow(d, Stored(from), g_.planar ? RowShape::Of(g_.out.cells, cell_, cell_) : g_.out.Shape(cell_), to,
              widen);
      std::fill_n(to + g_.out.cells * cell_, hn::Lanes(d), A(0));  // more than the row may have been written
    }
    contenders_.clear();
    const Range depths = g_.depth.SourcesOf(o), rows = g_.height.SourcesOf(row);
    for (int64_t z = depths.begin; z < depths.end; ++z) {
      for (int64_t y = rows.begin; y < rows.end; ++y) {
        const int64_t tap =
            (g_.depth.Tap(o, z) * g_.height.axis.window + g_.height.Tap(row, y)) * g_.width.axis.window;
        const L* keys = reinterpret_cast<const L*>(g_.in_data + g_.in.At(tile, z, y));
        contenders_.push_back({g_.planar ? KeysOf(tile, z, y) : keys, tap});
      }
    }
    if (g_.planar) {
      WithCount(g_.width.axis.window,
                [&](auto n) HWY_ATTR { DecideFlat<decltype(n)::value>(codes + g_.reach * cell_); });
      return;
    }
    for (int64_t w = 0; w < g_.out.cells; ++w) {
      const Range cells = g_.width.SourcesOf(w);
      WithCount(cells.count(), [&](auto n) HWY_ATTR {
        DecideCell<decltype(n)::value>(cells, g_.width.Tap(w, cells.begin), codes + at + w * cell_);
      });
    }
  }

  /// The keys of an input row, split into the phases of the stride.
  const L* KeysOf(const Tile& tile, int64_t z, int64_t y) {
    const int64_t slot = y % g_.height.longest();
    L* keys = keys_.at(z, slot);
    Range& held = held_keys_[static_cast<size_t>(z % g_.depth.longest() * g_.height.longest() + slot)];
    if (held == Range{z, y}) return keys;
    held = {z, y};
    const DL d;
    const auto infinity = hn::Set(d, kInfinity);
    const auto to_keys = [&](auto stored)
                             HWY_ATTR { return KeysOfBits(d, hn::BitCast(d, stored), infinity); };
    for (int64_t i = 0; i < rows_together_ && i < tile.inner.count(); ++i) {
      const T* from = g_.in_data + g_.in.At(tile, z, y) + i * Apart(g_.in);
      L* to = row_.at(0, 0) + (i * g_.kept * g_.stride + g_.first) * cell_;
      PrefetchRow(from + 2 * g_.in.cells * cell_, g_.in.cells * cell_);
      ReadRow(d, reinterpret_cast<const L*>(from), RowShape::Of(g_.in.cells, cell_, cell_), to, to_keys);
      std::fill_n(to + g_.in.cells * cell_, hn::Lanes(d), std::numeric_limits<L>::min());
    }
    SplitPhases(phases_, row_.at(0, 0), keys);
    return keys;
  }

  /// The winners of kept windows, vectors running over windows.
  template <int N>
  HWY_NOINLINE void DecideFlat(uint8_t* codes) const {
    const DL d;
    const int64_t* places = tap_places_.data();
    const Contender* contenders = contenders_.data();
    const auto first = [&](size_t r) { return contenders[r].tap; };
    for (int64_t j = 0; j < size_; j += static_cast<int64_t>(hn::Lanes(d))) {
      const auto key = [&](size_t r, int64_t t)
                           HWY_ATTR { return hn::LoadU(d, contenders[r].keys + places[t] + j); };
      StoreCodes(d, NumberOfBest<N>(d, contenders_.size(), g_.width.axis.window, first, key), codes + j);
    }
  }

  /// The winners of one window of cells of at least a vector.
  template <int N>
  HWY_NOINLINE void DecideCell(Range cells, int64_t tap, uint8_t* codes) const {
    const DL d;
    const auto infinity = hn::Set(d, kInfinity);
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    const int64_t pitch = g_.in.inner, at = cells.begin * pitch;
    const Contender* contenders = contenders_.data();
    const auto first = [&](size_t r) { return contenders[r].tap + tap; };
    int64_t j = 0;
    for (; j + lanes <= cell_; j += lanes) {
      const auto key = [&](size_t r, int64_t t) HWY_ATTR {
        return KeysOfBits(d, hn::LoadU(d, contenders[r].keys + at + t * pitch + j), infinity);
      };
      StoreCodes(d, NumberOfBest<N>(d, contenders_.size(), cells.count(), first, key), codes + j);
      // More rows of cells than the processor follows by itself: the next window's are fetched.
      for (size_t r = 0; r < contenders_.size(); ++r) {
        for (int64_t t = 0; t < g_.stride; ++t)
          hwy::Prefetch(contenders[r].keys + at + (cells.count() + t) * pitch + j);
      }
    }
    if (j == cell_) return;
    const auto rest = static_cast<size_t>(cell_ - j);
    const auto key = [&](size_t r, int64_t t) HWY_ATTR {
      return KeysOfBits(d, LoadFirst(d, contenders[r].keys + at + t * pitch + j, rest), infinity);
    };
    StoreCodes(d, NumberOfBest<4>(d, contenders_.size(), cells.count(), first, key),
               codes + j);  // what is written past the cell, the next one overwrites
  }

  static constexpr L kInfinity = std::is_same_v<T, Half>       ? L(0x7c00)
                                 : std::is_same_v<T, BFloat16> ? L(0x7f80)
                                 : sizeof(T) == 4              ? L(0x7f800000)
                                                               : static_cast<L>(0x7ff0000000000000);

  const DirectGather<T>& g_;
  const int64_t cell_;
  const int64_t rows_together_;  // one behind the other
  const int64_t size_;
  const Phases phases_;
  const int64_t rows_;  // of windows, for a tile
  PlaneRing<uint8_t> codes_;
  PlaneRing<A> grads_;
  PlaneRing<L> keys_;  // of input rows, in phases
  PlaneRing<L> row_;
  std::vector<int64_t> tap_places_;
  std::vector<Range> held_keys_;  // depth and height of the rows in keys_
  Range held_;                    // the rows of windows that touch the tile
  std::vector<Contender> contenders_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_DIRECT_WINDOWS_INL_H_
