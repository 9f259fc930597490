// The functions of one element.
#include <cmath>

#include "kernels/elementwise/functions.h"
#include "kernels/elementwise/loops.h"

namespace voxgrad::elementwise {
namespace {

constexpr auto kNeg = [](auto x) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(Word<T>{0} - static_cast<Word<T>>(x));
  } else {
    return -x;
  }
};

// The least integer has no opposite and stays.
constexpr auto kAbs = [](auto x) {
  if constexpr (std::is_integral_v<decltype(x)>) {
    return x < 0 ? kNeg(x) : x;
  } else {
    return std::abs(x);
  }
};

constexpr auto kSign = [](auto x) {
  using T = decltype(x);
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x;
};

constexpr auto kSquare = [](auto x) { return Modular(x, x, [](auto a, auto b) { return a * b; }); };

// A NaN is not below 0 and goes through.
constexpr auto kRelu = [](auto x) {
  using T = decltype(x);
  return x < T(0) ? T(0) : x;
};

constexpr auto kRelu6 = [](auto x) {
  using T = decltype(x);
  const T positive = kRelu(x);
  return positive > T(6) ? T(6) : positive;
};

constexpr auto kRound = [](auto x) {
  if constexpr (std::is_integral_v<decltype(x)>) {
    return x;
  } else {
    return std::nearbyint(x);
  }
};

// The exponential of a number below 0, so that it never overflows.
constexpr auto kSigmoid = [](auto x) {
  using T = decltype(x);
  const T e = std::exp(-std::abs(x));
  return (x < T(0) ? e : T(1)) / (T(1) + e);
};

constexpr auto kElu = [](auto x) { return x < 0 ? std::expm1(x) : x; };

constexpr auto kSelu = [](auto x) {
  using T = decltype(x);
  return x < T(0) ? T(kSeluScaleAlpha) * std::expm1(x) : T(kSeluScale) * x;
};

// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|)
constexpr auto kSoftplus = [](auto x) { return kRelu(x) + std::log1p(std::exp(-std::abs(x))); };

constexpr auto kSoftsign = [](auto x) { return x / (std::abs(x) + 1); };

}  // namespace

Loop FindUnary(UnaryFunction f, DataType type) {
  if (const Loop fast = cpu::FindUnary(f, type); fast.run != nullptr) return fast;
  const ComputedTypes numbers;
  const ComputedFloats floats;
  switch (f) {
    case UnaryFunction::kNeg:
      return UnaryOf<kNeg>(numbers, type);
    case UnaryFunction::kAbs:
      return UnaryOf<kAbs>(numbers, type);
    case UnaryFunction::kSign:
      return UnaryOf<kSign>(numbers, type);
    case UnaryFunction::kSquare:
      return UnaryOf<kSquare>(numbers, type);
    case UnaryFunction::kRelu:
      return UnaryOf<kRelu>(numbers, type);
    case UnaryFunction::kRelu6:
      return UnaryOf<kRelu6>(numbers, type);
    case UnaryFunction::kRound:
      return UnaryOf<kRound>(numbers, type);
    case UnaryFunction::kReciprocal:
      return UnaryOf<[](auto x) { return 1 / x; }>(floats, type, 2);
    case UnaryFunction::kSqrt:
      return UnaryOf<[](auto x) { return std::sqrt(x); }>(floats, type, 2);
    case UnaryFunction::kRsqrt:
      return UnaryOf<[](auto x) { return 1 / std::sqrt(x); }>(floats, type, 4);
    case UnaryFunction::kExp:
      return UnaryOf<[](auto x) { return std::exp(x); }>(floats, type, 5);
    case UnaryFunction::kExpm1:
      return UnaryOf<[](auto x) { return std::expm1(x); }>(floats, type, 8);
    case UnaryFunction::kLog:
      return UnaryOf<[](auto x) { return std::log(x); }>(floats, type, 5);
    case UnaryFunction::kLog1p:
      return UnaryOf<[](auto x) { return std::log1p(x); }>(floats, type, 8);
    case UnaryFunction::kSin:
      return UnaryOf<[](auto x) { return std::sin(x); }>(floats, type, 8);
    case UnaryFunction::kCos:
      return UnaryOf<[](auto x) { return std::cos(x); }>(floats, type, 8);
    case UnaryFunction::kTanh:
      return UnaryOf<[](auto x) { return std::tanh(x); }>(floats, type, 12);
    case UnaryFunction::kErf:
      return UnaryOf<[](auto x) { return std::erf(x); }>(floats, type, 12);
    case UnaryFunction::kFloor:
      return UnaryOf<[](auto x) { return std::floor(x); }>(floats, type);
    case UnaryFunction::kCeil:
      return UnaryOf<[](auto x) { return std::ceil(x); }>(floats, type);
    case UnaryFunction::kSigmoid:
      return UnaryOf<kSigmoid>(floats, type, 6);
    case UnaryFunction::kElu:
      return UnaryOf<kElu>(floats, type, 8);
    case UnaryFunction::kSelu:
      return UnaryOf<kSelu>(floats, type, 8);
    case UnaryFunction::kSoftplus:
      return UnaryOf<kSoftplus>(floats, type, 12);
    case UnaryFunction::kSoftsign:
      return UnaryOf<kSoftsign>(floats, type, 2);
    case UnaryFunction::kLogicalNot:
      return UnaryOf<[](auto x) { return !x; }>(TypeList<bool>(), type);
  }
  return {};
}

}  // namespace voxgrad::elementwise
