// How a reduction is cut into pieces of work, from its sizes alone.
#ifndef VOXGRAD_KERNELS_SUMS_REDUCE_PLAN_H_
#define VOXGRAD_KERNELS_SUMS_REDUCE_PLAN_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "kernels/sum_tree.h"

namespace voxgrad {

/// A reduction as sums of rows: each group of results is `columns` numbers side by side, the sum of `rows`
/// rows. The innermost reduced axis steps from row to row in memory, `run` rows lie side by side.
///
/// The sums of a tile of columns are made of those of blocks of rows, see sum_tree.h. Only where there are
/// few results the tree is cut into subtrees, which are pieces of work.
///
/// What decides on the order of a sum follows from the whole, of which a slab may hold a part.
struct ReducePlan {
  static constexpr int64_t kTile = 1024;       // columns
  static constexpr int64_t kManyPieces = 128;  // pieces that keep every machine busy

  ReducePlan(absl::Span<const Extent> axes, const std::vector<bool>& reduced);

  int64_t columns = 1;
  int64_t whole_columns = 1;
  int64_t run = 1;
  int64_t groups = 1;
  int64_t rows = 1;
  int64_t tiles = 1;  // of the columns
  SumBlocks blocks;   // of the rows

  int64_t outputs() const { return groups * columns; }

  /// The first result of a tile, which are counted through all groups.
  int64_t FirstOutput(int64_t tile) const { return tile / tiles * columns + tile % tiles * kTile; }

  /// Where the first row of a group begins, and how far from there row r lies.
  int64_t GroupPlace(int64_t group) const { return PlaceOf(kept_, group); }
  int64_t RowPlace(int64_t row) const { return PlaceOf(stepped_, row / run) + row % run * columns; }

 private:
  struct Axis {
    int64_t size;
    int64_t stride;
  };
  static int64_t PlaceOf(const std::vector<Axis>& axes, int64_t index);

  std::vector<Axis> kept_, stepped_;  // outside the runs, innermost first
};

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SUMS_REDUCE_PLAN_H_
