// The optimisers' steps: TensorFlow 2.21's numbers after one step or two, in place and beside.
#include "kernels/training/training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "plain_exec.h"
#include "voxgrad/threads.h"
#include "voxgrad/types.h"

namespace voxgrad {
namespace {

const std::vector<float> kStart = {1, -2, 3.5};
const std::vector<float> kGrad = {0.25, -1.5, 4};

Slot InPlace(std::vector<float>* values) { return {values->data(), values->data()}; }

void ExpectNear(const std::vector<float>& given, const std::vector<float>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(given[i], wanted[i], 5e-7 * std::max(1.0f, std::abs(wanted[i]))) << i;
}

TEST(Training, GradientDescent) {
  std::vector<float> next(3);
  GradientDescentStep(test::Plainly(), DT_FLOAT, 3, 0.1, kGrad.data(), {kStart.data(), next.data()});
  ExpectNear(next, {0.975, -1.85, 3.1});
}

TEST(Training, Momentum) {
  const std::vector<float> wanted[] = {{0.842, -1.60775, 2.511}, {0.8078, -1.346975, 1.8099}};
  for (bool nesterov : {false, true}) {
    std::vector<float> var = kStart;
    std::vector<float> accum = {0.5, 0.25, -1};
    for (int step = 0; step < 2; ++step)
      MomentumStep(test::Plainly(), DT_FLOAT, 3, {0.1, 0.9, nesterov}, kGrad.data(), InPlace(&var),
                   InPlace(&accum));
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
      AdamStep(test::Plainly(), DT_FLOAT, 3, rates, kGrad.data(), InPlace(&var), InPlace(&m), InPlace(&v));
    }
    ExpectNear(var, wanted[nesterov]);
    ExpectNear(m, {0.4525, -0.0825, -0.05});
    ExpectNear(v, {0.099925041, 0.2040978968, 0.3313839138});
  }
}

// TensorFlow 2.21's answers to two steps each.
TEST(Training, Adagrad) {
  const std::vector<float> vars[] = {{0.9350438714, -1.8363069296, 3.3333547115},
                                     {0.9292893410, -1.4000000954, 2.6999998093}};
  const std::vector<float> accums[] = {{0.625, 4.75, 33}, {0.5, 0.25, 1}};
  for (bool frozen : {false, true}) {
    std::vector<float> var = kStart;
    std::vector<float> accum = {0.5, 0.25, 1};
    for (int step = 0; step < 2; ++step)
      AdagradStep(test::Plainly(), DT_FLOAT, 3, 0.1, frozen, kGrad.data(), InPlace(&var), InPlace(&accum));
    ExpectNear(var, vars[frozen]);
    ExpectNear(accum, accums[frozen]);
  }
}

TEST(Training, Adadelta) {
  std::vector<float> var = kStart;
  std::vector<float> accum = {0.5, 0.25, 1};
  std::vector<float> update = {0.1f, 0.2f, 0.3f};
  for (int step = 0; step < 2; ++step)
    AdadeltaStep(test::Plainly(), DT_FLOAT, 3, {0.1, 0.9, 1e-3}, kGrad.data(), InPlace(&var), InPlace(&accum),
                 InPlace(&update));
  ExpectNear(var, {0.9764958024, -1.7997132540, 3.2224528790});
  ExpectNear(accum, {0.4168749750, 0.6300001144, 3.8500008583});
  ExpectNear(update, {0.0836241767, 0.3525463939, 0.6089062691});
}

TEST(Training, RmsProp) {
  std::vector<float> var = kStart;
  std::vector<float> ms = {0.5, 0.25, 1};
  std::vector<float> mom = {0.1f, 0.2f, 0.3f};
  for (int step = 0; step < 2; ++step)
    RmsPropStep(test::Plainly(), DT_FLOAT, 3, {0.1, 0.9, 0.5, 1e-3}, kGrad.data(), InPlace(&var),
                InPlace(&ms), InPlace(&mom));
  ExpectNear(var, {0.8308694363, -1.6261295080, 2.6917700768});
  ExpectNear(ms, {0.4168749750, 0.6300001144, 3.8500008583});
  ExpectNear(mom, {0.0821593851, -0.2505117953, 0.4052982032});
}

TEST(Training, AdaMax) {
  std::vector<float> var = kStart;
  std::vector<float> m = {0.5, 0.25, -1};
  std::vector<float> v = {0.1f, 2, 0.3f};
  AdaMaxRates rates = {1, 0.1, 0.9, 0.99, 1e-3};
  for (int step = 0; step < 2; ++step) {
    rates.beta1_power *= 0.9;
    AdaMaxStep(test::Plainly(), DT_FLOAT, 3, rates, kGrad.data(), InPlace(&var), InPlace(&m), InPlace(&v));
  }
  ExpectNear(var, {-1.8412661552, -2.0157196522, 3.6315460205});
  ExpectNear(m, {0.4524999857, -0.0825000703, -0.0499997735});
  ExpectNear(v, {0.25, 1.9602000713, 4});
}

TEST(Training, Ftrl) {
  struct Case {
    double power;
    bool by_lr;
    std::vector<float> var, linear;
  };
  const Case cases[] = {
      {-0.5, false, {0, -1.1479910612, 2.4496862888}, {0.1710676849, 26.0938796997, -142.4486083984}},
      {-0.5,
       true,
       {-0.0698752105, -1.2583433390, 2.5143859386},
       {0.1087349653, 2.8554129601, -14.6197681427}},
      {-0.75, false, {0, -1.4697848558, 2.9848349094}, {0.0508451164, 48.5253982544, -412.9583129883}},
      {-0.75,
       true,
       {-0.0619156510, -1.5580990314, 3.0168933868},
       {0.0966179445, 5.1411075592, -41.7388305664}},
  };
  for (const Case& wanted : cases) {
    std::vector<float> var = kStart;
    std::vector<float> accum = {0.5, 0.25, 1};
    std::vector<float> linear = {0.1f, 0.2f, -0.3f};
    for (int step = 0; step < 2; ++step)
      FtrlStep(test::Plainly(), DT_FLOAT, 3, {0.1, 0.5, 0.25, wanted.power, wanted.by_lr}, kGrad.data(),
               InPlace(&var), InPlace(&accum), InPlace(&linear));
    ExpectNear(var, wanted.var);
    ExpectNear(accum, {0.625, 4.75, 33});
    ExpectNear(linear, wanted.linear);
  }
}

/// Half is computed as float and rounded once: a step too small for half arithmetic's own steps counts.
TEST(Training, HalfIsRoundedOnce) {
  const Half start(1024.0f);
  const Half delta(3.0f);
  Half next;
  GradientDescentStep(test::Plainly(), DT_HALF, 1, 0.25, &delta, {&start, &next});
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
    AdamStep(test::Plainly(), DT_FLOAT, static_cast<int64_t>(count), rates, grad.data(), InPlace(&var),
             InPlace(&m), InPlace(&v));
    results.push_back(var);
  }
  SetNumThreads(0);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace voxgrad
