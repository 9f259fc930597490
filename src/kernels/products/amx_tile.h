// Sums of products of bfloat16 by AMX, the matrix unit of some processors: one instruction multiplies sixteen
// rows with sixteen columns, up to sixteen pairs of numbers deep.
#ifndef VOXGRAD_KERNELS_PRODUCTS_AMX_TILE_H_
#define VOXGRAD_KERNELS_PRODUCTS_AMX_TILE_H_

#include <algorithm>
#include <cstdint>

#include "core/rounding.h"
#include "kernels/products/dot.h"
#include "kernels/products/runs.h"
#include "voxgrad/float16.h"

namespace voxgrad::cpu {

/// Rows of a register and of a tile, and the pairs that one instruction adds up at most.
inline constexpr int64_t kAmxRows = 16;
inline constexpr int64_t kAmxTileRows = 2 * kAmxRows;
inline constexpr int64_t kAmxPairs = 16;

/// How many pairs an instruction takes where so many are to be summed: a last step is made up with zeros,
/// which costs nothing. Equal smaller steps would be as many, and their rows would lie across cache lines:
/// those take twice as long to load.
constexpr int64_t AmxStep(int64_t pairs) { return std::min(pairs, kAmxPairs); }

/// True if rows that are so many bytes apart, and begin at multiples of it, do not lie across cache lines.
constexpr bool AmxLoadsWhole(int64_t bytes) { return bytes % 64 == 0 || 64 % bytes == 0; }

/// While it lives, this thread's matrix unit is set up for steps of so many pairs.
class AmxScope {
 public:
  explicit AmxScope(int64_t step);
  ~AmxScope();
  AmxScope(const AmxScope&) = delete;
  AmxScope& operator=(const AmxScope&) = delete;
};

/// The first `rows` rows of a tile, of one or two vectors of columns, within an AmxScope of that step. The
/// end of a run that is no multiple of it is made up with zeros, at some cost. Elements of a run stand side
/// by side. Rows with a negative place are not stored. Sixteen rows that are equally far apart are the
/// fastest. Each step's products are summed first, those of first and of second numbers apart, then added to
/// the sum. Numbers below the smallest normal one count as zeros. See WhyNoAmx.
void AddPairRunsByAmx(const TileOperands<BFloat16Pair, float>& tile, int64_t rows, int64_t vectors,
                      int64_t step, const ConvRun* runs, const ConvRun* runs_end);

/// The same for so many columns, which need not be whole vectors, and 16 or 32 rows. Sums of a column stand
/// side by side, those of the next `pitch` further; the mode is not kContinue.
void AddTurnedRunsByAmx(const TileOperands<BFloat16Pair, float>& tile, int64_t rows, int64_t columns,
                        int64_t pitch, int64_t step, const ConvRun* runs, const ConvRun* runs_end);

/// The same as the first for fresh sums, which are rounded to bfloat16 and written.
void WritePairRunsByAmx(const TileOperands<BFloat16Pair, BFloat16>& tile, int64_t rows, int64_t vectors,
                        int64_t step, const ConvRun* runs, const ConvRun* runs_end);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_PRODUCTS_AMX_TILE_H_
