// A vector times a matrix. Every number of the matrix is read once, so it is read in the order of its memory
// rather than in tiles. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_
#undef VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_MATRIX_VECTOR_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/cpu/emit-inl.h"
#include "kernels/cpu/matrix_pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// sums[c] += Σ x[k] · b[k·step + c] over kRows rows of the matrix and `count` columns; with `inside` numbers
/// behind them may be read, up to a whole vector.
template <int kRows, class T, class A>
HWY_INLINE void AddScaledRows(const T* x, const T* b, int64_t step, int64_t count, bool inside, A* sums) {
  const hn::ScalableTag<A> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  V factor[kRows];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) factor[r] = hn::Set(d, static_cast<A>(x[r]));
  const auto add = [&](int64_t c, const auto& load) HWY_ATTR {
    V sum = hn::LoadU(d, sums + c);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) sum = hn::MulAdd(factor[r], load(b + r * step + c), sum);
    hn::StoreU(sum, d, sums + c);
  };
  const int64_t whole = inside ? count : count / lanes * lanes;
  int64_t c = 0;
  for (; c < whole; c += lanes) add(c, [&](const T* from) HWY_ATTR { return LoadNumbers(d, from); });
  if (c >= count) return;
  const auto rest = static_cast<size_t>(count - c);
  add(c, [&](const T* from) HWY_ATTR { return LoadSome(d, from, rest); });
}

/// The columns' sums over the whole depth, for a matrix whose rows lie along the columns. Writes whole
/// vectors.
template <class T, class A>
void SumScaledRows(const T* x, const MatrixView<T>& b, Range columns, A* sums) {
  constexpr int kRows = 8;
  const T* first = b.At(columns.begin, 0);
  const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
  const int64_t count = columns.count(), room = RoundUp(count, lanes);
  std::fill_n(sums, room, A(0));
  int64_t k = 0;
  for (; k + kRows <= b.depth; k += kRows) {
    AddScaledRows<kRows>(x + k, first + k * b.step, b.step, count,
                         b.Holds(columns.begin, k + kRows - 1, room), sums);
  }
  for (; k < b.depth; ++k)
    AddScaledRows<1>(x + k, first + k * b.step, b.step, count, b.Holds(columns.begin, k, room), sums);
}

/// sums[r] = Σ x[k] · b[r·line + k] for kLines lines, each in kSums vectors in turn, which are added up at
/// last.
template <int kLines, int kSums, class T, class A>
HWY_INLINE void SumProducts(const T* x, const T* b, int64_t line, int64_t depth, A* sums) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[kLines][kSums];
#pragma GCC unroll 8
  for (int r = 0; r < kLines; ++r) {
#pragma GCC unroll 8
    for (int s = 0; s < kSums; ++s) sum[r][s] = hn::Zero(d);
  }
  const auto add = [&](int s, auto factor, const auto& load) HWY_ATTR {
#pragma GCC unroll 8
    for (int r = 0; r < kLines; ++r) sum[r][s] = hn::MulAdd(factor, load(b + r * line), sum[r][s]);
  };
  int64_t k = 0;
  for (; k + kSums * lanes <= depth; k += kSums * lanes) {
#pragma GCC unroll 8
    for (int s = 0; s < kSums; ++s) {
      add(s, LoadNumbers(d, x + k + s * lanes),
          [&](const T* row) HWY_ATTR { return LoadNumbers(d, row + k + s * lanes); });
    }
  }
  for (; k < depth; k += lanes) {
    const auto rest = static_cast<size_t>(std::min(lanes, depth - k));
    add(0, LoadSome(d, x + k, rest), [&](const T* row) HWY_ATTR { return LoadSome(d, row + k, rest); });
  }
#pragma GCC unroll 8
  for (int r = 0; r < kLines; ++r) {
    auto total = sum[r][0];
#pragma GCC unroll 8
    for (int s = 1; s < kSums; ++s) total = hn::Add(total, sum[r][s]);
    sums[r] = hn::GetLane(hn::SumOfLanes(d, total));
  }
}

/// The same for a matrix whose rows lie along the depth.
template <class T, class A>
void SumLines(const T* x, const MatrixView<T>& b, Range columns, A* sums) {
  constexpr int kLines = 4;
  int64_t c = columns.begin;
  for (; c + kLines <= columns.end; c += kLines, sums += kLines)
    SumProducts<kLines, 1>(x, b.At(c, 0), b.line, b.depth, sums);
  for (; c < columns.end; ++c, ++sums) SumProducts<1, kLines>(x, b.At(c, 0), b.line, b.depth, sums);
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
