// The functions of two and three elements.
#include <cmath>

#include "kernels/elementwise/loops.h"

namespace voxgrad::elementwise {
namespace {

constexpr auto kAdd = [](auto x, auto y) { return Modular(x, y, [](auto a, auto b) { return a + b; }); };
constexpr auto kSub = [](auto x, auto y) { return Modular(x, y, [](auto a, auto b) { return a - b; }); };
constexpr auto kMul = [](auto x, auto y) { return Modular(x, y, [](auto a, auto b) { return a * b; }); };

/// The least integer divided by -1 has no place in its type; the hardware would stop the process.
template <class T>
bool IsMinusOne(T y) {
  return std::is_signed_v<T> && y == static_cast<T>(-1);
}

constexpr auto kDiv = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    if (IsMinusOne(y)) return kSub(T(0), x);
  }
  return static_cast<T>(x / y);
};

constexpr auto kMod = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    return IsMinusOne(y) ? T(0) : static_cast<T>(x % y);
  } else {
    return std::fmod(x, y);
  }
};

constexpr auto kFloorDiv = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    const T towards_zero = kDiv(x, y);
    const bool opposite = (x < T(0)) != (y < T(0));
    return opposite && kMod(x, y) != 0 ? static_cast<T>(towards_zero - 1) : towards_zero;
  } else {
    return std::floor(x / y);
  }
};

// The remainder of kFloorDiv: it has the sign of the divisor.
constexpr auto kFloorMod = [](auto x, auto y) {
  using T = decltype(x);
  const T rest = kMod(x, y);
  return rest != T(0) && (rest < T(0)) != (y < T(0)) ? static_cast<T>(rest + y) : rest;
};

constexpr auto kPow = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    T power = 1;
    for (T base = x; y > 0; y = static_cast<T>(y >> 1), base = kMul(base, base)) {
      if (y & 1) power = kMul(power, base);
    }
    return power;
  } else {
    return std::pow(x, y);
  }
};

constexpr auto kSquaredDifference = [](auto x, auto y) {
  const auto difference = kSub(x, y);
  return kMul(difference, difference);
};

// A NaN on either side wins.
constexpr auto kMaximum = [](auto x, auto y) { return x > y || x != x ? x : y; };
constexpr auto kMinimum = [](auto x, auto y) { return x < y || x != x ? x : y; };

constexpr auto kEqual = [](auto x, auto y) { return x == y; };
constexpr auto kNotEqual = [](auto x, auto y) { return x != y; };
constexpr auto kLess = [](auto x, auto y) { return x < y; };
constexpr auto kLessEqual = [](auto x, auto y) { return x <= y; };
constexpr auto kGreater = [](auto x, auto y) { return x > y; };
constexpr auto kGreaterEqual = [](auto x, auto y) { return x >= y; };

constexpr auto kReluGrad = [](auto gradient, auto feature) {
  return feature > 0 ? gradient : decltype(gradient)(0);
};
constexpr auto kRelu6Grad = [](auto gradient, auto feature) {
  return feature > 0 && feature < 6 ? gradient : decltype(gradient)(0);
};
constexpr auto kEluGrad = [](auto gradient, auto output) {
  return output < 0 ? (output + 1) * gradient : gradient;
};
constexpr auto kSeluGrad = [](auto gradient, auto output) {
  using T = decltype(gradient);
  return gradient * (output < 0 ? output + T(kSeluScaleAlpha) : T(kSeluScale));
};
constexpr auto kSoftplusGrad = [](auto gradient, auto feature) {
  return gradient / (std::exp(-feature) + 1);
};
constexpr auto kSoftsignGrad = [](auto gradient, auto feature) {
  const auto root = 1 + std::abs(feature);
  return gradient / (root * root);
};
constexpr auto kLeakyRelu = [](auto feature, auto alpha) { return feature > 0 ? feature : feature * alpha; };
constexpr auto kTanhGrad = [](auto y, auto dy) { return dy * (1 - y * y); };
constexpr auto kSigmoidGrad = [](auto y, auto dy) { return dy * y * (1 - y); };
// Nothing flows back as nothing, also where the root has no slope.
constexpr auto kSqrtGrad = [](auto y, auto dy) {
  using T = decltype(y);
  return dy == 0 ? T(0) : T(0.5) * dy / y;
};
constexpr auto kRsqrtGrad = [](auto y, auto dy) { return decltype(y)(-0.5) * dy * y * y * y; };
constexpr auto kReciprocalGrad = [](auto y, auto dy) { return -dy * y * y; };

// What is above the most is cut first, so the least wins where the two have changed places.
constexpr auto kClip = [](auto x, auto least, auto most) {
  const auto cut = x > most ? most : x;
  return cut < least ? least : cut;
};
constexpr auto kLeakyReluGrad = [](auto gradient, auto feature, auto alpha) {
  return feature > 0 ? gradient : gradient * alpha;
};

using ComputedTypesAndBool =
    TypeList<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, bool>;

}  // namespace

Loop FindBinary(BinaryFunction f, DataType type) {
  const ComputedTypes numbers;
  const ComputedFloats floats;
  switch (f) {
    case BinaryFunction::kAdd:
      return BinaryOf<kAdd>(numbers, type);
    case BinaryFunction::kSub:
      return BinaryOf<kSub>(numbers, type);
    case BinaryFunction::kMul:
      return BinaryOf<kMul>(numbers, type);
    case BinaryFunction::kDiv:
      return BinaryOf<kDiv>(numbers, type, 2);
    case BinaryFunction::kFloorDiv:
      return BinaryOf<kFloorDiv>(numbers, type, 4);
    case BinaryFunction::kFloorMod:
      return BinaryOf<kFloorMod>(numbers, type, 8);
    case BinaryFunction::kMod:
      return BinaryOf<kMod>(numbers, type, 8);
    case BinaryFunction::kPow:
      return BinaryOf<kPow>(numbers, type, 20);
    case BinaryFunction::kSquaredDifference:
      return BinaryOf<kSquaredDifference>(numbers, type);
    case BinaryFunction::kMaximum:
      return BinaryOf<kMaximum>(numbers, type);
    case BinaryFunction::kMinimum:
      return BinaryOf<kMinimum>(numbers, type);
    case BinaryFunction::kReluGrad:
      return BinaryOf<kReluGrad>(numbers, type);
    case BinaryFunction::kRelu6Grad:
      return BinaryOf<kRelu6Grad>(numbers, type);
    case BinaryFunction::kEluGrad:
      return BinaryOf<kEluGrad>(floats, type);
    case BinaryFunction::kSeluGrad:
      return BinaryOf<kSeluGrad>(floats, type);
    case BinaryFunction::kSoftplusGrad:
      return BinaryOf<kSoftplusGrad>(floats, type, 6);
    case BinaryFunction::kSoftsignGrad:
      return BinaryOf<kSoftsignGrad>(floats, type, 2);
    case BinaryFunction::kLeakyRelu:
      return BinaryOf<kLeakyRelu>(floats, type);
    case BinaryFunction::kTanhGrad:
      return BinaryOf<kTanhGrad>(floats, type);
    case BinaryFunction::kSigmoidGrad:
      return BinaryOf<kSigmoidGrad>(floats, type);
    case BinaryFunction::kSqrtGrad:
      return BinaryOf<kSqrtGrad>(floats, type, 2);
    case BinaryFunction::kRsqrtGrad:
      return BinaryOf<kRsqrtGrad>(floats, type);
    case BinaryFunction::kReciprocalGrad:
      return BinaryOf<kReciprocalGrad>(floats, type);
    case BinaryFunction::kEqual:
      return BinaryOf<kEqual>(ComputedTypesAndBool(), type);
    case BinaryFunction::kNotEqual:
      return BinaryOf<kNotEqual>(ComputedTypesAndBool(), type);
    case BinaryFunction::kLess:
      return BinaryOf<kLess>(numbers, type);
    case BinaryFunction::kLessEqual:
      return BinaryOf<kLessEqual>(numbers, type);
    case BinaryFunction::kGreater:
      return BinaryOf<kGreater>(numbers, type);
    case BinaryFunction::kGreaterEqual:
      return BinaryOf<kGreaterEqual>(numbers, type);
    case BinaryFunction::kLogicalAnd:
      return BinaryOf<[](auto x, auto y) { return x && y; }>(TypeList<bool>(), type);
    case BinaryFunction::kLogicalOr:
      return BinaryOf<[](auto x, auto y) { return x || y; }>(TypeList<bool>(), type);
  }
  return {};
}

Loop FindTernary(TernaryFunction f, DataType type) {
  switch (f) {
    case TernaryFunction::kClip:
      return TernaryOf<kClip>(ComputedTypes(), type);
    case TernaryFunction::kLeakyReluGrad:
      return TernaryOf<kLeakyReluGrad>(ComputedFloats(), type);
  }
  return {};
}

}  // namespace voxgrad::elementwise
