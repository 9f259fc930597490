// Weighted sums of whole rows, the innermost loop of average pooling along depth and height.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_ROWS_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_ROWS_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_ROWS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "kernels/pool/gather.h"
#include "kernels/pool/planar-inl.h"
#include "kernels/simd/emit-inl.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A row of the sum and what it is multiplied with.
template <class T>
struct Term {
  const T* row;
  SumOf<T> weight;
};

/// The sum over i of load(i) · weight(i), in this order. The first N are spelled out; for N > 3 the rest, up
/// to `count`, follows in a loop.
template <int N, class Load, class Weight>
HWY_INLINE auto SumOfProducts(size_t count, const Load& load, const Weight& weight) {
  auto sum = hn::Mul(load(0), weight(0));
  if constexpr (N > 1) sum = hn::MulAdd(load(1), weight(1), sum);
  if constexpr (N > 2) sum = hn::MulAdd(load(2), weight(2), sum);
  if constexpr (N > 3) {
    for (size_t i = 3; i < count; ++i) sum = hn::MulAdd(load(i), weight(i), sum);
  }
  return sum;
}

/// Terms of a sum, N of them or, for N > 3, any number. The first three are copies that live in registers:
/// the compiler cannot know that a result does not overlap the list.
template <int N, class D, class T>
struct LocalTerms {
  static constexpr size_t kSecond = N > 1 ? 1 : 0, kThird = N > 2 ? 2 : 0;
  LocalTerms(D d, const Term<T>* terms, size_t size)
      : row{terms[0].row, terms[kSecond].row, terms[kThird].row},
        weight0(hn::Set(d, terms[0].weight)),
        weight1(hn::Set(d, terms[kSecond].weight)),
        weight2(hn::Set(d, terms[kThird].weight)),
        all(terms),
        count(size) {}

  /// The sum at one place, in the order of the terms.
  template <class Load>
  HWY_INLINE hn::Vec<D> Sum(D d, const Load& load) const {
    return SumOfProducts<N>(
        count, [&](size_t i) HWY_ATTR { return load(i < 3 ? row[i] : all[i].row); },
        [&](size_t i) HWY_ATTR {
          return i == 0 ? weight0 : i == 1 ? weight1 : i == 2 ? weight2 : hn::Set(d, all[i].weight);
        });
  }

  const T* const row[3];
  const hn::Vec<D> weight0, weight1, weight2;
  const Term<T>* const all;
  const size_t count;
};

template <int N, class D, class T>
HWY_NOINLINE void SumRowsOf(D d, const Term<T>* terms, size_t count, const RowShape& shape,
                            SumOf<T>* HWY_RESTRICT to) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const LocalTerms<N, D, T> local(d, terms, count);
  for (int64_t run = 0; run < shape.runs; ++run, to += shape.length) {
    const int64_t start = run * shape.pitch;
    int64_t j = 0;
    for (; j + lanes <= shape.length; j += lanes) {
      const auto load = [&](const T* row) HWY_ATTR { return LoadNumbers(d, row + start + j); };
      hn::StoreU(local.Sum(d, load), d, to + j);
    }
    if (j == shape.length) continue;
    const auto rest = static_cast<size_t>(shape.length - j);
    const auto load = [&](const T* row) HWY_ATTR { return LoadSome(d, row + start + j, rest); };
    hn::StoreU(local.Sum(d, load), d, to + j);
  }
}

/// The same for planar rows and any number of terms, but for none. Blocks of rows need all registers for
/// their places: the terms stay in memory.
template <class T>
HWY_NOINLINE void SumPlanarRows(const std::vector<Term<T>>& terms, PlanarShape shape,
                                SumOf<T>* HWY_RESTRICT to) {
  using D = hn::ScalableTag<SumOf<T>>;
  const D d;
  for (const Term<T>& term : terms) AskAhead(term.row, shape);
  const PlanarStarts<D> starts(shape);
  const auto load = [&](const T* row, int64_t i) HWY_ATTR {
    const hn::Rebind<StoredAs<T>, D> stored;
    return Widen<T>(d, LoadBlocks<kBlock<D>>(stored, Stored(row), starts.row + i, starts.cells));
  };
  TurnIn(d, shape, IsCrowded<T>(shape), to, [&](const auto& at, auto& sum) HWY_ATTR {
    const Term<T>* term = terms.data();
    const Term<T>* const end = term + terms.size();
    ForEachBlocks<kBlock<D>>(at, sum, [&](int64_t i, int64_t cell, auto& block) HWY_ATTR {
      block = hn::Mul(load(term->row + cell, i), hn::Set(d, term->weight));
    });
    for (++term; term < end; ++term) {
      ForEachBlocks<kBlock<D>>(at, sum, [&](int64_t i, int64_t cell, auto& block) HWY_ATTR {
        block = hn::MulAdd(load(term->row + cell, i), hn::Set(d, term->weight), block);
      });
    }
  });
}

/// to[j] = the sum over the terms of weight · row[j], for `size` elements. Writes whole vectors, zeros behind
/// the end.
template <class T>
void SumRows(const std::vector<Term<T>>& terms, const RowShape& shape, int64_t size, SumOf<T>* to) {
  const hn::ScalableTag<SumOf<T>> d;
  switch (terms.size()) {
    case 0:
      std::fill_n(to, size, SumOf<T>(0));
      return;
    case 1:
      return SumRowsOf<1>(d, terms.data(), 1, shape, to);
    case 2:
      return SumRowsOf<2>(d, terms.data(), 2, shape, to);
    case 3:
      return SumRowsOf<3>(d, terms.data(), 3, shape, to);
    default:
      return SumRowsOf<4>(d, terms.data(), terms.size(), shape, to);
  }
}

template <class T>
void SumRows(const std::vector<Term<T>>& terms, PlanarShape shape, int64_t size, SumOf<T>* to) {
  if (terms.empty()) {
    std::fill_n(to, size, SumOf<T>(0));
  } else {
    SumPlanarRows(terms, shape, to);
  }
}

template <int N, class A, class T, class Finish>
HWY_NOINLINE bool EmitSumOf(const std::vector<Term<A>>& terms, int64_t from, int64_t size, bool stream, T* to,
                            const Finish& divide) {
  using D = hn::ScalableTag<A>;
  const D d;
  Finish finish = divide;  // in registers
  const LocalTerms<N, D, A> local(d, terms.data(), terms.size());
  Emit(d, to, size, stream, [&](int64_t j) HWY_ATTR {
    return finish(local.Sum(d, [&](const A* row) HWY_ATTR { return hn::LoadU(d, row + from + j); }), j);
  });
  return finish.finite();
}

/// to[j] = finish(the sum of the terms' elements from + j, j). Rows may be read past their end. False if a
/// result may not be finite.
template <class A, class T, class Finish>
bool EmitSum(const std::vector<Term<A>>& terms, int64_t from, int64_t size, bool stream, T* to,
             const Finish& finish) {
  const hn::ScalableTag<A> d;
  const auto count = static_cast<int64_t>(terms.size());
  bool finite = true;
  if (count == 0) {
    Emit(d, to, size, stream, [&](int64_t) HWY_ATTR { return hn::Zero(d); });
  } else {
    WithCount(count, [&](auto n) HWY_ATTR {
      finite = EmitSumOf<decltype(n)::value>(terms, from, size, stream, to, finish);
    });
  }
  return finite;
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_ROWS_INL_H_
