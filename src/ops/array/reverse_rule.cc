#include "ops/array/reverse_rule.h"

#include <utility>

#include "kernels/array/copy_box.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {

OpBuilder& ReverseTypes(OpBuilder& op, std::vector<DataType> types) {
  op.type("T", std::move(types)).without("string", "strings are not moved here.");
  return WithoutComplex(op);
}

void RunReverse(Run& c, const std::vector<bool>& reversed) {
  const Tensor& tensor = c.tensor("tensor");
  if (tensor.NumElements() == 0) return;
  const int64_t bytes = DataTypeSize(tensor.dtype());
  const auto strides = RowMajorStrides(tensor.shape().dim_sizes(), bytes);
  BoxAxes axes;
  int64_t first = 0;
  for (size_t i = 0; i < reversed.size(); ++i) {
    const int64_t size = tensor.dim_size(static_cast<int>(i));
    if (reversed[i]) first += (size - 1) * strides[i];
    axes.push_back({size, reversed[i] ? -strides[i] : strides[i], strides[i]});
  }
  CopyBox(c.exec(), axes, static_cast<const char*>(tensor.data()) + first, c.out(), bytes);
}

}  // namespace voxgrad::rules
