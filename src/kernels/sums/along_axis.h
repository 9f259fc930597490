// Walks along one axis of a tensor [outer, size, inner].
#ifndef VOXGRAD_KERNELS_SUMS_ALONG_AXIS_H_
#define VOXGRAD_KERNELS_SUMS_ALONG_AXIS_H_

#include <cstdint>

#include "core/exec.h"
#include "voxgrad/types.h"

namespace voxgrad {

struct AxisWalk {
  int64_t outer = 1;
  int64_t size = 0;
  int64_t inner = 1;
};

/// out[o, i] = the place of the first largest of in[o, :, i], or of the first least. `out_type` is int16,
/// uint16, int32 or int64. A NaN is chosen only where there is nothing else.
void ArgExtreme(Exec& exec, bool largest, DataType type, const AxisWalk& walk, const void* in,
                DataType out_type, void* out);

/// out[o, k, i] = the sum (or product) of in[o, :k + 1, i]; `exclusive` leaves the last one out, `reverse`
/// walks from behind. 16-bit floats are added as float, each result rounded once; integers wrap.
struct Cumulation {
  bool product = false;
  bool exclusive = false;
  bool reverse = false;
};
void Cumulate(Exec& exec, const Cumulation& how, DataType type, const AxisWalk& walk, const void* in,
              void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SUMS_ALONG_AXIS_H_
