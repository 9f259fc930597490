// The gradients of ops with an argument that is always float, which the walk in double cannot take.
#include <gtest/gtest.h>

#include <cmath>

#include "check/gradient_check.h"
#include "check/random_values.h"
#include "support.h"

namespace voxgrad::test {
namespace {

Tensor RandomFloats(const TensorShape& shape, Random* random) {
  return *driver::RandomTensor(DT_FLOAT, shape, driver::Values::kReal, random);
}

double Dot(const Tensor& a, const Tensor& b) {
  double sum = 0;
  for (size_t i = 0; i < a.values<float>().size(); ++i)
    sum += static_cast<double>(a.values<float>()[i]) * static_cast<double>(b.values<float>()[i]);
  return sum;
}

/// a + t · b
Tensor Step(const Tensor& a, const Tensor& b, float t) {
  Tensor sum(DT_FLOAT, a.shape());
  for (size_t i = 0; i < a.values<float>().size(); ++i)
    sum.mutable_values<float>()[i] = a.values<float>()[i] + t * b.values<float>()[i];
  return sum;
}

PreparedCall Prepare(const char* op, std::vector<Tensor> inputs,
                     const std::vector<NamedAttribute>& attributes) {
  PreparedCall call{FindOp(op), std::move(inputs), {}};
  EXPECT_TRUE(FillSlots(*call.op, "", attributes, &call.slots).ok());
  return call;
}

/// Every gradient against central differences along a random direction, the weights of the first output
/// random.
void CheckFloatGradients(const PreparedCall& call, const std::vector<size_t>& smooth) {
  constexpr float kStep = 1.0f / 64;
  Random random(7);
  const Tensor weights = RandomFloats(Must(call.Run()).at(0).shape(), &random);
  const auto gradients = Must(driver::Gradients(call, {weights}));
  for (size_t i : smooth) {
    const Tensor direction = RandomFloats(call.inputs[i].shape(), &random);
    double sides[2];
    for (int side : {0, 1}) {
      PreparedCall moved = call;
      moved.inputs[i] = Step(call.inputs[i], direction, side == 0 ? kStep : -kStep);
      sides[side] = Dot(Must(moved.Run()).at(0), weights);
    }
    ASSERT_EQ(gradients[i].size(), 1u) << i;
    const double numeric = (sides[0] - sides[1]) / (2 * static_cast<double>(kStep));
    EXPECT_NEAR(Dot(gradients[i].at(0), direction), numeric, 3e-3 * (1 + std::abs(numeric)))
        << call.op->name << " input " << i;
  }
}

TEST(FloatGradients, BilinearResizing) {
  Random random(3);
  for (const auto& [corners, centers] : {std::pair(false, false), {true, false}, {false, true}}) {
    const std::vector<NamedAttribute> attributes = {{"align_corners", corners},
                                                    {"half_pixel_centers", centers}};
    for (const auto& [from, to] :
         {std::pair<Ints, Ints>({3, 4}, {5, 9}), {{6, 5}, {2, 3}}, {{1, 1}, {3, 2}}}) {
      const Tensor images = RandomFloats(TensorShape({2, from[0], from[1], 3}), &random);
      const Tensor size = Tensor::Sizes(to);
      CheckFloatGradients(Prepare("ResizeBilinear", {images, size}, attributes), {0});
      const Tensor grads = RandomFloats(TensorShape({2, to[0], to[1], 3}), &random);
      CheckFloatGradients(Prepare("ResizeBilinearGrad", {grads, images}, attributes), {0, 1});
    }
  }
}

TEST(FloatGradients, BatchNormalization) {
  Random random(5);
  for (const char* op : {"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"}) {
    for (bool training : {true, false}) {
      for (const char* format : {"NHWC", "NCHW"}) {
        const TensorShape shape = format[1] == 'C' ? TensorShape({2, 3, 4, 2}) : TensorShape({2, 4, 2, 3});
        const Tensor variance = Tensor::Of<float>({0.5f, 1, 2}, {3});
        std::vector<Tensor> inputs = {RandomFloats(shape, &random), RandomFloats({3}, &random),
                                      RandomFloats({3}, &random), RandomFloats({3}, &random), variance};
        const std::vector<NamedAttribute> attributes = {
            {"is_training", training}, {"data_format", format}, {"epsilon", 0.01}};
        CheckFloatGradients(Prepare(op, inputs, attributes), {0, 1, 2});
      }
    }
  }
}

/// The moments by which the gradient op is called depend on x, and its gradient knows that.
TEST(FloatGradients, BatchNormalizationToSecondOrder) {
  constexpr float kStep = 1.0f / 256;
  Random random(11);
  for (bool training : {true, false}) {
    for (const char* format : {"NHWC", "NCHW"}) {
      const TensorShape shape = format[1] == 'C' ? TensorShape({2, 3, 4, 2}) : TensorShape({2, 4, 2, 3});
      const std::vector<NamedAttribute> attributes = {
          {"is_training", training}, {"data_format", format}, {"epsilon", 0.01}};
      const Tensor mean = RandomFloats({3}, &random), variance = Tensor::Of<float>({0.5f, 1, 2}, {3});
      const Tensor offset = RandomFloats({3}, &random);
      const auto prepare = [&](const std::vector<Tensor>& at) {  // at y_backprop, x and scale
        const auto forward =
            Must(Call("FusedBatchNormV3", {at[1], at[2], offset, mean, variance}, attributes));
        return Prepare("FusedBatchNormGradV3", {at[0], at[1], at[2], forward[3], forward[4], forward[5]},
                       attributes);
      };
      const std::vector<Tensor> at = {RandomFloats(shape, &random), RandomFloats(shape, &random),
                                      RandomFloats({3}, &random)};
      const std::vector<Tensor> weights = {RandomFloats(shape, &random), RandomFloats({3}, &random),
                                           RandomFloats({3}, &random)};
      const auto gradients = Must(driver::Gradients(prepare(at), weights));
      for (size_t i = 0; i < at.size(); ++i) {
        const Tensor direction = RandomFloats(at[i].shape(), &random);
        double numeric = 0;
        for (float side : {1.0f, -1.0f}) {
          std::vector<Tensor> moved = at;
          moved[i] = Step(at[i], direction, side * kStep);
          const auto results = Must(prepare(moved).Run());
          for (size_t k = 0; k < weights.size(); ++k)
            numeric += static_cast<double>(side / (2 * kStep)) * Dot(results[k], weights[k]);
        }
        ASSERT_EQ(gradients[i].size(), 1u) << i;
        EXPECT_NEAR(Dot(gradients[i].at(0), direction), numeric, 3e-3 * (1 + std::abs(numeric)))
            << format << (training ? " training" : " inference") << " input " << i;
      }
    }
  }
}

/// The channels of a volume are normalized like those of an image with the same cells.
TEST(FloatGradients, VolumesAreNormalizedLikeImages) {
  Random random(9);
  const Tensor x = RandomFloats({2, 3, 4, 2, 5}, &random);
  const Tensor flat(DT_FLOAT, TensorShape({2, 12, 2, 5}), x.buffer());
  const std::vector<Tensor> stats = {RandomFloats({5}, &random), RandomFloats({5}, &random),
                                     RandomFloats({5}, &random), RandomFloats({5}, &random)};
  const auto volume =
      Must(Call("FusedBatchNormV3", {x, stats[0], stats[1], stats[2], stats[3]}, {{"data_format", "NDHWC"}}));
  const auto image = Must(Call("FusedBatchNormV3", {flat, stats[0], stats[1], stats[2], stats[3]}, {}));
  for (size_t i = 0; i < 240; ++i) EXPECT_EQ(volume[0].values<float>()[i], image[0].values<float>()[i]) << i;
  EXPECT_EQ(volume[2].values<float>()[4], image[2].values<float>()[4]);
}

}  // namespace
}  // namespace voxgrad::test
