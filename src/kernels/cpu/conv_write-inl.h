// Sums of a strip of cells, written to an image of either layout. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_WRITE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_WRITE_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_WRITE_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_WRITE_INL_H_
#endif

#include "kernels/cpu/conv_pack-inl.h"
#include "kernels/cpu/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// sums[cell·row + c] goes to target[places[cell] + c] for c < channels.
template <class T, class A>
void WriteChannelsLast(const A* sums, int64_t row, const int64_t* places, int64_t cells, int64_t channels,
                       bool stream, T* target) {
  const hn::ScalableTag<A> d;
  for (int64_t i = 0; i < cells; ++i) {
    Emit(d, target + places[i], channels, stream, [&](int64_t c) HWY_ATTR { return hn::LoadU(d, sums + i * row + c); });
  }
}

/// sums[cell·row + c] goes to target[places[cell] + c·channel_stride]. `planes` holds channels · (cells + a vector).
template <class T, class A>
void WriteChannelsFirst(const A* sums, int64_t row, const int64_t* places, int64_t cells, int64_t channels,
                        int64_t channel_stride, A* planes, T* target) {
  const hn::ScalableTag<A> d;
  const int64_t pitch = cells + static_cast<int64_t>(hn::Lanes(d));
  Transpose(sums, cells, row, channels, 1, planes, pitch);
  for (int64_t begin = 0, end = 0; begin < cells; begin = end) {
    // Cells that stand side by side are written as one row.
    for (end = begin + 1; end < cells && places[end] == places[end - 1] + 1;) ++end;
    T* to = target + places[begin];
    const A* from = planes + begin;
    if (end - begin == 1) {
      for (int64_t c = 0; c < channels; ++c) to[c * channel_stride] = static_cast<T>(from[c * pitch]);
      continue;
    }
    for (int64_t c = 0; c < channels; ++c) {
      Emit(d, to + c * channel_stride, end - begin, /*stream=*/false,
           [&](int64_t j) HWY_ATTR { return hn::LoadU(d, from + c * pitch + j); });
    }
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_WRITE_INL_H_
