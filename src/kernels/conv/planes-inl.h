// A copy of a part of an image as planes, so that vectors run along the width whatever the layout.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_PLANES_INL_H_
#undef VOXGRAD_KERNELS_CONV_PLANES_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_PLANES_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/products/pack-inl.h"
#include "kernels/simd/phases-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The source of a block of lattice cells: [batch][depth][height][channel][width], zeros where the width is
/// padded. A row is read from under the first tap of the block's first cell on. Along the width the source
/// step is 1.
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
    const int64_t seen = cells[3].count() + reach;
    left_ = cells[3].begin + width.taps.front().offset;
    held_.begin = std::clamp<int64_t>(left_, 0, width.source_size);
    held_.end = std::clamp<int64_t>(left_ + seen, held_.begin, width.source_size);
    // What the source has begins where a cache line does: it is written so, and read so by one of the taps.
    const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
    lead_ = RoundUp(before(), lanes) - before();
    width_ = RoundUp(lead_ + seen, lanes);
  }

  int64_t width() const { return width_; }
  /// With room for one row more of every channel, which is also what the last row's last vectors read.
  int64_t size() const { return (region_.count(0) * region_.count(1) * region_.count(2) + 1) * row_size(); }

  /// How far a place in batch (0), depth or height is from the first.
  int64_t Way(size_t axis, int64_t at) const {
    int64_t way = (at - region_.cells[axis].begin) / region_.pitch[axis] * row_size();
    for (size_t a = axis + 1; a < 3; ++a) way *= region_.count(a);
    return way;
  }
  /// The first channel's row at the first place.
  const A* rows() const { return rows_ + lead_; }

  /// `from` is the first channel to take; `to` has room for size().
  template <class T>
  void Fill(const ConvImage& image, const T* from, A* to) {
    rows_ = to;
    spare_ = to + size() - row_size();
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
  int64_t row_size() const { return channels_ * width_; }
  /// Cells of padding that a row begins with.
  int64_t before() const { return held_.count() > 0 ? held_.begin - left_ : 0; }  // all padding otherwise

  /// One row of every channel.
  template <class T>
  void FillRow(const ConvImage& image, const T* from, A* to) const {
    const int64_t before = lead_ + this->before(), count = held_.count(), step = image.stride[3];
    if (step == 1) {
      for (int64_t c = 0; c < channels_; ++c)
        Widen(from + c * image.channel_stride, count, to + c * width_ + before);
    } else if (image.channel_stride == 1 && step == channels_ && channels_ <= 4) {
      SplitRow(from, count, to + before);
    } else {
      Transpose(from, count, step, channels_, image.channel_stride, to + before, width_);
    }
    for (int64_t c = 0; c < channels_; ++c, to += width_) {
      Clear(to, before);
      Clear(to + before + count, width_ - before - count);
    }
  }

  /// Cells with their channels innermost, taken apart: whole vectors where they stand if they are numbers to
  /// compute with.
  template <class T>
  void SplitRow(const T* from, int64_t count, A* to) const {
    int64_t done = 0;
    if constexpr (std::is_same_v<T, A>) {
      const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>()));
      done = count / lanes * lanes;
      SplitPhases<A>({channels_, channels_, 1, done, width_}, from, to);
    }
    if (done == count) return;
    Widen(from + done * channels_, (count - done) * channels_, spare_);
    SplitPhases<A>({channels_, channels_, 1, count - done, width_}, spare_, to + done);
  }

  /// A few zeros.
  static void Clear(A* to, int64_t count) {
    const hn::ScalableTag<A> d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    for (; count >= lanes; count -= lanes, to += lanes) hn::StoreU(hn::Zero(d), d, to);
    if (count > 0) StoreFirst(d, hn::Zero(d), to, static_cast<size_t>(count));
  }

  PackedRegion region_;  // of batch, depth and height
  int64_t channels_ = 0;
  int64_t width_ = 0;
  int64_t lead_ = 0;  // of a row before that
  int64_t left_ = 0;  // where a row begins, maybe in the padding
  Range held_;        // what the source has of a row
  A* rows_ = nullptr;
  A* spare_ = nullptr;  // a row before it is taken apart
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_PLANES_INL_H_
