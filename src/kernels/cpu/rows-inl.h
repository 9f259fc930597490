// Weighted sums of whole rows, the innermost loop of average pooling along depth and height.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_ROWS_INL_H_
#undef VOXGRAD_KERNELS_CPU_ROWS_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_ROWS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "kernels/cpu/gather.h"
#include "kernels/cpu/lanes-inl.h"
#include "kernels/cpu/planar-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A row of the sum and what it is multiplied with.
template <class T>
struct Term {
  const T* row;
  SumOf<T> weight;
};

/// The sum at one place, in the order of the terms. The first N are spelled out, which keeps their weights in
/// registers; the rest follows in a loop.
template <int N, class D, class T, class Load>
HWY_INLINE hn::Vec<D> SumAt(D d, const Term<T>* terms, size_t count, const Load& load) {
  auto sum = hn::Mul(load(terms[0].row), hn::Set(d, terms[0].weight));
  if constexpr (N > 1) sum = hn::MulAdd(load(terms[1].row), hn::Set(d, terms[1].weight), sum);
  if constexpr (N > 2) sum = hn::MulAdd(load(terms[2].row), hn::Set(d, terms[2].weight), sum);
  if constexpr (N > 3) {
    for (size_t i = 3; i < count; ++i) sum = hn::MulAdd(load(terms[i].row), hn::Set(d, terms[i].weight), sum);
  }
  return sum;
}

/// Up to three terms live in registers: the compiler cannot know that the result does not overlap their list.
template <int N, class T>
struct LocalTerms {
  explicit LocalTerms(const Term<T>* terms) : list(N > 3 ? terms : local) {
    std::copy_n(terms, N > 3 ? 0 : N, local);
  }
  Term<T> local[3];
  const Term<T>* list;
};

template <int N, class D, class T>
HWY_NOINLINE void SumRowsOf(D d, const Term<T>* terms, size_t count, RowShape shape,
                            SumOf<T>* HWY_RESTRICT to) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const LocalTerms<N, T> local(terms);
  const Term<T>* list = local.list;
  for (int64_t run = 0; run < shape.runs; ++run, to += shape.length) {
    const int64_t start = run * shape.pitch;
    int64_t j = 0;
    for (; j + lanes <= shape.length; j += lanes) {
      const auto load = [&](const T* row) HWY_ATTR { return LoadNumbers(d, row + start + j); };
      hn::StoreU(SumAt<N>(d, list, count, load), d, to + j);
    }
    if (j == shape.length) continue;
    const auto rest = static_cast<size_t>(shape.length - j);
    const auto load = [&](const T* row) HWY_ATTR { return LoadSome(d, row + start + j, rest); };
    hn::StoreU(SumAt<N>(d, list, count, load), d, to + j);
  }
}

template <int N, class D, class T>
HWY_NOINLINE void SumRowsOf(D d, const Term<T>* terms, size_t count, PlanarShape shape,
                            SumOf<T>* HWY_RESTRICT to) {
  const hn::Rebind<StoredAs<T>, D> stored;
  const LocalTerms<N, T> local(terms);
  TurnIn(d, shape, IsCrowded<T>(shape), to, [&](int64_t i, int64_t at) HWY_ATTR {
    return SumAt<N>(d, local.list, count, [&](const T* row) HWY_ATTR {
      return Widen<T>(d, LoadBlocks<kBlock<D>>(stored, Stored(row), shape, at, i, 0));
    });
  });
}

/// to[j] = the sum over the terms of weight · row[j], for `size` elements. Writes whole vectors, zeros behind
/// the end.
template <class T, class Shape>
void SumRows(const std::vector<Term<T>>& terms, Shape shape, int64_t size, SumOf<T>* to) {
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

/// A sum of `count` rows of the same list, behind those of the sums before it.
template <class A>
struct RowsSum {
  A* to;
  int64_t count;
};

template <int N, class A>
HWY_INLINE void AddUp(const A* const* rows, int64_t count, int64_t size, A* HWY_RESTRICT to) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  // Up to three are known to the compiler as places that do not change.
  const A *first = rows[0], *second = rows[N > 1 ? 1 : 0], *third = rows[N > 2 ? 2 : 0];
  const auto at = [&](int64_t j) HWY_ATTR {
    return SumOfLoads<N>(count, [&](int64_t i) HWY_ATTR {
      return hn::LoadU(d, (i == 0 ? first : i == 1 ? second : i == 2 ? third : rows[i]) + j);
    });
  };
  int64_t j = 0;
  for (; j + lanes <= size; j += lanes) hn::StoreU(at(j), d, to + j);
  if (j == size) return;
  const auto inside = hn::FirstN(d, static_cast<size_t>(size - j));
  hn::StoreU(hn::IfThenElseZero(inside, at(j)), d, to + j);
}

/// Many such sums of rows of `size` elements. Writes whole vectors, zeros behind the end.
template <class A>
HWY_NOINLINE void AddUpRows(const std::vector<RowsSum<A>>& sums, const A* const* rows, int64_t size) {
  for (const RowsSum<A>& sum : sums) {
    if (sum.count == 0) {
      std::fill_n(sum.to, size, A(0));
    } else {
      WithCount(sum.count,
                [&](auto n) HWY_ATTR { AddUp<decltype(n)::value>(rows, sum.count, size, sum.to); });
    }
    rows += sum.count;
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_ROWS_INL_H_
