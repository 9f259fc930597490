// What windows that do not overlap send, over the cells under them. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_WINDOW_CELLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_WINDOW_CELLS_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_WINDOW_CELLS_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_WINDOW_CELLS_INL_H_
#endif

#include <cstdint>

#include "kernels/simd/emit-inl.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Windows along a row, one every `step` cells of `inner` elements.
struct WindowCells {
  int64_t count;
  int64_t window;  // cells that it covers; the others up to the next window are 0
  int64_t step;
  int64_t inner;
};

/// All cells up to the next window, for each, from one cell of each. What is written past a window is
/// overwritten by the next: both rows have room for whole vectors behind their end.
template <class S>
void SpreadWindows(const WindowCells& w, const S* HWY_RESTRICT scaled, S* HWY_RESTRICT to) {
  const hn::ScalableTag<S> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto [count, window, step, inner] = w;
  if (inner == 1 && step <= 4) {
    for (int64_t o = 0; o < count; o += lanes) {
      const auto v = hn::LoadU(d, scaled + o), zero = hn::Zero(d);
      const auto second = window > 1 ? v : zero, third = window > 2 ? v : zero;
      if (step == 1) hn::StoreU(v, d, to + o);
      if (step == 2) hn::StoreInterleaved2(v, second, d, to + 2 * o);
      if (step == 3) hn::StoreInterleaved3(v, second, third, d, to + 3 * o);
      if (step == 4) hn::StoreInterleaved4(v, second, third, window > 3 ? v : zero, d, to + 4 * o);
    }
    return;
  }
  for (int64_t o = 0; o < count; ++o, to += step * inner, scaled += inner) {
    if (inner == 1) {
      const auto value = hn::Set(d, *scaled);
      int64_t j = 0;
      for (; j + lanes <= window; j += lanes) hn::StoreU(value, d, to + j);
      if (j == step) continue;
      hn::StoreU(hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(window - j)), value), d, to + j);
      for (j += lanes; j < step; j += lanes) hn::StoreU(hn::Zero(d), d, to + j);
    } else {
      const auto value = hn::LoadU(d, scaled);
      for (int64_t t = 0; t < step; ++t) hn::StoreU(t < window ? value : hn::Zero(d), d, to + t * inner);
    }
  }
}

/// The same straight to where it belongs, for windows of at least a vector of single elements and no gap
/// between them: a vector lies under two of them at most. `scaled` has room for one more.
template <class S>
void EmitWindows(const WindowCells& w, const S* scaled, bool stream, S* to) {
  const hn::ScalableTag<S> d;
  int64_t end = w.step;  // of the window at j
  Emit(d, to, w.count * w.step, stream, [&, step = w.step](int64_t j) HWY_ATTR {
    if (j >= end) {
      end += step;
      ++scaled;
    }
    return hn::IfThenElse(hn::FirstN(d, static_cast<size_t>(end - j)), hn::Set(d, scaled[0]),
                          hn::Set(d, scaled[1]));
  });
}

/// `size` elements, to each of some rows.
template <class S>
HWY_INLINE void CopyToRows(const S* HWY_RESTRICT from, int64_t size, S* HWY_RESTRICT to, int64_t rows,
                           int64_t pitch) {
  const hn::ScalableTag<S> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t whole = size / lanes * lanes;
  for (int64_t r = 0; r < rows; ++r, to += pitch) {
    for (int64_t j = 0; j < whole; j += lanes) hn::StoreU(hn::LoadU(d, from + j), d, to + j);
    if (whole < size)
      StoreFirst(d, hn::LoadU(d, from + whole), to + whole, static_cast<size_t>(size - whole));
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_WINDOW_CELLS_INL_H_
