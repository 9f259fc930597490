// Who wins a window. Values compete as integers, their keys, which are ordered as max pooling orders them: a
// NaN above all, -0 as 0. So the first maximum of keys is the winner, for every type. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_WINNERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_WINNERS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_WINNERS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_WINNERS_INL_H_
#endif

#include <limits>
#include <vector>

#include "core/rounding.h"
#include "kernels/pool/gather.h"
#include "kernels/pool/row_io-inl.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// What the keys of V are kept in.
template <class V>
using KeyOf = std::conditional_t<sizeof(V) == 8, int64_t, int32_t>;

/// The keys of V leave out the lowest number, so that it can stand for "no cell".
template <class V>
constexpr bool kSparesLowest = !(std::is_integral_v<V> && sizeof(V) >= 4);

/// Keys of floating-point numbers by their bits. `infinity` is that of their type: above it are the NaN.
template <class D>
HWY_INLINE hn::Vec<D> KeysOfBits(D d, hn::Vec<D> bits, hn::Vec<D> infinity) {
  using L = hn::TFromD<D>;
  const auto highest = hn::Set(d, std::numeric_limits<L>::max());
  const auto size = hn::And(bits, highest), sign = hn::ShiftRight<8 * sizeof(L) - 1>(bits);
  return hn::IfThenElse(hn::Gt(size, infinity), highest, hn::Sub(hn::Xor(size, sign), sign));
}

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

/// The keys of a row of V in memory.
template <class V>
void ReadKeys(const void* from, const RowPlaces& side, const Tile& tile, int64_t depth, int64_t row,
              KeyOf<V>* to) {
  const hn::ScalableTag<KeyOf<V>> d;
  const auto* first = Stored(static_cast<const V*>(from) + side.At(tile, depth, row));
  const auto to_keys = [&](auto stored) HWY_ATTR { return ToKeys<V>(d, stored); };
  if (side.planar) return ReadRow(d, first, side.Planar(tile), to, to_keys);
  ReadRow(d, first, side.Shape(tile.inner.count()), to, to_keys);
}

/// Small numbers of lanes as bytes in memory, and back.
template <class D>
HWY_INLINE void StoreCodes(D, hn::Vec<D> codes, uint8_t* to) {
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

/// Where the code of the winner is `tap`.
template <class D>
HWY_INLINE hn::Mask<D> WonBy(D d, const uint8_t* codes, int64_t tap) {
#if HWY_TARGET <= HWY_AVX3
  // Bytes are compared as such: the bits of the answer are those of the lanes' mask.
  static_cast<void>(d);
  const hn::Rebind<uint8_t, D> bytes;
  const auto won = hn::Eq(hn::LoadU(bytes, codes), hn::Set(bytes, static_cast<uint8_t>(tap)));
  return {static_cast<decltype(hn::Mask<D>::raw)>(won.raw)};
#else
  const hn::RebindToSigned<D> di;
  const auto code = hn::Set(di, static_cast<hn::TFromD<decltype(di)>>(tap));
  return hn::RebindMask(d, hn::Eq(LoadCodes(di, codes), code));
#endif
}

/// The numbers of a row where the code of the winner is `tap`, elsewhere 0.
template <class D>
HWY_INLINE hn::Vec<D> WhereWon(D d, const hn::TFromD<D>* row, const uint8_t* codes, int64_t place,
                               int64_t tap) {
  return hn::IfThenElseZero(WonBy(d, codes + place, tap), hn::LoadU(d, row + place));
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

/// The first of the highest among `count` candidates, N > 3 standing for any count. `key(i)` loads one,
/// `kept(i)` is what to keep of it.
template <int N, class D, class Key, class Kept, class Keep>
HWY_INLINE void FindBest(D d, int64_t count, const Key& key, const Kept& kept,
                         hn::TFromD<D>* HWY_RESTRICT best, const Keep& keep, int64_t to) {
  auto top = key(0);
  auto what = kept(0);
  const auto compare = [&](int64_t i) HWY_ATTR {
    const auto next = key(i);
    const auto wins = hn::Gt(next, top);
    top = hn::Max(next, top);
    what = hn::IfThenElse(wins, kept(i), what);
  };
  if constexpr (N > 1) compare(1);
  if constexpr (N > 2) compare(2);
  if constexpr (N > 3) {
    for (int64_t i = 3; i < count; ++i) compare(i);
  }
  hn::StoreU(top, d, best + to);
  keep.Store(d, what, to);
}

/// The number of the first of the highest among `taps` keys of each of `rows` rows, N > 3 standing for any
/// number of taps. `key(r, t)` loads one; the numbers of a row count up from first(r).
template <int N, class D, class First, class Key>
HWY_INLINE hn::Vec<D> NumberOfBest(D d, size_t rows, int64_t taps, const First& first, const Key& key) {
  using L = hn::TFromD<D>;
  const auto one = hn::Set(d, L(1));
  auto top = hn::Set(d, std::numeric_limits<L>::min());
  auto winner = hn::Zero(d);
  for (size_t r = 0; r < rows; ++r) {
    auto number = hn::Set(d, static_cast<L>(first(r)));
    const auto compete = [&](int64_t t) HWY_ATTR {
      const auto next = key(r, t);
      winner = hn::IfThenElse(hn::Gt(next, top), number, winner);
      top = hn::Max(next, top);
      number = hn::Add(number, one);
    };
    if constexpr (N < 4) {
#pragma GCC unroll 4
      for (int64_t t = 0; t < N; ++t) compete(t);
    } else {
      for (int64_t t = 0; t < taps; ++t) compete(t);
    }
  }
  return winner;
}

/// The winners, place by place, of rows of keys; `first_tap` is the number of the first row.
template <class L, class Keep>
HWY_NOINLINE void BestOfRows(const std::vector<const L*>& rows, int64_t size, int64_t first_tap,
                             L* HWY_RESTRICT best, const Keep& keep) {
  const hn::ScalableTag<L> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto count = static_cast<int64_t>(rows.size());
  const L* const* row = rows.data();
  WithCount(count, [&](auto n) HWY_ATTR {
    for (int64_t j = 0; j < size; j += lanes) {
      FindBest<decltype(n)::value>(
          d, count, [&](int64_t i) HWY_ATTR { return hn::LoadU(d, row[i] + j); },
          [&](int64_t i) HWY_ATTR { return keep.Of(d, static_cast<size_t>(i), j, first_tap + i); }, best,
          keep, j);
    }
  });
}

/// The winners of windows along a row of keys, [W, part]. The row is this class's own memory.
template <class L>
class BestColumns {
  using D = hn::ScalableTag<L>;

 public:
  BestColumns(const GatherAxis& axis, int64_t part, bool spares_lowest) : axis_(axis), part_(part) {
    flat_ = spares_lowest && axis.axis.stride == 1 && axis.axis.window <= axis.axis.in.whole;
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
  int64_t margin_before() const { return before_; }

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
      FindAt(cells.begin * part_, cells.count(), axis_.Tap(o, cells.begin), RoundUp(part_, lanes), best,
             o * part_, keep);
    }
  }

 private:
  template <class Keep>
  HWY_INLINE void FindAt(int64_t from, int64_t count, int64_t first_tap, int64_t size, L* HWY_RESTRICT best,
                         int64_t to, const Keep& keep) const {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    WithCount(count, [&](auto n) HWY_ATTR {
      for (int64_t j = 0; j < size; j += lanes) {
        const int64_t place = from + j;
        FindBest<decltype(n)::value>(
            d, count, [&](int64_t i) HWY_ATTR { return hn::LoadU(d, row_ + place + i * part_); },
            [&](int64_t i) HWY_ATTR { return keep.Of(d, 0, place + i * part_, first_tap + i); }, best, keep,
            to + j);
      }
    });
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

#endif  // VOXGRAD_KERNELS_MAX_POOL_WINNERS_INL_H_
