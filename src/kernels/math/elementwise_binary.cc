// The functions of two elements.
#include <cmath>

#include "kernels/math/elementwise_loops.h"

namespace voxgrad::elementwise {
namespace {

struct Add {
  template <class T>
  static T Of(T x, T y) {
    return Modular(x, y, [](auto a, auto b) { return a + b; });
  }
};

struct Sub {
  template <class T>
  static T Of(T x, T y) {
    return Modular(x, y, [](auto a, auto b) { return a - b; });
  }
};

struct Mul {
  template <class T>
  static T Of(T x, T y) {
    return Modular(x, y, [](auto a, auto b) { return a * b; });
  }
};

/// The least integer divided by -1 has no place in its type; the hardware would stop the process.
template <class T>
bool IsMinusOne(T y) {
  return std::is_signed_v<T> && y == static_cast<T>(-1);
}

struct Div {
  template <class T>
  static T Of(T x, T y) {
    if constexpr (std::is_integral_v<T>) {
      if (IsMinusOne(y)) return Sub::Of<T>(0, x);
    }
    return static_cast<T>(x / y);
  }
};

struct FloorDiv {
  template <class T>
  static T Of(T x, T y) {
    if constexpr (std::is_integral_v<T>) {
      const T towards_zero = Div::Of(x, y);
      const bool opposite = (x < T(0)) != (y < T(0));
      return opposite && !IsMinusOne(y) && x % y != 0 ? static_cast<T>(towards_zero - 1) : towards_zero;
    } else {
      return std::floor(x / y);
    }
  }
};

// The remainder of FloorDiv: it has the sign of the divisor.
struct FloorMod {
  template <class T>
  static T Of(T x, T y) {
    T rest = 0;
    if constexpr (std::is_integral_v<T>) {
      rest = IsMinusOne(y) ? T(0) : static_cast<T>(x % y);
    } else {
      rest = std::fmod(x, y);
    }
    return rest != T(0) && (rest < T(0)) != (y < T(0)) ? static_cast<T>(rest + y) : rest;
  }
};

struct Pow {
  template <class T>
  static T Of(T x, T y) {
    if constexpr (std::is_integral_v<T>) {
      T power = 1;
      for (T base = x; y > 0; y = static_cast<T>(y >> 1), base = Mul::Of(base, base)) {
        if (y & 1) power = Mul::Of(power, base);
      }
      return power;
    } else {
      return std::pow(x, y);
    }
  }
};

// A NaN on either side wins.
struct Maximum {
  template <class T>
  static T Of(T x, T y) {
    return x > y || x != x ? x : y;
  }
};

struct Minimum {
  template <class T>
  static T Of(T x, T y) {
    return x < y || x != x ? x : y;
  }
};

struct ReluGrad {
  template <class T>
  static T Of(T gradient, T feature) {
    return feature > T(0) ? gradient : T(0);
  }
};

struct Relu6Grad {
  template <class T>
  static T Of(T gradient, T feature) {
    return feature > T(0) && feature < T(6) ? gradient : T(0);
  }
};

struct EluGrad {
  template <class T>
  static T Of(T gradient, T output) {
    return output < T(0) ? (output + T(1)) * gradient : gradient;
  }
};

struct SoftplusGrad {
  template <class T>
  static T Of(T gradient, T feature) {
    return gradient / (std::exp(-feature) + T(1));
  }
};

struct TanhGrad {
  template <class T>
  static T Of(T y, T dy) {
    return dy * (T(1) - y * y);
  }
};

struct SigmoidGrad {
  template <class T>
  static T Of(T y, T dy) {
    return dy * y * (T(1) - y);
  }
};

// Nothing flows back as nothing, also where the root has no slope.
struct SqrtGrad {
  template <class T>
  static T Of(T y, T dy) {
    return dy == T(0) ? T(0) : T(0.5) * dy / y;
  }
};

struct Equal {
  template <class T>
  static bool Of(T x, T y) {
    return x == y;
  }
};

struct NotEqual {
  template <class T>
  static bool Of(T x, T y) {
    return x != y;
  }
};

struct Less {
  template <class T>
  static bool Of(T x, T y) {
    return x < y;
  }
};

struct LessEqual {
  template <class T>
  static bool Of(T x, T y) {
    return x <= y;
  }
};

struct Greater {
  template <class T>
  static bool Of(T x, T y) {
    return x > y;
  }
};

struct GreaterEqual {
  template <class T>
  static bool Of(T x, T y) {
    return x >= y;
  }
};

struct LogicalAnd {
  template <class T>
  static T Of(T x, T y) {
    return x && y;
  }
};

struct LogicalOr {
  template <class T>
  static T Of(T x, T y) {
    return x || y;
  }
};

using Bool = TypeList<bool>;
using WithBool =
    TypeList<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, bool>;

}  // namespace

Loop FindBinary(BinaryFunction f, DataType type) {
  switch (f) {
    case BinaryFunction::kAdd:
      return BinaryOf<Add>(ComputedTypes(), type);
    case BinaryFunction::kSub:
      return BinaryOf<Sub>(ComputedTypes(), type);
    case BinaryFunction::kMul:
      return BinaryOf<Mul>(ComputedTypes(), type);
    case BinaryFunction::kDiv:
      return BinaryOf<Div>(ComputedTypes(), type, 2);
    case BinaryFunction::kFloorDiv:
      return BinaryOf<FloorDiv>(ComputedTypes(), type, 4);
    case BinaryFunction::kFloorMod:
      return BinaryOf<FloorMod>(ComputedTypes(), type, 8);
    case BinaryFunction::kPow:
      return BinaryOf<Pow>(ComputedTypes(), type, 20);
    case BinaryFunction::kMaximum:
      return BinaryOf<Maximum>(ComputedTypes(), type);
    case BinaryFunction::kMinimum:
      return BinaryOf<Minimum>(ComputedTypes(), type);
    case BinaryFunction::kReluGrad:
      return BinaryOf<ReluGrad>(ComputedTypes(), type);
    case BinaryFunction::kRelu6Grad:
      return BinaryOf<Relu6Grad>(ComputedTypes(), type);
    case BinaryFunction::kEluGrad:
      return BinaryOf<EluGrad>(ComputedFloats(), type);
    case BinaryFunction::kSoftplusGrad:
      return BinaryOf<SoftplusGrad>(ComputedFloats(), type, 6);
    case BinaryFunction::kTanhGrad:
      return BinaryOf<TanhGrad>(ComputedFloats(), type);
    case BinaryFunction::kSigmoidGrad:
      return BinaryOf<SigmoidGrad>(ComputedFloats(), type);
    case BinaryFunction::kSqrtGrad:
      return BinaryOf<SqrtGrad>(ComputedFloats(), type, 2);
    case BinaryFunction::kEqual:
      return BinaryOf<Equal>(WithBool(), type);
    case BinaryFunction::kNotEqual:
      return BinaryOf<NotEqual>(WithBool(), type);
    case BinaryFunction::kLess:
      return BinaryOf<Less>(ComputedTypes(), type);
    case BinaryFunction::kLessEqual:
      return BinaryOf<LessEqual>(ComputedTypes(), type);
    case BinaryFunction::kGreater:
      return BinaryOf<Greater>(ComputedTypes(), type);
    case BinaryFunction::kGreaterEqual:
      return BinaryOf<GreaterEqual>(ComputedTypes(), type);
    case BinaryFunction::kLogicalAnd:
      return BinaryOf<LogicalAnd>(Bool(), type);
    case BinaryFunction::kLogicalOr:
      return BinaryOf<LogicalOr>(Bool(), type);
  }
  return {};
}

}  // namespace voxgrad::elementwise
