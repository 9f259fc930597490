// Pooling of volumes and its gradients, each op on its own: windows of 2x2x2 that step by 4, 3 and 2.
#include <iostream>
#include <string>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/nn_ops.h"
#include "tensorflow/cc/ops/nn_ops_internal.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"

using tensorflow::ClientSession;
using tensorflow::Output;
using tensorflow::Scope;
using tensorflow::Tensor;
using tensorflow::TensorShape;
namespace ops = tensorflow::ops;

namespace {

Tensor Ramp(const TensorShape& shape, float first = 1) {
  Tensor ramp(tensorflow::DT_FLOAT, shape);
  auto flat = ramp.flat<float>();
  for (int i = 0; i < flat.size(); ++i) flat(i) = first + static_cast<float>(i);
  return ramp;
}

/// Values that differ and are not in order: 0, 5, 10, 15, 4, 9, …
Tensor Mixed(const TensorShape& shape, int step, int modulus) {
  Tensor mixed(tensorflow::DT_FLOAT, shape);
  auto flat = mixed.flat<float>();
  for (int i = 0; i < flat.size(); ++i) flat(i) = static_cast<float>(i * step % modulus);
  return mixed;
}

void Print(const Scope& scope, const std::string& what, const Output& output) {
  if (!scope.ok()) {
    std::cout << what << ": " << absl::StatusCodeToString(scope.status().code()) << "\n";
    return;
  }
  ClientSession session(scope);
  std::vector<Tensor> outputs;
  const absl::Status status = session.Run({output}, &outputs);
  std::cout << what << ": " << (status.ok() ? outputs[0].DebugString(400) : status.ToString()) << "\n";
}

}  // namespace

int main() {
  Scope root = Scope::NewRootScope();
  const std::vector<int> ksize = {1, 2, 2, 2, 1};
  const std::vector<int> strides = {1, 4, 3, 2, 1};
  auto ramp = ops::Const(root.WithOpName("ramp"), Ramp({2, 2, 2, 2, 2}));

  auto average = ops::AvgPool3D(root, ramp, ksize, strides, "SAME");
  Print(root, "AvgPool3D", average);
  auto largest = ops::MaxPool3D(root, ramp, ksize, strides, "SAME", ops::MaxPool3D::DataFormat("NDHWC"));
  Print(root, "MaxPool3D", largest);
  Print(root, "AvgPool3DGrad", ops::AvgPool3DGrad(root, {2, 2, 2, 2, 2}, average, ksize, strides, "SAME"));
  Print(root, "MaxPool3DGrad", ops::MaxPool3DGrad(root, ramp, largest, largest, ksize, strides, "SAME"));
  Print(root, "MaxPool3DGradGrad", ops::MaxPool3DGradGrad(root, ramp, largest, ramp, ksize, strides, "SAME"));

  // Windows that overlap, and the same ops in two dimensions.
  Tensor volume = Mixed({1, 3, 4, 3, 2}, 29, 73);
  auto x = ops::Const(root, volume);
  auto valid = ops::MaxPool3D(root, x, {1, 2, 2, 2, 1}, {1, 1, 1, 1, 1}, "VALID");
  Print(root, "overlapping maxima", valid);
  Print(root, "their gradient",
        ops::MaxPool3DGrad(root, x, valid, ops::OnesLike(root, valid), {1, 2, 2, 2, 1}, {1, 1, 1, 1, 1},
                           "VALID"));
  auto means = ops::AvgPool3D(root, x, {1, 3, 3, 3, 1}, {1, 1, 2, 1, 1}, "SAME");
  Print(root, "means", means);
  Print(root, "their gradient",
        ops::AvgPool3DGrad(root, ops::Shape(root, x), means, {1, 3, 3, 3, 1}, {1, 1, 2, 1, 1}, "SAME"));
  auto picture = ops::Const(root, Mixed({1, 4, 5, 1}, 7, 31));
  auto pooled = ops::MaxPool(root, picture, {1, 2, 2, 1}, {1, 2, 2, 1}, "SAME");
  Print(root, "MaxPool", pooled);
  Print(root, "MaxPoolGrad",
        ops::internal::MaxPoolGrad(root, picture, pooled, pooled, {1, 2, 2, 1}, {1, 2, 2, 1}, "SAME"));
  auto smooth = ops::AvgPool(root, picture, {1, 3, 3, 1}, {1, 1, 1, 1}, "VALID");
  Print(root, "AvgPool", smooth);
  Print(root, "AvgPoolGrad",
        ops::internal::AvgPoolGrad(root, {1, 4, 5, 1}, smooth, {1, 3, 3, 1}, {1, 1, 1, 1}, "VALID"));

  // What the shape function refuses, the scope remembers.
  Scope bad = Scope::NewRootScope();
  Print(bad, "ksize of four", ops::AvgPool3D(bad, Ramp({2, 2, 2, 2, 2}), {1, 2, 2, 1}, strides, "SAME"));
  Scope other = Scope::NewRootScope();
  Print(other, "no padding", ops::AvgPool3D(other, Ramp({2, 2, 2, 2, 2}), ksize, strides, "MIRROR"));
  Scope flat = Scope::NewRootScope();
  Print(flat, "four dimensions", ops::MaxPool3D(flat, Ramp({2, 2, 2, 2}), ksize, strides, "SAME"));
}
