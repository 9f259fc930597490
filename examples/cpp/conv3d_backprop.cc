// Convolution of volumes and its two gradients, with strides and dilations, in three number types.
#include <iostream>
#include <string>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/scope.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_shape.h"

namespace tf = tensorflow;

template <class T>
tf::Tensor Numbers(const tf::TensorShape& shape, int step, int modulus) {
  tf::Tensor tensor(tf::DataTypeToEnum<T>::value, shape);
  auto flat = tensor.flat<T>();
  for (tf::int64 i = 0; i < flat.size(); ++i) {
    flat(i) = static_cast<T>(static_cast<float>(i * step % modulus - modulus / 2) / 4);
  }
  return tensor;
}

void Print(const std::string& what, const tf::Tensor& tensor) {
  std::cout << what << " " << tf::DataTypeString(tensor.dtype()) << " " << tensor.shape().DebugString()
            << "\n  " << tensor.SummarizeValue(1000) << "\n";
}

template <class T>
void Convolve(const std::string& padding, const std::vector<int>& strides,
              const std::vector<int>& dilations) {
  tf::Scope root = tf::Scope::NewRootScope().ExitOnError();
  const auto attrs = tf::ops::Conv3D::DataFormat("NDHWC").Dilations(dilations);
  auto input = tf::ops::Const(root, Numbers<T>({1, 5, 4, 6, 2}, 7, 23));
  auto filter = tf::ops::Const(root, Numbers<T>({2, 3, 2, 2, 3}, 5, 17));
  auto conv = tf::ops::Conv3D(root, input, filter, strides, padding, attrs);

  auto back_input =
      tf::ops::Conv3DBackpropInputV2(root, tf::ops::Shape(root, input), filter, conv, strides, padding,
                                     tf::ops::Conv3DBackpropInputV2::Dilations(dilations));
  auto back_filter = tf::ops::Conv3DBackpropFilterV2(
      root, input, {2, 3, 2, 2, 3}, conv, strides, padding,
      tf::ops::Conv3DBackpropFilterV2::Attrs().DataFormat("NDHWC").Dilations(dilations));
  std::cout << padding << " strides " << strides[1] << strides[2] << strides[3] << " dilations "
            << dilations[1] << dilations[2] << dilations[3] << "\n";
  tf::ClientSession session(root);
  std::vector<tf::Tensor> outputs;
  TF_CHECK_OK(session.Run({conv, back_input, back_filter}, &outputs));
  Print("Conv3D", outputs[0]);
  Print("Conv3DBackpropInputV2", outputs[1]);
  Print("Conv3DBackpropFilterV2", outputs[2]);
}

int main() {
  Convolve<float>("SAME", {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1});
  Convolve<float>("VALID", {1, 2, 1, 2, 1}, {1, 1, 1, 1, 1});
  Convolve<double>("SAME", {1, 4, 3, 2, 1}, {1, 1, 1, 1, 1});
  Convolve<float>("SAME", {1, 2, 2, 2, 1}, {1, 1, 1, 1, 1});

  // The values of the documents: a ramp, convolved with itself.
  tf::Scope root = tf::Scope::NewRootScope();
  tf::Tensor ramp(tf::DT_FLOAT, tf::TensorShape({2, 2, 2, 2, 2}));
  for (int i = 0; i < 32; ++i) ramp.flat<float>()(i) = static_cast<float>(i + 1);
  auto conv = tf::ops::Conv3D(root, ramp, ramp, {1, 4, 3, 2, 1}, "SAME");
  auto back_input =
      tf::ops::Conv3DBackpropInputV2(root, {2, 2, 2, 2, 2}, ramp, conv, {1, 4, 3, 2, 1}, "SAME");
  auto back_filter =
      tf::ops::Conv3DBackpropFilterV2(root, ramp, {2, 2, 2, 2, 2}, conv, {1, 4, 3, 2, 1}, "SAME");
  tf::ClientSession session(root);
  std::vector<tf::Tensor> outputs;
  TF_CHECK_OK(session.Run({conv, back_input, back_filter}, &outputs));
  for (const tf::Tensor& output : outputs) Print("documents", output);

  // Dilations are part of the graph; the shapes know of them before anything runs.
  auto wide =
      tf::ops::Conv3D(root, ramp, ramp, {1, 1, 1, 1, 1}, "SAME", tf::ops::Conv3D::Dilations({1, 2, 2, 2, 1}));
  std::cout << "dilated " << root.status() << " " << wide.node()->num_inputs() << " inputs\n";
  tf::ops::Conv3D(root, ramp, tf::ops::Const(root, 1.f, {3, 3, 3, 3, 1}), {1, 1, 1, 1, 1}, "SAME");
  std::cout << "wrong channels " << absl::StatusCodeToString(root.status().code()) << "\n";
}
