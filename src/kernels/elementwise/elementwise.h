// Functions of single elements: one family of kernels for all of them, with broadcasting as in NumPy.
#ifndef VOXGRAD_KERNELS_ELEMENTWISE_ELEMENTWISE_H_
#define VOXGRAD_KERNELS_ELEMENTWISE_ELEMENTWISE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "voxgrad/types.h"

namespace voxgrad {

enum class UnaryFunction {
  kNeg,
  kAbs,
  kSign,  // -1, 0 or 1; NaN stays
  kSquare,
  kRelu,
  kRelu6,
  kRound,  // to the nearest integer, to the even one of two
  // Of floating-point numbers:
  kReciprocal,
  kSqrt,
  kRsqrt,
  kExp,
  kExpm1,
  kLog,
  kLog1p,
  kSin,
  kCos,
  kTanh,
  kErf,
  kFloor,
  kCeil,
  kSigmoid,
  kElu,
  kSelu,
  kSoftplus,
  kSoftsign,
  kLogicalNot,  // of booleans
};

enum class BinaryFunction {
  kAdd,
  kSub,
  kMul,
  kDiv,  // of integers: towards zero; the divisor is not 0
  kPow,  // of integers: the exponent is not below 0
  kMaximum,
  kMinimum,
  kFloorDiv,
  kFloorMod,
  kMod,  // the remainder of kDiv
  kSquaredDifference,
  kReluGrad,   // (gradients, features)
  kRelu6Grad,  // (gradients, features)
  // Of floating-point numbers:
  kEluGrad,         // (gradients, outputs)
  kSeluGrad,        // (gradients, outputs)
  kSoftplusGrad,    // (gradients, features)
  kSoftsignGrad,    // (gradients, features)
  kLeakyRelu,       // (features, alpha)
  kTanhGrad,        // (y, dy)
  kSigmoidGrad,     // (y, dy)
  kSqrtGrad,        // (y, dy)
  kRsqrtGrad,       // (y, dy)
  kReciprocalGrad,  // (y, dy)
  // The result is a boolean:
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kLogicalAnd,  // of booleans
  kLogicalOr,
};

enum class TernaryFunction {
  kClip,           // (x, least, most)
  kLeakyReluGrad,  // (gradients, features, alpha), of floating-point numbers
};

using ElementSizes = absl::Span<const int64_t>;

/// out[i] = f(in[i]), i in [0, count).
void Unary(UnaryFunction f, DataType type, int64_t count, const void* in, void* out);

/// out[i] = f(x[i], y[i]) for operands of one type, each stretched to the sizes of the result. Where it is
/// not stretched an operand may lie in the memory of the result.
void Binary(BinaryFunction f, DataType type, ElementSizes sizes, const void* x, ElementSizes x_sizes,
            const void* y, ElementSizes y_sizes, void* out);

/// An operand of one type with its sizes.
struct Operand {
  const void* data;
  ElementSizes sizes;
};

/// The same for three operands.
void Ternary(TernaryFunction f, DataType type, ElementSizes sizes, Operand x, Operand y, Operand z,
             void* out);

/// out[i] = condition[i] ? t[i] : e[i], each stretched to the sizes of the result. The condition may be a
/// vector that goes along the first axis: give it sizes with ones behind.
void Select(DataType type, ElementSizes sizes, const void* condition, ElementSizes condition_sizes,
            const void* t, ElementSizes t_sizes, const void* e, ElementSizes e_sizes, void* out);

/// out[i] = the sum of in[0][i], in[1][i], …
void AddAll(DataType type, int64_t count, absl::Span<const void* const> in, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_ELEMENTWISE_ELEMENTWISE_H_
