// A vector times a matrix. Every number of the matrix is read once, so it is read in the order of its memory
// rather than in tiles. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_
#undef VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_
#endif

#include <algorithm>

#include "kernels/cpu/emit-inl.h"
#include "kernels/cpu/matrix_pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// sums[c] += Σ x[k] · b[k·step + c] over kRows rows of the matrix and `count` columns.
template <int kRows, class T, class A>
HWY_INLINE void AddScaledRows(const T* x, const T* b, int64_t step, int64_t count, A* sums) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> factor[kRows];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) factor[r] = hn::Set(d, static_cast<A>(x[r]));
  int64_t c = 0;
  for (; c + lanes <= count; c += lanes) {
    auto sum = hn::LoadU(d, sums + c);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) sum = hn::MulAdd(factor[r], LoadNumbers(d, b + r * step + c), sum);
    hn::StoreU(sum, d, sums + c);
  }
  if (c == count) return;
  const auto rest = static_cast<size_t>(count - c);
  auto sum = hn::LoadU(d, sums + c);
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) sum = hn::MulAdd(factor[r], LoadSome(d, b + r * step + c, rest), sum);
  hn::StoreU(sum, d, sums + c);
}

/// The columns' sums over the whole depth, for a matrix whose rows lie along the columns. Writes whole
/// vectors.
template <class T, class A>
void SumScaledRows(const T* x, const MatrixView<T>& b, Range columns, A* sums) {
  constexpr int kRows = 8;
  const T* first = b.At(columns.begin, 0);
  const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
  std::fill_n(sums, (columns.count() + lanes - 1) / lanes * lanes, A(0));
  int64_t k = 0;
  for (; k + kRows <= b.depth; k += kRows)
    AddScaledRows<kRows>(x + k, first + k * b.step, b.step, columns.count(), sums);
  for (; k < b.depth; ++k) AddScaledRows<1>(x + k, first + k * b.step, b.step, columns.count(), sums);
}

/// sums[r] = Σ x[k] · b[r·line + k] for kLines lines: a vector of sums each, which are added up at last.
template <int kLines, class T, class A>
HWY_INLINE void SumProducts(const T* x, const T* b, int64_t line, int64_t depth, A* sums) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[kLines];
#pragma GCC unroll 8
  for (int r = 0; r < kLines; ++r) sum[r] = hn::Zero(d);
  int64_t k = 0;
  for (; k + lanes <= depth; k += lanes) {
    const auto factor = LoadNumbers(d, x + k);
#pragma GCC unroll 8
    for (int r = 0; r < kLines; ++r) sum[r] = hn::MulAdd(factor, LoadNumbers(d, b + r * line + k), sum[r]);
  }
  if (k < depth) {
    const auto rest = static_cast<size_t>(depth - k);
    const auto factor = LoadSome(d, x + k, rest);
#pragma GCC unroll 8
    for (int r = 0; r < kLines; ++r) sum[r] = hn::MulAdd(factor, LoadSome(d, b + r * line + k, rest), sum[r]);
  }
#pragma GCC unroll 8
  for (int r = 0; r < kLines; ++r) sums[r] = hn::GetLane(hn::SumOfLanes(d, sum[r]));
}

/// The same for a matrix whose rows lie along the depth.
template <class T, class A>
void SumLines(const T* x, const MatrixView<T>& b, Range columns, A* sums) {
  constexpr int kLines = 4;
  int64_t c = columns.begin;
  for (; c + kLines <= columns.end; c += kLines, sums += kLines)
    SumProducts<kLines>(x, b.At(c, 0), b.line, b.depth, sums);
  for (; c < columns.end; ++c, ++sums) SumProducts<1>(x, b.At(c, 0), b.line, b.depth, sums);
}

/// out[columns] of the product of a row of b.depth numbers with a matrix. `sums` has room for that many and a
/// vector.
template <class T, class A>
void MultiplyVector(const T* x, const MatrixView<T>& b, Range columns, A* sums, T* out) {
  if (b.line == 1) {
    SumScaledRows(x, b, columns, sums);
  } else {
    SumLines(x, b, columns, sums);
  }
  const hn::ScalableTag<A> d;
  Emit(d, out + columns.begin, columns.count(), /*stream=*/false,
       [&](int64_t c) HWY_ATTR { return hn::LoadU(d, sums + c); });
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_
