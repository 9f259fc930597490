// Sums of a strip of cells, written to an image of either layout. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_WRITE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_WRITE_INL_H_
#undef VOXGRAD_KERNELS_CONV_WRITE_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_WRITE_INL_H_
#endif

#include "kernels/products/pack-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// sums[cell·row + c] goes to target[places[cell] + c] for c < channels.
template <class T, class A>
void WriteChannelsLast(const A* sums, int64_t row, const int64_t* places, int64_t cells, int64_t channels,
                       bool stream, T* target) {
  const hn::ScalableTag<A> d;
  for (int64_t i = 0; i < cells; ++i) {
    Emit(d, target + places[i], channels, stream,
         [&](int64_t c) HWY_ATTR { return hn::LoadU(d, sums + i * row + c); });
  }
}

/// sums[cell·row + c] goes to target[places[cell] + c·channel_stride], channel by channel: neighbouring cells
/// share cache lines. `planes` has room for channels · (cells + a vector).
template <class T, class A>
void WriteChannelsFirst(const A* sums, int64_t row, const int64_t* places, int64_t cells, int64_t channels,
                        int64_t channel_stride, A* planes, T* target) {
  const hn::ScalableTag<A> d;
  const int64_t pitch = cells + static_cast<int64_t>(hn::Lanes(d));
  Transpose(sums, cells, row, channels, 1, planes, pitch);
  for (int64_t begin = 0, end = 0; begin < cells; begin = end) {
    for (end = begin + 1; end < cells && places[end] == places[end - 1] + 1;) ++end;
    for (int64_t c = 0; c < channels; ++c) {
      const A* from = planes + c * pitch + begin;
      Emit(d, target + places[begin] + c * channel_stride, end - begin, /*stream=*/false,
           [&](int64_t j) HWY_ATTR { return hn::LoadU(d, from + j); });
    }
  }
}

/// Rows of a block of a channels-first target, put together cell by cell from all lattices of the width in
/// memory of their own, channels last, before they are turned.
class StageRows {
 public:
  /// `lattice` has the block's cells; along the width, the first of `widths`' lattices and all others with
  /// it. A cell takes `room` elements.
  StageRows(const ConvImage& target, const ConvLattice& lattice, const ConvBlock& block,
            const std::vector<ConvAxis>& widths, int64_t room)
      : target_(target), lattice_(lattice), block_(block), room_(room) {
    step_ = widths.front().step;
    // A row ends with its last cell of any lattice, and the gaps behind it up to the next block.
    width_ = block[3].count() * step_;
  }

  int64_t size() const { return room_ * block_[0].count() * block_[1].count() * block_[2].count() * width_; }

  PerAxis<int64_t> stride() const {
    const int64_t row = width_ * room_, plane = block_[2].count() * row;
    return {block_[1].count() * plane, plane, row, step_ * room_};
  }
  /// For the cells of one of the width's lattices.
  PerAxis<int64_t> Start(const ConvAxis& width) const {
    PerAxis<int64_t> start = stride();
    for (size_t a = 0; a < kConvAxes; ++a) start[a] *= -block_[a].begin;
    start[3] += width.first * room_;
    return start;
  }

  /// `planes` has room for a row and a vector more of every channel.
  template <class T, class A>
  void Write(const A* stage, int64_t channels, bool stream, A* planes, T* target) const {
    const hn::ScalableTag<A> d;
    const int64_t begin = block_[3].begin * step_;
    const int64_t count =
        std::min(target_.stride[2], begin + width_) - begin;  // a row of the target ends there
    const int64_t pitch = count + static_cast<int64_t>(hn::Lanes(d));
    for (int64_t n = block_[0].begin; n < block_[0].end; ++n) {
      for (int64_t z = block_[1].begin; z < block_[1].end; ++z) {
        for (int64_t y = block_[2].begin; y < block_[2].end; ++y, stage += width_ * room_) {
          const int64_t at[3] = {n, z, y};
          T* to = target + begin;
          for (size_t a = 0; a < 3; ++a)
            to += (lattice_[a]->first + at[a] * lattice_[a]->step) * target_.stride[a];
          Transpose(stage, count, room_, channels, 1, planes, pitch);
          for (int64_t c = 0; c < channels; ++c) {
            Emit(d, to + c * target_.channel_stride, count, stream,
                 [&](int64_t j) HWY_ATTR { return hn::LoadU(d, planes + c * pitch + j); });
          }
        }
      }
    }
  }

 private:
  const ConvImage& target_;
  const ConvLattice lattice_;
  const ConvBlock block_;
  const int64_t room_;  // of a cell
  int64_t step_, width_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_WRITE_INL_H_
