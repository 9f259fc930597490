// The source of a convolution of planes, copied so that neighbouring cells stand side by side with nothing
// but the padding's zeros between rows. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FLAT_SOURCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FLAT_SOURCE_INL_H_
#undef VOXGRAD_KERNELS_CONV_FLAT_SOURCE_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FLAT_SOURCE_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "core/rounding.h"
#include "kernels/products/copy-inl.h"
#include "kernels/products/plan.h"
#include "kernels/products/runs.h"
#include "kernels/products/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// What a block of cells of one image sees: [depth][channels][height][width], the channels as elements that
/// tiles multiply. Along height and width the source step is 1.
template <class E>
class FlatSource {
 public:
  FlatSource(const ConvLattice& lattice, const ConvBlock& cells, int64_t elements)
      : lattice_(lattice), image_(cells[0].begin), elements_(elements) {
    depths_ = lattice[1]->SourceOf(cells[1]);
    heights_ = lattice[2]->SourceOf(cells[2]);
    const ConvAxis& width = *lattice[3];
    width_ = cells[3].count() + width.taps.back().offset - width.taps.front().offset;
    left_ = cells[3].begin + width.taps.front().offset;
    held_ = {std::clamp<int64_t>(left_, 0, width.source_size),
             std::clamp<int64_t>(left_ + width_, 0, width.source_size)};
    depth_pitch_ = lattice[1]->source_pitch();
    constexpr int64_t kLine = 64 / sizeof(E);
    plane_ = RoundUp(heights_.count() * width_, kLine);
    if (plane_ * static_cast<int64_t>(sizeof(E)) % 1024 == 0) plane_ += kLine;  // else few sets of the cache
  }

  /// From a cell to the one below it.
  int64_t width() const { return width_; }
  int64_t channel_step() const { return plane_; }
  int64_t size() const {
    const int64_t depths = depths_.count() <= 0 ? 0 : (depths_.count() - 1) / depth_pitch_ + 1;
    const auto behind = static_cast<int64_t>(kTileVectors * hn::Lanes(hn::ScalableTag<E>()));
    return depths * elements_ * plane_ + behind;  // the last vectors may read beyond
  }
  const E* first() const { return first_; }

  /// `from` is the image's first channel to take; `to` has room for size().
  template <class T>
  void Fill(const ConvImage& image, const T* from, E* to) {
    first_ = to;
    from += image_ * image.stride[0] + heights_.begin * image.stride[2] + held_.begin;
    for (int64_t d = depths_.begin; d < depths_.end; d += depth_pitch_) {
      for (int64_t e = 0; e < elements_; ++e, to += plane_)
        FillPlane(image, from + d * image.stride[1], e, to);
    }
  }

  /// What the cells of some rows of a plane sum over, counted from the first row's first cell. Weights are
  /// kTileRows for each tap and element.
  std::vector<ConvRun> Runs(int64_t depth, Range depth_taps, const ConvSegment& height) const {
    std::vector<ConvRun> runs;
    for (int64_t d = depth_taps.begin; d < depth_taps.end; ++d) {
      const int64_t at = depth * lattice_[1]->source_step + lattice_[1]->tap(d).offset;
      const int64_t plane = (at - depths_.begin) / depth_pitch_ * elements_ * plane_;
      for (int64_t h = height.taps.begin; h < height.taps.end; ++h) {
        const int64_t row = height.cells.begin + lattice_[2]->tap(h).offset - heights_.begin;
        for (int64_t w = 0; w < lattice_[3]->tap_count(); ++w) {
          const int64_t tap = (d * lattice_[2]->tap_count() + h) * lattice_[3]->tap_count() + w;
          const int64_t column = lattice_[3]->tap(w).offset - lattice_[3]->taps.front().offset;
          runs.push_back({tap * elements_ * kTileRows, plane + row * width_ + column, elements_});
        }
      }
    }
    return runs;
  }

 private:
  /// One plane of an element.
  template <class T>
  void FillPlane(const ConvImage& image, const T* from, int64_t e, E* to) const {
    if (width_ == image.stride[2] && held_.count() == width_) {
      CopyElements(image, from, e, heights_.count() * width_, to);
      return;
    }
    const int64_t before = std::min(held_.begin - left_, width_), after = before + held_.count();
    for (int64_t h = 0; h < heights_.count(); ++h, to += width_) {
      std::fill_n(to, before, E(0));
      CopyElements(image, from + h * image.stride[2], e, held_.count(), to + before);
      std::fill(to + after, to + width_, E(0));
    }
  }

  template <class T>
  static void CopyElements(const ConvImage& image, const T* from, int64_t e, int64_t count, E* to) {
    if constexpr (std::is_same_v<E, BFloat16Pair>) {
      RowPairs{Stored(from), image.channel_stride, image.channels}.CopyRow(e, count, to);
    } else {
      Widen(from + e * image.channel_stride, count, to);
    }
  }

  const ConvLattice lattice_;
  const int64_t image_;
  const int64_t elements_;
  Range depths_, heights_;  // of the source
  int64_t depth_pitch_;
  int64_t width_;
  int64_t left_;  // where a row begins, maybe in the padding
  Range held_;    // what the source has of a row
  int64_t plane_;
  const E* first_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FLAT_SOURCE_INL_H_
