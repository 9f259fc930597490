// Sums of boxes of cells, a strip of tiles at a time, written to the target or to a stage. Included once for
// each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_STRIPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_STRIPS_INL_H_
#undef VOXGRAD_KERNELS_CONV_STRIPS_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_STRIPS_INL_H_
#endif

#include <algorithm>

#include "kernels/conv/panels-inl.h"
#include "kernels/conv/write-inl.h"
#include "kernels/products/tile-inl.h"

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
  int64_t offsets[kStripCells + 2 * kTileRows];  // of the tiles' rows
  int64_t rows[kStripCells + kTileRows];         // where their sums go
  int64_t places[kStripCells];                   // of cells in the target
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
  void Run(const ConvBox& box, const ConvPlaces& places, const PerAxis<int64_t>& cell_strides,
           const ConvOperand<E>& operand, int64_t unit, const E* panel, Scratch* scratch) const {
    const bool straight =
        WritesStraight(unit) && (std::is_same_v<T, A> || SumsInOnePart<E>(box, panels_.Row(unit)));
    const StripOperands<E> strip = {operand.base,      scratch->offsets, panel,
                                    panels_.Row(unit), element_step_,    straight && StreamsStraight(unit),
                                    straight,          gather_.amx_step};
    const ConvBlock& cells = box.cells;
    const int64_t together = gather_.amx_step > 0 ? CellsOfRegister(cells[3].count()) : 0;
    const int64_t readable = operand.end - operand.base - MostReach(box);
    StripFill fill;
    for (int64_t n = cells[0].begin; n < cells[0].end; ++n) {
      for (int64_t d = cells[1].begin; d < cells[1].end; ++d) {
        for (int64_t h = cells[2].begin; h < cells[2].end; ++h) {
          const int64_t at[3] = {n, d, h};
          int64_t offset = 0, place = places.start[3];
          for (size_t a = 0; a < 3; ++a) {
            offset += at[a] * cell_strides[a];
            place += places.start[a] + at[a] * places.stride[a];
          }
          for (int64_t w = cells[3].begin; w < cells[3].end;) {
            const int64_t end =
                std::min(cells[3].end, w + (together > 0 ? together : kStripCells - fill.rows));
            for (; w < end; ++w, ++fill.rows, ++fill.cells) {
              scratch->offsets[fill.rows] = offset + w * cell_strides[3];
              scratch->places[fill.cells] = place + w * places.stride[3];
              scratch->rows[fill.rows] = straight ? scratch->places[fill.cells] : fill.cells * strip.row;
            }
            if (together > 0) FillRegister(cell_strides[3], readable, scratch, &fill);
            if (fill.rows == kStripCells) Flush(box, strip, unit, scratch, &fill);
          }
        }
      }
    }
    if (fill.rows > 0) Flush(box, strip, unit, scratch, &fill);
  }

 private:
  /// Cells of a strip, and the rows of its tiles, of which some may be no cell's.
  struct StripFill {
    int64_t cells = 0, rows = 0;
  };

  /// How many cells of a row that long share a register of AMX, which then loads them at once; 0 if that
  /// would leave too much of it empty, so that rows go on in the same register.
  static int64_t CellsOfRegister(int64_t width) {
    const int64_t cells = CeilDiv(width, CeilDiv(width, kAmxRows));
    return 4 * cells >= 3 * kAmxRows ? cells : 0;
  }

  /// The furthest that runs go from a cell's offset.
  static int64_t MostReach(const ConvBox& box) {
    int64_t most = 0;
    for (const ConvRun& run : box.runs) most = std::max(most, run.source + run.length);
    return most;
  }

  /// The rest of a register, equally far apart if what is there may be read.
  void FillRegister(int64_t cell_stride, int64_t readable, Scratch* scratch, StripFill* fill) const {
    const int64_t rest = RoundUp(fill->rows, kAmxRows) - fill->rows;
    const bool inside = scratch->offsets[fill->rows - 1] + rest * cell_stride <= readable;
    for (int64_t i = 0; i < rest; ++i, ++fill->rows) {
      scratch->offsets[fill->rows] = scratch->offsets[fill->rows - 1] + (inside ? cell_stride : 0);
      scratch->rows[fill->rows] = -1;
    }
  }

  void Flush(const ConvBox& box, const StripOperands<E>& strip, int64_t unit, Scratch* scratch,
             StripFill* fill) const {
    // A tile may be larger than what is left.
    std::fill_n(scratch->offsets + fill->rows, 2 * kTileRows, scratch->offsets[fill->rows - 1]);
    std::fill_n(scratch->rows + fill->rows, kTileRows, scratch->rows[fill->rows - 1]);
    if (strip.straight) {
      if constexpr (kSumsAreResults) SumStrip(box, strip, fill->rows, scratch->rows, Target(unit));
    } else {
      SumStrip(box, strip, fill->rows, scratch->rows, scratch->sums);
      WriteStrip(unit, fill->cells, scratch);
    }
    *fill = {};
  }

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

#endif  // VOXGRAD_KERNELS_CONV_STRIPS_INL_H_
