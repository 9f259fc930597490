// A block of output cells in the filter gradient: copies of what its products are made of, and the tiles that
// add them. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FILTER_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FILTER_BLOCK_INL_H_
#undef VOXGRAD_KERNELS_CONV_FILTER_BLOCK_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FILTER_BLOCK_INL_H_
#endif

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/conv_filter/padded-inl.h"
#include "kernels/products/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Rows of tiles: which elements they spread, counted from those of a run, and where their sums are. Or
/// vectors that stand apart: where they are in the panel, and their sums in a row of them. Both lists are a
/// tile longer than the rows, so that a last tile may be larger than what is left.
struct RowList {
  std::vector<int64_t> offsets, places;

  void Add(int64_t offset, int64_t place) {
    offsets.push_back(offset);
    places.push_back(place);
  }
  /// To be called behind the last row, which is then repeated: the same sum, stored twice.
  void Close() {
    count = static_cast<int64_t>(offsets.size());
    if (count == 0) return;
    offsets.insert(offsets.end(), kTileRows, offsets.back());
    places.insert(places.end(), kTileRows, places.back());
  }

  int64_t count = 0;
};

/// Output cells of a block that have the same taps, as runs along the width: places of the copied input under
/// the block's first tap, which a tile spreads, and of the gradient, which is its panel; or the other
/// way round.
struct CellRuns {
  PerAxis<Range> taps;
  std::vector<ConvRun> runs;
  std::vector<ConvRun> single;  // the last cells of runs of pairs, where one is left
};

/// What lies where in a block's copies. E is what tiles multiply: numbers, or pairs of two cells that follow
/// each other.
template <class E>
class FilterBlock {
 public:
  static constexpr bool kPairs = std::is_same_v<E, BFloat16Pair>;

  /// A cell takes `room` elements of the copied input, or 0 where it is read in place, in `source`; the
  /// gradient's cells are `grad_step` apart.
  FilterBlock(const ConvLattice& lattice, const ConvBlock& cells, const ConvImage& source, int64_t room,
              const PerAxis<int64_t>& grad_step)
      : region(lattice, cells), lattice_(lattice), cells_(cells), grad_step_(grad_step) {
    view_ = ViewOf(region.all, room);
    for (size_t a = 0; room == 0 && a < kConvAxes; ++a)
      view_.stride[a] = region.all.pitch[a] * source.stride[a];
    step_ = view_.CellStrides(lattice);
  }

  const PaddedRegion region;

  int64_t source_step() const { return step_[3] * (kPairs ? 2 : 1); }
  int64_t grad_step() const { return grad_step_[3] * (kPairs ? 2 : 1); }

  /// From a cell to its tap t along an axis, counted from the copy's first cell.
  int64_t TapPlace(size_t axis, int64_t t) const {
    return (lattice_[axis]->tap(t).offset - lattice_[axis]->taps.front().offset) / region.all.pitch[axis] *
           view_.stride[axis];
  }

  bool HasAllTaps(const PerAxis<Range>& taps) const {
    for (size_t a = 0; a < kConvAxes; ++a) {
      if (taps[a].count() < lattice_[a]->tap_count()) return false;
    }
    return true;
  }

  /// Cells that see the same taps inside the image. Along the width, where that would leave many short runs,
  /// all cells together if products with the padding's zeros change nothing. `spread_grad`: the gradient's
  /// elements are spread, not the input's.
  std::vector<CellRuns> Runs(bool padding_is_harmless, bool spread_grad) const {
    PerAxis<std::vector<ConvSegment>> segments;
    for (size_t a = 0; a < kConvAxes; ++a) segments[a] = lattice_[a]->Segments(cells_[a]);
    if (padding_is_harmless) segments[3] = {{cells_[3], {0, lattice_[3]->tap_count()}}};
    std::vector<CellRuns> all;
    for (const ConvSegment& n : segments[0]) {
      for (const ConvSegment& d : segments[1]) {
        for (const ConvSegment& h : segments[2]) {
          for (const ConvSegment& w : segments[3])
            all.push_back(RunsOf({n.cells, d.cells, h.cells, w.cells}, {n.taps, d.taps, h.taps, w.taps}));
        }
      }
    }
    if (spread_grad) {
      for (CellRuns& cells : all) {
        for (std::vector<ConvRun>* list : {&cells.runs, &cells.single}) {
          for (ConvRun& run : *list) std::swap(run.source, run.panel);
        }
      }
    }
    return all;
  }

 private:
  CellRuns RunsOf(const ConvBlock& box, const PerAxis<Range>& taps) const {
    CellRuns result{taps, {}, {}};
    for (int64_t n = box[0].begin; n < box[0].end; ++n) {
      for (int64_t d = box[1].begin; d < box[1].end; ++d) {
        for (int64_t h = box[2].begin; h < box[2].end; ++h) {
          const int64_t at[kConvAxes] = {n, d, h, box[3].begin};
          ConvRun run = {0, 0, box[3].count()};
          for (size_t a = 0; a < kConvAxes; ++a) {
            run.source += (at[a] - cells_[a].begin) * step_[a];
            run.panel += (at[a] - cells_[a].begin) * grad_step_[a];
          }
          if constexpr (kPairs) {
            const int64_t last = run.length - 1;
            if (run.length % 2 != 0)
              result.single.push_back({run.source + last * step_[3], run.panel + last * grad_step_[3], 1});
            run.length /= 2;
          } else if (!result.runs.empty()) {  // rows without a gap between them are one
            ConvRun& last = result.runs.back();
            if (last.source + last.length * step_[3] == run.source &&
                last.panel + last.length * grad_step_[3] == run.panel) {
              last.length += run.length;
              continue;
            }
          }
          result.runs.push_back(run);
        }
      }
    }
    return result;
  }

  const ConvLattice lattice_;
  const ConvBlock cells_;
  SourceView view_;
  PerAxis<int64_t> step_;  // from an output cell to the next, in the copy
  const PerAxis<int64_t> grad_step_;
};

/// The sums of all rows over some runs, of so many vectors or of the tile's that stand apart.
template <class E, class A>
void AddCells(TileOperands<E, A> tile, const RowList& rows, int64_t vectors, const CellRuns& cells) {
  tile.panel_row = 1;
  const auto add = [&](auto function, const std::vector<ConvRun>& runs) {
    function(tile, runs.data(), runs.data() + runs.size());
  };
  const bool apart = tile.panel_ways != nullptr;
  const int64_t most = apart ? kApartRows : kTileRows;
  for (int64_t row = 0; row < rows.count; row += most) {
    tile.offsets = rows.offsets.data() + row;
    tile.places = rows.places.data() + row;
    if (row > 0) tile.source_ahead = tile.panel_ahead = 0;  // it was read for the rows before
    const int64_t count = std::min(most, rows.count - row);
    if constexpr (std::is_same_v<E, A>) {
      add(apart ? AddApartRunsFor<A>(count) : AddRunsFor<A>(count, vectors), cells.runs);
    } else {
      static_assert(kApartRows <= kApartPairRows);
      add(apart ? AddApartPairRunsFor(count) : AddPairRunsFor(count, vectors), cells.runs);
      const TileSums mode = std::exchange(tile.mode, TileSums::kAddBlock);
      if (!cells.single.empty())
        add(apart ? AddApartHalfRunsFor(count) : AddHalfRunsFor(count, vectors), cells.single);
      tile.mode = mode;
    }
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FILTER_BLOCK_INL_H_
