// The functions of one element.
#include <cmath>

#include "kernels/cpu/functions.h"
#include "kernels/math/elementwise_loops.h"

namespace voxgrad::elementwise {
namespace {

struct Neg {
  template <class T>
  static T Of(T x) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(Word<T>{0} - static_cast<Word<T>>(x));
    return static_cast<T>(-x);
  }
};

struct Square {
  template <class T>
  static T Of(T x) {
    return Modular(x, x, [](auto a, auto b) { return a * b; });
  }
};

// A NaN is not below 0 and goes through.
struct Relu {
  template <class T>
  static T Of(T x) {
    return x < T(0) ? T(0) : x;
  }
};

struct Relu6 {
  template <class T>
  static T Of(T x) {
    const T positive = x < T(0) ? T(0) : x;
    return positive > T(6) ? T(6) : positive;
  }
};

struct Sqrt {
  template <class T>
  static T Of(T x) {
    return std::sqrt(x);
  }
};

struct Exp {
  template <class T>
  static T Of(T x) {
    return std::exp(x);
  }
};

struct Log {
  template <class T>
  static T Of(T x) {
    return std::log(x);
  }
};

struct Tanh {
  template <class T>
  static T Of(T x) {
    return std::tanh(x);
  }
};

// The exponential of a number below 0, so that it never overflows.
struct Sigmoid {
  template <class T>
  static T Of(T x) {
    const T e = std::exp(-std::abs(x));
    return (x < T(0) ? e : T(1)) / (T(1) + e);
  }
};

struct Elu {
  template <class T>
  static T Of(T x) {
    return x < T(0) ? std::expm1(x) : x;
  }
};

// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|)
struct Softplus {
  template <class T>
  static T Of(T x) {
    return (x < T(0) ? T(0) : x) + std::log1p(std::exp(-std::abs(x)));
  }
};

struct LogicalNot {
  template <class T>
  static T Of(T x) {
    return !x;
  }
};

}  // namespace

Loop FindUnary(UnaryFunction f, DataType type) {
  if (const Loop fast = cpu::FindUnary(f, type); fast.run != nullptr) return fast;
  switch (f) {
    case UnaryFunction::kNeg:
      return UnaryOf<Neg>(ComputedTypes(), type);
    case UnaryFunction::kSquare:
      return UnaryOf<Square>(ComputedTypes(), type);
    case UnaryFunction::kRelu:
      return UnaryOf<Relu>(ComputedTypes(), type);
    case UnaryFunction::kRelu6:
      return UnaryOf<Relu6>(ComputedTypes(), type);
    case UnaryFunction::kSqrt:
      return UnaryOf<Sqrt>(ComputedFloats(), type, 2);
    case UnaryFunction::kExp:
      return UnaryOf<Exp>(ComputedFloats(), type, 5);
    case UnaryFunction::kLog:
      return UnaryOf<Log>(ComputedFloats(), type, 5);
    case UnaryFunction::kTanh:
      return UnaryOf<Tanh>(ComputedFloats(), type, 12);
    case UnaryFunction::kSigmoid:
      return UnaryOf<Sigmoid>(ComputedFloats(), type, 6);
    case UnaryFunction::kElu:
      return UnaryOf<Elu>(ComputedFloats(), type, 8);
    case UnaryFunction::kSoftplus:
      return UnaryOf<Softplus>(ComputedFloats(), type, 12);
    case UnaryFunction::kLogicalNot:
      return UnaryOf<LogicalNot>(TypeList<bool>(), type);
  }
  return {};
}

}  // namespace voxgrad::elementwise
