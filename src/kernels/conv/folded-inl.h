// Pairs of bfloat16 for convolutions of an odd, small number of channels: a number without a partner would be
// half a product for nothing. Where a window's row lies one cell behind the other, its taps and channels are
// one run of numbers, and the pairs are taken from that. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FOLDED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FOLDED_INL_H_
#undef VOXGRAD_KERNELS_CONV_FOLDED_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FOLDED_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "core/rounding.h"
#include "kernels/products/finite-inl.h"
#include "kernels/products/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Copies rows of a source as pairs for ConvGather::FoldedWidth, with zeros in the padding of the width.
///
/// A cell's window begins where its first number stands, which must be the first of a pair: if cells are an
/// even number of numbers apart, each number is in one pair; if not, every number begins one. The last number
/// of an odd run has a zero beside it, in a row of its own behind that of the pairs: what stands behind the
/// window may be infinite.
class FoldedRows {
 public:
  /// The source and the width as they are before folding.
  FoldedRows(const ConvImage& image, const ConvAxis& width, int64_t window)
      : image_(image),
        window_(window),
        step_(width.source_step),
        size_(width.source_size),
        left_(width.taps.front().offset - width.taps.front().index),
        apart_(step_ * image.channels % 2 == 0),
        cell_(apart_ ? step_ * image.channels / 2 : step_ * image.channels) {}

  /// Whether folding saves products and is exact: zeros in the padding must not meet an infinite weight.
  static bool Pays(const ConvGather& gather, const BFloat16* filter) {
    constexpr int64_t kMostChannels = 15;
    const int64_t channels = gather.source.channels;
    return gather.folds_width && channels % 2 != 0 && channels <= kMostChannels &&
           AllFinite(filter, gather.window[0] * gather.window[1] * gather.window[2] * gather.filter_tap);
  }

  /// Numbers of the source that one cell more adds to a row.
  int64_t cell_numbers() const { return step_ * image_.channels; }
  /// From one pair of a run to the next.
  int64_t pair_step() const { return apart_ ? 1 : 2; }
  /// Pairs that a row of so many cells takes.
  int64_t RowSize(int64_t cells) const { return PairRow(cells) + (alone() ? cells * cell_ : 0); }

  /// Elements beside the rows that Pack needs room for: a row's numbers before they are paired.
  int64_t LineSize(int64_t cells) const { return CeilDiv(Numbers(cells) + 2, 2); }

  int64_t channels() const { return image_.channels; }

  /// The rows of a block of cells of the folded gather's lattice, from the first channel to take on; behind
  /// them a line.
  ConvOperand<BFloat16Pair> Pack(const BFloat16* from, const ConvLattice& folded, const ConvBlock& block,
                                 BFloat16Pair* to) const {
    PackedRegion region = SourceRegion(folded, block);
    const int64_t cells = block[3].count(), row = RowSize(cells);
    region.cells[3] = {block[3].begin * step_, (block[3].end - 1) * step_ + 1};
    region.pitch[3] = step_;
    SourceView view = {{}, region.pitch, {0, 0, row, cell_}};
    for (size_t a = 0; a < kConvAxes; ++a) view.origin[a] = region.cells[a].begin;
    for (size_t a = 2; a-- > 0;) view.stride[a] = view.stride[a + 1] * region.count(a + 1);
    view.last_alone = alone() ? PairRow(cells) : 0;
    auto* const line = reinterpret_cast<uint16_t*>(to + region.count(0) * view.stride[0]);
    BFloat16Pair* next = to;
    PackedRegion rows = region;
    rows.cells[3] = {0, 1};
    ForEachRow(image_, rows, [&](int64_t place) {
      PackRow(Stored(from) + place, region.cells[3].begin + left_, cells, line, next);
      next += row;
    });
    return {to, view, to};
  }

 private:
  bool alone() const { return window_ * image_.channels % 2 != 0; }
  int64_t Numbers(int64_t cells) const { return ((cells - 1) * step_ + window_) * image_.channels; }
  /// One more for the partner of the last number.
  int64_t PairRow(int64_t cells) const { return apart_ ? Numbers(cells) / 2 + 1 : Numbers(cells); }

  /// A row from place `first` on, maybe in the padding.
  void PackRow(const uint16_t* row, int64_t first, int64_t cells, uint16_t* line, BFloat16Pair* to) const {
    const int64_t numbers = Numbers(cells), channels = image_.channels;
    const int64_t end = std::min(first + (cells - 1) * step_ + window_, size_);
    const int64_t begin = std::clamp<int64_t>(0, first, std::max(first, end));
    const auto at = [&](int64_t place) { return line + (place - first) * channels; };
    std::fill(line, at(begin), 0);
    CopyNumbers(row + begin * image_.stride[3], std::max<int64_t>(0, end - begin), at(begin));
    std::fill(at(std::max(begin, end)), line + numbers + 2, 0);
    if (apart_) {
      std::memcpy(to, line, static_cast<size_t>(PairRow(cells)) * sizeof(BFloat16Pair));
    } else {
      RowPairs{line, 1, 2}.CopyRow(0, numbers, to);
    }
    if (!alone()) return;
    const uint16_t* last = line + window_ * channels - 1;
    BFloat16Pair* alone = to + PairRow(cells);
    if (cell_numbers() == 1) {
      RowPairs{last, 0, 1}.CopyRow(0, cells, alone);
    } else {
      for (int64_t j = 0; j < cells; ++j) alone[j * cell_] = last[j * cell_numbers()];
    }
  }

  /// Cells side by side, channels innermost.
  void CopyNumbers(const uint16_t* from, int64_t cells, uint16_t* to) const {
    const int64_t channels = image_.channels;
    if (image_.channel_stride == 1 && image_.stride[3] == channels) {
      std::copy_n(from, cells * channels, to);
      return;
    }
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t w = 0; w < cells; ++w)
        to[w * channels + c] = from[c * image_.channel_stride + w * image_.stride[3]];
    }
  }

  const ConvImage image_;
  const int64_t window_, step_, size_;
  const int64_t left_;  // where the first cell's window begins
  const bool apart_;    // each number is in one pair
  const int64_t cell_;  // pairs from one cell's first to the next one's
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FOLDED_INL_H_
