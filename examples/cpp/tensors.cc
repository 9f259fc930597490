// Tensors: values through Eigen's maps, slices that share their memory, texts.
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status.h"

using tensorflow::DataTypeString;
using tensorflow::PartialTensorShape;
using tensorflow::Tensor;
using tensorflow::TensorShape;
using tensorflow::tstring;

static Tensor Ramp(const TensorShape& shape) {
  Tensor tensor(tensorflow::DT_FLOAT, shape);
  auto flat = tensor.flat<float>();
  for (tensorflow::int64 i = 0; i < flat.size(); ++i) flat(i) = static_cast<float>(i);
  return tensor;
}

static void Maps() {
  Tensor cube = Ramp({2, 3, 4});
  auto map = cube.tensor<float, 3>();
  std::cout << map(1, 2, 3) << " " << map.dimension(0) << " " << map.dimension(2) << " " << map.size()
            << "\n";
  map(0, 0, 0) = -5;
  cube.flat<float>() = cube.flat<float>() * 2.0f;
  std::cout << cube.DebugString(30) << "\n";
  std::cout << cube.shaped<float, 2>({6, 4})(5, 0) << " " << cube.flat_inner_dims<float>()(4, 1) << " "
            << cube.flat_outer_dims<float>()(1, 11) << " " << cube.flat_inner_dims<float, 3>()(1, 0, 0)
            << "\n";
  Eigen::Tensor<float, 1, Eigen::RowMajor> sums = map.sum(Eigen::array<int, 2>{0, 1});
  std::cout << sums(0) << " " << sums(3) << "\n";
}

static void Eigens() {
  Tensor a = Ramp({2, 3});
  Tensor b = Ramp({3, 2});
  Tensor c(tensorflow::DT_FLOAT, TensorShape({2, 2}));
  Eigen::array<Eigen::IndexPair<int>, 1> inner = {Eigen::IndexPair<int>(1, 0)};
  c.matrix<float>() = a.matrix<float>().contract(b.matrix<float>(), inner);
  std::cout << c.DebugString(4) << "\n";
  Tensor v = Ramp({4});
  v.vec<float>().setConstant(2.5f);
  v.vec<float>()(1) += v.vec<float>()(0);
  std::cout << v.SummarizeValue(10) << "\n";
  const Tensor& constant = v;
  std::cout << constant.vec<float>()(1) << " " << constant.flat<float>().data()[1] << "\n";
}

static void Slices() {
  Tensor t = Ramp({4, 4, 4});  // rows of 64 bytes: slices stay aligned
  Tensor middle = t.Slice(1, 3);
  Tensor row = t.SubSlice(2);
  std::cout << middle.shape().DebugString() << " " << row.shape().DebugString() << " "
            << middle.SharesBufferWith(t) << row.SharesBufferWith(middle) << "\n";
  row.matrix<float>()(0, 0) = 100;
  std::cout << t.SummarizeValue(64) << "\n" << middle.SummarizeValue(32) << "\n";
  Tensor view;
  std::cout << view.CopyFrom(t, TensorShape({16, 4})) << view.CopyFrom(t, TensorShape({5, 5})) << "\n";
  std::cout << view.shape().DebugString() << " " << view.SharesBufferWith(t) << "\n";
  Tensor copy = t;
  std::cout << copy.SharesBufferWith(t) << " " << (copy.flat<float>().data() == t.flat<float>().data())
            << "\n";
  Tensor moved = std::move(copy);
  std::cout << moved.NumElements() << " " << moved.TotalBytes() << " " << moved.IsInitialized() << "\n";
}

static void Texts() {
  std::cout << Tensor().DebugString() << "\n" << Tensor(1.5f).DebugString() << "\n";
  std::cout << Tensor(tensorflow::int64{1} << 40).DebugString() << "\n" << Tensor(true).DebugString() << "\n";
  std::cout << Tensor(tensorflow::DT_DOUBLE, TensorShape({0, 3})).DebugString() << "\n";
  Tensor words(tensorflow::DT_STRING, TensorShape({2, 2}));
  words.matrix<tstring>()(0, 0) = "one";
  words.matrix<tstring>()(1, 1) = std::string("two words");
  std::cout << words.DebugString(4) << "\n";
  Tensor half(tensorflow::DT_HALF, TensorShape({3}));
  half.vec<Eigen::half>().setConstant(Eigen::half(0.1f));
  std::cout << half.DebugString() << "\n";
  Tensor brain(tensorflow::DT_BFLOAT16, TensorShape({2}));
  brain.vec<tensorflow::bfloat16>().setConstant(tensorflow::bfloat16(3.14159f));
  std::cout << brain.DebugString() << "\n";
  std::cout << Ramp({3, 4}).SummarizeValue(3) << "\n" << Ramp({3, 4}).SummarizeValue(10) << "\n";
  std::cout << Ramp({3, 4}).SummarizeValue(2, true) << "\n" << Ramp({7}).DebugString() << "\n";
  Tensor small(tensorflow::DT_FLOAT, TensorShape({4}));
  small.vec<float>()(0) = 1e-10f;
  small.vec<float>()(1) = 123456792.0f;
  small.vec<float>()(2) = 1.0f / 3;
  small.vec<float>()(3) = -0.0f;
  std::cout << small.DebugString(4) << "\n";
}

static void Shapes() {
  TensorShape shape({2, 3});
  shape.AddDim(4);
  shape.InsertDim(1, 7);
  shape.set_dim(0, 5);
  std::cout << shape.DebugString() << " " << shape.dims() << " " << shape.num_elements() << "\n";
  shape.RemoveDim(1);
  shape.AppendShape(TensorShape({1, 2}));
  for (auto dim : shape) std::cout << dim.size << ",";
  std::cout << " " << (shape == TensorShape({5, 3, 4, 1, 2})) << shape.IsSameSize(TensorShape({5})) << "\n";
  PartialTensorShape partial({-1, 3});
  std::cout << partial.DebugString() << " " << partial.IsCompatibleWith(TensorShape({9, 3})) << " "
            << partial.IsFullyDefined() << " " << PartialTensorShape().DebugString() << "\n";
  TensorShape bad;
  const std::vector<tensorflow::int64> sizes = {2, -3};
  std::cout << absl::StatusCodeToString(TensorShape::BuildTensorShape(sizes, &bad).code()) << "\n";
  std::cout << DataTypeString(tensorflow::DT_QINT8) << " "
            << tensorflow::DataTypeSize(tensorflow::DT_COMPLEX64) << " "
            << DataTypeString(tensorflow::DataTypeToEnum<tensorflow::uint16>::v()) << "\n";
  std::cout << tensorflow::errors::NotFound("no ", 3, " here") << "\n";
  std::cout << tensorflow::errors::IsInvalidArgument(tensorflow::errors::InvalidArgument("x")) << "\n";
}

int main() {
  Maps();
  Eigens();
  Slices();
  Texts();
  Shapes();
}
