// Numbers about a tensor.
#ifndef VOXGRAD_STUDIO_TENSOR_STATS_H_
#define VOXGRAD_STUDIO_TENSOR_STATS_H_

#include <cstdint>
#include <vector>

#include "voxgrad/tensor.h"

namespace voxgrad::studio {

struct TensorStats {
  /// Of the finite elements and the infinite ones; NaN is left out. Not there for strings, nor where nothing
  /// is left.
  bool ordered = false;
  double min = 0, max = 0;
  /// Of the finite elements.
  double mean = 0, deviation = 0;
  int64_t nan = 0, inf = 0, zeros = 0, count = 0;
  /// The range that pictures are drawn in: of the finite elements alone.
  double low = 0, high = 0;
};

TensorStats CountStats(const Tensor& tensor);

/// How many finite elements lie in each of `bins` parts of [low, high]; the last part holds its end too.
std::vector<int64_t> Histogram(const Tensor& tensor, double low, double high, int bins);

/// Element i as a double: booleans as 0 and 1, strings as NaN.
double ElementAt(const Tensor& tensor, int64_t i);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_TENSOR_STATS_H_
