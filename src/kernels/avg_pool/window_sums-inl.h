// Sums over windows that move on by one: neighbours share most of their terms. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_WINDOW_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_WINDOW_SUMS_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_WINDOW_SUMS_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_WINDOW_SUMS_INL_H_
#endif

#include <algorithm>
#include <type_traits>
#include <vector>

#include "kernels/pool/gather.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Asks for a cache line that will be read when the rows in work are done: into the second cache, for the
/// first is in use.
template <class T>
HWY_INLINE void AskFor(const T* from) {
  __builtin_prefetch(from, 0, 2);
}

template <class T>
HWY_INLINE void AskForRow(const T* from, int64_t count) {
  for (int64_t j = 0; j < count; j += 64 / static_cast<int64_t>(sizeof(T))) AskFor(from + j);
}

/// Sums that are made together, a block. A sum's place in its block decides on the order of its terms, so
/// blocks are counted from the start of the whole volume.
constexpr int64_t SumsInBlock(int64_t window) {
  return window >= 8 ? 8 : window >= 4 ? 4 : window >= 2 ? 2 : 1;
}

/// Calls f(M, K), integral constants: M sums in a block, K the window, or 0 for one that is not spelled out.
template <class F>
HWY_INLINE void WithBlock(int64_t window, const F& f) {
  const auto call = [&](auto m, auto k) HWY_ATTR { f(m, k); };
  using std::integral_constant;
  switch (window) {
    case 1:
      return call(integral_constant<int, 1>(), integral_constant<int, 1>());
    case 2:
      return call(integral_constant<int, 2>(), integral_constant<int, 2>());
    case 3:
      return call(integral_constant<int, 2>(), integral_constant<int, 3>());
    case 4:
    case 5:
    case 6:
    case 7:
      return call(integral_constant<int, 4>(), integral_constant<int, 0>());
    default:
      return call(integral_constant<int, 8>(), integral_constant<int, 0>());
  }
}

/// sum[i] = load(i) + load(i + 1) + … + load(i + window - 1) for the M <= window sums of a block. What all of
/// them share is added up once; from there on one sum grows to the left and one to the right. Nothing is ever
/// taken away again, so no sum has anything of a cell outside its window, be it huge, infinite or NaN.
template <int M, class Load, class V>
HWY_INLINE void SumBlock(int64_t window, const Load& load, V (&sum)[M]) {
  sum[M - 1] = load(M - 1);
  for (int64_t i = M; i < window; ++i) sum[M - 1] = hn::Add(sum[M - 1], load(i));
#pragma GCC unroll 8
  for (int i = M - 2; i >= 0; --i) sum[i] = hn::Add(load(i), sum[i + 1]);
  if constexpr (M > 1) {
    V right = load(window);
    sum[1] = hn::Add(sum[1], right);
#pragma GCC unroll 8
    for (int i = 2; i < M; ++i) {
      right = hn::Add(right, load(window + i - 1));
      sum[i] = hn::Add(sum[i], right);
    }
  }
}

/// An axis whose windows move on by one cell, in both directions.
class BlockAxis {
 public:
  explicit BlockAxis(const GatherAxis& axis)
      : axis_(axis),
        shift_((axis.backward ? axis.axis.before - axis.axis.window + 1 : -axis.axis.before) +
               axis.target.origin - axis.source.origin),
        full_(axis.full_share()) {}

  /// Follows from the whole, not from a slab.
  static bool Takes(const GatherAxis& axis) {
    return axis.axis.stride == 1 && axis.axis.window <= axis.source.whole;
  }

  int64_t window() const { return axis_.axis.window; }
  int64_t sums() const { return SumsInBlock(window()); }
  int64_t terms() const { return window() + sums() - 1; }  // of a block

  /// The first target cell of the block of target cell t: it may lie outside what is held.
  int64_t StartOf(int64_t t) const { return t - (t + axis_.target.origin) % sums(); }
  /// The first source cell of a target cell's window: it may lie outside what is held.
  int64_t SourceOf(int64_t t) const { return t + shift_; }
  bool Holds(int64_t source) const { return source >= 0 && source < axis_.source.size; }
  /// The source cell nearest to one that may lie outside what is held.
  int64_t Held(int64_t source) const { return std::clamp<int64_t>(source, 0, axis_.source.size - 1); }

  /// What a source cell counts in every average, see AverageAxis: over each cell there is a full window.
  double Weight(int64_t source) const {
    if (!axis_.backward || axis_.Share(source) == full_) return 1;
    return static_cast<double>(full_) / static_cast<double>(axis_.Share(source));
  }

 private:
  const GatherAxis& axis_;
  const int64_t shift_;
  const int64_t full_;
};

/// The terms of a block: rows, nullptr for what lies outside, and what each is multiplied with.
template <class T>
struct BlockTerms {
  std::vector<const T*> row;
  std::vector<SumOf<T>> weight;
  bool plain = true;  // all rows are there, all weights are 1

  void Clear() {
    row.clear();
    weight.clear();
    plain = true;
  }
  void Add(const T* from, SumOf<T> factor) {
    row.push_back(from);
    weight.push_back(factor);
    plain &= from != nullptr && factor == 1;
  }
};

/// to[i][j] = the sum of row[i][j], … row[i + window - 1][j]. Writes whole vectors, zeros behind the end.
template <int M, int K, class T>
HWY_NOINLINE void SumPlainBlock(const BlockTerms<T>& terms, const RowShape& shape, SumOf<T>* const* to) {
  using A = SumOf<T>;
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  constexpr int kLocal = K > 0 ? K + M - 1 : 1;
  const T* local[kLocal];  // in registers: the compiler cannot know that a sum does not overlap the list
  std::copy_n(terms.row.data(), kLocal, local);
  const T* const* all = terms.row.data();
  const int64_t window = K > 0 ? K : static_cast<int64_t>(terms.row.size()) - M + 1;
  A* out[M];
  std::copy_n(to, M, out);
  for (int64_t run = 0; run < shape.runs; ++run) {
    const int64_t start = run * shape.pitch, done = run * shape.length;
    const auto put = [&](int64_t j, const auto& load) HWY_ATTR {
      hn::Vec<decltype(d)> sum[M];
      SumBlock<M>(
          window, [&](int64_t i) HWY_ATTR { return load((K > 0 ? local[i] : all[i]) + start + j); }, sum);
#pragma GCC unroll 8
      for (int i = 0; i < M; ++i) hn::StoreU(sum[i], d, out[i] + done + j);
    };
    int64_t j = 0;
    for (; j + lanes <= shape.length; j += lanes)
      put(j, [&](const T* from) HWY_ATTR { return LoadNumbers(d, from); });
    if (j == shape.length) continue;
    const auto rest = static_cast<size_t>(shape.length - j);
    put(j, [&](const T* from) HWY_ATTR { return LoadSome(d, from, rest); });
  }
}

/// Rows of `size` elements without gaps between them; `readable` elements in all are there.
template <class T>
struct PlainRows {
  const T* first;
  int64_t size, readable;
};

/// Row b·M + i of the result is the sum of the rows b·M + i, … b·M + i + window - 1, for `blocks` blocks.
/// Writes whole vectors, zeros behind the end of a row.
template <int M, int K, class T>
HWY_NOINLINE void SumRowsInBlocks(PlainRows<T> rows, int64_t window, int64_t blocks, SumOf<T>* to,
                                  int64_t pitch) {
  const hn::ScalableTag<SumOf<T>> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if constexpr (K > 0) window = K;
  const int64_t size = rows.size, last = (window + M - 2) * size;
  const int64_t whole = size / lanes * lanes, rest = size - whole;
  const auto in_row = hn::FirstN(d, static_cast<size_t>(rest));
  for (int64_t b = 0; b < blocks; ++b, to += M * pitch) {
    const int64_t start = b * M * size;
    const T* from = rows.first + start;
    const auto put = [&](int64_t j, const auto& load, const auto& keep) HWY_ATTR {
      hn::Vec<decltype(d)> sum[M];
      SumBlock<M>(window, [&](int64_t i) HWY_ATTR { return load(from + i * size + j); }, sum);
#pragma GCC unroll 8
      for (int i = 0; i < M; ++i) hn::StoreU(keep(sum[i]), d, to + i * pitch + j);
    };
    const auto load = [&](const T* row) HWY_ATTR { return LoadNumbers(d, row); };
    const auto keep = [&](auto sum) HWY_ATTR { return sum; };
    for (int64_t j = 0; j < whole; j += lanes) put(j, load, keep);
    if (rest == 0) continue;
    if (start + last + whole + lanes <= rows.readable) {
      put(whole, load, [&](auto sum) HWY_ATTR { return hn::IfThenElseZero(in_row, sum); });
    } else {
      put(whole, [&](const T* row) HWY_ATTR { return LoadSome(d, row, static_cast<size_t>(rest)); }, keep);
    }
  }
}

/// The same where rows are missing or weighted.
template <int M, class T>
HWY_NOINLINE void SumBorderBlock(const BlockTerms<T>& terms, const RowShape& shape, SumOf<T>* const* to) {
  const hn::ScalableTag<SumOf<T>> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto window = static_cast<int64_t>(terms.row.size()) - M + 1;
  const T* const* rows = terms.row.data();
  const SumOf<T>* weights = terms.weight.data();
  for (int64_t run = 0; run < shape.runs; ++run) {
    const int64_t start = run * shape.pitch, done = run * shape.length;
    for (int64_t j = 0; j < shape.length; j += lanes) {
      const auto rest = static_cast<size_t>(std::min(lanes, shape.length - j));
      const auto load = [&](int64_t i) HWY_ATTR {
        if (rows[i] == nullptr) return hn::Zero(d);
        const T* from = rows[i] + start + j;
        const auto row = rest == hn::Lanes(d) ? LoadNumbers(d, from) : LoadSome(d, from, rest);
        return hn::Mul(row, hn::Set(d, weights[i]));
      };
      hn::Vec<decltype(d)> sum[M];
      SumBlock<M>(window, load, sum);
      for (int i = 0; i < M; ++i) hn::StoreU(sum[i], d, to[i] + done + j);
    }
  }
}

template <class T>
void SumRowBlock(const BlockTerms<T>& terms, int64_t window, const RowShape& shape, SumOf<T>* const* to) {
  WithBlock(window, [&](auto m, auto k) HWY_ATTR {
    if (terms.plain) {
      SumPlainBlock<decltype(m)::value, decltype(k)::value>(terms, shape, to);
    } else {
      SumBorderBlock<decltype(m)::value>(terms, shape, to);
    }
  });
}

/// Cells of `part` elements, side by side, whole cache lines each: from[0] is the first cell of the window of
/// the first of `sums`, which are counted from the start of a block. Sums before `begin` are not wanted.
template <class A>
struct CellRow {
  const A* from;
  int64_t part, window, begin, sums;
};

/// finish(sum, element) is what is written of each sum, `pitch` apart. It is a copy that is returned: what it
/// gathers on the way stays in registers. Asks for what lies in the same places from `next` on.
template <int M, int K, class A, class T, class Finish>
HWY_NOINLINE Finish EmitCellBlocks(const CellRow<A>& row, int64_t pitch, bool stream, const T* next, T* out,
                                   Finish finish) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t part = row.part, begin = row.begin, end = row.sums, window = K > 0 ? K : row.window;
  const A* from = row.from;
  for (int64_t t = 0; t < end; t += M, from += M * part) {
    const bool whole = t >= begin && t + M <= end;
    for (int64_t j = 0; j < part; j += lanes) {
      hn::Vec<decltype(d)> sum[M];
      SumBlock<M>(window, [&](int64_t i) HWY_ATTR { return hn::LoadU(d, from + i * part + j); }, sum);
#pragma GCC unroll 8
      for (int i = 0; i < M; ++i) {
        if (!whole && (t + i < begin || t + i >= end)) continue;
        const auto result = finish(sum[i], (t + i - begin) * part + j);
        const int64_t place = (t + i - begin) * pitch + j;
        AskFor(next + place);
        stream ? StreamNumbers(d, result, out + place) : StoreNumbers(d, result, out + place);
      }
    }
  }
  return finish;
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_WINDOW_SUMS_INL_H_
