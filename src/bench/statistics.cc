#include "bench/statistics.h"

#include <algorithm>
#include <cmath>

namespace voxgrad::driver {

double Median(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  const size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double GeometricMean(const std::vector<double>& values) {
  if (values.empty()) return std::nan("");
  double logs = 0;
  for (double value : values) logs += std::log(value);
  return std::exp(logs / static_cast<double>(values.size()));
}

}  // namespace voxgrad::driver
