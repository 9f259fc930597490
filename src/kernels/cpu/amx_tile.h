// Sums of products of bfloat16 by AMX, the matrix unit of some processors: one instruction multiplies sixteen
// rows with sixteen columns, up to sixteen pairs of numbers deep.
#ifndef VOXGRAD_KERNELS_CPU_AMX_TILE_H_
#define VOXGRAD_KERNELS_CPU_AMX_TILE_H_

#include <cstdint>

#include "core/rounding.h"
#include "kernels/cpu/conv_dot.h"
#include "kernels/cpu/conv_runs.h"
#include "voxgrad/float16.h"

namespace voxgrad::cpu {

/// Rows of a register and of a tile, and the pairs that one instruction adds up at most.
inline constexpr int64_t kAmxRows = 16;
inline constexpr int64_t kAmxTileRows = 2 * kAmxRows;
inline constexpr int64_t kAmxPairs = 16;

/// How many pairs an instruction takes where so many are to be summed: equal steps, one more if they are then
/// whole; else the last one is made up with zeros.
constexpr int64_t AmxStep(int64_t pairs) {
  const int64_t steps = CeilDiv(pairs, kAmxPairs);
  return CeilDiv(pairs, pairs % steps != 0 && pairs % (steps + 1) == 0 ? steps + 1 : steps);
}

/// While it lives, this thread's matrix unit is set up for steps of so many pairs.
class AmxScope {
 public:
  explicit AmxScope(int64_t step);
  ~AmxScope();
  AmxScope(const AmxScope&) = delete;
  AmxScope& operator=(const AmxScope&) = delete;
};

/// The first `rows` rows of a tile, of one or two vectors of columns, within an AmxScope of that step. The end
/// of a run that is no multiple of it is made up with zeros, at some cost. Elements of a run stand side by side.
/// Rows with a negative place are not stored. Sixteen rows that are equally far apart are the fastest. Each step's products are summed first,
/// those of first and of second numbers apart, then added to the sum. Numbers below the smallest normal one
/// count as zeros. See WhyNoAmx.
void AddPairRunsByAmx(const TileOperands<BFloat16Pair, float>& tile, int64_t rows, int64_t vectors,
                      int64_t step, const ConvRun* runs, const ConvRun* runs_end);

/// The same with single numbers as elements, so that rows may begin anywhere. Runs still count pairs, those of
/// the panel two elements each.
void AddCellRunsByAmx(const TileOperands<BFloat16, float>& tile, int64_t rows, int64_t vectors, int64_t step,
                      const ConvRun* runs, const ConvRun* runs_end);

/// The same as the first for fresh sums, which are rounded to bfloat16 and written.
void WritePairRunsByAmx(const TileOperands<BFloat16Pair, BFloat16>& tile, int64_t rows, int64_t vectors,
                        int64_t step, const ConvRun* runs, const ConvRun* runs_end);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_CPU_AMX_TILE_H_
