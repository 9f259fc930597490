// Sums of boxes of cells, a strip of tiles at a time, written to the target or to a stage. Included once for
// each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_STRIPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_STRIPS_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_STRIPS_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_STRIPS_INL_H_
#endif

#include <algorithm>

#include "kernels/cpu/conv_panels-inl.h"
#include "kernels/cpu/conv_tile-inl.h"
#include "kernels/cpu/conv_write-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

// Cells whose sums are kept while parts of the panel go by.
inline constexpr int64_t kStripCells = int64_t{16} * kTileRows;

/// Memory of one thread. E is what tiles multiply: see conv_copy-inl.h.
template <class E, class A>
struct ConvScratch {
  E* source;
  A* sums;
  A* planes;
  A* stage;
  int64_t offsets[kStripCells + 2 * kTileRows];
  int64_t places[kStripCells + kTileRows];
  int64_t rows[kStripCells];  // of the sums
};

/// Where a box's cells are written: cell j is at the sum over the axes of start + j·stride.
struct ConvPlaces {
  PerAxis<int64_t> start, stride;
};

/// Computes boxes of cells of a target.
template <class T, class E>
class ConvStrips {
  using A = SumOf<T>;
  using Scratch = ConvScratch<E, A>;
  static constexpr int64_t kLine = 64 / sizeof(T);
  // Tiles store sums of the type that is computed in, those of pairs also rounded.
  static constexpr bool kSumsAreResults = std::is_same_v<T, A> || std::is_same_v<E, BFloat16Pair>;

 public:
  /// A stage has the rows of a block, channels last, until they are turned.
  /// Elements of a cell that are summed over are `element_step` apart.
  ConvStrips(const ConvGather& gather, const ConvPanels<E>& panels, T* target, bool staged, bool stream,
             int64_t element_step)
      : gather_(gather),
        panels_(panels),
        target_(target),
        staged_(staged),
        stream_(stream),
        element_step_(element_step) {}

  T* Target(int64_t unit) const {
    const ConvImage& image = gather_.target;
    return target_ +
           (panels_.Group(unit) * image.channels + panels_.FirstChannel(unit)) * image.channel_stride;
  }

  /// All cells of a box, a strip at a time.
  void Run(const ConvBox& box, const ConvPlaces& places, const PerAxis<int64_t>& cell_strides, const E* base,
           int64_t unit, const E* panel, Scratch* scratch) const {
    int64_t filled = 0;
    const bool straight =
        WritesStraight(unit) && (std::is_same_v<T, A> || SumsInOnePart<E>(box, panels_.Row(unit)));
    const auto flush = [&] {
      // A tile may be larger than what is left.
      std::fill_n(scratch->offsets + filled, 2 * kTileRows, scratch->offsets[filled - 1]);
      std::fill_n(scratch->places + filled, kTileRows, scratch->places[filled - 1]);
      const StripOperands<E> strip = {base,          scratch->offsets,
                                      panel,         panels_.Row(unit),
                                      element_step_, straight && StreamsStraight(unit),
                                      straight,      gather_.amx_step};
      if (straight) {
        if constexpr (kSumsAreResults) SumStrip(box, strip, filled, scratch->places, Target(unit));
      } else {
        for (int64_t i = 0; i < kStripCells; ++i) scratch->rows[i] = i * strip.row;
        SumStrip(box, strip, filled, scratch->rows, scratch->sums);
        WriteStrip(unit, filled, scratch);
      }
      filled = 0;
    };
    const ConvBlock& cells = box.cells;
    for (int64_t n = cells[0].begin; n < cells[0].end; ++n) {
      for (int64_t d = cells[1].begin; d < cells[1].end; ++d) {
        for (int64_t h = cells[2].begin; h < cells[2].end; ++h) {
          const int64_t at[3] = {n, d, h};
          int64_t offset = 0, place = places.start[3];
          for (size_t a = 0; a < 3; ++a) {
            offset += at[a] * cell_strides[a];
            place += places.start[a] + at[a] * places.stride[a];
          }
          for (int64_t w = cells[3].begin; w < cells[3].end; ++w) {
            scratch->offsets[filled] = offset + w * cell_strides[3];
            scratch->places[filled] = place + w * places.stride[3];
            if (++filled == kStripCells) flush();
          }
        }
      }
    }
    if (filled > 0) flush();
  }

 private:
  /// True if the tiles' sums are the result, where it stands.
  bool WritesStraight(int64_t unit) const {
    return kSumsAreResults && !staged_ && gather_.target.channel_stride == 1 &&
           panels_.Row(unit) == panels_.Channels(unit) &&
           (!stream_ || StreamsStraight(unit) || panels_.Row(unit) < kLine);
  }

  /// True if a tile's rows are whole cache lines: a part of one would be merged with what it replaces.
  bool StreamsStraight(int64_t unit) const {
    return stream_ && std::is_same_v<E, A> && reinterpret_cast<uintptr_t>(Target(unit)) % 64 == 0 &&
           panels_.Row(unit) % kLine == 0 && gather_.target.stride[3] % kLine == 0;
  }

  void WriteStrip(int64_t unit, int64_t cells, Scratch* scratch) const {
    const int64_t row = panels_.Row(unit), channels = panels_.Channels(unit),
                  channel_stride = gather_.target.channel_stride;
    if (staged_) {
      WriteChannelsLast(scratch->sums, row, scratch->places, cells, channels, /*stream=*/false,
                        scratch->stage);
    } else if (channel_stride == 1) {
      WriteChannelsLast(scratch->sums, row, scratch->places, cells, channels, stream_, Target(unit));
    } else {
      WriteChannelsFirst(scratch->sums, row, scratch->places, cells, channels, channel_stride,
                         scratch->planes, Target(unit));
    }
  }

  const ConvGather& gather_;
  const ConvPanels<E>& panels_;
  T* const target_;
  const bool staged_;
  const bool stream_;
  const int64_t element_step_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_STRIPS_INL_H_
