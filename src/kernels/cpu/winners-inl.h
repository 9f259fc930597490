// Who wins a window. Values compete as integers, their keys, which are ordered as max pooling orders them: a NaN
// above all, -0 as 0. So the first maximum of keys is the winner, for every type.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_WINNERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_WINNERS_INL_H_
#undef VOXGRAD_KERNELS_CPU_WINNERS_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_WINNERS_INL_H_
#endif

#include <limits>
#include <vector>

#include "kernels/cpu/gather.h"
#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// What the keys of V are kept in.
template <class V>
using KeyOf = std::conditional_t<sizeof(V) == 8, int64_t, int32_t>;

/// Below every key of V, or there is no such number.
template <class V>
constexpr bool kHasLowest = !(std::is_integral_v<V> && sizeof(V) >= 4);

/// Keys of a vector as it is stored for V.
template <class V, class D>
HWY_INLINE hn::Vec<D> ToKeys(D d, hn::Vec<hn::Rebind<StoredAs<V>, D>> stored) {
  using L = hn::TFromD<D>;
  if constexpr (std::is_integral_v<V>) {
    const auto wide = Widen<V>(d, stored);
    // Unsigned numbers as wide as the key: the order of signed ones begins at the highest bit.
    if constexpr (std::is_unsigned_v<V> && sizeof(V) == sizeof(L)) {
      return hn::Xor(wide, hn::Set(d, std::numeric_limits<L>::min()));
    } else {
      return wide;
    }
  } else {
    const hn::Rebind<SumOf<V>, D> df;
    const auto number = hn::Add(Widen<V>(df, stored), hn::Zero(df));  // makes -0 a 0
    const auto bits = hn::BitCast(d, number);
    const auto highest = hn::Set(d, std::numeric_limits<L>::max());
    const auto flip = hn::And(hn::ShiftRight<8 * sizeof(L) - 1>(bits), highest);
    return hn::IfThenElse(hn::RebindMask(d, hn::IsNaN(number)), highest, hn::Xor(bits, flip));
  }
}

/// Small numbers of lanes as bytes in memory, and back.
template <class D>
HWY_INLINE void StoreCodes(D d, hn::Vec<D> codes, uint8_t* to) {
  const hn::Rebind<uint8_t, D> bytes;
  hn::StoreU(hn::TruncateTo(bytes, hn::BitCast(hn::RebindToUnsigned<D>(), codes)), bytes, to);
}
template <class D>
HWY_INLINE hn::Vec<D> LoadCodes(D d, const uint8_t* from) {
  const auto bytes = hn::LoadU(hn::Rebind<uint8_t, D>(), from);
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<int32_t, D>(), bytes));
  } else {
    return hn::PromoteTo(d, bytes);
  }
}

/// What is kept about a winner: which of the candidates it is, as a byte.
template <class L>
struct KeepTap {
  uint8_t* to;
  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, size_t, int64_t, int64_t tap) const {
    return hn::Set(d, static_cast<L>(tap));
  }
  template <class D>
  HWY_INLINE void Store(D d, hn::Vec<D> kept, int64_t j) const {
    StoreCodes(d, kept, to + j);
  }
};

/// What is kept about a winner: what stands at its place in other rows.
template <class L>
struct KeepPicked {
  const std::vector<const L*>* rows;
  L* to;
  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, size_t row, int64_t place, int64_t) const {
    return hn::LoadU(d, (*rows)[row] + place);
  }
  template <class D>
  HWY_INLINE void Store(D d, hn::Vec<D> kept, int64_t j) const {
    hn::StoreU(kept, d, to + j);
  }
};

/// The winners, place by place, of rows of keys; `first_tap` is the number of the first row.
template <class L, class Keep>
HWY_NOINLINE void BestOfRows(const std::vector<const L*>& rows, int64_t size, int64_t first_tap, L* HWY_RESTRICT best,
                             const Keep& keep) {
  const hn::ScalableTag<L> d;
  for (int64_t j = 0; j < size; j += static_cast<int64_t>(hn::Lanes(d))) {
    auto top = hn::LoadU(d, rows[0] + j);
    auto kept = keep.Of(d, 0, j, first_tap);
    for (size_t i = 1; i < rows.size(); ++i) {
      const auto key = hn::LoadU(d, rows[i] + j);
      const auto wins = hn::Gt(key, top);
      top = hn::IfThenElse(wins, key, top);
      kept = hn::IfThenElse(wins, keep.Of(d, i, j, first_tap + static_cast<int64_t>(i)), kept);
    }
    hn::StoreU(top, d, best + j);
    keep.Store(d, kept, j);
  }
}

/// The winners of windows along a row of keys, [W, part]. The row is this class's own memory.
template <class V>
class BestColumns {
  using L = KeyOf<V>;
  using D = hn::ScalableTag<L>;

 public:
  BestColumns(const GatherAxis& axis, int64_t part) : axis_(axis), part_(part) {
    flat_ = kHasLowest<V> && axis.axis.stride == 1 && axis.axis.window <= axis.axis.in.whole;
    if (!flat_) return;
    first_ = axis.axis.out.origin - axis.axis.before - axis.axis.in.origin;
    const int64_t end = axis.axis.out.size - 1 + first_ + axis.axis.window;
    before_ = std::max<int64_t>(0, -first_) * part;
    after_ = std::max<int64_t>(0, end - axis.axis.in.size) * part;
  }

  /// Elements that the row takes with what stands around it.
  size_t memory_size() const {
    return static_cast<size_t>(before_ + axis_.source.size * part_ + after_) + 6 * hn::Lanes(D());
  }
  void SetMemory(L* memory) {
    std::fill_n(memory, memory_size(), std::numeric_limits<L>::min());
    row_ = memory + before_;
  }
  L* row() const { return row_; }

  /// To be called when the row has been filled: what was written behind its end must not win.
  void Close() const {
    L* end = row_ + axis_.source.size * part_;
    std::fill_n(end, after_ + static_cast<int64_t>(hn::Lanes(D())), std::numeric_limits<L>::min());
  }

  template <class Keep>
  HWY_NOINLINE void Find(L* HWY_RESTRICT best, const Keep& keep) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    if (flat_) {
      FindAt(first_ * part_, axis_.axis.window, 0, axis_.axis.out.size * part_, best, 0, keep);
      return;
    }
    for (int64_t o = 0; o < axis_.axis.out.size; ++o) {
      // What is written past a cell that is no multiple of a vector, the next cell overwrites.
      const Range cells = axis_.SourcesOf(o);
      FindAt(cells.begin * part_, cells.count(), axis_.Tap(o, cells.begin), (part_ + lanes - 1) / lanes * lanes, best,
             o * part_, keep);
    }
  }

 private:
  template <class Keep>
  HWY_INLINE void FindAt(int64_t from, int64_t count, int64_t first_tap, int64_t size, L* HWY_RESTRICT best,
                         int64_t to, const Keep& keep) const {
    const D d;
    for (int64_t j = 0; j < size; j += static_cast<int64_t>(hn::Lanes(d))) {
      auto top = hn::LoadU(d, row_ + from + j);
      auto kept = keep.Of(d, 0, from + j, first_tap);
      for (int64_t i = 1; i < count; ++i) {
        const int64_t place = from + j + i * part_;
        const auto key = hn::LoadU(d, row_ + place);
        const auto wins = hn::Gt(key, top);
        top = hn::IfThenElse(wins, key, top);
        kept = hn::IfThenElse(wins, keep.Of(d, 0, place, first_tap + i), kept);
      }
      hn::StoreU(top, d, best + to + j);
      keep.Store(d, kept, to + j);
    }
  }

  const GatherAxis& axis_;
  const int64_t part_;
  bool flat_;
  int64_t first_ = 0;
  int64_t before_ = 0, after_ = 0;
  L* row_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_WINNERS_INL_H_
