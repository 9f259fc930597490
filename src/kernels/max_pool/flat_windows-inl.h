// Who wins the windows of a plane, found in long rows of whole vectors, however short the tensor's rows are:
// along depth and height cells compete where they stand, only the winners are laid out for width. Included
// once for each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_FLAT_WINDOWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_FLAT_WINDOWS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_FLAT_WINDOWS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_FLAT_WINDOWS_INL_H_
#endif

#include <algorithm>
#include <limits>
#include <vector>

#include "core/rounding.h"
#include "kernels/max_pool/grad_operands.h"
#include "kernels/max_pool/numbered-inl.h"
#include "kernels/max_pool/planes-inl.h"
#include "kernels/max_pool/runs-inl.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/phases-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Finds the winners of up to `most_rows` rows of windows, of up to `most_cells` rows of cells.
template <class T>
class FlatWindows {
  using L = KeyBits<T>;
  using D = hn::ScalableTag<L>;

 public:
  FlatWindows(const WindowAxes& axes, int64_t most_rows, int64_t most_cells)
      : a_(axes),
        stride_(a_.width.axis.stride),
        row_(a_.width.source.size * a_.cell),
        before_(std::max<int64_t>(0, -WindowAxes::Start(a_.width, 0))),
        skipped_(std::max<int64_t>(0, WindowAxes::Start(a_.width, 0))),
        pitch_(Pitch()),
        phases_{stride_, std::min(stride_, a_.width.axis.window), a_.cell, most_rows * pitch_,
                (most_rows * pitch_ + a_.width.axis.window) * a_.cell + kSlack},
        tops_(a_.exec, 1, 2, 0, most_cells * row_),
        rows_(a_.exec, 1, 2, 0, RowsSize(most_rows)),
        taps_(a_.exec, 1, stride_ > 1 ? 2 : 0, 0, phases_.used * phases_.pitch),
        winners_(a_.exec, 1, 1, 0, most_rows * pitch_ * a_.cell) {
    for (int64_t i : {0, 1}) std::fill_n(rows_.at(0, i), RowsSize(most_rows), std::numeric_limits<L>::min());
  }

  /// Decides the windows at depth o in `rows`. `cells` is where the first row of their cells stands in the
  /// plane 0, `apart` the distance to the next plane.
  void Decide(int64_t o, Range rows, const T* cells, int64_t apart) {
    const Range planes = a_.depth.SourcesOf(o);
    const int64_t first = a_.height.SourcesOf(rows.begin).begin;
    const int64_t count = a_.height.SourcesOf(rows.end - 1).end - first;
    WithCount(planes.count(), [&](auto n) HWY_ATTR {
      BestAlongDepth<decltype(n)::value>(reinterpret_cast<const L*>(cells) + planes.begin * apart, apart,
                                         planes.count(), a_.depth.Tap(o, planes.begin), count * row_);
    });
    BestAlongHeight(rows, first);
    WithCount(a_.width.axis.window,
              [&](auto n) HWY_ATTR { BestAlongWidth<decltype(n)::value>(rows.count()); });
  }

  /// The numbers of the cells that won the i-th of these rows of windows.
  const L* winners(int64_t i) const { return winners_.at(0, 0) + i * pitch_ * a_.cell; }

 private:
  static constexpr int64_t kSlack = 128;  // more than the widest vector
  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

  /// Windows that a row takes, with room for the cells of the last and behind it.
  int64_t Pitch() const {
    const int64_t reach = skipped_ + (a_.width.target.size - 1) * stride_ + a_.width.axis.window;
    return CeilDiv(std::max(before_ + a_.width.source.size, reach), stride_);
  }

  int64_t RowsSize(int64_t rows) const {
    return (rows * pitch_ * stride_ + skipped_ + a_.width.axis.window) * a_.cell;
  }

  /// For each cell of the rows, the best of the planes. N > 3 stands for any number of them.
  template <int N>
  HWY_NOINLINE void BestAlongDepth(const L* HWY_RESTRICT first, int64_t apart, int64_t planes, int64_t tap,
                                   int64_t size) {
    const D d;
    const auto infinity = hn::Set(d, kInfinityBits<T>);
    const auto step = hn::Set(d, static_cast<L>(a_.Number(1, 0)));
    const auto start = hn::Set(d, static_cast<L>(a_.Number(tap, 0)));
    L* HWY_RESTRICT tops = tops_.at(0, 0);
    L* HWY_RESTRICT numbers = tops_.at(0, 1);
    const int64_t next = std::min<int64_t>(a_.depth.axis.stride, 4), behind = N > 3 ? planes : N;
    const auto best_of = [&](int64_t j, const auto& load) HWY_ATTR {
      const auto best = BestOfBits(d, N > 3 ? planes : N, infinity, start, step,
                                   [&](int64_t z) HWY_ATTR { return load(first + z * apart + j); });
      hn::StoreU(best.key, d, tops + j);
      hn::StoreU(best.number, d, numbers + j);
    };
    int64_t j = 0;
    for (; j + lanes() <= size; j += lanes()) {
      // What the next windows need besides is fetched now.
      for (int64_t z = behind; z < behind + next; ++z) __builtin_prefetch(first + z * apart + j, 0, 2);
      best_of(j, [&](const L* from) HWY_ATTR { return hn::LoadU(d, from); });
    }
    if (j == size) return;
    best_of(j, [&](const L* from) HWY_ATTR { return LoadFirst(d, from, static_cast<size_t>(size - j)); });
  }

  /// For each cell of a row, the best of the rows of a row of windows. Rows of windows that have the same
  /// rows of theirs are worked on together.
  HWY_NOINLINE void BestAlongHeight(Range rows, int64_t first) {
    const auto count = [&](int64_t row) { return a_.height.SourcesOf(row).count(); };
    for (Range some = rows; some.begin < rows.end; some.begin = some.end) {
      const Range cells = a_.height.SourcesOf(some.begin);
      const int64_t tap = a_.height.Tap(some.begin, cells.begin);
      some.end = some.begin + 1;
      if (tap == 0) {
        while (some.end < rows.end && count(some.end) == cells.count()) ++some.end;
      }
      WithCount(cells.count(), [&](auto n) HWY_ATTR {
        BestAlongHeightOf<decltype(n)::value>(some.count(), cells.count(), tap, (cells.begin - first) * row_,
                                              some.begin - rows.begin);
      });
    }
  }
  template <int N>
  HWY_INLINE void BestAlongHeightOf(int64_t rows, int64_t cells, int64_t tap, int64_t from, int64_t i) {
    const D d;
    const int64_t count = N > 3 ? cells : N, row = row_, vector = lanes();
    const int64_t next_from = a_.height.axis.stride * row, next_to = pitch_ * stride_ * a_.cell;
    const L* HWY_RESTRICT tops = tops_.at(0, 0) + from;
    const L* HWY_RESTRICT numbers = tops_.at(0, 1) + from;
    const int64_t to = i * next_to + before_ * a_.cell;
    L* HWY_RESTRICT best_tops = rows_.at(0, 0) + to;
    L* HWY_RESTRICT best_numbers = rows_.at(0, 1) + to;
    const auto step = hn::Set(d, static_cast<L>(a_.Number(0, 1)));
    const auto start = hn::Set(d, static_cast<L>(a_.Number(0, tap)));
    const auto there = hn::FirstN(d, static_cast<size_t>(std::min(row, vector)));
    const auto lowest = hn::Set(d, std::numeric_limits<L>::min());
    for (; rows > 0; --rows) {
      for (int64_t next = 0; next < row; next += vector) {
        // The last vector lies over the one before; where there is none, it is filled up.
        const int64_t j = std::max<int64_t>(0, std::min(next, row - vector));
        auto add = start;
        Numbered<D> best{hn::LoadU(d, tops + j), hn::Add(hn::LoadU(d, numbers + j), add)};
        for (int64_t y = 1, at = j + row; y < count; ++y, at += row) {
          add = hn::Add(add, step);
          best.Challenge(hn::LoadU(d, tops + at), hn::Add(hn::LoadU(d, numbers + at), add));
        }
        hn::StoreU(hn::IfThenElse(there, best.key, lowest), d, best_tops + j);
        hn::StoreU(best.number, d, best_numbers + j);
      }
      tops += next_from;
      numbers += next_from;
      best_tops += next_to;
      best_numbers += next_to;
    }
  }

  template <int N>
  HWY_NOINLINE void BestAlongWidth(int64_t rows) {
    const D d;
    const int64_t size = rows * pitch_ * a_.cell, start = skipped_ * a_.cell;
    const L *tops = rows_.at(0, 0) + start, *numbers = rows_.at(0, 1) + start;
    if (stride_ > 1) {
      Phases phases = phases_;
      phases.count = rows * pitch_;
      SplitPhases(phases, tops, taps_.at(0, 0));
      SplitPhases(phases, numbers, taps_.at(0, 1));
      tops = taps_.at(0, 0);
      numbers = taps_.at(0, 1);
    }
    L* HWY_RESTRICT winners = winners_.at(0, 0);
    const auto place = [&](int64_t t) { return t % stride_ * phases_.pitch + t / stride_ * a_.cell; };
    const int64_t places[3] = {0, place(1), place(2)};
    for (int64_t j = 0; j < size; j += lanes()) {
      Numbered<D> best{hn::LoadU(d, tops + j), hn::LoadU(d, numbers + j)};
      for (int64_t t = 1; t < (N > 3 ? a_.width.axis.window : N); ++t) {
        const int64_t at = (t < 3 ? places[t] : place(t)) + j;
        const auto number = hn::Add(hn::LoadU(d, numbers + at), hn::Set(d, static_cast<L>(t)));
        best.Challenge(hn::LoadU(d, tops + at), number);
      }
      hn::StoreU(best.number, d, winners + j);
    }
  }

  const WindowAxes& a_;
  const int64_t stride_;
  const int64_t row_;               // of cells, elements
  const int64_t before_, skipped_;  // cells of padding before a row, or cells before the first window
  const int64_t pitch_;
  const Phases phases_;
  PlaneRing<L> tops_;  // the best along depth, and their numbers
  PlaneRing<L> rows_;  // along depth and height
  PlaneRing<L> taps_;  // the same, by phases
  PlaneRing<L> winners_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_FLAT_WINDOWS_INL_H_
