// The geometry of a window call, read back from its arguments and result.
#ifndef VOXGRAD_CLI_GEOMETRY_H_
#define VOXGRAD_CLI_GEOMETRY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "check/prepared_call.h"
#include "voxgrad/tensor.h"

namespace voxgrad::cli {

/// One axis that windows slide along.
struct AxisView {
  char name = 'W';
  int64_t in = 1, out = 1, window = 1, stride = 1, dilation = 1;
  int64_t before = 0, after = 0;  // cells of padding
};

struct Geometry {
  std::string layout;
  Ints in, filter, out;  // filter is empty for pooling
  std::vector<AxisView> axes;

  bool convolves() const { return !filter.empty(); }
  int64_t batch() const { return in[0]; }
  int64_t in_channels() const { return in[layout.find('C')]; }
  int64_t out_channels() const { return out[layout.find('C')]; }
  /// Multiplications and additions of a convolution or of one of its gradients, padding counted as if it were
  /// cells.
  double Flops() const;
};

absl::StatusOr<Geometry> GeometryOf(const driver::PreparedCall& call, const Tensor& result);

/// Bytes of a call's inputs and result: what must move at least.
double BytesOf(const driver::PreparedCall& call, const Tensor& result);

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_GEOMETRY_H_
