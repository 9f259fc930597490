// What tiles read of a convolution's source: the image where it stands, or one of several copies. Included
// once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_SOURCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_SOURCE_INL_H_
#undef VOXGRAD_KERNELS_CONV_SOURCE_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_SOURCE_INL_H_
#endif

#include <algorithm>

#include "core/rounding.h"
#include "kernels/conv/folded-inl.h"
#include "kernels/conv/whole-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The image itself if its elements are those that tiles multiply; else a copy of the whole, where blocks of
/// it would repeat much of it; else a copy of the block at hand, of folded rows if `folded` has those of the
/// gather.
template <class T, class E>
class ConvSource {
 public:
  ConvSource(Exec& exec, const ConvGather& gather, const T* source, const FoldedRows* folded)
      : gather_(gather),
        source_(source),
        folded_(folded),
        elements_(SummedElements<E>(gather)),
        room_(gather.amx_step > 0 ? AmxRoomOf(elements_) : RoomOf(elements_)),
        direct_(folded == nullptr && StandsReady<T, E>(gather.source) &&
                elements_ * int64_t{sizeof(E)} % 4096 != 0 && (gather.amx_step == 0 || StandsReadyForAmx())),
        whole_(exec, gather, room_) {}

  /// Elements of a cell that are summed over, and from one of them to the next.
  int64_t elements() const { return elements_; }
  int64_t element_step() const { return folded_ == nullptr ? 1 : folded_->pair_step(); }

  /// Blocks of `blocked`, which is the gather or has its lattices merged. Copies of their source stay in the
  /// second cache.
  LatticeBlocks CutBlocks(const ConvGather& blocked, int64_t most_cells) {
    constexpr int64_t kSourceBytes = 512 << 10;
    // AMX computes as fast as the second cache reads, and comes back for every unit of the target.
    constexpr int64_t kAmxSourceBytes = 1 << 20;
    const LatticeBlocks large(blocked, most_cells,
                              gather_.amx_step > 0 ? Room(kAmxSourceBytes) / int64_t{sizeof(T)} : INT64_MAX);
    if (direct_ || whole_.filled()) return large;
    // Of a folded width a cell's numbers are for the most part those of its neighbours.
    const int64_t shared = folded_ == nullptr ? 1 : CeilDiv(gather_.source.channels, folded_->cell_numbers());
    LatticeBlocks blocks(blocked, most_cells,
                         Room(kSourceBytes) / static_cast<int64_t>(sizeof(E)) * kChannelsOf<E> * shared);
    if (folded_ != nullptr || !whole_.Pays(blocks)) return blocks;
    whole_.Fill(source_);
    return large;
  }

  /// Elements of the copy of a block, at most.
  int64_t CopySize(const ConvGather& blocked, const LatticeBlocks& blocks) const {
    if (direct_ || whole_.filled()) return 0;
    if (folded_ == nullptr) return (blocks.most_source_cells() + kCellsBehind) * room_;
    int64_t most = 0;
    for (int64_t i = 0; i < blocks.count(); ++i) {
      const LatticeBlocks::Item item = blocks.at(i);
      const PackedRegion region = SourceRegion(blocked.lattice(item.lattice), item.block);
      const int64_t cells = item.block[3].count();
      most = std::max(most, region.count(0) * region.count(1) * region.count(2) * folded_->RowSize(cells) +
                                folded_->LineSize(cells));
    }
    return most;
  }

  /// `copy` has room for CopySize.
  ConvOperand<E> Prepare(int64_t group, const ConvLattice& lattice, const ConvBlock& block, E* copy) const {
    if (whole_.filled()) return whole_.Operand(group);
    const int64_t channels = folded_ == nullptr ? gather_.source.channels : folded_->channels();
    const T* source = source_ + group * channels * gather_.source.channel_stride;
    if constexpr (std::is_same_v<E, BFloat16Pair>) {
      if (folded_ != nullptr) return folded_->Pack(source, lattice, block, copy);
    }
    return PrepareOperand(gather_.source, source, source_ + gather_.source_numbers,
                          SourceRegion(lattice, block), direct_ ? 0 : room_, copy, elements_);
  }

 private:
  /// Rows a multiple of 4 KiB apart share a set of the first cache, which has fewer places than a tile rows;
  /// copies turned in columns suffer from smaller powers of two already.
  static int64_t RoomOf(int64_t elements) {
    const auto size = static_cast<int64_t>(sizeof(E));
    return elements + (elements * size % 256 == 0 ? 64 / size : 0);
  }
  /// The same with cells that do not lie across cache lines.
  static int64_t AmxRoomOf(int64_t elements) {
    return RoomOf(AmxLoadsWhole(elements * int64_t{sizeof(E)}) ? elements : RoundUp(elements, kAmxPairs));
  }

  bool StandsReadyForAmx() const {
    const int64_t cell = gather_.source.stride[3] * int64_t{sizeof(T)};
    return elements_ == ElementsOf<E>(gather_.source.channels) && AmxLoadsWhole(cell) &&
           reinterpret_cast<uintptr_t>(source_) % 64 == 0;
  }

  const ConvGather& gather_;
  const T* const source_;
  const FoldedRows* const folded_;
  const int64_t elements_;
  const int64_t room_;  // of a cell in a copy
  const bool direct_;   // the source is read where it stands
  WholeSource<E> whole_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_SOURCE_INL_H_
