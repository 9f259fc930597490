// Writing a row of results, each once, past the caches where that pays. Included once for each instruction
// set.
#if defined(VOXGRAD_KERNELS_SIMD_EMIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_SIMD_EMIT_INL_H_
#undef VOXGRAD_KERNELS_SIMD_EMIT_INL_H_
#else
#define VOXGRAD_KERNELS_SIMD_EMIT_INL_H_
#endif

#include <algorithm>

#include "kernels/simd/lanes-inl.h"
#include "kernels/simd/row_shape.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Two vectors of numbers, one behind the other, each rounded once; past the caches if kStream.
template <bool kStream = false, class D, class T>
HWY_INLINE void StoreTwo(D d, hn::Vec<D> first, hn::Vec<D> second, T* to) {
  if constexpr (std::is_same_v<T, BFloat16>) {
    const hn::Repartition<uint16_t, D> halves;
    const auto both = hn::ConcatOdd(halves, hn::BitCast(halves, RoundToBFloat16(d, second)),
                                    hn::BitCast(halves, RoundToBFloat16(d, first)));
    kStream ? hn::Stream(both, halves, Stored(to)) : hn::StoreU(both, halves, Stored(to));
  } else if constexpr (kStream) {
    StreamNumbers(d, first, to);
    StreamNumbers(d, second, to + hn::Lanes(d));
  } else {
    StoreNumbers(d, first, to);
    StoreNumbers(d, second, to + hn::Lanes(d));
  }
}

/// out[j] = value(j)'s first lane and so on for j in [0, count). `value` may be asked for lanes behind count.
/// Only whole cache lines are streamed: a part of one would be merged with what it replaces, from memory.
template <class D, class T, class Value>
HWY_INLINE void Emit(D d, T* out, int64_t count, bool stream, const Value& value) {
  constexpr int64_t line = 64 / sizeof(T);
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto past = static_cast<int64_t>(reinterpret_cast<uintptr_t>(out) % 64 / sizeof(T));
  const int64_t lines_begin = stream ? std::min(count, (line - past) % line) : 0;
  const int64_t lines_end = stream ? lines_begin + (count - lines_begin) / line * line : 0;
  for (int64_t j = 0; j < count;) {
    const bool streams = stream && j >= lines_begin && j < lines_end;
    const int64_t end = streams ? lines_end : j < lines_begin ? lines_begin : count;
    for (; j + lanes <= end; j += lanes) {
      const auto result = value(j);
      streams ? StreamNumbers(d, result, out + j) : StoreNumbers(d, result, out + j);
    }
    if (j == end) continue;
    StoreSome(d, value(j), out + j, static_cast<size_t>(end - j));
    j = end;
  }
}

/// The same for the elements of a row, counted without the gaps between its runs.
template <class D, class T, class Value>
HWY_INLINE void EmitRow(D d, T* out, RowShape shape, bool stream, const Value& value) {
  for (int64_t run = 0; run < shape.runs; ++run) {
    const int64_t start = run * shape.length;
    Emit(d, out + run * shape.pitch, shape.length, stream,
         [&](int64_t j) HWY_ATTR { return value(start + j); });
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_SIMD_EMIT_INL_H_
