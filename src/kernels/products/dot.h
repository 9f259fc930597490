// Sums of products of bfloat16 by the processor's own instruction for them, two products at a time.
#ifndef VOXGRAD_KERNELS_PRODUCTS_DOT_H_
#define VOXGRAD_KERNELS_PRODUCTS_DOT_H_

#include <cstdint>

#include "kernels/products/runs.h"
#include "voxgrad/float16.h"

namespace voxgrad::cpu {

/// Two bfloat16 that stand side by side, the first in the low half.
using BFloat16Pair = uint32_t;

/// A tile for pairs, as large as that of conv_tile-inl.h for AVX-512. Each pair of a row meets
/// a vector of pairs of the panel; both products are added to a float. Numbers below the smallest normal one
/// count as zeros.
using AddPairRunsFunction = void (*)(const TileOperands<BFloat16Pair, float>&, const ConvRun*,
                                     const ConvRun*);

inline constexpr int kPairTileRows = 14;

/// The smallest tile for at least that many rows, of one or two vectors. See WhyNoDots.
AddPairRunsFunction AddPairRunsFor(int64_t rows, int64_t vectors);

/// The same for fresh sums, which are rounded to bfloat16 and written.
using WritePairRunsFunction = void (*)(const TileOperands<BFloat16Pair, BFloat16>&, const ConvRun*,
                                       const ConvRun*);
WritePairRunsFunction WritePairRunsFor(int64_t rows, int64_t vectors);

/// The same as AddPairRunsFor with the first product of each pair alone.
AddPairRunsFunction AddHalfRunsFor(int64_t rows, int64_t vectors);

/// Both for kApartVectors vectors that stand apart.
inline constexpr int kApartPairRows = 8;
AddPairRunsFunction AddApartPairRunsFor(int64_t rows);
AddPairRunsFunction AddApartHalfRunsFor(int64_t rows);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_PRODUCTS_DOT_H_
