// Copies of filters and of parts of images in the order and the type that the tiles read.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
#endif

#include <algorithm>

#include "kernels/cpu/conv_plan.h"
#include "kernels/cpu/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// to[i] = from[i], as numbers to compute with.
template <class T, class A>
void Widen(const T* from, int64_t count, A* to) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(LoadNumbers(d, from + i), d, to + i);
  for (; i < count; ++i) to[i] = static_cast<A>(from[i]);
}

/// Four rows of at least Lanes(d) elements become columns. The last vector overlaps the one before.
template <class D, class T, class A = hn::TFromD<D>>
HWY_INLINE void TransposeFour(D d, const T* from, int64_t row_stride, int64_t length, A* to, int64_t pitch) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  HWY_ALIGN A columns[4 * hn::MaxLanes(D())];
  for (int64_t begin = 0; begin < length; begin += lanes) {
    const int64_t at = std::min(begin, length - lanes);
    hn::StoreInterleaved4(LoadNumbers(d, from + at), LoadNumbers(d, from + row_stride + at),
                          LoadNumbers(d, from + 2 * row_stride + at), LoadNumbers(d, from + 3 * row_stride + at), d,
                          columns);
    for (int64_t i = 0; i < lanes; ++i) std::copy_n(columns + 4 * i, 4, to + (at + i) * pitch);
  }
}

/// to[i·pitch + r] = from[r·row_stride + i·step] for r < rows and i < length.
template <class T, class A>
void Transpose(const T* from, int64_t rows, int64_t row_stride, int64_t length, int64_t step, A* to, int64_t pitch) {
  const hn::ScalableTag<A> d;
  const hn::CappedTag<A, 4> d4;
  if (rows < 4 || step != 1 || length < static_cast<int64_t>(hn::Lanes(d4))) {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t i = 0; i < length; ++i) to[i * pitch + r] = static_cast<A>(from[r * row_stride + i * step]);
    }
    return;
  }
  for (int64_t begin = 0; begin < rows; begin += 4) {
    const int64_t r = std::min(begin, rows - 4);
    if (length >= static_cast<int64_t>(hn::Lanes(d))) {
      TransposeFour(d, from + r * row_stride, row_stride, length, to + r, pitch);
    } else {
      TransposeFour(d4, from + r * row_stride, row_stride, length, to + r, pitch);
    }
  }
}

/// Where a packed part of an image stands: its cells in steps of a pitch, channels innermost.
struct PackedRegion {
  PerAxis<Range> cells;
  PerAxis<int64_t> pitch;

  int64_t count(size_t a) const { return cells[a].count() <= 0 ? 0 : (cells[a].count() - 1) / pitch[a] + 1; }
  int64_t size() const { return count(0) * count(1) * count(2) * count(3); }
};

/// `from` is the first channel to take.
template <class T, class A>
void PackImage(const ConvImage& image, const T* from, const PackedRegion& region, A* to) {
  const int64_t width = region.count(3), channels = image.channels;
  const int64_t step = region.pitch[3];
  const bool joined = image.channel_stride == 1 && step == 1 && image.stride[3] == channels;
  for (int64_t n = region.cells[0].begin; n < region.cells[0].end; n += region.pitch[0]) {
    for (int64_t d = region.cells[1].begin; d < region.cells[1].end; d += region.pitch[1]) {
      for (int64_t h = region.cells[2].begin; h < region.cells[2].end; h += region.pitch[2]) {
        const T* row = from + n * image.stride[0] + d * image.stride[1] + h * image.stride[2] +
                       region.cells[3].begin * image.stride[3];
        if (joined) {
          Widen(row, width * channels, to);
        } else if (image.channel_stride == 1) {
          for (int64_t w = 0; w < width; ++w) Widen(row + w * step * image.stride[3], channels, to + w * channels);
        } else {
          Transpose(row, channels, image.channel_stride, width, step * image.stride[3], to, channels);
        }
        to += width * channels;
      }
    }
  }
}

/// The weights of `count` target channels for every tap and source channel of a lattice, in the order of the sums:
/// rows of `row` channels, zeros behind the last. `filter` is the group's first weight of the first channel.
template <class T, class A>
void PackPanel(const ConvGather& gather, const ConvLattice& lattice, const T* filter, int64_t count, int64_t row,
               A* to) {
  const int64_t channels = gather.source.channels;
  for (int64_t d = 0; d < lattice[1]->tap_count(); ++d) {
    for (int64_t h = 0; h < lattice[2]->tap_count(); ++h) {
      for (int64_t w = 0; w < lattice[3]->tap_count(); ++w, to += channels * row) {
        const T* from = filter + gather.FilterTap(lattice, d, h, w) * gather.filter_tap;
        if (count < row) std::fill_n(to, channels * row, A(0));
        if (gather.filter_target == 1) {
          for (int64_t c = 0; c < channels; ++c) Widen(from + c * gather.filter_source, count, to + c * row);
        } else {
          Transpose(from, count, gather.filter_target, channels, gather.filter_source, to, row);
        }
      }
    }
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
