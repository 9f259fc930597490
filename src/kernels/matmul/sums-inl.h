// Some rows of a matrix times some columns of another, tile by tile. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MATMUL_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MATMUL_SUMS_INL_H_
#undef VOXGRAD_KERNELS_MATMUL_SUMS_INL_H_
#else
#define VOXGRAD_KERNELS_MATMUL_SUMS_INL_H_
#endif

#include <algorithm>

#include "kernels/products/runs.h"
#include "kernels/products/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Rows of the left matrix as tiles read them: element k of row r is at base + r·row + k·step.
template <class E>
struct TileRows {
  const E* base;
  int64_t row, step;
};

/// Some columns of the right matrix, `step` from one element of the depth to the next.
template <class E>
struct Panel {
  const E* base;
  int64_t step;
};

/// The sums of source · panel for all rows and a panel's columns, at sums[r·pitch + c].
template <class E, class A>
void AddProducts(const TileRows<E>& source, const Panel<E>& panel, int64_t rows, int64_t vectors,
                 int64_t length, TileSums mode, A* sums, int64_t pitch) {
  int64_t offsets[2 * kTileRows], places[kTileRows];
  const auto place = [&](int64_t count) {  // a tile may have more rows: they repeat the last
    for (int64_t r = 0; r < kTileRows; ++r) {
      const int64_t row = std::min(r, count - 1);
      offsets[r] = row * source.row;
      offsets[kTileRows + r] = offsets[r] + kTileRows * source.row;
      places[r] = row * pitch;
    }
  };
  place(kTileRows);
  const ConvRun run = {0, 0, length};
  for (int64_t r = 0, count = 0; r < rows; r += count) {
    count = RowsOfTile(rows - r);
    if (count < kTileRows) place(count);
    const bool more = source.step == 1 && r + count + kTileRows <= rows;
    const TileOperands<E, A> tile = {source.base + r * source.row,
                                     offsets,
                                     source.step,
                                     panel.base,
                                     panel.step,
                                     panel.step,
                                     sums + r * pitch,
                                     places,
                                     more ? offsets + kTileRows : nullptr,
                                     mode};
    SumTile(tile, count, vectors, &run, &run + 1);
  }
}

/// The same within an AmxScope of that step.
template <class E, class A>
void AddProductsByAmx(const TileRows<E>& source, const Panel<E>& panel, int64_t rows, int64_t vectors,
                      int64_t length, int64_t step, TileSums mode, A* sums, int64_t pitch) {
  int64_t offsets[kAmxTileRows], places[kAmxTileRows];
  for (int64_t r = 0; r < kAmxTileRows; ++r) {
    offsets[r] = r * source.row;
    places[r] = r * pitch;
  }
  const ConvRun run = {0, 0, length};
  for (int64_t r = 0; r < rows; r += kAmxTileRows) {
    const TileOperands<E, A> tile = {source.base + r * source.row,
                                     offsets,
                                     source.step,
                                     panel.base,
                                     panel.step,
                                     panel.step,
                                     sums + r * pitch,
                                     places,
                                     nullptr,
                                     mode};
    SumTileByAmx(tile, std::min(kAmxTileRows, rows - r), vectors, step, &run, &run + 1);
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MATMUL_SUMS_INL_H_
