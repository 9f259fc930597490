// A copy of a whole source, channels last, for tiles to read as they would an image that stands ready.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_WHOLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_WHOLE_INL_H_
#undef VOXGRAD_KERNELS_CONV_WHOLE_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_WHOLE_INL_H_
#endif

#include <optional>

#include "core/parallel.h"
#include "kernels/products/pack-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Neighbouring blocks see much of the same source, the more the farther a window reaches; small images are
/// copied once for all of them.
template <class E>
class WholeSource {
 public:
  /// A cell takes `room` elements of the copy.
  WholeSource(Exec& exec, const ConvGather& gather, int64_t room)
      : exec_(exec), gather_(gather), room_(room) {
    if (gather.lattice_count() == 0) return;
    const ConvLattice lattice = gather.lattice(0);
    for (size_t a = 0; a < kConvAxes; ++a) region_.cells[a] = {0, lattice[a]->source_size};
    region_.pitch = {1, 1, 1, 1};
  }

  /// Whether it is small, and copies of blocks would be larger together.
  bool Pays(const LatticeBlocks& blocks) const {
    constexpr int64_t kMostBytes = 12 << 20;
    const int64_t bytes = gather_.groups * group_size() * static_cast<int64_t>(sizeof(E));
    return bytes <= kMostBytes && 2 * blocks.count() * blocks.most_source_cells() > 3 * region_.size();
  }

  template <class T>
  void Fill(const T* source) {
    arena_.emplace(
        exec_, static_cast<size_t>(gather_.groups * group_size() + kCellsBehind * room_) * sizeof(E) + 64);
    base_ = arena_->template Take<E>(0);
    const int64_t depths = region_.count(1), planes = region_.count(0) * depths;
    const int64_t plane = group_size() / planes;
    ParallelFor(exec_, gather_.groups * planes, plane / 4, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t group = i / planes, n = i % planes / depths, d = i % depths;
        PackedRegion part = region_;
        part.cells[0] = {n, n + 1};
        part.cells[1] = {d, d + 1};
        PackImage(gather_.source, source + group * gather_.source.channels * gather_.source.channel_stride,
                  part, room_, base_ + i * plane, SummedElements<E>(gather_));
      }
    });
  }

  bool filled() const { return base_ != nullptr; }
  ConvOperand<E> Operand(int64_t group) const {
    return {base_ + group * group_size(), ViewOf(region_, room_),
            base_ + gather_.groups * group_size() + kCellsBehind * room_};
  }

 private:
  int64_t group_size() const { return region_.size() * room_; }

  Exec& exec_;
  const ConvGather& gather_;
  const int64_t room_;
  PackedRegion region_;
  std::optional<Arena> arena_;
  E* base_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_WHOLE_INL_H_
