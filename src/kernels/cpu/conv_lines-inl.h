// The inner loop of convolutions to few channels: vectors of neighbouring cells, so that no lane is wasted on
// channels that are not there. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_LINES_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_LINES_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_LINES_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

// Lines are summed together because they read the same source: four times these vectors of sums fit the
// registers.
inline constexpr int kMostLines = 4;
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kLineVectors = 6;
#else
inline constexpr int kLineVectors = 3;
#endif

/// Sums of neighbouring cells of one row and one target channel, and the weights of what is added to them.
template <class A>
struct ConvLine {
  A* sums;
  const A* weights;
};

/// A row of the source and where its weights stand, counted from those of each line.
template <class A>
struct ConvRow {
  const A* first;  // channel's row, under the first cell
  int64_t weights;
};

/// What lines are summed over: rows of the source, `row_stride` from one channel to the next; tap t is
/// offsets[t] further.
template <class A>
struct ConvRows {
  const ConvRow<A>* rows;
  int64_t count;
  int64_t row_stride;
  int64_t channels;
  const int64_t* offsets;
  int64_t taps;
  bool fresh;  // the sums begin at zero, whatever stands there
};

/// A vector that is used more than once stays where it was loaded: the compiler would read it from memory for
/// every use, and a read that crosses cache lines takes twice as long.
template <class V>
HWY_INLINE void KeepLoaded(V& v) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  asm("" : "+v"(v.raw));
#elif HWY_ARCH_X86
  asm("" : "+x"(v.raw));
#else
  static_cast<void>(v);
#endif
}

/// Adds the products of the rows with the weights, over taps and then channels of one row after the other, to
/// kVectors vectors of each line.
template <int kLines, int kVectors, class D, class A = hn::TFromD<D>>
HWY_INLINE void AddVectors(D d, const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t at) {
  const size_t lanes = hn::Lanes(d);
  hn::Vec<D> sum[kLines][kVectors];
#pragma GCC unroll 4
  for (size_t l = 0; l < kLines; ++l) {
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v)
      sum[l][v] = rows.fresh ? hn::Zero(d) : hn::LoadU(d, lines[l].sums + at + v * lanes);
  }
  for (const ConvRow<A>* row = rows.rows; row != rows.rows + rows.count; ++row) {
    int64_t k = row->weights;
    for (int64_t t = 0; t < rows.taps; ++t) {
      const A* HWY_RESTRICT from = row->first + at + rows.offsets[t];
      for (int64_t c = 0; c < rows.channels; ++c, ++k, from += rows.row_stride) {
        hn::Vec<D> weight[kLines];
#pragma GCC unroll 4
        for (size_t l = 0; l < kLines; ++l) weight[l] = hn::Set(d, lines[l].weights[k]);
#pragma GCC unroll 8
        for (size_t v = 0; v < kVectors; ++v) {
          auto cells = hn::LoadU(d, from + v * lanes);
          if constexpr (kLines > 1) KeepLoaded(cells);
#pragma GCC unroll 4
          for (size_t l = 0; l < kLines; ++l) sum[l][v] = hn::MulAdd(cells, weight[l], sum[l][v]);
        }
      }
    }
  }
#pragma GCC unroll 4
  for (size_t l = 0; l < kLines; ++l) {
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sum[l][v], d, lines[l].sums + at + v * lanes);
  }
}

/// The same for at most kVectors vectors.
template <int kLines, int kVectors, class D, class A = hn::TFromD<D>>
HWY_INLINE void AddRest(D d, const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t at, int64_t vectors) {
  if constexpr (kVectors > 0) {
    if (vectors < kVectors) return AddRest<kLines, kVectors - 1>(d, rows, lines, at, vectors);
    AddVectors<kLines, kVectors>(d, rows, lines, at);
  }
}

/// The same for `cells` cells of each line, rounded up to whole vectors.
template <int kLines, class A>
HWY_NOINLINE void AddLinesOf(const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t cells) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t vectors = CeilDiv(cells, lanes);
  int64_t v = 0;
  for (; v + kLineVectors <= vectors; v += kLineVectors)
    AddVectors<kLines, kLineVectors>(d, rows, lines, v * lanes);
  AddRest<kLines, kLineVectors - 1>(d, rows, lines, v * lanes, vectors - v);
}

/// Any number of lines, in about equal parts.
template <class A>
void AddLines(const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t count, int64_t cells) {
  for (int64_t parts = CeilDiv(count, kMostLines); parts > 0; --parts) {
    const int64_t now = CeilDiv(count, parts);
    switch (now) {
      case 1:
        AddLinesOf<1>(rows, lines, cells);
        break;
      case 2:
        AddLinesOf<2>(rows, lines, cells);
        break;
      case 3:
        AddLinesOf<3>(rows, lines, cells);
        break;
      default:
        AddLinesOf<4>(rows, lines, cells);
    }
    count -= now;
    lines += now;
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_LINES_INL_H_
