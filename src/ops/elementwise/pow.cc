// Pow: one number to the power of another.
#include <cmath>
#include <type_traits>

#include "kernels/sums/scan.h"
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

// Of integers: the exponent is not below 0.
constexpr auto kPow = [](auto x, auto y) {
  using T = decltype(x);
  if constexpr (std::is_integral_v<T>) {
    T power = 1;
    for (T base = x; y > 0; y = static_cast<T>(y >> 1), base = elementwise::kMul(base, base)) {
      if (y & 1) power = elementwise::kMul(power, base);
    }
    return power;
  } else {
    return std::pow(x, y);
  }
};

absl::Status InferPow(Infer& c) {
  if (absl::Status status = rules::Broadcast(c); !status.ok()) return status;
  const Tensor* exponents = c.known("y");
  if (exponents == nullptr || !AnyNegative(exponents->dtype(), exponents->data(), exponents->NumElements()))
    return absl::OkStatus();
  return AtRun(c.Invalid("y", "holds a number below 0; an integer to such a power is no integer."));
}

absl::Status PowGradient(Grad& g) {
  const Grad::Value x = g.input("x");
  const Grad::Value y = g.input("y");
  const Grad::Value one_less = g.op("Pow", {x, g.op("Sub", {y, g.scalar(1, y)})});
  const Grad::Value x_grad = g.op("Mul", {g.op("Mul", {g.upstream(), y}), one_less});
  // The logarithm of the base, 0 where there is none; the base is replaced too, since 0 times infinity is
  // NaN.
  const Grad::Value zeros = g.zeros_like(x);
  const Grad::Value positive = g.op("Greater", {x, zeros});
  const Grad::Value safe = g.op("Select", {positive, x, g.op("OnesLike", {x})});
  const Grad::Value log = g.op("Select", {positive, g.op("Log", {safe}), zeros});
  const Grad::Value y_grad = g.op("Mul", {g.op("Mul", {g.upstream(), g.output()}), log});
  return rules::GradientOfBroadcast(g, x_grad, y_grad);
}

}  // namespace

OP(Pow) {
  op.group("math_ops")
      .doc("Computes the power of one value to another.",
           "Given a tensor `x` and a tensor `y`, computes `x^y` for corresponding elements. Sizes are "
           "stretched "
           "to each other as in NumPy. Integers wrap around; an exponent below 0 is an error for them.")
      .input("x", "T", "")
      .domain(Domain::kPositive)
      .input("y", "T", "")
      .output("z", "T", "")
      .type("T", {DT_BFLOAT16, DT_FLOAT, DT_HALF, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64});
  rules::WithoutComplex(op)
      .infer(InferPow)
      .gradient(PowGradient)
      .run(rules::RunBinary<kPow, rules::Numbers, 20>)
      .example("Squares and cubes.", {{"x", "int32[2,2]:2,2,3,3"}, {"y", "int32[2,2]:8,16,2,3"}},
               {"int32[2,2]:256,65536,9,27"});
}

}  // namespace voxgrad
