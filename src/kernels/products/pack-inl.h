// Copies of parts of images in the order and the type that the tiles read.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_PRODUCTS_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_PRODUCTS_PACK_INL_H_
#undef VOXGRAD_KERNELS_PRODUCTS_PACK_INL_H_
#else
#define VOXGRAD_KERNELS_PRODUCTS_PACK_INL_H_
#endif

#include <algorithm>

#include "kernels/products/amx_tile.h"
#include "kernels/products/copy-inl.h"
#include "kernels/products/plan.h"
#include "kernels/products/runs.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The elements of a source cell that are summed over: made up with zeros to what AMX takes at a time.
template <class E>
int64_t SummedElements(const ConvGather& gather) {
  return RoundUp(ElementsOf<E>(gather.source.channels), std::max<int64_t>(1, gather.amx_step));
}

/// Where a packed part of an image stands: its cells in steps of a pitch, channels innermost.
struct PackedRegion {
  PerAxis<Range> cells;
  PerAxis<int64_t> pitch;

  int64_t count(size_t a) const { return cells[a].count() <= 0 ? 0 : (cells[a].count() - 1) / pitch[a] + 1; }
  int64_t size() const { return count(0) * count(1) * count(2) * count(3); }
};

/// Calls f with the place of the first cell of each row of the region, counted from the image's first
/// element.
template <class F>
void ForEachRow(const ConvImage& image, const PackedRegion& region, F f) {
  for (int64_t n = region.cells[0].begin; n < region.cells[0].end; n += region.pitch[0]) {
    for (int64_t d = region.cells[1].begin; d < region.cells[1].end; d += region.pitch[1]) {
      for (int64_t h = region.cells[2].begin; h < region.cells[2].end; h += region.pitch[2]) {
        f(n * image.stride[0] + d * image.stride[1] + h * image.stride[2] +
          region.cells[3].begin * image.stride[3]);
      }
    }
  }
}

/// `from` is the first channel to take, `row` the room of a cell in the copy. Behind a cell's channels stand
/// zeros, up to `elements` in all.
template <class T, class A>
void PackImage(const ConvImage& image, const T* from, const PackedRegion& region, int64_t row, A* to,
               int64_t elements = 0) {
  const int64_t width = region.count(3), channels = image.channels;
  const int64_t step = region.pitch[3] * image.stride[3];
  const bool joined = kChannelsOf<A> == 1 && image.channel_stride == 1 && step == channels && row == channels;
  ForEachRow(image, region, [&](int64_t place) {
    const T* line = from + place;
    if (joined) {
      Widen(line, width * channels, to);
    } else if (image.channel_stride == 1) {
      for (int64_t w = 0; w < width; ++w) Widen(line + w * step, channels, to + w * row);
    } else {
      Transpose(line, channels, image.channel_stride, width, step, to, row,
                region.pitch[2] * image.stride[2]);
    }
    const int64_t filled = ElementsOf<A>(channels);
    for (int64_t w = 0; w < width && filled < elements; ++w)
      std::fill_n(to + w * row + filled, elements - filled, A(0));
    to += width * row;
  });
}

/// The same with each number beside that of the cell `hop` further along the width, or a zero behind the
/// last.
inline void PackCellPairs(const ConvImage& image, const BFloat16* from, const PackedRegion& region,
                          int64_t hop, int64_t row, BFloat16Pair* to) {
  if (row > image.channels) std::fill_n(to, region.size() * row, 0);
  const int64_t width = region.count(3), channels = image.channels;
  const int64_t step = region.pitch[3] * image.stride[3];
  const int64_t paired = std::max<int64_t>(0, width - hop);
  ForEachRow(image, region, [&](int64_t place) {
    const uint16_t* line = Stored(from) + place;
    if (image.channel_stride == 1 && step == channels && row == channels) {
      RowPairs{line, hop * step, 2}.CopyRow(0, paired * channels, to);
      RowPairs{line + paired * step, 0, 1}.CopyRow(0, (width - paired) * channels, to + paired * row);
    } else if (image.channel_stride == 1) {
      for (int64_t w = 0; w < width; ++w)
        RowPairs{line + w * step, hop * step, w < paired ? 2 : 1}.CopyRow(0, channels, to + w * row);
    } else {
      Turn(HopPairs{line, image.channel_stride, hop * step}, channels, paired, step, to, row,
           region.pitch[2] * image.stride[2]);
      for (int64_t w = paired; w < width; ++w) {
        for (int64_t c = 0; c < channels; ++c) to[w * row + c] = line[c * image.channel_stride + w * step];
      }
    }
    to += width * row;
  });
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

/// Cells that have room behind a copy: a register of AMX may be filled with what stands behind a row's last
/// one.
inline constexpr int64_t kCellsBehind = kAmxRows;

/// An image that tiles read, where it stands or as a copy of a part.
template <class A>
struct ConvOperand {
  const A* base;
  SourceView view;
  const A* end;  // of what may be read
};

/// True if the elements that tiles read, or what makes them up, are those of the image, cell by cell.
template <class T, class A>
bool StandsReady(const ConvImage& image) {
  const auto whole = [](int64_t count) { return count % kChannelsOf<A> == 0; };
  return sizeof(T) * kChannelsOf<A> == sizeof(A) && (image.channel_stride == 1 || image.channels == 1) &&
         whole(image.channels) && std::all_of(image.stride.begin(), image.stride.end(), whole);
}

/// Where a copy of a region stands whose cells take `room` elements each.
inline SourceView ViewOf(const PackedRegion& region, int64_t room) {
  SourceView view = {{}, region.pitch, {0, 0, 0, room}};
  for (size_t a = 0; a < kConvAxes; ++a) view.origin[a] = region.cells[a].begin;
  for (size_t a = 3; a-- > 0;) view.stride[a] = view.stride[a + 1] * region.count(a + 1);
  return view;
}

/// `room` is that of a cell in the copy, of which PackImage fills so many elements; 0 when the image is read
/// where it stands, which it must be ready for. Then `end` is behind its last number.
template <class T, class A>
ConvOperand<A> PrepareOperand(const ConvImage& image, const T* from, const T* end, const PackedRegion& region,
                              int64_t room, A* copy, int64_t elements) {
  if (room > 0) {
    PackImage(image, from, region, room, copy, elements);
    return {copy, ViewOf(region, room), copy + (region.size() + kCellsBehind) * room};
  }
  ConvOperand<A> operand = {reinterpret_cast<const A*>(from),
                            {{0, 0, 0, 0}, {1, 1, 1, 1}, image.stride},
                            reinterpret_cast<const A*>(end)};
  for (int64_t& stride : operand.view.stride) stride /= kChannelsOf<A>;
  return operand;
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_PRODUCTS_PACK_INL_H_
