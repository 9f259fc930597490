// A vector times a matrix. Every number of the matrix is read once, so it is read in the order of its memory
// rather than in tiles. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MATMUL_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MATMUL_VECTOR_INL_H_
#undef VOXGRAD_KERNELS_MATMUL_VECTOR_INL_H_
#else
#define VOXGRAD_KERNELS_MATMUL_VECTOR_INL_H_
#endif

#include <algorithm>

#include "core/parallel.h"
#include "core/rounding.h"
#include "kernels/matmul/pack-inl.h"
#include "kernels/matmul/plan-inl.h"
#include "kernels/simd/emit-inl.h"
#include "kernels/simd/tile.h"

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

/// The columns' sums over a part of the depth, for a matrix whose rows lie along the columns. Writes whole
/// vectors.
template <class T, class A>
void SumScaledRows(const T* x, const MatrixView<T>& b, Range columns, Range depth, A* sums) {
  constexpr int kRows = 8;
  const T* first = b.At(columns.begin, 0);
  const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
  const int64_t count = columns.count(), room = RoundUp(count, lanes);
  std::fill_n(sums, room, A(0));
  int64_t k = depth.begin;
  for (; k + kRows <= depth.end; k += kRows) {
    AddScaledRows<kRows>(x + k, first + k * b.step, b.step, count,
                         b.Holds(columns.begin, k + kRows - 1, room), sums);
  }
  for (; k < depth.end; ++k)
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
void SumLines(const T* x, const MatrixView<T>& b, Range columns, Range depth, A* sums) {
  x += depth.begin;
  constexpr int kLines = 4;
  int64_t c = columns.begin;
  for (; c + kLines <= columns.end; c += kLines, sums += kLines)
    SumProducts<kLines, 1>(x, b.At(c, depth.begin), b.line, depth.count(), sums);
  for (; c < columns.end; ++c, ++sums)
    SumProducts<1, kLines>(x, b.At(c, depth.begin), b.line, depth.count(), sums);
}

/// Some columns of the product of a row of b.depth numbers with a matrix, over a part of the depth. Writes
/// whole vectors.
template <class T, class A>
void SumVector(const T* x, const MatrixView<T>& b, Range columns, Range depth, A* sums) {
  if (b.line == 1) {
    SumScaledRows(x, b, columns, depth, sums);
  } else {
    SumLines(x, b, columns, depth, sums);
  }
}

/// Adds to `count` sums those of the other chunks, `size` apart. All are whole vectors.
template <class A>
void AddChunks(A* sums, int64_t count, int64_t chunks, int64_t size) {
  const hn::ScalableTag<A> d;
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::Lanes(d))) {
    auto sum = hn::LoadU(d, sums + i);
    for (int64_t c = 1; c < chunks; ++c) sum = hn::Add(sum, hn::LoadU(d, sums + c * size + i));
    hn::StoreU(sum, d, sums + i);
  }
}

/// A row of b.depth numbers times a matrix, `piece` columns and `chunk` numbers of the depth at a time.
template <class T, class A>
struct VectorProduct {
  Exec& exec;
  const T* const x;
  const MatrixView<T> b;
  T* const out;
  const int64_t columns, piece, chunk;

  void Run() const {
    if (chunks() > 1) return RunChunks();
    ParallelFor(exec, pieces(), Cost(b.depth), [&](int64_t begin, int64_t end) {
      A sums[kMostPieceColumns];
      for (int64_t i = begin; i < end; ++i) {
        Sum(i, 0, sums);
        Write(i, sums);
      }
    });
  }

 private:
  int64_t pieces() const { return CeilDiv(columns, piece); }
  int64_t chunks() const { return CeilDiv(b.depth, chunk); }
  Range ColumnsOf(int64_t i) const { return {i * piece, std::min(columns, (i + 1) * piece)}; }

  /// Of a piece, so many numbers for each column.
  int64_t Cost(int64_t depth) const {
    constexpr int64_t kNumbersPerStep = 4;  // as fast as memory gives them
    return piece * depth / kNumbersPerStep + 1;
  }

  void Sum(int64_t i, int64_t c, A* sums) const {
    SumVector(x, b, ColumnsOf(i), {c * chunk, std::min(b.depth, (c + 1) * chunk)}, sums);
  }

  void Write(int64_t i, const A* sums) const {
    const hn::ScalableTag<A> d;
    Emit(d, out + i * piece, ColumnsOf(i).count(), /*stream=*/false,
         [&](int64_t c) HWY_ATTR { return hn::LoadU(d, sums + c); });
  }

  void RunChunks() const {
    const int64_t size = pieces() * piece;
    Arena arena(exec, static_cast<size_t>(chunks() * size) * sizeof(A));
    A* sums = arena.Take<A>(0);
    ParallelFor(exec, chunks() * pieces(), Cost(chunk), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) Sum(i % pieces(), i / pieces(), sums + i * piece);
    });
    ParallelFor(exec, pieces(), Cost(chunks()), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        AddChunks(sums + i * piece, piece, chunks(), size);
        Write(i, sums + i * piece);
      }
    });
  }
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MATMUL_VECTOR_INL_H_
