// Sums along a row of [W, inner]: the last step of average pooling, straight into the result.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_COLUMNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_COLUMNS_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_COLUMNS_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_COLUMNS_INL_H_
#endif

#include <hwy/cache_control.h>

#include <optional>
#include <vector>

#include "core/rounding.h"
#include "kernels/avg_pool/spread-inl.h"
#include "kernels/avg_pool/window_sums-inl.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/emit-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// All of a source row counts, as in average pooling.
template <class D>
struct AllCells {
  HWY_INLINE hn::Vec<D> operator()(D d, const hn::TFromD<D>* row, int64_t place, int64_t) const {
    return hn::LoadU(d, row + place);
  }
};

/// A row to be written and the source row it is made from; where cells are cache lines, also a row like the
/// result that will be read soon.
template <class T, class A>
struct ColumnsRow {
  T* out;
  const A* source;
  const T* next = nullptr;
};

/// How a gather along W is done where windows do not simply move on by one cell. A use of Columns names those
/// that it can need: each is compiled for every type and instruction set.
enum ColumnWays : unsigned {
  kByOneOnly = 0,
  kByCells = 1,   // windows move on by several cells
  kBySpread = 2,  // the same, see Spread; only to keep rows
  kByLines = 4,   // by one, cells are whole cache lines; Write is called with AllCells
  kOfCut = 8      // back, the sources are windows' averages: see WeighCut
};

/// Gathers along W rows of which a tile has `part` inner elements. The source rows are this class's own
/// memory: zeros stand on both sides of each, so that with stride 1 every cell, also at the borders, is a sum
/// of equally many. `rows` of them are held at once: where rows are short, each step is done for many of them
/// before the next, for what has just been written cannot be read at other offsets without a wait.
template <class A, unsigned kWays>
class Columns {
  using D = hn::ScalableTag<A>;

 public:
  /// `lines`: cells are whole cache lines.
  Columns(const GatherAxis& axis, int64_t part, int64_t rows = 1, bool lines = false)
      : axis_(axis), part_(part), rows_(rows) {
    // What decides must not depend on how much of the whole is held: the ways differ in the order of sums.
    flat_ = BlockAxis::Takes(axis);
    if (flat_) {
      // In the whole, cell t's range starts at t + shift; here both sides count from what they hold.
      const int64_t shift = axis.backward ? axis.axis.before - axis.axis.window + 1 : -axis.axis.before;
      first_ = shift + axis.target.origin - axis.source.origin;
      const int64_t end = axis.target.size - 1 + first_ + axis.axis.window;
      margin_before_ = std::max<int64_t>(0, -first_) * part;
      margin_after_ = std::max<int64_t>(0, end - axis.source.size) * part;
      if ((kWays & kByLines) != 0 && lines) {
        blocks_.emplace(axis);
        margin_before_ += (blocks_->sums() - 1) * part;  // what is held may begin and end within a block
        margin_after_ += (blocks_->sums() - 1) * part;
      }
    } else if ((kWays & kBySpread) != 0 && Spread<A>::Takes(axis, part)) {
      spread_.emplace(axis, part);
      margin_before_ = spread_->margin_before();
      margin_after_ = spread_->margin_after();
    } else {
      ranges_.reserve(static_cast<size_t>(axis.target.size));
      for (int64_t t = 0; t < axis.target.size; ++t) ranges_.push_back(axis.SourcesOf(t));
    }
    if constexpr ((kWays & kOfCut) != 0) FindCut();
    // Rows start on cache lines where they can.
    const auto lanes = static_cast<int64_t>(hn::Lanes(d_));
    margin_before_ = RoundUp(margin_before_, lanes);
    const int64_t size = margin_before_ + axis.source.size * part + margin_after_ + 2 * lanes;
    pitch_ = RoundUp(size, lanes);
  }

  size_t ArenaBytes() const {
    return Arena::Size<A>(source_size()) + Arena::Size<A>(narrow_size()) + Arena::Size<A>(weights_size());
  }

  void TakeFrom(Arena* arena) {
    A* memory = arena->Take<A>(source_size());
    std::fill_n(memory, source_size(), A(0));
    source_ = memory + margin_before_;
    narrow_ = arena->Take<A>(narrow_size());
    if (has_cut_) TakeWeights(arena);
  }

  /// Where a source row is to be put. Vectors may be written a little past its end if they hold zeros there.
  A* source(int64_t row = 0) const { return source_ + row * pitch_; }
  int64_t pitch() const { return pitch_; }

  /// To be called for a source row of windows' averages on the way back, before anything is made of it: those
  /// that are cut at a border count as much more as they have fewer cells, see AverageAxis.
  HWY_INLINE void WeighCut(int64_t row = 0) const {
    if (weights_ == nullptr) return;
    A* HWY_RESTRICT first = source(row);
    for (const LoneWindow& lone : lone_windows_)
      std::copy_n(first + lone.window * part_, part_, first + lone.copy * part_);
    const auto lanes = static_cast<int64_t>(hn::Lanes(d_));
    const auto weigh = [&](int64_t j) HWY_ATTR {
      hn::StoreU(hn::Mul(hn::LoadU(d_, first + j), hn::LoadU(d_, weights_ + j)), d_, first + j);
    };
    int64_t j = 0;
    for (; j < full_.begin; j += lanes) weigh(j);
    for (j = std::max(j, full_.end); j < axis_.source.size * part_; j += lanes) weigh(j);
  }

  /// The places before and behind the row that a gather may touch.
  int64_t margin_before() const { return margin_before_; }
  int64_t margin_after() const { return margin_after_ + 2 * static_cast<int64_t>(hn::Lanes(d_)); }

  /// Sums of several rows that stay in memory of our own, all cells counting. Nothing is streamed and no type
  /// is narrowed: a loop with that choice needs more registers.
  void KeepRows(const ColumnsRow<A, A>* rows, int64_t count, int64_t size) const {
    const auto keep = [&](auto sum) HWY_ATTR { KeepSums(rows, count, size, sum); };
    if constexpr ((kWays & kBySpread) != 0) {
      if (spread_) {
        WithCount(spread_->full_taps(), [&](auto n) HWY_ATTR {
          keep([view = spread_->view()](const A* source, int64_t j)
                   HWY_ATTR { return view.template At<decltype(n)::value>(source, j); });
        });
        for (int64_t i = 0; i < count; ++i) {
          for (const LoneCell& lone : lone_cells_)
            std::copy_n(rows[i].source + lone.copy * part_, part_, rows[i].out + lone.cell * part_);
        }
        return;
      }
    }
    if constexpr ((kWays & kByCells) != 0) {
      if (!flat_) {
        WriteByCells(rows, count, RowShape{1, size, size}, false, AllCells<D>(),
                     [](auto sum, int64_t) HWY_ATTR { return sum; });
        return;
      }
    }
    WithCount(axis_.axis.window, [&](auto n) HWY_ATTR {
      keep([taps = axis_.axis.window, first = first_ * part_, part = part_](const A* source, int64_t j)
               HWY_ATTR {
                 return SumOfLoads<decltype(n)::value>(
                     taps, [&](int64_t i) HWY_ATTR { return hn::LoadU(D(), source + first + j + i * part); });
               });
    });
  }

  /// Writes one row of the target. `cells(d, row, place, tap)` loads what counts of the row at a place whose
  /// window has the target cell at `tap`; `finish(sum, j)` makes the result of element j (and its
  /// neighbours). It is a copy that is returned: what it gathers on the way stays in registers.
  template <class T, class Cells, class Finish>
  Finish Write(T* out, RowShape shape, bool stream, const Cells& cells, Finish finish) const {
    const ColumnsRow<T, A> row = {out, source_};
    return WriteRows(&row, 1, shape, stream, cells, finish);
  }

  /// The same for several rows.
  template <class T, class Cells, class Finish>
  Finish WriteRows(const ColumnsRow<T, A>* rows, int64_t count, RowShape shape, bool stream,
                   const Cells& cells, Finish finish) const {
    std::optional<Finish> done(finish);
    if constexpr ((kWays & kByLines) != 0) {
      if (blocks_) {
        const int64_t pitch = shape.runs == 1 ? part_ : shape.pitch;
        for (int64_t i = 0; i < count; ++i) done.emplace(EmitBlocks(*blocks_, rows[i], pitch, stream, *done));
        return *done;
      }
    }
    if constexpr ((kWays & kByCells) != 0) {
      if (!flat_) return WriteByCells(rows, count, shape, stream, cells, finish);
    }
    const int64_t taps = axis_.axis.window;
    WithCount(taps, [&](auto n) HWY_ATTR {
      // Copies: the compiler cannot know that a store does not change what lies behind a pointer.
      const auto sum = [taps, cells, first = first_ * part_, part = part_](const A* source,
                                                                           int64_t j) HWY_ATTR {
        return SumOfLoads<decltype(n)::value>(
            taps, [&](int64_t i) HWY_ATTR { return cells(D(), source, first + j + i * part, taps - 1 - i); });
      };
      done.emplace(EmitRows(rows, count, shape, stream, finish, sum));
    });
    return *done;
  }

 private:
  /// A cell that lies under one window alone, which is cut at a border: it takes what the window holds, not
  /// what that counts for others. That stands in a cell behind the source row.
  struct LoneCell {
    int64_t cell, copy;
  };
  struct LoneWindow {
    int64_t window, copy;
  };

  void FindCut() {
    if (!axis_.backward || !axis_.overlaps()) return;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d_));
    const int64_t full = axis_.full_share(), held = axis_.source.size;
    int64_t next = held + CeilDiv(margin_after_ + 2 * lanes, part_);
    for (int64_t o = 0; o < held; ++o) {
      if (axis_.Share(o) == full) continue;
      has_cut_ = true;
      const Range cells = axis_.axis.CellsOf(o + axis_.source.origin);
      const int64_t end = std::min(cells.end - axis_.target.origin, axis_.target.size);
      for (int64_t t = std::max<int64_t>(0, cells.begin - axis_.target.origin); t < end; ++t) {
        if (axis_.WholeWindowsOf(t).count() != 1) continue;
        if (lone_windows_.empty() || lone_windows_.back().window != o) lone_windows_.push_back({o, next++});
        const int64_t copy = lone_windows_.back().copy;
        lone_cells_.push_back({t, copy});
        if (!ranges_.empty()) ranges_[static_cast<size_t>(t)] = {copy, copy + 1};
      }
    }
    if (!lone_windows_.empty()) margin_after_ = (next - held) * part_;
  }

  void TakeWeights(Arena* arena) {
    A* weights = arena->Take<A>(weights_size());
    weights_ = weights;
    const int64_t full = axis_.full_share(), held = axis_.source.size;
    full_ = {held * part_, held * part_};
    for (int64_t o = 0; o < held; ++o) {
      const double more = static_cast<double>(full) / static_cast<double>(axis_.Share(o));
      weights = std::fill_n(weights, part_, static_cast<A>(more));
      if (more != 1) continue;
      full_.begin = std::min(full_.begin, o * part_);
      full_.end = (o + 1) * part_;
    }
    std::fill_n(weights, 4 * hn::Lanes(d_), A(1));
  }

  template <class Sum>
  HWY_NOINLINE static void KeepSums(const ColumnsRow<A, A>* rows, int64_t count, int64_t size, Sum sum) {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    for (int64_t i = 0; i < count; ++i) {
      const A* HWY_RESTRICT source = rows[i].source;
      A* HWY_RESTRICT to = rows[i].out;
      int64_t j = 0;
      for (; j + lanes <= size; j += lanes) hn::StoreU(sum(source, j), d, to + j);
      if (j < size) StoreSome(d, sum(source, j), to + j, static_cast<size_t>(size - j));
    }
  }

  /// out[j] = finish(value(source, j), j) for each row. `finish` is a copy, so that it stays in
  /// registers.
  template <class T, class Finish, class Value>
  HWY_INLINE Finish EmitRows(const ColumnsRow<T, A>* rows, int64_t count, RowShape shape, bool stream,
                             Finish finish, const Value value) const {
    for (int64_t i = 0; i < count; ++i) {
      const A* source = rows[i].source;
      EmitRow(d_, rows[i].out, shape, stream,
              [&](int64_t j) HWY_ATTR { return finish(value(source, j), j); });
    }
    return finish;
  }

  /// The same for one row of cells that are cache lines.
  template <class T, class Finish>
  Finish EmitBlocks(const BlockAxis& blocks, const ColumnsRow<T, A>& row, int64_t pitch, bool stream,
                    Finish finish) const {
    const int64_t start = blocks.StartOf(0);
    const CellRow<A> cells = {row.source + (first_ + start) * part_, part_, blocks.window(), -start,
                              axis_.target.size - start};
    stream = stream && reinterpret_cast<uintptr_t>(row.out) % 64 == 0;
    const T* next = row.next == nullptr ? row.out : row.next;
    std::optional<Finish> done(finish);
    WithBlock(blocks.window(), [&](auto m, auto k) HWY_ATTR {
      done.emplace(EmitCellBlocks<decltype(m)::value, decltype(k)::value>(cells, pitch, stream, next, row.out,
                                                                          finish));
    });
    return *done;
  }

  template <class T, class Cells, class Finish>
  Finish WriteByCells(const ColumnsRow<T, A>* rows, int64_t rows_count, RowShape shape, bool stream,
                      const Cells& cells, Finish finish) const {
    const auto count = static_cast<int64_t>(ranges_.size());
    if (narrow_size() == 0) {
      const int64_t pitch = shape.runs == 1 ? part_ : shape.pitch;
      for (int64_t i = 0; i < rows_count; ++i) {
        T* const out = rows[i].out;
        const A* source = rows[i].source;
        for (int64_t t = 0; t < count; ++t) {
          const auto emit = [&](auto& finish_cell) HWY_ATTR {
            SumCell(source, t, cells, [&](const auto& sum) HWY_ATTR {
              Emit(d_, out + t * pitch, part_, stream,
                   [&](int64_t j) HWY_ATTR { return finish_cell(sum(j), t * part_ + j); });
            });
          };
          if constexpr (requires { finish.ForElementsLike(t * part_, emit); }) {
            finish.ForElementsLike(t * part_, emit);
          } else {
            emit(finish);
          }
        }
      }
      return finish;
    }
    for (int64_t i = 0; i < rows_count; ++i) {
      // A cell is less than a vector: what a store writes past it, the next cell's store overwrites.
      for (int64_t t = 0; t < count; ++t) {
        SumCell(rows[i].source, t, cells,
                [&](const auto& sum) HWY_ATTR { hn::StoreU(sum(0), d_, narrow_ + t * part_); });
      }
      EmitRow(d_, rows[i].out, shape, stream,
              [&](int64_t j) HWY_ATTR { return finish(hn::LoadU(d_, narrow_ + j), j); });
    }
    return finish;
  }

  /// Calls f(sum) where sum(j) adds up the range of target cell t at inner element j.
  template <class Cells, class F>
  HWY_INLINE void SumCell(const A* source, int64_t t, const Cells& cells, const F& f) const {
    const Range range = ranges_[static_cast<size_t>(t)];
    const int64_t count = range.count(), first = range.begin * part_;
    if (count == 0) return f([&](int64_t) HWY_ATTR { return hn::Zero(d_); });
    const int64_t tap = axis_.backward ? axis_.Tap(range.begin, t) : 0;
    WithCount(count, [&](auto n) HWY_ATTR {
      f([&](int64_t j) HWY_ATTR {
        return SumOfLoads<decltype(n)::value>(count, [&](int64_t i) HWY_ATTR {
          return cells(d_, source, first + i * part_ + j, tap - i * axis_.axis.stride);
        });
      });
    });
  }

  size_t source_size() const { return static_cast<size_t>(pitch_ * rows_); }
  size_t weights_size() const {
    return has_cut_ ? static_cast<size_t>(axis_.source.size * part_) + 4 * hn::Lanes(d_) : 0;
  }
  size_t narrow_size() const {
    const size_t lanes = hn::Lanes(d_);
    if (flat_ || spread_ || part_ >= static_cast<int64_t>(lanes)) return 0;
    return static_cast<size_t>(axis_.target.size * part_) + 2 * lanes;
  }

  const D d_;
  const GatherAxis& axis_;
  const int64_t part_, rows_;
  bool flat_;
  std::optional<Spread<A>> spread_;
  std::optional<BlockAxis> blocks_;
  int64_t first_ = 0;
  int64_t margin_before_ = 0, margin_after_ = 0;
  int64_t pitch_;  // from source row to source row
  std::vector<Range> ranges_;
  bool has_cut_ = false;
  std::vector<LoneWindow> lone_windows_;
  std::vector<LoneCell> lone_cells_;
  const A* weights_ = nullptr;  // of the elements of a source row
  Range full_;                  // elements of the windows between the borders: they count once
  A* source_ = nullptr;
  A* narrow_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_COLUMNS_INL_H_
