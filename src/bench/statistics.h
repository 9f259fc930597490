// Times, and what is said about many of them.
#ifndef VOXGRAD_BENCH_STATISTICS_H_
#define VOXGRAD_BENCH_STATISTICS_H_

#include <chrono>
#include <vector>

namespace voxgrad::driver {

class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The middle one, or the mean of the two in the middle; NaN of none.
double Median(std::vector<double> values);

/// The root of the product; NaN of none. All values must be above 0.
double GeometricMean(const std::vector<double>& values);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_STATISTICS_H_
