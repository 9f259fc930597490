// Shapes of the mathematical ops while only part is known, and the sentences for what does not fit.
#include <gtest/gtest.h>

#include "ops/table/invoke.h"
#include "voxgrad/call.h"

namespace voxgrad {
namespace {

using Shape = PartialTensorShape;

InputInfo Of(const Shape& shape, DataType type = DT_FLOAT) { return {type, shape, nullptr}; }
InputInfo Of(const Tensor& tensor) { return {tensor.dtype(), Shape(tensor.shape()), &tensor}; }

/// The shape of the first output as text, or the error.
std::string Infer(const char* name, const std::vector<InputInfo>& inputs,
                  const std::vector<NamedAttribute>& attributes = {}) {
  const Op* op = FindOp(name);
  AttrSlots slots;
  std::vector<Shape> outputs;
  absl::Status status = FillSlots(*op, "", attributes, &slots);
  if (status.ok()) status = InferShapes(*op, "", inputs, &slots, &outputs);
  if (!status.ok()) return (IsAtRun(status) ? "at run: " : "") + std::string(status.message());
  return outputs[0].DebugString();
}

TEST(MathInfer, Broadcasting) {
  EXPECT_EQ(Infer("AddV2", {Of(Shape({2, 1})), Of(Shape({3}))}), "[2,3]");
  EXPECT_EQ(Infer("AddV2", {Of(Shape({-1, 1})), Of(Shape({3}))}), "[?,3]");
  EXPECT_EQ(Infer("AddV2", {Of(Shape({-1})), Of(Shape({3}))}), "[3]");
  EXPECT_EQ(Infer("AddV2", {Of(Shape({-1})), Of(Shape({1}))}), "[?]");
  EXPECT_EQ(Infer("AddV2", {Of(Shape()), Of(Shape({3}))}), "<unknown>");
  EXPECT_EQ(Infer("AddV2", {Of(Shape({0})), Of(Shape({1}))}), "[0]");
  EXPECT_EQ(Infer("AddV2", {Of(Shape({2, 3})), Of(Shape({2}))}),
            "AddV2: y has shape [2] and x [2,3]; compared from the right, sizes must be equal or 1, but 2 "
            "meets 3.");
  EXPECT_EQ(Infer("SelectV2", {Of(Shape({2, 1}), DT_BOOL), Of(Shape({3})), Of(Shape({-1, 1, 1}))}),
            "[?,2,3]");
}

TEST(MathInfer, DivisionByZeroIsFoundWhereTheDivisorIsKnown) {
  const Tensor zero = Tensor::Of<int32_t>({1, 0}, {2});
  EXPECT_EQ(Infer("Div", {Of(Shape({2}), DT_INT32), Of(zero)}),
            "at run: Div: y holds a 0; integers cannot be divided by it.");
  EXPECT_EQ(Infer("Div", {Of(Shape({2}), DT_INT32), Of(Shape({2}), DT_INT32)}), "[2]");
  const Tensor float_zero = Tensor::Of<float>({0}, {1});
  EXPECT_EQ(Infer("Div", {Of(Shape({2})), Of(float_zero)}), "[2]");
  const Tensor below = Tensor::Of<int32_t>({-1}, {1});
  EXPECT_EQ(Infer("Pow", {Of(Shape({2}), DT_INT32), Of(below)}),
            "at run: Pow: y holds a number below 0; an integer to such a power is no integer.");
}

TEST(MathInfer, Reductions) {
  const Tensor last = Tensor::Sizes({-1});
  const Tensor outside = Tensor::Sizes({2});
  const Tensor twice = Tensor::Sizes({0, -2});
  EXPECT_EQ(Infer("Sum", {Of(Shape({2, -1, 4})), Of(last)}), "[2,?]");
  EXPECT_EQ(Infer("Sum", {Of(Shape({2, -1, 4})), Of(last)}, {{"keep_dims", true}}), "[2,?,1]");
  EXPECT_EQ(Infer("Sum", {Of(Shape({2, 3})), Of(Shape({1}), DT_INT32)}), "<unknown>");
  EXPECT_EQ(Infer("Sum", {Of(Shape({2, 3})), Of(Shape({1}), DT_INT32)}, {{"keep_dims", true}}), "[?,?]");
  EXPECT_EQ(Infer("Sum", {Of(Shape()), Of(last)}), "<unknown>");
  EXPECT_EQ(Infer("Max", {Of(Shape({2, 3})), Of(outside)}),
            "Max: reduction_indices is 2, but input has 2 dimensions; it must be from -2 to 1.");
  EXPECT_EQ(Infer("Max", {Of(Shape({2, 3})), Of(twice)}),
            "at run: Max: reduction_indices names axis 0 twice.");
}

TEST(MathInfer, MatMul) {
  EXPECT_EQ(Infer("MatMul", {Of(Shape({2, -1})), Of(Shape({3, -1}))}), "[2,?]");
  EXPECT_EQ(Infer("MatMul", {Of(Shape()), Of(Shape({4, 3}))}, {{"transpose_b", true}}), "[?,4]");
  EXPECT_EQ(Infer("MatMul", {Of(Shape({2, 3})), Of(Shape({2, 3}))}),
            "MatMul: b is [2,3], with 2 rows, but a is [2,3], with 3 columns; both must be equal.");
  EXPECT_EQ(Infer("MatMul", {Of(Shape({3})), Of(Shape({3, 2}))}),
            "MatMul: a has shape [3], but must be a matrix.");
}

TEST(MathInfer, ChannelsAndClasses) {
  EXPECT_EQ(Infer("BiasAdd", {Of(Shape({2, -1})), Of(Shape({3}))}), "[2,3]");
  EXPECT_EQ(Infer("BiasAdd", {Of(Shape()), Of(Shape({3}))}), "<unknown>");
  EXPECT_EQ(Infer("BiasAdd", {Of(Shape({2, 5, 3})), Of(Shape({3}))}, {{"data_format", "NCHW"}}),
            "BiasAdd: bias has 3 values, but value is [2,5,3], which has 5 channels with NCHW.");
  EXPECT_EQ(Infer("BiasAddGrad", {Of(Shape({2, 5, 3}))}, {{"data_format", "NCHW"}}), "[5]");
  EXPECT_EQ(Infer("BiasAddGrad", {Of(Shape())}), "[?]");
  EXPECT_EQ(Infer("Softmax", {Of(Shape({}))}),
            "Softmax: logits is a scalar, but must have at least 1 dimension, the last one the classes.");
  EXPECT_EQ(Infer("SoftmaxCrossEntropyWithLogits", {Of(Shape()), Of(Shape({2, 3}))}), "[?]");
  const Tensor labels = Tensor::Of<int64_t>({0, 3}, {2});
  EXPECT_EQ(
      Infer("SparseSoftmaxCrossEntropyWithLogits", {Of(Shape({2, 3})), Of(labels)}),
      "at run: SparseSoftmaxCrossEntropyWithLogits: labels holds 3, but must be from 0 to 2: features has 3 "
      "classes.");
  EXPECT_EQ(
      Infer("SparseSoftmaxCrossEntropyWithLogits", {Of(Shape({-1, 3})), Of(labels)}),
      "at run: SparseSoftmaxCrossEntropyWithLogits: labels holds 3, but must be from 0 to 2: features has 3 "
      "classes.");
}

TEST(MathInfer, OneShapeForAll) {
  EXPECT_EQ(Infer("AddN", {Of(Shape({2, -1})), Of(Shape({-1, 3}))}), "[2,3]");
  EXPECT_EQ(Infer("AddN", {Of(Shape({2})), Of(Shape({1}))}),
            "AddN: inputs hold tensors of the shapes [2] and [1]; all must have one shape.");
  EXPECT_EQ(Infer("ReluGrad", {Of(Shape({2, -1})), Of(Shape({-1, 3}))}), "[2,3]");
  EXPECT_EQ(Infer("ReluGrad", {Of(Shape({2})), Of(Shape({3}))}),
            "ReluGrad: features has shape [3], but gradients has [2]; both must have the same shape.");
  EXPECT_EQ(Infer("TanhGrad", {Of(Shape({2})), Of(Shape({3}))}),
            "at run: TanhGrad: dy has shape [3], but y has [2]; both must have the same shape.");
}

TEST(MathInfer, TypesThatAreLeftOutSaySo) {
  EXPECT_EQ(Infer("RealDiv", {Of(Shape({2}), DT_INT32), Of(Shape({2}), DT_INT32)}),
            "at run: RealDiv: x is int32, which has no quotient among the integers here; use Div, or Cast "
            "before.");
  EXPECT_EQ(
      Infer("Exp", {Of(Shape({2}), DT_COMPLEX64)}),
      "at run: Exp: x is complex64, complex numbers are not among the types that Voxgrad computes with.");
}

}  // namespace
}  // namespace voxgrad
