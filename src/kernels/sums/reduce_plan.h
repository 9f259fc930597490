// How a reduction is cut into pieces of work, from its sizes alone.
#ifndef VOXGRAD_KERNELS_SUMS_REDUCE_PLAN_H_
#define VOXGRAD_KERNELS_SUMS_REDUCE_PLAN_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace voxgrad {

/// A reduction as sums of rows: each group of results is `columns` numbers side by side, the sum of `rows`
/// rows. The innermost reduced axis steps from row to row in memory, `run` rows lie side by side.
///
/// One piece of work is a tile of columns and a part of the rows. Only where there are few results the rows
/// are cut into parts, whose sums are added at the end.
struct ReducePlan {
  static constexpr int64_t kTile = 1024;       // columns
  static constexpr int64_t kPart = 1 << 18;    // elements of a part of the rows
  static constexpr int64_t kManyPieces = 256;  // pieces that keep every machine busy

  ReducePlan(absl::Span<const int64_t> sizes, const std::vector<bool>& reduced);

  int64_t columns = 1;
  int64_t run = 1;
  int64_t groups = 1;
  int64_t rows = 1;
  int64_t tiles = 1;  // of the columns
  int64_t parts = 1;  // of the rows
  int64_t part_rows = 1;

  int64_t outputs() const { return groups * columns; }
  int64_t pieces() const { return groups * tiles * parts; }

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
