// Writing a row of results, each once, past the caches where that pays. Included once for each instruction
// set.
#if defined(VOXGRAD_KERNELS_CPU_EMIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_EMIT_INL_H_
#undef VOXGRAD_KERNELS_CPU_EMIT_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_EMIT_INL_H_
#endif

#include "kernels/cpu/gather.h"
#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// out[j] = value(j)'s first lane and so on for j in [0, count). `value` may be asked for lanes behind count.
template <class D, class T, class Value>
HWY_INLINE void Emit(D d, T* out, int64_t count, bool stream, const Value& value) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t j = 0;
  if (stream) {
    const size_t vector = static_cast<size_t>(lanes) * sizeof(T);
    const size_t past = reinterpret_cast<uintptr_t>(out) % vector;
    if (past != 0) {
      const int64_t head = std::min(count, static_cast<int64_t>((vector - past) / sizeof(T)));
      StoreSome(d, value(0), out, static_cast<size_t>(head));
      j = head;
    }
    for (; j + lanes <= count; j += lanes) StreamNumbers(d, value(j), out + j);
  } else {
    for (; j + lanes <= count; j += lanes) StoreNumbers(d, value(j), out + j);
  }
  if (j < count) StoreSome(d, value(j), out + j, static_cast<size_t>(count - j));
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

#endif  // VOXGRAD_KERNELS_CPU_EMIT_INL_H_
