// Where the arithmetic has an answer, sizes of zero are legal; and the other forms that sizes come in.
#include "wrong_calls.h"

namespace voxgrad::test {
namespace {

bool AllZero(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return std::all_of(values.begin(), values.end(), [](float value) { return value == 0; });
}

std::string ShapeOf(const char* op, const std::vector<Tensor>& inputs, const Attrs& attrs) {
  const auto result = Call(op, inputs, attrs);
  if (!result.ok()) return std::string(result.status().message());
  EXPECT_TRUE(AllZero(result->at(0))) << op;
  return result->at(0).shape().DebugString();
}

TEST(ZeroSizes, BatchesAndChannelsOfNothing) {
  EXPECT_EQ(ShapeOf("AvgPool", {Zeros({0, 8, 8, 4})}, kPool2), "[0,4,4,4]");
  EXPECT_EQ(ShapeOf("AvgPool", {Zeros({1, 8, 8, 0})}, kPool2), "[1,4,4,0]");
  EXPECT_EQ(ShapeOf("MaxPool3D", {Zeros({0, 8, 8, 8, 2})}, kPool3), "[0,3,3,3,2]");
  EXPECT_EQ(ShapeOf("AvgPool3DGrad", {Tensor::Sizes({0, 8, 8, 8, 2}), Zeros({0, 3, 3, 3, 2})}, kPool3),
            "[0,8,8,8,2]");
  EXPECT_EQ(ShapeOf("MaxPoolGrad", {Zeros({0, 8, 8, 4}), Zeros({0, 4, 4, 4}), Zeros({0, 4, 4, 4})}, kPool2),
            "[0,8,8,4]");
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({0, 8, 8, 4}), Zeros({2, 2, 4, 3})}, kConv2), "[0,8,8,3]");
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({1, 8, 8, 4}), Zeros({2, 2, 4, 0})}, kConv2), "[1,8,8,0]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropInput",
                    {Tensor::Sizes({1, 8, 8, 4}), Zeros({2, 2, 4, 0}), Zeros({1, 8, 8, 0})}, kConv2),
            "[1,8,8,4]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropFilter",
                    {Zeros({0, 8, 8, 4}), Tensor::Sizes({2, 2, 4, 3}), Zeros({0, 8, 8, 3})}, kConv2),
            "[2,2,4,3]");
  EXPECT_EQ(ShapeOf("Conv3DBackpropInputV2",
                    {Tensor::Sizes({0, 8, 8, 8, 2}), Zeros({2, 2, 2, 2, 3}), Zeros({0, 8, 8, 8, 3})}, kConv3),
            "[0,8,8,8,2]");
}

TEST(ZeroSizes, SpaceOfNothing) {
  const Attrs same = With(kPool2, "padding", "SAME");
  EXPECT_EQ(ShapeOf("AvgPool", {Zeros({1, 0, 8, 4})}, same), "[1,0,4,4]");
  EXPECT_EQ(ShapeOf("MaxPool", {Zeros({1, 0, 8, 4})}, same), "[1,0,4,4]");
  EXPECT_EQ(ShapeOf("MaxPoolGradGrad", {Zeros({1, 0, 8, 4}), Zeros({1, 0, 4, 4}), Zeros({1, 0, 8, 4})}, same),
            "[1,0,4,4]");
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({1, 0, 8, 4}), Zeros({2, 2, 4, 3})}, kConv2), "[1,0,8,3]");
  // Only padding: the sum over nothing is 0.
  const Attrs padded =
      With(With(kConv2, "padding", "EXPLICIT"), "explicit_paddings", {0, 0, 2, 2, 0, 0, 0, 0});
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({1, 0, 8, 4}), Zeros({2, 2, 4, 3})}, padded), "[1,3,7,3]");
  // But the maximum of nothing is not.
  const Attrs max_padded =
      With(With(kPool2, "padding", "EXPLICIT"), "explicit_paddings", {0, 0, 1, 1, 0, 0, 0, 0});
  EXPECT_EQ(
      ShapeOf("MaxPool", {Zeros({1, 0, 8, 4})}, max_padded),
      "MaxPool: input is [1,0,8,4]; it has no cells in H, so its windows would hold nothing but padding.");
}

TEST(ZeroSizes, WhatIsTooLargeToWalkIsNotWalked) {
  // No numbers, but 2^54 taps, or 2^36 rows.
  const Tensor filter = Zeros({4, 1 << 24, 1 << 28, 4, 0});
  const Tensor gradient = Must(Call("Conv3DBackpropInputV2",
                                    {Tensor::Sizes({3, 3, 2, 2, 4}), filter, Zeros({3, 3, 2, 2, 0})}, kConv3))
                              .at(0);
  for (const float value : gradient.values<float>()) EXPECT_EQ(value, 0);
  EXPECT_EQ(ShapeOf("Conv3D", {Zeros({3, 3, 2, 2, 4}), filter}, kConv3), "[3,3,2,2,0]");
  const Tensor filter_gradient = Must(Call("Conv2DBackpropFilter",
                                           {Zeros({1 << 16, 1 << 20, 0, 3}), Tensor::Sizes({3, 3, 3, 2}),
                                            Zeros({1 << 16, 1 << 20, 0, 2})},
                                           kConv2))
                                     .at(0);
  for (const float value : filter_gradient.values<float>()) EXPECT_EQ(value, 0);
}

TEST(ZeroSizes, AWindowLargerThanTheInput) {
  // VALID has no window then: forward ops refuse, gradients take the empty grad and give zeros.
  const Attrs pool = With(With(kPool3, "ksize", {1, 9, 3, 3, 1}), "padding", "VALID");
  EXPECT_FALSE(Call("AvgPool3D", {Zeros({1, 8, 8, 8, 2})}, pool).ok());
  EXPECT_FALSE(Call("MaxPool3D", {Zeros({1, 8, 8, 8, 2})}, pool).ok());
  EXPECT_EQ(ShapeOf("AvgPool3DGrad", {kSizes3, Zeros({1, 0, 3, 3, 2})}, pool), "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("MaxPool3DGrad", {Zeros({1, 8, 8, 8, 2}), Zeros({1, 0, 3, 3, 2}), Zeros({1, 0, 3, 3, 2})},
                    pool),
            "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("MaxPool3DGradGrad",
                    {Zeros({1, 8, 8, 8, 2}), Zeros({1, 0, 3, 3, 2}), Zeros({1, 8, 8, 8, 2})}, pool),
            "[1,0,3,3,2]");
  EXPECT_FALSE(Call("AvgPool3DGrad", {kSizes3, Zeros({1, 1, 3, 3, 2})}, pool).ok());
  const Attrs conv = With(kConv3, "padding", "VALID");
  EXPECT_FALSE(Call("Conv3D", {Zeros({1, 8, 8, 8, 2}), Zeros({9, 1, 1, 2, 3})}, conv).ok());
  EXPECT_EQ(ShapeOf("Conv3DBackpropInputV2", {kSizes3, Zeros({9, 1, 1, 2, 3}), Zeros({1, 0, 8, 8, 3})}, conv),
            "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("Conv3DBackpropFilterV2",
                    {Zeros({1, 8, 8, 8, 2}), Tensor::Sizes({9, 1, 1, 2, 3}), Zeros({1, 0, 8, 8, 3})}, conv),
            "[9,1,1,2,3]");
}

TEST(TwoTypes, Int64SizesAndTheSpaceAloneForm) {
  const Tensor sizes = Tensor::Of<int64_t>({1, 8, 8, 8, 2}, {5});
  EXPECT_EQ(ShapeOf("Conv3DBackpropInputV2", {sizes, Zeros({2, 2, 2, 2, 3}), Zeros({1, 8, 8, 8, 3})}, kConv3),
            "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropInput", {Tensor::Sizes({8, 8}), Zeros({2, 2, 4, 3}), Zeros({5, 8, 8, 3})},
                    kConv2),
            "[5,8,8,4]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropInput", {Tensor::Sizes({8, 8}), Zeros({2, 2, 4, 3}), Zeros({5, 3, 8, 8})},
                    With(kConv2, "data_format", "NCHW")),
            "[5,4,8,8]");
}

}  // namespace
}  // namespace voxgrad::test
