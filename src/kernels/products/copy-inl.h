// Rows of an image copied, or turned into columns, as the elements that tiles multiply: numbers of the type
// that is summed, or pairs of bfloat16. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_PRODUCTS_COPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_PRODUCTS_COPY_INL_H_
#undef VOXGRAD_KERNELS_PRODUCTS_COPY_INL_H_
#else
#define VOXGRAD_KERNELS_PRODUCTS_COPY_INL_H_
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>

#include "core/rounding.h"
#include "kernels/products/dot.h"
#include "kernels/simd/blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The channels that an element of a tile holds.
template <class E>
constexpr int64_t kChannelsOf = std::is_same_v<E, BFloat16Pair> ? 2 : 1;

/// The elements that hold so many channels.
template <class E>
constexpr int64_t ElementsOf(int64_t channels) {
  return CeilDiv(channels, kChannelsOf<E>);
}

/// Elements: what stands so far behind those that are read is asked for, where tensors are read in order. The
/// processor's own fetching ends with each page.
template <class T>
constexpr int64_t kAhead = (8 << 10) / static_cast<int64_t>(sizeof(T));

/// to[i] = from[i], as numbers to compute with.
template <class T, class A>
void Widen(const T* from, int64_t count, A* to) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    __builtin_prefetch(from + i + kAhead<T>, 0, 2);  // into the second cache
    hn::StoreU(LoadNumbers(d, from + i), d, to + i);
  }
  for (; i < count; ++i) to[i] = static_cast<A>(from[i]);
}

/// The same as pairs of neighbours; a last one that is alone, beside a zero.
inline void Widen(const BFloat16* from, int64_t count, BFloat16Pair* to) {
  if (count % 2 != 0) to[count / 2] = Stored(from)[count - 1];
  std::memcpy(to, from, static_cast<size_t>(count / 2) * sizeof(BFloat16Pair));
}

/// Rows of numbers to compute with.
template <class T, class A>
struct NumberRows {
  const T* from;
  int64_t row_stride;

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, int64_t row, int64_t at) const {
    return LoadNumbers(d, from + row * row_stride + at);
  }
  A At(int64_t row, int64_t at) const { return static_cast<A>(from[row * row_stride + at]); }
  void Fetch(int64_t row, int64_t at) const { hwy::Prefetch(from + row * row_stride + at); }
};

/// Rows of pairs: an element of a row and that of the next. The last row may be alone, beside zeros.
struct RowPairs {
  const uint16_t* from;
  int64_t row_stride;
  int64_t rows;  // of single numbers

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, int64_t row, int64_t at) const {
    const hn::Rebind<uint16_t, D> narrow;
    const uint16_t* first = from + 2 * row * row_stride + at;
    const auto low = hn::PromoteTo(d, hn::LoadU(narrow, first));
    if (2 * row + 1 == rows) return low;
    return hn::Or(low, hn::ShiftLeft<16>(hn::PromoteTo(d, hn::LoadU(narrow, first + row_stride))));
  }
  /// A row of `length` elements, as it stands.
  void CopyRow(int64_t row, int64_t length, BFloat16Pair* to) const {
    const hn::ScalableTag<BFloat16Pair> d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    int64_t i = 0;
    for (; i + lanes <= length; i += lanes) hn::StoreU(Load(d, row, i), d, to + i);
    for (; i < length; ++i) to[i] = At(row, i);
  }
  BFloat16Pair At(int64_t row, int64_t at) const {
    const uint16_t* first = from + 2 * row * row_stride + at;
    return first[0] | (2 * row + 1 == rows ? 0u : BFloat16Pair{first[row_stride]} << 16);
  }
  void Fetch(int64_t row, int64_t at) const {
    hwy::Prefetch(from + 2 * row * row_stride + at);
    if (2 * row + 1 < rows) hwy::Prefetch(from + (2 * row + 1) * row_stride + at);
  }
};

/// Rows of pairs: an element and the one `hop` further in its row.
struct HopPairs {
  const uint16_t* from;
  int64_t row_stride;
  int64_t hop;

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, int64_t row, int64_t at) const {
    return RowPairs{from + row * row_stride, hop, 2}.Load(d, 0, at);
  }
  BFloat16Pair At(int64_t row, int64_t at) const {
    return RowPairs{from + row * row_stride, hop, 2}.At(0, at);
  }
  void Fetch(int64_t row, int64_t at) const { hwy::Prefetch(from + row * row_stride + at); }
};

/// Pairs of neighbours in rows, where they stand.
struct NeighbourPairs {
  const uint16_t* from;
  int64_t row_stride;

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, int64_t row, int64_t at) const {
    return hn::BitCast(d, hn::LoadU(hn::Repartition<uint16_t, D>(), from + row * row_stride + 2 * at));
  }
  BFloat16Pair At(int64_t row, int64_t at) const {
    const uint16_t* first = from + row * row_stride + 2 * at;
    return first[0] | BFloat16Pair{first[1]} << 16;
  }
  void Fetch(int64_t row, int64_t at) const { hwy::Prefetch(from + row * row_stride + 2 * at); }
};

/// Four vectors as columns of four.
template <class D, class V, class A = hn::TFromD<D>>
HWY_INLINE void StoreColumns(D d, V v0, V v1, V v2, V v3, A* to, int64_t pitch) {
  constexpr int64_t block = kBlock<D>;
  const auto store = [&](V v, int64_t column, int64_t row)
                         HWY_ATTR { StoreBlocks<block>(d, v, to + column * pitch + row, block * pitch); };
  TurnBlocks(d, v0, v1, v2, v3);
  store(v0, 0, 0);
  store(v1, 1, 0);
  if constexpr (block == 2) {  // of two rows only
    TurnBlocks(d, v2, v3, v0, v1);
    store(v2, 0, 2);
    store(v3, 1, 2);
  } else {
    store(v2, 2, 0);
    store(v3, 3, 0);
  }
}

/// Four rows of at least Lanes(d) elements become columns. The last vector overlaps the one before. What lies
/// `ahead` is fetched.
template <class D, class Rows, class E = hn::TFromD<D>>
HWY_INLINE void TurnFour(D d, const Rows& rows, int64_t first, int64_t length, E* to, int64_t pitch,
                         int64_t ahead) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t begin = 0; begin < length; begin += lanes) {
    const int64_t at = std::min(begin, length - lanes);
    if (ahead != 0) {
      for (int64_t r = 0; r < 4; ++r) rows.Fetch(first + r, at + ahead);
    }
    StoreColumns(d, rows.Load(d, first, at), rows.Load(d, first + 1, at), rows.Load(d, first + 2, at),
                 rows.Load(d, first + 3, at), to + at * pitch, pitch);
  }
}

/// to[i·pitch + r] = element i·step of row r, for r < count and i < length. `ahead` is the way to the rows
/// that will be asked for next: rows of separate planes are nothing that the processor would foresee.
template <class Rows, class E>
void Turn(const Rows& rows, int64_t count, int64_t length, int64_t step, E* to, int64_t pitch,
          int64_t ahead) {
  const hn::ScalableTag<E> d;
  const hn::CappedTag<E, 4> d4;
  if (count < 4 || step != 1 || length < static_cast<int64_t>(hn::Lanes(d4))) {
    for (int64_t r = 0; r < count; ++r) {
      for (int64_t i = 0; i < length; ++i) to[i * pitch + r] = rows.At(r, i * step);
    }
    return;
  }
  for (int64_t begin = 0; begin < count; begin += 4) {
    const int64_t r = std::min(begin, count - 4);
    if (length >= static_cast<int64_t>(hn::Lanes(d))) {
      TurnFour(d, rows, r, length, to + r, pitch, ahead);
    } else {
      TurnFour(d4, rows, r, length, to + r, pitch, ahead);
    }
  }
}

/// to[i·pitch + r] = from[r·row_stride + i·step] for r < rows and i < length.
template <class T, class A>
void Transpose(const T* from, int64_t rows, int64_t row_stride, int64_t length, int64_t step, A* to,
               int64_t pitch, int64_t ahead = 0) {
  Turn(NumberRows<T, A>{from, row_stride}, rows, length, step, to, pitch, ahead);
}

/// The same with the columns as pairs.
inline void Transpose(const BFloat16* from, int64_t rows, int64_t row_stride, int64_t length, int64_t step,
                      BFloat16Pair* to, int64_t pitch, int64_t ahead = 0) {
  Turn(RowPairs{Stored(from), row_stride, rows}, ElementsOf<BFloat16Pair>(rows), length, step, to, pitch,
       ahead);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_PRODUCTS_COPY_INL_H_
