// Random numbers by their place in a stream: the same for any number of threads, and TensorFlow's own for the
// same two seeds.
#ifndef VOXGRAD_KERNELS_RANDOM_RANDOM_H_
#define VOXGRAD_KERNELS_RANDOM_RANDOM_H_

#include <cstdint>

#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// Which stream, and the block of it that a call begins with.
struct RandomStream {
  uint64_t seed = 0;
  uint64_t seed2 = 0;
  uint64_t first_block = 0;
};

/// The blocks that TensorFlow sets aside for a call with that many results.
uint64_t ReservedBlocks(int64_t count);

/// In [0, 1), of a floating-point type.
void FillUniform(Exec& exec, const RandomStream& stream, DataType type, int64_t count, void* out);
/// Of mean 0 and deviation 1; with `truncated`, those beyond two deviations are drawn again.
void FillNormal(Exec& exec, const RandomStream& stream, DataType type, bool truncated, int64_t count,
                void* out);
/// In [low, high), of int32 or int64; high is above low.
void FillIntegers(Exec& exec, const RandomStream& stream, DataType type, int64_t low, int64_t high,
                  int64_t count, void* out);
/// For each of `rows` rows of weights' logarithms, `samples` classes drawn by their weights; out is of
/// `out_type`, int32 or int64. A row of which no class has a weight gives the number of classes.
struct MultinomialProblem {
  DataType type = DT_FLOAT;
  int64_t rows = 0;
  int64_t classes = 0;
  int64_t samples = 0;
  DataType out_type = DT_INT64;
};
void FillMultinomial(Exec& exec, const RandomStream& stream, const MultinomialProblem& problem,
                     const void* logits, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_RANDOM_RANDOM_H_
