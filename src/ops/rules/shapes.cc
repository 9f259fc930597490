#include "ops/rules/shapes.h"

#include <limits>

namespace voxgrad::rules {

absl::Status SameShape(Infer& c) {
  c.SetOutput(0, c.input(0).shape);
  return absl::OkStatus();
}

absl::Status SameValue(Infer& c) {
  if (const Tensor* value = c.known(0)) c.SetValue(0, *value);
  return SameShape(c);
}

bool SizesTensor(const PartialTensorShape& shape, DataType type, Tensor* tensor) {
  const TensorShape vector({shape.dims()});
  if (type == DT_INT64) {
    *tensor = Tensor::Of<int64_t>(shape.dim_sizes(), vector);
    return true;
  }
  std::vector<int32_t> sizes;
  for (int64_t size : shape.dim_sizes()) {
    if (size > std::numeric_limits<int32_t>::max()) return false;
    sizes.push_back(static_cast<int32_t>(size));
  }
  *tensor = Tensor::Of<int32_t>(absl::MakeConstSpan(sizes), vector);
  return true;
}

}  // namespace voxgrad::rules
