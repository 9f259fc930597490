// Exponentials and their kin by vectors: close to the exact answer on every instruction set, NaN, infinities
// and the ends of the range included.
#include "kernels/elementwise/functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/elementwise/loops.h"
#include "kernels/elementwise/shared_functions.h"
#include "kernels/simd/target.h"

namespace voxgrad {
namespace {

struct Exact {
  const char* name;
  FloatLoop function;
  double (*of)(double);
  double allowed;  // steps of the last place
};

const Exact kFunctions[] = {
    {"exp", &cpu::FloatLoops::exp, [](double x) { return std::exp(x); }, 1},
    {"expm1", &cpu::FloatLoops::expm1, [](double x) { return std::expm1(x); }, 2},
    {"log", &cpu::FloatLoops::log, [](double x) { return std::log(x); }, 1},
    {"log1p", &cpu::FloatLoops::log1p, [](double x) { return std::log1p(x); }, 3},
    {"sin", &cpu::FloatLoops::sin, [](double x) { return std::sin(x); }, 3},
    {"cos", &cpu::FloatLoops::cos, [](double x) { return std::cos(x); }, 3},
    {"erf", &cpu::FloatLoops::erf, [](double x) { return std::erf(x); }, 2},
    {"floor", &cpu::FloatLoops::floor, [](double x) { return std::floor(x); }, 0},
    {"ceil", &cpu::FloatLoops::ceil, [](double x) { return std::ceil(x); }, 0},
    {"round", &cpu::FloatLoops::round, [](double x) { return std::nearbyint(x); }, 0},
    {"tanh", &cpu::FloatLoops::tanh, [](double x) { return std::tanh(x); }, 3},
    {"sigmoid", &cpu::FloatLoops::sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }, 2},
    {"sqrt", &cpu::FloatLoops::sqrt, [](double x) { return std::sqrt(x); }, 0.5},
    {"rsqrt", &cpu::FloatLoops::rsqrt, [](double x) { return 1 / std::sqrt(x); }, 1.5},
    {"reciprocal", &cpu::FloatLoops::reciprocal, [](double x) { return 1 / x; }, 0.5},
    {"elu", &cpu::FloatLoops::elu, [](double x) { return x < 0 ? std::expm1(x) : x; }, 2},
    {"selu", &cpu::FloatLoops::selu,
     [](double x) {
       return x < 0 ? elementwise::kSeluScaleAlpha * std::expm1(x) : elementwise::kSeluScale * x;
     },
     3},
    {"softplus", &cpu::FloatLoops::softplus,
     [](double x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::abs(x))); }, 3},
};

/// Floats of every size and sign, with the special ones.
std::vector<float> Floats() {
  std::vector<float> floats = {0.0f, -0.0f, HUGE_VALF, -HUGE_VALF, std::nanf(""), 88.8f, -104.5f, 1e-45f};
  for (uint64_t bits = 1; bits < (uint64_t{1} << 32); bits += 104729) {
    const uint32_t word = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &word, sizeof(value));
    if (!std::isnan(value)) floats.push_back(value);
  }
  for (int i = -20'000; i < 20'000; ++i) {
    floats.push_back(static_cast<float>(i) * 0.0009765f);        // where most functions bend
    floats.push_back(static_cast<float>(i * 1.57079632679489));  // next to the zeros of sine and cosine
    floats.push_back(static_cast<float>(i) * 0.5f);
  }
  for (int i = -200'000; i < 200'000; ++i) floats.push_back(static_cast<float>(i * 4.87e-5));
  return floats;
}

double StepAt(double value) {
  return std::ldexp(1.0, std::max(std::ilogb(std::fmax(std::abs(value), 0x1p-126)), -126) - 23);
}

void CheckFunction(const Exact& exact, const std::string& target) {
  const std::vector<float> in = Floats();
  std::vector<float> out(in.size());
  const elementwise::Loop loop = cpu::FindLoop(exact.function, DT_FLOAT);
  ASSERT_NE(loop.run, nullptr);
  const void* from = in.data();
  loop.run(&from, out.data(), static_cast<int64_t>(in.size()));
  for (size_t i = 0; i < in.size(); ++i) {
    const double wanted = exact.of(in[i]);
    const float rounded = static_cast<float>(wanted);
    if (std::isnan(wanted)) {
      ASSERT_TRUE(std::isnan(out[i])) << target << " " << exact.name << "(" << in[i] << ")";
    } else if (std::isinf(rounded)) {
      ASSERT_EQ(out[i], rounded) << target << " " << exact.name << "(" << in[i] << ")";
    } else {
      ASSERT_LE(std::abs(out[i] - wanted), exact.allowed * StepAt(wanted))
          << target << " " << exact.name << "(" << in[i] << ") is " << out[i] << ", not " << wanted;
    }
  }
}

TEST(Functions, AreCloseOnEveryInstructionSet) {
  for (const std::string& target : cpu::TargetNames()) {
    ASSERT_TRUE(cpu::ChooseTarget(target));
    for (const Exact& exact : kFunctions) CheckFunction(exact, target);
  }
  ASSERT_TRUE(cpu::ChooseTarget(""));
}

// The last few of a run go through the same instructions.
TEST(Functions, DoNotDependOnThePlace) {
  for (const Exact& exact : kFunctions) {
    const elementwise::Loop loop = cpu::FindLoop(exact.function, DT_FLOAT);
    const std::vector<float> in(37, 0.37f);
    std::vector<float> out(in.size());
    const void* from = in.data();
    loop.run(&from, out.data(), static_cast<int64_t>(in.size()));
    for (float value : out) ASSERT_EQ(value, out[0]) << exact.name;
  }
}

TEST(Functions, AreOffWithTheReference) {
  ASSERT_TRUE(cpu::ChooseTarget("reference"));
  EXPECT_EQ(cpu::FindLoop(&cpu::FloatLoops::exp, DT_FLOAT).run, nullptr);
  EXPECT_NE((elementwise::UnaryOf<elementwise::kExp, ComputedFloats, &cpu::FloatLoops::exp>(DT_FLOAT)).run,
            nullptr);
  ASSERT_TRUE(cpu::ChooseTarget(""));
}

}  // namespace
}  // namespace voxgrad
