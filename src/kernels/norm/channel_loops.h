// What normalising by channels spends its time in: two loops for each type, over elements side by side.
#ifndef VOXGRAD_KERNELS_NORM_CHANNEL_LOOPS_H_
#define VOXGRAD_KERNELS_NORM_CHANNEL_LOOPS_H_

#include <array>
#include <cstdint>

#include "voxgrad/types.h"

namespace voxgrad {

/// Rows of elements, `stride` apart; each lane of a row has its own origins and sums.
struct ChannelRows {
  const void* p;
  const void* q;  // null where it is p again, with the same origins
  int64_t rows;
  int64_t stride;
  int64_t lanes;
  int64_t ahead;  // elements from a row to one that will be wanted next; 0 where the CPU finds out by itself
  const double* p_origin;
  const double* q_origin;
};

/// A line's numbers, in the type that is computed in.
enum LinePart { kPSlope, kPOrigin, kOffset, kQSlope, kQOrigin, kLineParts };
using LineNumbers = std::array<const void*, kLineParts>;

/// Elements side by side, written once: runs of `length`, of which the first may have begun before and the
/// last may go on. A run has its numbers of the line, one set after the other and again from the first; or,
/// with `each`, all runs have the same numbers, one for every element. A vector may be read behind the last
/// number.
struct LineRuns {
  const void* p;
  const void* q;  // or null
  void* out;
  int64_t begin;  // the first element's place, from the beginning of a run of set 0
  int64_t count;
  int64_t length;
  LineNumbers line;
  int64_t sets;
  bool each;
  bool stream;  // past the caches
};

/// Calls f(element, count, number) for the part of each run that is in there: elements are counted from
/// `begin`, and the line's numbers for the first of them stand at `number`.
template <class F>
void ForEachRun(const LineRuns& r, const F& f) {
  int64_t set = r.begin / r.length % r.sets, within = r.begin % r.length;
  for (int64_t i = 0; i < r.count; within = 0) {
    const int64_t left = r.length - within, count = left < r.count - i ? left : r.count - i;
    f(i, count, r.each ? within : set);
    set = set + 1 == r.sets ? 0 : set + 1;
    i += count;
  }
}

struct ChannelLoops {
  /// sum[j] += Σ (p - p_origin[j]), product[j] += Σ (p - p_origin[j]) · (q - q_origin[j]), in double.
  void (*sum)(const ChannelRows& rows, double* sum, double* product) = nullptr;
  /// out = p_slope · (p - p_origin) + offset + q_slope · (q - q_origin).
  void (*line)(const LineRuns& runs) = nullptr;
};

/// For a floating-point type, as the compiler makes them.
ChannelLoops PlainChannelLoops(DataType type);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_NORM_CHANNEL_LOOPS_H_
