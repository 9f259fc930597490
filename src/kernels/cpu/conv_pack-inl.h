// Copies of parts of images in the order and the type that the tiles read.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
#endif

#include <hwy/cache_control.h>

#include <algorithm>

#include "kernels/cpu/blocks-inl.h"
#include "kernels/cpu/conv_plan.h"
#include "kernels/cpu/conv_runs.h"

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

/// Four vectors as columns of four.
template <class D, class V, class A = hn::TFromD<D>>
HWY_INLINE void StoreColumns(D d, V v0, V v1, V v2, V v3, A* to, int64_t pitch) {
  constexpr int64_t block = kBlock<D>;
  const auto store = [&](V v, int64_t column, int64_t row)
                         HWY_ATTR { StoreBlocks<block>(d, v, to + column * pitch + row, block * pitch); };
  TurnBlocks(d, v0, v1, v2, v3);
  store(v0, 0, 0);
  store(v1, 1, 0);
  if constexpr (block == 2) {  // of two rows only
    TurnBlocks(d, v2, v3, v0, v1);
    store(v2, 0, 2);
    store(v3, 1, 2);
  } else {
    store(v2, 2, 0);
    store(v3, 3, 0);
  }
}

/// Four rows of at least Lanes(d) elements become columns. The last vector overlaps the one before. What lies
/// `ahead` is fetched.
template <class D, class T, class A = hn::TFromD<D>>
HWY_INLINE void TransposeFour(D d, const T* from, int64_t row_stride, int64_t length, A* to, int64_t pitch,
                              int64_t ahead) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t begin = 0; begin < length; begin += lanes) {
    const int64_t at = std::min(begin, length - lanes);
    if (ahead != 0) {
      for (int64_t r = 0; r < 4; ++r) hwy::Prefetch(from + r * row_stride + at + ahead);
    }
    StoreColumns(d, LoadNumbers(d, from + at), LoadNumbers(d, from + row_stride + at),
                 LoadNumbers(d, from + 2 * row_stride + at), LoadNumbers(d, from + 3 * row_stride + at),
                 to + at * pitch, pitch);
  }
}

/// to[i·pitch + r] = from[r·row_stride + i·step] for r < rows and i < length. `ahead` is the way to the rows
/// that will be asked for next: rows of separate planes are nothing that the processor would foresee.
template <class T, class A>
void Transpose(const T* from, int64_t rows, int64_t row_stride, int64_t length, int64_t step, A* to,
               int64_t pitch, int64_t ahead = 0) {
  const hn::ScalableTag<A> d;
  const hn::CappedTag<A, 4> d4;
  if (rows < 4 || step != 1 || length < static_cast<int64_t>(hn::Lanes(d4))) {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t i = 0; i < length; ++i)
        to[i * pitch + r] = static_cast<A>(from[r * row_stride + i * step]);
    }
    return;
  }
  for (int64_t begin = 0; begin < rows; begin += 4) {
    const int64_t r = std::min(begin, rows - 4);
    if (length >= static_cast<int64_t>(hn::Lanes(d))) {
      TransposeFour(d, from + r * row_stride, row_stride, length, to + r, pitch, ahead);
    } else {
      TransposeFour(d4, from + r * row_stride, row_stride, length, to + r, pitch, ahead);
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

/// `from` is the first channel to take, `row` the room of a cell in the copy, zeros behind its channels.
template <class T, class A>
void PackImage(const ConvImage& image, const T* from, const PackedRegion& region, int64_t row, A* to) {
  if (row > image.channels) std::fill_n(to, region.size() * row, A(0));
  const int64_t width = region.count(3), channels = image.channels;
  const int64_t step = region.pitch[3];
  const bool joined =
      image.channel_stride == 1 && step == 1 && image.stride[3] == channels && row == channels;
  for (int64_t n = region.cells[0].begin; n < region.cells[0].end; n += region.pitch[0]) {
    for (int64_t d = region.cells[1].begin; d < region.cells[1].end; d += region.pitch[1]) {
      for (int64_t h = region.cells[2].begin; h < region.cells[2].end; h += region.pitch[2]) {
        const T* line = from + n * image.stride[0] + d * image.stride[1] + h * image.stride[2] +
                        region.cells[3].begin * image.stride[3];
        if (joined) {
          Widen(line, width * channels, to);
        } else if (image.channel_stride == 1) {
          for (int64_t w = 0; w < width; ++w)
            Widen(line + w * step * image.stride[3], channels, to + w * row);
        } else {
          Transpose(line, channels, image.channel_stride, width, step * image.stride[3], to, row,
                    region.pitch[2] * image.stride[2]);
        }
        to += width * row;
      }
    }
  }
}

/// The source of a block of lattice cells.
inline PackedRegion SourceRegion(const ConvLattice& lattice, const ConvBlock& block) {
  PackedRegion region;
  for (size_t a = 0; a < kConvAxes; ++a) {
    region.cells[a] = lattice[a]->SourceOf(block[a]);
    region.pitch[a] = lattice[a]->source_pitch();
  }
  return region;
}

/// An image that tiles read, where it stands or as a copy of a part.
template <class A>
struct ConvOperand {
  const A* base;
  SourceView view;
};

/// `room` is that of a cell in the copy; 0 when the image, of type A then, is read where it stands.
template <class T, class A>
ConvOperand<A> PrepareOperand(const ConvImage& image, const T* from, const PackedRegion& region, int64_t room,
                              A* copy) {
  ConvOperand<A> operand = {copy, {{0, 0, 0, 0}, {1, 1, 1, 1}, image.stride}};
  if constexpr (std::is_same_v<T, A>) {
    if (room == 0) operand.base = from;
  }
  if (room == 0) return operand;
  operand.view.pitch = region.pitch;
  operand.view.stride[3] = room;
  for (size_t a = 0; a < kConvAxes; ++a) operand.view.origin[a] = region.cells[a].begin;
  for (size_t a = 3; a-- > 0;) operand.view.stride[a] = operand.view.stride[a + 1] * region.count(a + 1);
  PackImage(image, from, region, room, copy);
  return operand;
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_PACK_INL_H_
