// Copies of parts of an image that reach into its padding. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FILTER_PADDED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FILTER_PADDED_INL_H_
#undef VOXGRAD_KERNELS_CONV_FILTER_PADDED_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FILTER_PADDED_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/products/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// What some cells of a lattice see of the source, those places included where it has nothing.
struct PaddedRegion {
  PaddedRegion(const ConvLattice& lattice, const ConvBlock& block) {
    for (size_t a = 0; a < kConvAxes; ++a) {
      const ConvAxis& axis = *lattice[a];
      const int64_t first = block[a].begin * axis.source_step + axis.taps.front().offset;
      const int64_t last = (block[a].end - 1) * axis.source_step + axis.taps.back().offset;
      const int64_t pitch = axis.source_pitch();
      all.cells[a] = {first, last + 1};
      all.pitch[a] = pitch;
      const int64_t before = first < 0 ? std::min(CeilDiv(-first, pitch), all.count(a)) : 0;
      const int64_t within = std::min(last, axis.source_size - 1) - first;
      held[a] = {before, std::max(before, within < 0 ? 0 : within / pitch + 1)};
    }
  }

  PackedRegion all;
  PerAxis<Range> held;  // of each axis' cells, counted in steps of the pitch

  bool padded() const {
    for (size_t a = 0; a < kConvAxes; ++a) {
      if (held[a].begin > 0 || held[a].end < all.count(a)) return true;
    }
    return false;
  }
};

/// The held part of a row that begins at `from`.
template <class T, class E>
void PackRow(const ConvImage& image, const T* from, int64_t pitch, int64_t count, int64_t hop, int64_t room,
             E* to) {
  const PackedRegion row = {{{{0, 1}, {0, 1}, {0, 1}, {0, (count - 1) * pitch + 1}}}, {1, 1, 1, pitch}};
  if constexpr (std::is_same_v<E, BFloat16Pair>) {
    PackCellPairs(image, from, row, hop, room, to);
  } else {
    static_cast<void>(hop);
    PackImage(image, from, row, room, to);
  }
}

/// The cells before the held part that are paired with one of it.
template <class T, class E>
void PairWithPadding(const ConvImage& image, const T* from, int64_t step, Range held, int64_t hop,
                     int64_t room, E* row) {
  if constexpr (std::is_same_v<E, BFloat16Pair>) {
    const int64_t end = std::min(held.begin, held.end - hop);
    for (int64_t w = std::max<int64_t>(0, held.begin - hop); w < end; ++w) {
      const uint16_t* partner = Stored(from) + (w + hop - held.begin) * step;
      for (int64_t c = 0; c < image.channels; ++c)
        row[w * room + c] = BFloat16Pair{partner[c * image.channel_stride]} << 16;
    }
  }
}

/// Numbers, or pairs of cells `hop` apart along the width; zeros in the padding. A cell takes `room`
/// elements.
template <class T, class E>
void PackPadded(const ConvImage& image, const T* from, const PaddedRegion& region, int64_t hop, int64_t room,
                E* to) {
  const int64_t width = region.all.count(3) * room;
  const Range& held = region.held[3];
  const auto place = [&](size_t a, int64_t i) {
    return (region.all.cells[a].begin + i * region.all.pitch[a]) * image.stride[a];
  };
  const auto outside = [&](size_t a, int64_t i) {
    return i < region.held[a].begin || i >= region.held[a].end;
  };
  for (int64_t n = 0; n < region.all.count(0); ++n) {
    for (int64_t d = 0; d < region.all.count(1); ++d) {
      for (int64_t h = 0; h < region.all.count(2); ++h, to += width) {
        if (outside(0, n) || outside(1, d) || outside(2, h) || held.count() <= 0) {
          std::fill_n(to, width, E(0));
          continue;
        }
        std::fill_n(to, held.begin * room, E(0));
        std::fill(to + held.end * room, to + width, E(0));
        const T* row = from + place(0, n) + place(1, d) + place(2, h) + place(3, held.begin);
        PackRow(image, row, region.all.pitch[3], held.count(), hop, room, to + held.begin * room);
        PairWithPadding(image, row, region.all.pitch[3] * image.stride[3], held, hop, room, to);
      }
    }
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FILTER_PADDED_INL_H_
