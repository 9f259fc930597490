// Where the elements of broadcast operands lie: NumPy's rule as plain strides.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_BROADCAST_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_BROADCAST_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

namespace voxgrad {

/// A walk over `count` elements in row-major order, reading one operand that may be stretched along some
/// axes. Neighbouring axes that are walked alike are one axis here, so most operands have one or two.
class BroadcastOperand {
 public:
  /// An operand of sizes `operand` stretched to `whole`; it has at most as many axes, aligned at the end, and
  /// each of its sizes is that of the whole or 1.
  BroadcastOperand(absl::Span<const int64_t> whole, absl::Span<const int64_t> operand);

  /// Element i of the walk is element i of the operand.
  bool is_whole() const { return whole_; }
  /// Element i of the walk is element i % period of the operand; 0 when it is not of that kind.
  int64_t period() const { return period_; }

  /// Copies elements [begin, begin + count) of the walk to `to`; an element has 1, 2, 4 or 8 bytes.
  void Gather(const void* from, int64_t element_size, int64_t begin, int64_t count, void* to) const;

 private:
  struct Axis {
    int64_t size;
    int64_t stride;
  };
  absl::InlinedVector<Axis, 6> axes_;
  bool whole_ = false;
  int64_t period_ = 0;
};

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_BROADCAST_H_
