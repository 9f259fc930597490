// What the target sums over: runs of source elements that lie one behind the other, or whole rows.
#ifndef VOXGRAD_KERNELS_PRODUCTS_RUNS_H_
#define VOXGRAD_KERNELS_PRODUCTS_RUNS_H_

#include <cstdint>
#include <vector>

#include "kernels/products/plan.h"

namespace voxgrad::cpu {

/// `length` elements from `source`, counted from each row's own offset, and as many rows of a panel from
/// `panel`.
struct ConvRun {
  int64_t source;
  int64_t panel;
  int64_t length;
};

/// What a tile does with the sums that stand where its own go.
enum class TileSums : uint8_t {
  kContinue,  // its products are added to them one after another
  kReplace,   // they are nothing
  kAddBlock,  // its own, complete, are added to them: the error of a long sum grows with its blocks only
};

/// The vectors of a tile of vectors that stand apart: three with few rows keep the multipliers busy, which
/// one with as few would not.
inline constexpr int kApartVectors = 3;

/// Where the operands of a tile of cells times channels stand. Row r reads single elements from source +
/// offsets[r], `source_step` apart; all rows share the panel's vectors; the row's sums are at sums +
/// places[r]. `next` has the offsets of the tile to come, if one comes: the processor does not see by itself
/// that its rows are read next.
template <class Element, class Sum = Element>
struct TileOperands {
  const Element* source;
  const int64_t* offsets;
  int64_t source_step;
  const Element* panel;
  int64_t panel_row;   // what a run's `panel` counts
  int64_t panel_step;  // from one element of a run to the next
  Sum* sums = nullptr;
  const int64_t* places = nullptr;
  const int64_t* next = nullptr;
  TileSums mode = TileSums::kContinue;
  bool stream = false;  // written past the caches where the tile can: each vector at a multiple of its size
  bool fetches_sums = false;  // what they replace is fetched while they are made: a result is far away
  int64_t next_rows = 0;      // for AMX: of the tile to come, whose places follow these
  // For tiles of vectors that do not follow each other: where each is in the panel, and in a row's sums.
  const int64_t* panel_ways = nullptr;
  const int64_t* sum_ways = nullptr;
  // If not 0, the source or the panel stands where it was before the op: all that is so many elements further
  // on is fetched. The processor's own fetching ends with each page.
  int64_t source_ahead = 0;
  int64_t panel_ahead = 0;
};

/// A source image that the tiles read, channels innermost: the tensor itself or a packed copy of a part of
/// it. Coordinate s of an axis is at (s - origin) / pitch · stride.
struct SourceView {
  PerAxis<int64_t> origin, pitch, stride;
  int64_t last_alone = 0;  // if not 0, a cell's last element is that much further

  /// The way from a lattice cell to the next.
  PerAxis<int64_t> CellStrides(const ConvLattice& lattice) const;
};

/// Lattice cells with the same taps and what they sum over.
struct ConvBox {
  ConvBlock cells;
  std::vector<ConvRun> runs;
};

/// The boxes of a block. Runs follow the source's memory, neighbours joined into one.
std::vector<ConvBox> BoxesOf(const ConvLattice& lattice, const ConvBlock& block, const SourceView& view,
                             int64_t channels);

/// A target row gets something from a source row by a tap.
struct RowMeeting {
  int64_t source_row;
  int64_t target_row;  // counted from the first of the group
  int64_t tap;
};

/// All meetings of a group of target rows, in the order of the source rows: each is read for all its targets
/// at once.
std::vector<RowMeeting> MeetingsOf(const ConvAxis& height, Range rows);

/// Cells of a row that are summed in one go.
struct ConvStretch {
  ConvSegment segment;
  int64_t sums;                  // where its sums begin in a line
  std::vector<int64_t> offsets;  // from the line's source to where its first cell meets each tap
};

/// The line of sums of a row's cells: one stretch of all, which meet zeros for the padding. That is exact for
/// finite weights; infinite ones must not meet those zeros, so cells with fewer taps are then on their own.
struct ConvStretches {
  /// The source begins at `first_offset` from the first cell's place; stretches begin at multiples of
  /// `lanes`.
  ConvStretches(const ConvAxis& width, Range cells, int64_t first_offset, bool finite, int64_t lanes);

  std::vector<ConvStretch> list;
  int64_t line = 0;  // its length
};

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_PRODUCTS_RUNS_H_
