// A row of max pooling's windows that do not overlap, with cells of less than a vector. Cells compete along
// depth and height first, in vectors of neighbours whatever the window; only who is left competes along
// width. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_APART_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_APART_ROW_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_APART_ROW_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_APART_ROW_INL_H_
#endif

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/max_pool/numbered-inl.h"
#include "kernels/simd/emit-inl.h"
#include "kernels/simd/phases-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Each lane of half a vector twice, side by side. For lanes of up to four bytes.
template <class D>
HWY_INLINE hn::Vec<D> TwiceEach(D d, hn::Vec<hn::Half<D>> v) {
  using L = hn::TFromD<D>;
  const hn::RebindToUnsigned<hn::Half<D>> narrow;
  const hn::Repartition<hwy::MakeWide<hwy::MakeUnsigned<L>>, D> wide;
  const auto once = hn::PromoteTo(wide, hn::BitCast(narrow, v));
  return hn::BitCast(d, hn::Or(once, hn::ShiftLeft<8 * sizeof(L)>(once)));
}

/// Works on values as bits: L is a signed integer of their size. A cell of the window has the number
/// row · taps + tap; what is found is kept for each cell of an input row: the number its window was won by,
/// less the cell's own tap, and what the window sends.
template <class L>
class ApartRow {
  using D = hn::ScalableTag<L>;

 public:
  /// `infinity` is that of the type: what lies above it is a NaN.
  ApartRow(Exec& exec, const ApartAxis& width, int64_t inner, L infinity)
      : infinity_(infinity),
        taps_(width.axis.window),
        size_(width.source.size * inner),
        start_(width.Start(0) * inner),
        windows_(width.target.size * inner),
        end_(std::min(size_, start_ + windows_ * width.axis.stride)),
        pairs_(sizeof(L) < 8 && inner == 1 && taps_ == 2 && width.axis.stride == 2 && start_ >= 0),
        before_(std::max<int64_t>(0, -start_)),
        phases_{width.axis.stride, taps_, inner, width.target.size,
                (windows_ + 2 * lanes()) / lanes() * lanes()},
        row_(before_ +
             std::max(size_, start_ + ((width.target.size - 1) * width.axis.stride + taps_) * inner) +
             8 * lanes()),
        arena_(exec, 2 * Arena::Size<L>(static_cast<size_t>(row_)) +
                         (pairs_ ? 0
                                 : 2 * Arena::Size<L>(static_cast<size_t>(row_)) +
                                       2 * Arena::Size<L>(static_cast<size_t>(taps_ * phases_.pitch)))) {
    codes_ = Take(row_, kNone) + before_;
    sent_ = Take(row_, 0) + before_;
    if (pairs_) return;
    tops_ = Take(row_, kLowest) + before_;
    numbers_ = Take(row_, 0) + before_;
    keys_of_taps_ = Take(taps_ * phases_.pitch, kLowest);
    numbers_of_taps_ = Take(taps_ * phases_.pitch, 0);
  }

  /// Decides windows that cover these input rows, in their order, and send `grads`.
  void Decide(const std::vector<const L*>& rows, const L* grads) {
    if constexpr (sizeof(L) < 8) {
      if (pairs_) return DecidePairs(rows, grads);
    }
    BestOfColumns(rows);
    DecidePhases(grads);
  }

  /// Writes the gradient of the r-th of those rows.
  HWY_NOINLINE void Write(size_t r, bool stream, L* to) const {
    const D d;
    const auto number = hn::Set(d, static_cast<L>(static_cast<int64_t>(r) * taps_));
    const L *codes = codes_, *sent = sent_;
    Emit(d, to, size_, stream, [&](int64_t j) HWY_ATTR {
      return hn::IfThenElseZero(hn::Eq(hn::LoadU(d, codes + j), number), hn::LoadU(d, sent + j));
    });
  }

 private:
  static constexpr L kLowest = std::numeric_limits<L>::min(), kHighest = std::numeric_limits<L>::max();
  static constexpr L kNone = -kHighest;  // no cell has this number
  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(D())); }

  L* Take(int64_t count, L fill) {
    L* part = arena_.Take<L>(static_cast<size_t>(count));
    std::fill_n(part, count, fill);
    return part;
  }

  /// What is left of a column of cells. `load(row)` are its values in a row, `first` the numbers of those of
  /// the first.
  template <class Load>
  HWY_INLINE Numbered<D> BestOf(const std::vector<const L*>& rows, hn::Vec<D> first, const Load& load) const {
    const D d;
    const L* const* row = rows.data();
    return BestOfBits(d, static_cast<int64_t>(rows.size()), hn::Set(d, infinity_), first,
                      hn::Set(d, static_cast<L>(taps_)), [&](int64_t i) HWY_ATTR { return load(row[i]); });
  }

  /// Windows of two cells side by side along width: each vector is compared with itself, neighbours swapped.
  HWY_NOINLINE void DecidePairs(const std::vector<const L*>& rows, const L* HWY_RESTRICT grads) const {
    const D d;
    const hn::Half<D> half;
    const auto tap = hn::And(hn::Iota(d, 0), hn::Set(d, L(1)));
    L* HWY_RESTRICT codes = codes_ + start_;
    L* HWY_RESTRICT sent = sent_ + start_;
    const auto decide = [&](int64_t j, const Numbered<D>& best) HWY_ATTR {
      const auto top = hn::Max(best.key, hn::Reverse2(d, best.key));
      const auto mine = hn::IfThenElse(hn::Eq(best.key, top), best.number, hn::Set(d, kHighest));
      hn::StoreU(hn::Sub(hn::Min(mine, hn::Reverse2(d, mine)), tap), d, codes + j);
    };
    const int64_t count = end_ - start_;
    int64_t j = 0;
    for (; j + lanes() <= count; j += lanes()) {
      decide(j, BestOf(rows, tap, [&](const L* row) HWY_ATTR { return hn::LoadU(d, row + start_ + j); }));
      hn::StoreU(TwiceEach(d, hn::LoadU(half, grads + j / 2)), d, sent + j);
    }
    if (j < count) {
      const auto rest = static_cast<size_t>(count - j);
      Numbered<D> best =
          BestOf(rows, tap, [&](const L* row) HWY_ATTR { return LoadFirst(d, row + start_ + j, rest); });
      best.key = hn::IfThenElse(hn::FirstN(d, rest), best.key, hn::Set(d, kLowest));
      decide(j, best);
      hn::StoreU(TwiceEach(d, LoadFirst(half, grads + j / 2, (rest + 1) / 2)), d, sent + j);
    }
    std::fill(codes_ + end_, codes_ + size_, kNone);
  }

  /// The best along depth and height, for each cell of a row.
  HWY_NOINLINE void BestOfColumns(const std::vector<const L*>& rows) const {
    const D d;
    const auto zero = hn::Zero(d);
    const auto store = [&](int64_t j, const Numbered<D>& best) HWY_ATTR {
      hn::StoreU(best.key, d, tops_ + j);
      hn::StoreU(best.number, d, numbers_ + j);
    };
    for (int64_t j = 0; j + lanes() <= size_; j += lanes())
      store(j, BestOf(rows, zero, [&](const L* row) HWY_ATTR { return hn::LoadU(d, row + j); }));
    const int64_t j = size_ / lanes() * lanes();
    if (j == size_) return;
    const auto rest = static_cast<size_t>(size_ - j);
    store(j, BestOf(rows, zero, [&](const L* row) HWY_ATTR { return LoadFirst(d, row + j, rest); }));
    std::fill_n(tops_ + size_, lanes(), kLowest);
  }

  /// Windows along width in general: cells are split by their place in a window, so that vectors run over
  /// windows. What is sent takes the places of what was compared.
  HWY_NOINLINE void DecidePhases(const L* grads) const {
    const D d;
    const int64_t pitch = phases_.pitch;
    SplitPhases(phases_, tops_ + start_, keys_of_taps_);
    SplitPhases(phases_, numbers_ + start_, numbers_of_taps_);
    for (int64_t j = 0; j < windows_; j += lanes()) {
      L *keys = keys_of_taps_ + j, *numbers = numbers_of_taps_ + j;
      Numbered<D> best{hn::LoadU(d, keys), hn::LoadU(d, numbers)};
      for (int64_t t = 1; t < taps_; ++t) {
        best.Challenge(hn::LoadU(d, keys + t * pitch),
                       hn::Add(hn::LoadU(d, numbers + t * pitch), hn::Set(d, static_cast<L>(t))));
      }
      const auto left = static_cast<size_t>(windows_ - j);
      const auto grad = left >= hn::Lanes(d) ? hn::LoadU(d, grads + j) : LoadFirst(d, grads + j, left);
      for (int64_t t = 0; t < taps_; ++t) {
        hn::StoreU(hn::Sub(best.number, hn::Set(d, static_cast<L>(t))), d, keys + t * pitch);
        hn::StoreU(grad, d, numbers + t * pitch);
      }
    }
    JoinPhases(phases_, keys_of_taps_, codes_ + start_);
    JoinPhases(phases_, numbers_of_taps_, sent_ + start_);
    std::fill(codes_ + std::max<int64_t>(0, end_), codes_ + size_, kNone);  // a join may write past the last
  }

  const L infinity_;
  const int64_t taps_;
  const int64_t size_;     // of an input row
  const int64_t start_;    // of the windows in it; before it, where padding comes first
  const int64_t windows_;  // elements of a row of them
  const int64_t end_;      // of the cells up to where another window would start
  const bool pairs_;
  const int64_t before_;  // elements of padding before the row
  const Phases phases_;
  const int64_t row_;  // elements of a row with the padding that windows reach into
  Arena arena_;
  L *codes_, *sent_;
  L *tops_ = nullptr, *numbers_ = nullptr;
  L *keys_of_taps_ = nullptr, *numbers_of_taps_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_APART_ROW_INL_H_
