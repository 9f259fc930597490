// Images of another size: every result is a weighted sum of a few cells of its row and column.
#ifndef VOXGRAD_KERNELS_IMAGE_RESAMPLE_H_
#define VOXGRAD_KERNELS_IMAGE_RESAMPLE_H_

#include <cstdint>
#include <vector>

#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// For each place along an axis of the result the cells of the input that it is made of.
struct AxisTaps {
  std::vector<int64_t> ends = {0};  // of the taps of the place before; one more than there are places
  std::vector<int64_t> cells;
  std::vector<float> weights;

  int64_t places() const { return static_cast<int64_t>(ends.size()) - 1; }
  void Close() { ends.push_back(static_cast<int64_t>(cells.size())); }
};

/// How an axis of `in` cells is stretched to `out`.
struct Stretch {
  int64_t in = 0;
  int64_t out = 0;
  bool align_corners = false;       // the centres of the corner cells stay where they are
  bool half_pixel_centers = false;  // cells are known by their centres
};

/// The nearest cell, and the two cells on either side with weights by their distance.
AxisTaps NearestTaps(const Stretch& stretch);
AxisTaps LinearTaps(const Stretch& stretch);

/// The taps seen from the other side: for each of `cells` the places that it goes to.
AxisTaps Transposed(const AxisTaps& taps, int64_t cells);

/// in[batch, rows, columns, channels] to out[batch, y.places(), x.places(), channels]. `weighted`: by the
/// weights, computed in float (in double where a side is double); otherwise plain sums in the type, 16-bit
/// floats as float.
struct ResampleProblem {
  int64_t batch = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t channels = 0;
  bool weighted = false;
  DataType in_type = DT_FLOAT;
  DataType out_type = DT_FLOAT;
};
void Resample(Exec& exec, const ResampleProblem& problem, const AxisTaps& y, const AxisTaps& x,
              const void* in, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_IMAGE_RESAMPLE_H_
