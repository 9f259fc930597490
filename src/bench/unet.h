// A small network for volumes, with everything that one step of its training takes.
#ifndef VOXGRAD_BENCH_UNET_H_
#define VOXGRAD_BENCH_UNET_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "graph/session.h"
#include "voxgrad/scope.h"

namespace voxgrad::driver {

/// A U-Net of 16, 32 and 64 channels that finds a ball in a volume of size³ cells: two convolutions on each
/// level, max pooling down, transposed convolutions up, cross entropy, Adam. bench/unet.py is the same in
/// PyTorch.
class UNet {
 public:
  /// Builds the graph and gives the variables their first values.
  static absl::StatusOr<std::unique_ptr<UNet>> Make(int64_t size);

  /// Forward, backward, Adam. The loss before the step.
  absl::StatusOr<float> Step(std::vector<TraceEvent>* trace = nullptr);

 private:
  explicit UNet(int64_t size);
  absl::Status Build();

  Scope scope_;
  int64_t size_;
  std::unique_ptr<GraphSession> session_;
  RunRequest step_;
  std::vector<Tensor> fed_;
};

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_UNET_H_
