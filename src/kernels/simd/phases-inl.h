// Every s-th cell of a row, side by side: rows of a strided axis as rows of stride 1, and back.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_SIMD_PHASES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_SIMD_PHASES_INL_H_
#undef VOXGRAD_KERNELS_SIMD_PHASES_INL_H_
#else
#define VOXGRAD_KERNELS_SIMD_PHASES_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Phase r has the cells r, r + stride, r + 2·stride, … of a row, `count` of them, `cell` elements each, at
/// r·pitch. Only the first `used` phases are kept.
struct Phases {
  int64_t stride;
  int64_t used;
  int64_t cell;
  int64_t count;
  int64_t pitch;
};

/// Phases have room for whole vectors behind their end, a row for as many of them as the stride.
template <class L>
HWY_NOINLINE void SplitPhases(const Phases& p, const L* HWY_RESTRICT row, L* HWY_RESTRICT phases) {
  const hn::ScalableTag<L> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (p.stride == 1) {
    std::copy_n(row, p.count * p.cell, phases);
    return;
  }
  if (p.cell == 1 && p.stride == 2) {
    for (int64_t o = 0; o < p.count; o += lanes) {
      const auto low = hn::LoadU(d, row + 2 * o), high = hn::LoadU(d, row + 2 * o + lanes);
      hn::StoreU(hn::ConcatEven(d, high, low), d, phases + o);
      if (p.used > 1) hn::StoreU(hn::ConcatOdd(d, high, low), d, phases + p.pitch + o);
    }
    return;
  }
  if (p.cell == 1 && p.stride <= 4) {
    hn::Vec<decltype(d)> v[4];
    for (int64_t o = 0; o < p.count; o += lanes) {
      if (p.stride == 3) {
        hn::LoadInterleaved3(d, row + 3 * o, v[0], v[1], v[2]);
      } else {
        hn::LoadInterleaved4(d, row + 4 * o, v[0], v[1], v[2], v[3]);
      }
      for (int64_t r = 0; r < p.used; ++r) hn::StoreU(v[r], d, phases + r * p.pitch + o);
    }
    return;
  }
  for (int64_t r = 0; r < p.used; ++r) {
    const L* from = row + r * p.cell;
    L* to = phases + r * p.pitch;
    for (int64_t o = 0; o < p.count; ++o, from += p.stride * p.cell, to += p.cell) {
      std::copy_n(from, p.cell, to);
    }
  }
}

/// The cells of phases that are not used stay as they are, or become anything if they lie past the end.
template <class L>
HWY_NOINLINE void JoinPhases(const Phases& p, const L* HWY_RESTRICT phases, L* HWY_RESTRICT row) {
  const hn::ScalableTag<L> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (p.cell == 1 && p.stride == 2 && p.used == 2) {
    for (int64_t o = 0; o < p.count; o += lanes) {
      hn::StoreInterleaved2(hn::LoadU(d, phases + o), hn::LoadU(d, phases + p.pitch + o), d, row + 2 * o);
    }
    return;
  }
  if (p.cell == 1 && (p.stride == 3 || p.stride == 4) && p.used == p.stride) {
    for (int64_t o = 0; o < p.count; o += lanes) {
      const auto phase = [&](int64_t r) HWY_ATTR { return hn::LoadU(d, phases + r * p.pitch + o); };
      if (p.stride == 3) {
        hn::StoreInterleaved3(phase(0), phase(1), phase(2), d, row + 3 * o);
      } else {
        hn::StoreInterleaved4(phase(0), phase(1), phase(2), phase(3), d, row + 4 * o);
      }
    }
    return;
  }
  for (int64_t r = 0; r < p.used; ++r) {
    const L* from = phases + r * p.pitch;
    L* to = row + r * p.cell;
    for (int64_t o = 0; o < p.count; ++o, from += p.cell, to += p.stride * p.cell) {
      std::copy_n(from, p.cell, to);
    }
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_SIMD_PHASES_INL_H_
