// A copy of a part of an image as planes, so that vectors run along the width whatever the layout.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_PLANES_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_PLANES_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_PLANES_INL_H_
#endif

#include <algorithm>

#include "kernels/cpu/conv_pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The source of a block of lattice cells: [batch][depth][height][channel][width], zeros where the width is
/// padded. A row begins under the first tap of the block's first cell. Along the width the source step is 1.
template <class A>
class ConvPlanes {
 public:
  ConvPlanes() = default;
  ConvPlanes(const ConvLattice& lattice, const ConvBlock& cells, int64_t channels) : channels_(channels) {
    for (size_t a = 0; a < 3; ++a) {
      region_.cells[a] = lattice[a]->SourceOf(cells[a]);
      region_.pitch[a] = lattice[a]->source_pitch();
    }
    const ConvAxis& width = *lattice[3];
    const int64_t reach = width.taps.back().offset - width.taps.front().offset;
    // Room for a vector behind the last cell.
    width_ = cells[3].count() + reach + static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
    left_ = cells[3].begin + width.taps.front().offset;
    held_.begin = std::clamp<int64_t>(left_, 0, width.source_size);
    held_.end = std::clamp<int64_t>(left_ + width_, held_.begin, width.source_size);
  }

  int64_t width() const { return width_; }
  int64_t size() const { return region_.count(0) * region_.count(1) * region_.count(2) * channels_ * width_; }

  /// The first channel's row at a place in batch, depth and height.
  const A* Row(const std::array<int64_t, 3>& at) const {
    int64_t row = 0;
    for (size_t a = 0; a < 3; ++a) {
      row = row * region_.count(a) + (at[a] - region_.cells[a].begin) / region_.pitch[a];
    }
    return rows_ + row * channels_ * width_;
  }

  /// `from` is the first channel to take; `to` has room for size().
  template <class T>
  void Fill(const ConvImage& image, const T* from, A* to) {
    rows_ = to;
    from += held_.begin * image.stride[3];
    for (int64_t n = region_.cells[0].begin; n < region_.cells[0].end; ++n) {
      for (int64_t d = region_.cells[1].begin; d < region_.cells[1].end; d += region_.pitch[1]) {
        for (int64_t h = region_.cells[2].begin; h < region_.cells[2].end; h += region_.pitch[2]) {
          FillRow(image, from + n * image.stride[0] + d * image.stride[1] + h * image.stride[2], to);
          to += channels_ * width_;
        }
      }
    }
  }

 private:
  /// One row of every channel.
  template <class T>
  void FillRow(const ConvImage& image, const T* from, A* to) const {
    const int64_t before = held_.count() > 0 ? held_.begin - left_ : 0;  // all padding otherwise
    for (int64_t c = 0; c < channels_; ++c) {
      A* row = to + c * width_;
      std::fill_n(row, before, A(0));
      std::fill(row + before + held_.count(), row + width_, A(0));
      if (image.stride[3] == 1) Widen(from + c * image.channel_stride, held_.count(), row + before);
    }
    if (image.stride[3] == 1) return;
    Transpose(from, held_.count(), image.stride[3], channels_, image.channel_stride, to + before, width_);
  }

  PackedRegion region_;  // of batch, depth and height
  int64_t channels_ = 0;
  int64_t width_ = 0;
  int64_t left_ = 0;  // where a row begins, maybe in the padding
  Range held_;        // what the source has of a row
  A* rows_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_PLANES_INL_H_
