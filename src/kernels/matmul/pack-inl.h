// Parts of matrices copied in the order and the type that the tiles read. Included once for each instruction
// set.
#if defined(VOXGRAD_KERNELS_MATMUL_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MATMUL_PACK_INL_H_
#undef VOXGRAD_KERNELS_MATMUL_PACK_INL_H_
#else
#define VOXGRAD_KERNELS_MATMUL_PACK_INL_H_
#endif

#include <algorithm>

#include "kernels/problem.h"
#include "kernels/products/copy-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// An operand as it lies in memory: number k along the depth of line i (a row of the left matrix, a column of
/// the right one) is at data[i·line + k·step]. One of the two strides is 1.
template <class T>
struct MatrixView {
  const T* data;
  int64_t line, step;
  int64_t depth;

  const T* At(int64_t i, int64_t k) const { return data + i * line + k * step; }
  /// True if so many numbers from there on are in the matrix, where lines are neighbours.
  bool Holds(int64_t i, int64_t k, int64_t count) const { return i + count <= (depth - k) * step; }
};

/// Some numbers side by side as numbers to compute with, up to a whole vector: with `inside` there are others
/// behind them that may be read.
template <class T, class A>
HWY_INLINE void WidenVectors(const T* from, int64_t count, bool inside, A* to) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t whole = inside ? count : count / lanes * lanes;
  int64_t i = 0;
  for (; i < whole; i += lanes) hn::StoreU(LoadNumbers(d, from + i), d, to + i);
  if (i < count) hn::StoreU(LoadSome(d, from + i, static_cast<size_t>(count - i)), d, to + i);
}

/// The same for pairs: each number beside the one `hop` further, or a zero when it is alone.
inline void PairVectors(const BFloat16* from, int64_t hop, bool alone, int64_t count, bool inside,
                        BFloat16Pair* to) {
  const hn::ScalableTag<BFloat16Pair> d;
  const hn::Rebind<uint16_t, decltype(d)> narrow;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const RowPairs pair = {Stored(from), hop, alone ? 1 : 2};
  const int64_t whole = inside ? count : count / lanes * lanes;
  int64_t i = 0;
  for (; i < whole; i += lanes) hn::StoreU(pair.Load(d, 0, i), d, to + i);
  if (i >= count) return;
  const auto some = static_cast<size_t>(count - i);
  const auto low = hn::PromoteTo(d, LoadFirst(narrow, pair.from + i, some));
  const auto high = alone ? hn::Zero(d) : hn::PromoteTo(d, LoadFirst(narrow, pair.from + hop + i, some));
  hn::StoreU(hn::Or(low, hn::ShiftLeft<16>(high)), d, to + i);
}

/// to[k·pitch + r] = element k of row r, a stretch of the rows after the other: what was written for some
/// rows is in the first cache when the next ones are written beside it.
template <class Rows, class E>
void TurnLines(Rows rows, int64_t count, int64_t length, E* to, int64_t pitch) {
  constexpr int64_t kStretch = 64, kNumbers = kChannelsOf<E>;
  for (int64_t k = 0; k < length; k += kStretch, rows.from += kStretch * kNumbers, to += kStretch * pitch)
    Turn(rows, count, std::min(kStretch, length - k), 1, to, pitch, 0);
}

/// Lines of neighbours: to[k·pitch + i] is element k of line first + i, for i < count and every k of the
/// part; whole vectors are written, pitch being a multiple of them.
template <class T, class A>
void PackAcross(const MatrixView<T>& from, int64_t first, int64_t count, Range part, A* to, int64_t pitch) {
  if (from.line == 1) {
    for (int64_t k = part.begin; k < part.end; ++k, to += pitch)
      WidenVectors(from.At(first, k), count, from.Holds(first, k, pitch), to);
    return;
  }
  if (count < pitch) std::fill_n(to, part.count() * pitch, A(0));
  TurnLines(NumberRows<T, A>{from.At(first, part.begin), from.line}, count, part.count(), to, pitch);
}

/// The part counts pairs.
inline void PackAcross(const MatrixView<BFloat16>& from, int64_t first, int64_t count, Range part,
                       BFloat16Pair* to, int64_t pitch) {
  const int64_t whole = std::min(part.end, from.depth / 2);  // the rest is a number alone
  if (from.line == 1) {
    for (int64_t p = part.begin; p < part.end; ++p, to += pitch) {
      const bool alone = p >= whole;
      const int64_t last = alone ? 2 * p : 2 * p + 1;
      PairVectors(from.At(first, 2 * p), from.step, alone, count, from.Holds(first, last, pitch), to);
    }
    return;
  }
  if (count < pitch) std::fill_n(to, part.count() * pitch, BFloat16Pair{0});
  TurnLines(NeighbourPairs{Stored(from.At(first, 2 * part.begin)), from.line}, count, whole - part.begin, to,
            pitch);
  if (whole == part.end) return;
  for (int64_t i = 0; i < count; ++i)
    to[(whole - part.begin) * pitch + i] = *Stored(from.At(first + i, 2 * whole));
}

/// Lines one after the other: to[i·pitch + k] is element k of line first + i.
template <class T, class E>
void PackAlong(const MatrixView<T>& from, int64_t first, int64_t count, Range part, E* to, int64_t pitch) {
  const int64_t begin = part.begin * kChannelsOf<E>, end = std::min(from.depth, part.end * kChannelsOf<E>);
  if (from.step != 1) return Transpose(from.At(first, begin), end - begin, from.step, count, 1, to, pitch);
  for (int64_t i = 0; i < count; ++i) Widen(from.At(first + i, begin), end - begin, to + i * pitch);
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MATMUL_PACK_INL_H_
