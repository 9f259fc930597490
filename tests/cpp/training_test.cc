// The optimisers' steps: TensorFlow 2.21's numbers after one step or two, in place and beside.
#include "kernels/math/training.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "voxgrad/threads.h"
#include "voxgrad/types.h"

namespace voxgrad {
namespace {

const std::vector<float> kStart = {1, -2, 3.5};
const std::vector<float> kGrad = {0.25, -1.5, 4};

Slot InPlace(std::vector<float>* values) { return {values->data(), values->data()}; }

void ExpectNear(const std::vector<float>& given, const std::vector<float>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(given[i], wanted[i], 5e-7) << i;
}

TEST(Training, GradientDescent) {
  std::vector<float> next(3);
  GradientDescentStep(DT_FLOAT, 3, 0.1, kGrad.data(), {kStart.data(), next.data()});
  ExpectNear(next, {0.975, -1.85, 3.1});
}

TEST(Training, Momentum) {
  const std::vector<float> wanted[] = {{0.842, -1.60775, 2.511}, {0.8078, -1.346975, 1.8099}};
  for (bool nesterov : {false, true}) {
    std::vector<float> var = kStart;
    std::vector<float> accum = {0.5, 0.25, -1};
    for (int step = 0; step < 2; ++step)
      MomentumStep(DT_FLOAT, 3, {0.1, 0.9, nesterov}, kGrad.data(), InPlace(&var), InPlace(&accum));
    ExpectNear(var, wanted[nesterov]);
    ExpectNear(accum, {0.88, -2.6475, 6.79});
  }
}

TEST(Training, Adam) {
  const std::vector<float> wanted[] = {{0.9918806553, -2.000097990, 3.503018379},
                                       {0.9922564030, -1.998251557, 3.498830080}};
  for (bool nesterov : {false, true}) {
    std::vector<float> var = kStart;
    std::vector<float> m = {0.5, 0.25, -1};
    std::vector<float> v = {0.1f, 0.2f, 0.3f};
    AdamRates rates = {1, 1, 0.01, 0.9, 0.999, 1e-8, nesterov};
    for (int step = 0; step < 2; ++step) {
      rates.beta1_power *= 0.9;
      rates.beta2_power *= 0.999;
      AdamStep(DT_FLOAT, 3, rates, kGrad.data(), InPlace(&var), InPlace(&m), InPlace(&v));
    }
    ExpectNear(var, wanted[nesterov]);
    ExpectNear(m, {0.4525, -0.0825, -0.05});
    ExpectNear(v, {0.099925041, 0.2040978968, 0.3313839138});
  }
}

/// Half is computed as float and rounded once: a step too small for half arithmetic's own steps counts.
TEST(Training, HalfIsRoundedOnce) {
  const Half start(1024.0f);
  const Half delta(3.0f);
  Half next;
  GradientDescentStep(DT_HALF, 1, 0.25, &delta, {&start, &next});
  EXPECT_EQ(static_cast<float>(next), static_cast<float>(Half(1024.0f - 0.75f)));
}

TEST(Training, ThreadsDoNotChangeABit) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  const size_t count = 1'000'003;
  std::vector<float> grad(count);
  for (float& value : grad) value = normal(random);
  std::vector<std::vector<float>> results;
  for (int threads : {1, 2, 5}) {
    SetNumThreads(threads);
    std::vector<float> var(count, 1.0f), m(count, 0.5f), v(count, 0.25f);
    const AdamRates rates = {0.9, 0.999, 0.01, 0.9, 0.999, 1e-8, false};
    AdamStep(DT_FLOAT, static_cast<int64_t>(count), rates, grad.data(), InPlace(&var), InPlace(&m),
             InPlace(&v));
    results.push_back(var);
  }
  SetNumThreads(0);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace voxgrad
