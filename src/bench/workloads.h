// What the benchmark runs: gradients of known networks as problem lines, each in several types and both
// layouts.
#ifndef VOXGRAD_BENCH_WORKLOADS_H_
#define VOXGRAD_BENCH_WORKLOADS_H_

#include <regex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/ceilings.h"
#include "check/line.h"

namespace voxgrad::driver {

/// One row of the benchmark's table.
struct BenchCell {
  std::string name;  // "unet3d_max222"
  Line line;

  bool convolves() const { return line.out_channels > 0; }
};

/// bench/workloads.json, as it was when the program was built.
absl::string_view BuiltInWorkloads();

/// The workloads of a JSON object from names to problem lines, in its order.
absl::StatusOr<std::vector<BenchCell>> ReadWorkloads(absl::string_view json);

/// The convolutions among the workloads, each as another op of its family.
enum class ConvolutionOp { kForward, kFilterGradient };
std::vector<BenchCell> ConvolutionsAs(ConvolutionOp op, const std::vector<BenchCell>& workloads);

/// The poolings whose gradients are among the workloads.
std::vector<BenchCell> ForwardPoolings(const std::vector<BenchCell>& workloads);

/// Each workload in float and bfloat16, channels last and first.
std::vector<BenchCell> ExpandCells(const std::vector<BenchCell>& workloads);

/// The line with the channels in the other place.
Line OtherLayout(Line line);

/// What a pooling, a convolution or a gradient of one costs at least.
struct Work {
  Traffic traffic;  // inputs whose values matter, and the result, each once
  double flops =
      0;  // multiplications and additions of a convolution that meet a cell; padding is not counted
};
absl::StatusOr<Work> WorkOf(const Line& line);

/// Regular expressions (a plain piece of text is one), all of which must be found in "name op type layout".
class CellFilter {
 public:
  static absl::StatusOr<CellFilter> Parse(const std::vector<std::string>& patterns);
  bool Matches(const BenchCell& cell) const;

 private:
  std::vector<std::regex> patterns_;
};

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_WORKLOADS_H_
