#include "ops/array/diagonal.h"

#include "kernels/array/copy_box.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {

OpBuilder& DiagonalTypes(OpBuilder& op) {
  return WithoutComplex(op.type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64}));
}

void CopyDiagonal(Exec& exec, const Tensor& from, const Tensor& to, int64_t size) {
  const int64_t bytes = DataTypeSize(to.dtype());
  const auto step = [&](const Tensor& tensor) {
    return tensor.NumElements() == size ? bytes : (size + 1) * bytes;
  };
  CopyBox(exec, {{size, step(from), step(to)}}, from.data(), to.data(), bytes);
}

}  // namespace voxgrad::rules
