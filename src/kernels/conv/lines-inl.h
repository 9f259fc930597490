// The inner loop of convolutions to few channels: vectors of neighbouring cells, so that no lane is wasted on
// channels that are not there. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_LINES_INL_H_
#undef VOXGRAD_KERNELS_CONV_LINES_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_LINES_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

// Lines are summed together because they read the same source. So many sums fit the registers: of four lines
// or more, of shorter ones up to eight. Fewer at a time would wait for each other and for their weights.
inline constexpr int kMostLines = 8;
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kLineSums = 24;
#else
inline constexpr int kLineSums = 12;
#endif
inline constexpr int kLineVectors = kLineSums / 4;

/// Lines that are summed together where each has so many vectors.
constexpr int MostLines(int vectors) { return std::min(kMostLines, kLineSums / vectors); }

/// Sums of neighbouring cells of one row and one target channel, and the weights of what is added to them.
template <class A>
struct ConvLine {
  A* sums;
  const A* weights;
};

/// A row of the source, its first channel's under the first cell, and where its weights stand, counted from
/// those of each line.
struct ConvRow {
  int64_t first;
  int64_t weights;
};

/// What lines are summed over: rows, counted from `source`, `row_stride` from one channel to the next; tap t
/// is offsets[t] further.
template <class A>
struct ConvRows {
  const A* source;
  const ConvRow* rows;
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

/// Adds the products of one row's vectors with the weight of each line. Of the two, the fewer are kept in
/// registers.
template <int kLines, int kVectors, class D, class A = hn::TFromD<D>>
HWY_INLINE void AddProducts(D d, const A* HWY_RESTRICT from, const ConvLine<A>* lines, int64_t k,
                            hn::Vec<D> (&sum)[kLines][kVectors]) {
  const size_t lanes = hn::Lanes(d);
  hn::Vec<D> kept[std::min(kLines, kVectors)];
  if constexpr (kLines > kVectors) {
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v) {
      kept[v] = hn::LoadU(d, from + v * lanes);
      KeepLoaded(kept[v]);
    }
#pragma GCC unroll 8
    for (size_t l = 0; l < kLines; ++l) {
      const auto weight = hn::Set(d, lines[l].weights[k]);
#pragma GCC unroll 8
      for (size_t v = 0; v < kVectors; ++v) sum[l][v] = hn::MulAdd(kept[v], weight, sum[l][v]);
    }
  } else {
#pragma GCC unroll 8
    for (size_t l = 0; l < kLines; ++l) kept[l] = hn::Set(d, lines[l].weights[k]);
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v) {
      auto cells = hn::LoadU(d, from + v * lanes);
      if constexpr (kLines > 1) KeepLoaded(cells);
#pragma GCC unroll 8
      for (size_t l = 0; l < kLines; ++l) sum[l][v] = hn::MulAdd(cells, kept[l], sum[l][v]);
    }
  }
}

/// Adds the products of the rows with the weights, over taps and then channels of one row after the other, to
/// kVectors vectors of each line.
template <int kLines, int kVectors, class A>
HWY_NOINLINE void AddVectors(const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t at) {
  using D = hn::ScalableTag<A>;
  const D d;
  const size_t lanes = hn::Lanes(d);
  hn::Vec<D> sum[kLines][kVectors];
#pragma GCC unroll 8
  for (size_t l = 0; l < kLines; ++l) {
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v)
      sum[l][v] = rows.fresh ? hn::Zero(d) : hn::LoadU(d, lines[l].sums + at + v * lanes);
  }
  for (const ConvRow* row = rows.rows; row != rows.rows + rows.count; ++row) {
    int64_t k = row->weights;
    for (int64_t t = 0; t < rows.taps; ++t) {
      const A* HWY_RESTRICT from = rows.source + row->first + at + rows.offsets[t];
      for (int64_t c = 0; c < rows.channels; ++c, ++k, from += rows.row_stride)
        AddProducts<kLines, kVectors>(d, from, lines, k, sum);
    }
  }
#pragma GCC unroll 8
  for (size_t l = 0; l < kLines; ++l) {
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sum[l][v], d, lines[l].sums + at + v * lanes);
  }
}

/// The same for at most kLines lines.
template <int kVectors, int kLines, class A>
void AddSomeLines(const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t count, int64_t at) {
  if constexpr (kLines > 0) {
    if (count < kLines) return AddSomeLines<kVectors, kLines - 1>(rows, lines, count, at);
    AddVectors<kLines, kVectors>(rows, lines, at);
  }
}

/// The same for any number of lines, in about equal parts, of at most kVectors vectors.
template <int kVectors, class A>
void AddSomeVectors(const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t count, int64_t vectors,
                    int64_t at) {
  if constexpr (kVectors > 0) {
    if (vectors < kVectors) return AddSomeVectors<kVectors - 1>(rows, lines, count, vectors, at);
    constexpr int kLines = MostLines(kVectors);
    for (int64_t parts = CeilDiv(count, kLines); parts > 0; --parts) {
      const int64_t now = CeilDiv(count, parts);
      AddSomeLines<kVectors, kLines>(rows, lines, now, at);
      count -= now;
      lines += now;
    }
  }
}

/// Any number of lines of `cells` cells, rounded up to whole vectors; those in about equal parts.
template <class A>
void AddLines(const ConvRows<A>& rows, const ConvLine<A>* lines, int64_t count, int64_t cells) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
  int64_t vectors = CeilDiv(cells, lanes), at = 0;
  for (int64_t parts = CeilDiv(vectors, kLineVectors); parts > 0; --parts) {
    const int64_t now = CeilDiv(vectors, parts);
    AddSomeVectors<kLineVectors>(rows, lines, count, now, at);
    vectors -= now;
    at += now * lanes;
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_LINES_INL_H_
