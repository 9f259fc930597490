// Shapes before anything runs: unknown ranks, unknown sizes, size vectors without a value.
#include <gtest/gtest.h>

#include "inferred.h"
#include "support.h"

namespace voxgrad::test {
namespace {

std::vector<NamedAttribute> Pool(int rank, int k, int s, const char* padding) {
  Ints ksize(static_cast<size_t>(rank), k), strides(static_cast<size_t>(rank), s);
  for (Ints* entries : {&ksize, &strides}) entries->front() = entries->back() = 1;
  return {{"ksize", ksize}, {"strides", strides}, {"padding", padding}};
}

std::vector<NamedAttribute> Conv(int rank, int s, const char* padding) {
  Ints strides(static_cast<size_t>(rank), s);
  strides.front() = strides.back() = 1;
  return {{"strides", strides}, {"padding", padding}};
}

TEST(Inference, ForwardOpsFollowWhatIsKnown) {
  EXPECT_EQ(Inferred("AvgPool", {Of({2, 7, 5, 3})}, Pool(4, 3, 2, "VALID")), "[2,3,2,3]");
  EXPECT_EQ(Inferred("AvgPool", {Of({-1, 7, -1, 3})}, Pool(4, 3, 2, "VALID")), "[?,3,?,3]");
  EXPECT_EQ(Inferred("MaxPool", {Of({-1, -1, -1, -1})}, Pool(4, 3, 2, "SAME")), "[?,?,?,?]");
  EXPECT_EQ(Inferred("MaxPool3D", {Of(kUnknown)}, Pool(5, 3, 2, "SAME")), "[?,?,?,?,?]");
  EXPECT_EQ(Inferred("AvgPool3D", {Of({1, -1, 8, 8, -1})}, Pool(5, 2, 2, "SAME")), "[1,?,4,4,?]");
}

TEST(Inference, GradientsOfPooling) {
  const Tensor sizes = Tensor::Sizes({1, 8, 8, 8, 2});
  EXPECT_EQ(Inferred("AvgPool3DGrad", {Value(sizes), Of(kUnknown)}, Pool(5, 3, 2, "VALID")), "[1,8,8,8,2]");
  EXPECT_EQ(Inferred("AvgPool3DGrad", {Value(sizes), Of({-1, 3, -1, 3, -1})}, Pool(5, 3, 2, "VALID")),
            "[1,8,8,8,2]");
  EXPECT_EQ(Inferred("AvgPool3DGrad", {Vector(5), Of({1, 3, 3, 3, 2})}, Pool(5, 3, 2, "VALID")),
            "[?,?,?,?,?]");
  EXPECT_EQ(Inferred("AvgPool3DGrad", {Vector(-1), Of(kUnknown)}, Pool(5, 3, 2, "VALID")), "[?,?,?,?,?]");
  EXPECT_EQ(Inferred("AvgPool3DGrad", {{DT_INT32, kUnknown, nullptr}, Of(kUnknown)}, Pool(5, 3, 2, "VALID")),
            "[?,?,?,?,?]");
  EXPECT_EQ(
      Inferred("MaxPoolGrad", {Of({1, -1, 6, 2}), Of(kUnknown), Of({1, -1, -1, 2})}, Pool(4, 2, 2, "SAME")),
      "[1,?,6,2]");
  EXPECT_EQ(Inferred("MaxPoolGradGrad", {Of({1, -1, 6, 2}), Of(kUnknown), Of({-1, 6, -1, -1})},
                     Pool(4, 2, 2, "SAME")),
            "[1,3,3,2]")
      << "what one argument leaves open the other tells";
}

TEST(Inference, WhatIsKnownAlreadyDisagrees) {
  const Tensor sizes = Tensor::Sizes({1, 8, 8, 8, 2});
  EXPECT_EQ(Inferred("AvgPool3DGrad", {Value(sizes), Of({-1, 4, -1, -1, -1})}, Pool(5, 3, 2, "VALID")),
            "AvgPool3DGrad: grad is [?,4,?,?,?], but an input of [1,8,8,8,2] with ksize 3, strides 2, VALID "
            "pools to "
            "[1,3,3,3,2].");
  EXPECT_EQ(Inferred("AvgPool3DGrad", {Vector(4), Of(kUnknown)}, Pool(5, 3, 2, "VALID")),
            "AvgPool3DGrad: orig_input_shape has 4 values, but must be a vector of 5 sizes.");
  EXPECT_EQ(Inferred("AvgPool3DGrad", {Vector(5), Of({1, 2, 3, 4})}, Pool(5, 3, 2, "VALID")),
            "AvgPool3DGrad: grad has shape [1,2,3,4] (4 dimensions), but must have 5.");
  EXPECT_EQ(
      Inferred("MaxPoolGrad", {Of(kUnknown), Of({1, -1, 3, 2}), Of({1, 3, 4, 2})}, Pool(4, 2, 2, "SAME")),
      "MaxPoolGrad: grad is [1,3,4,2], but must have the shape of orig_output, [1,3,3,2].");
  EXPECT_EQ(Inferred("AvgPool", {Of({-1, 2, -1, -1})}, Pool(4, 3, 2, "VALID")),
            "AvgPool: ksize is 1,3,3,1, and its 3 in H does not fit into value [?,2,?,?] with VALID padding; "
            "use SAME "
            "or a smaller window.");
}

TEST(Inference, Convolutions) {
  EXPECT_EQ(Inferred("Conv2D", {Of({-1, 7, 5, 3}), Of({3, 3, 3, 8})}, Conv(4, 2, "SAME")), "[?,4,3,8]");
  EXPECT_EQ(Inferred("Conv2D", {Of({1, 7, 5, 3}), Of({-1, 3, 3, -1})}, Conv(4, 1, "VALID")), "[1,?,3,?]");
  EXPECT_EQ(Inferred("Conv2D", {Of({1, 7, 5, 3}), Of({-1, 3, 3, -1})}, Conv(4, 1, "SAME")), "[1,7,5,?]");
  EXPECT_EQ(Inferred("Conv3D", {Of(kUnknown), Of(kUnknown)}, Conv(5, 1, "VALID")), "[?,?,?,?,?]");
  EXPECT_EQ(
      Inferred("Conv3D", {Of({1, 4, 4, 4, 3}), Of({2, 2, 2, 2, -1})}, Conv(5, 1, "VALID")),
      "Conv3D: input is [1,4,4,4,3] with 3 channels, but filter [2,2,2,2,?] takes 2 of them, or a multiple "
      "(groups).");
  // Row and column dilations are not swapped.
  auto attrs = Conv(5, 1, "VALID");
  attrs.push_back({"dilations", {1, 1, 2, 1, 1}});
  EXPECT_EQ(Inferred("Conv3D", {Of({1, 4, 6, 3, 1}), Of({2, 2, 2, 1, 1})}, attrs), "[1,3,4,2,1]");
}

TEST(Inference, GradientsOfConvolution) {
  const Tensor four = Tensor::Sizes({2, 7, 5, 6});
  const Tensor two = Tensor::Sizes({7, 5});
  const InputInfo filter = Of({3, 3, 3, 8});
  EXPECT_EQ(Inferred("Conv2DBackpropInput", {Value(four), filter, Of(kUnknown)}, Conv(4, 2, "SAME")),
            "[2,7,5,6]");
  EXPECT_EQ(Inferred("Conv2DBackpropInput", {Value(two), filter, Of({9, -1, -1, 8})}, Conv(4, 2, "SAME")),
            "[9,7,5,3]");
  EXPECT_EQ(Inferred("Conv2DBackpropInput", {Vector(2), filter, Of({9, -1, -1, 8})}, Conv(4, 2, "SAME")),
            "[9,?,?,3]");
  EXPECT_EQ(Inferred("Conv2DBackpropInput", {Vector(4), filter, Of({9, -1, -1, 8})}, Conv(4, 2, "SAME")),
            "[9,?,?,?]")
      << "there may be groups, so the filter does not tell the channels";
  EXPECT_EQ(
      Inferred("Conv3DBackpropInputV2", {Vector(5), Of({1, 1, 1, 3, 4}), Of(kUnknown)}, Conv(5, 1, "SAME")),
      "[?,?,?,?,?]");
  EXPECT_EQ(Inferred("Conv3DBackpropFilterV2", {Of(kUnknown), Vector(5), Of(kUnknown)}, Conv(5, 1, "SAME")),
            "[?,?,?,?,?]");
  const Tensor filter_sizes = Tensor::Sizes({3, 3, 3, 8});
  EXPECT_EQ(Inferred("Conv2DBackpropFilter", {Of({2, 7, 5, 3}), Value(filter_sizes), Of({-1, 5, -1, 8})},
                     Conv(4, 2, "SAME")),
            "Conv2DBackpropFilter: out_backprop is [?,5,?,8], but an input of [2,7,5,3] and a filter of "
            "[3,3,3,8] with "
            "strides 2, SAME make [2,4,3,8].");
}

TEST(Inference, AgreesWithWhatRuns) {
  for (const std::string& text : CuratedLines()) {
    const PreparedCall call = MustPrepare(text);
    std::vector<InputInfo> known, open;
    for (const Tensor& input : call.inputs) {
      known.push_back(Value(input));
      open.push_back({input.dtype(), kUnknown, nullptr});
    }
    const Tensor result = MustRun(call);
    std::vector<PartialTensorShape> shapes;
    AttrSlots slots = call.slots;
    ASSERT_TRUE(InferShapes(*call.op, "", known, &slots, &shapes).ok()) << text;
    EXPECT_EQ(shapes.at(0).DebugString(), result.shape().DebugString()) << text;
    slots = call.slots;
    ASSERT_TRUE(InferShapes(*call.op, "", open, &slots, &shapes).ok()) << text;
    EXPECT_EQ(shapes.at(0).dims(), result.dims()) << text;
    EXPECT_FALSE(shapes.at(0).IsFullyDefined()) << text;
  }
}

}  // namespace
}  // namespace voxgrad::test
