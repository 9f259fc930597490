// What element-wise ops share: broadcasting as in NumPy, in shapes, runs and gradients.
#ifndef VOXGRAD_OPS_ELEMENTWISE_ELEMENTWISE_H_
#define VOXGRAD_OPS_ELEMENTWISE_ELEMENTWISE_H_

#include "absl/status/statusor.h"
#include "kernels/elementwise/loops.h"
#include "kernels/elementwise/shared_functions.h"
#include "ops/rules/shapes.h"
#include "ops/table/context.h"
#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// What two shapes are stretched to, as far as it is known; an error about the first argument where they do
/// not fit.
absl::StatusOr<PartialTensorShape> BroadcastShapes(const Infer& c, absl::string_view argument,
                                                   const PartialTensorShape& shape, absl::string_view other,
                                                   const PartialTensorShape& other_shape);
/// The same for two inputs, and an error about the second.
absl::StatusOr<PartialTensorShape> BroadcastShape(const Infer& c, absl::string_view first,
                                                  absl::string_view second);

/// The first output is the first two inputs stretched to each other.
absl::Status Broadcast(Infer& c);
/// The same, and a second input of integers has no zeros.
absl::Status BroadcastDivision(Infer& c);

/// For the ops that compare and have `incompatible_shape_error`: without it, what does not fit is compared
/// as a whole.
absl::Status Comparison(Infer& c);

/// All inputs and the first output have one shape.
absl::Status EqualShapes(Infer& c);
/// The same where TensorFlow's shape function looks at the first input only and the kernel at all of them.
absl::Status EqualShapesAtRun(Infer& c);

/// What a loop is made of: numbers, floating-point numbers (both without the 16-bit ones, which are computed
/// as float), booleans.
using Numbers = ComputedTypes;
using Fractions = ComputedFloats;
using Booleans = TypeList<bool>;
using NumbersAndBooleans =
    TypeList<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, bool>;

/// The first output is the function of the loop of the first input, or of the first two stretched to each
/// other.
void RunUnary(Run& c, const elementwise::Loop& loop);
void RunBinary(Run& c, const elementwise::Loop& loop);
/// `unequal` is the answer for tensors whose shapes do not fit.
void RunComparison(Run& c, const elementwise::Loop& loop, bool unequal);

/// The type that the elements of an op's first input are computed in.
DataType ComputedTypeOf(const Run& c);

/// For `.run`: the same for f over elements of `Types`. `cost` is what an element takes, about nanoseconds;
/// `fast` names a loop that computes floats by vectors.
template <auto f, class Types, int cost = 1, FloatLoop fast = nullptr>
void RunUnary(Run& c) {
  RunUnary(c, elementwise::UnaryOf<f, Types, fast>(ComputedTypeOf(c), cost));
}
template <auto f, class Types, int cost = 1>
void RunBinary(Run& c) {
  RunBinary(c, elementwise::BinaryOf<f, Types>(ComputedTypeOf(c), cost));
}

/// The rest of a definition `x` to `y`: arguments, shape rule and loop.
template <auto f, class Types, int cost = 1, FloatLoop fast = nullptr>
OpBuilder& UnaryOp(OpBuilder& op, Domain domain = Domain::kAny) {
  return op.input("x", "T", "")
      .domain(domain)
      .output("y", "T", "")
      .infer(SameShape)
      .run(RunUnary<f, Types, cost, fast>);
}
/// The same for `x` and `y`, stretched to each other, to `z`.
template <auto f, class Types, int cost = 1>
OpBuilder& BinaryOp(OpBuilder& op) {
  return op.input("x", "T", "")
      .input("y", "T", "")
      .output("z", "T", "")
      .infer(Broadcast)
      .run(RunBinary<f, Types, cost>);
}

/// The arguments and types of an op that orders numbers, and of one that tells them apart; neither has a
/// gradient.
OpBuilder& OrderArguments(OpBuilder& op);
OpBuilder& EqualityArguments(OpBuilder& op);
template <auto f>
OpBuilder& OrderOp(OpBuilder& op) {
  return OrderArguments(op).infer(Broadcast).run(RunBinary<f, Numbers>);
}
template <auto f, bool unequal>
OpBuilder& EqualityOp(OpBuilder& op) {
  return EqualityArguments(op).infer(Comparison).run([](Run& c) {
    RunComparison(c, elementwise::BinaryOf<f, NumbersAndBooleans>(ComputedTypeOf(c)), unequal);
  });
}

/// The rest of the definition of a gradient by `y`, the result of an op, and `dy`, what arrives there.
template <auto f, int cost = 1>
OpBuilder& GradientByResultOp(OpBuilder& op) {
  return op.internal()
      .input("y", "T", "The result of the op.")
      .domain(Domain::kPositive)
      .input("dy", "T", "The gradient that arrives there.")
      .output("z", "T", "")
      .infer(EqualShapesAtRun)
      .run(RunBinary<f, Fractions, cost>);
}

/// Sets the gradients of `x` and `y` from those of the stretched operands: the sum over what was stretched.
absl::Status GradientOfBroadcast(Grad& g, Grad::Value x_grad, Grad::Value y_grad);

/// The gradient of ops that choose one of `x` and `y`: it goes to `x` where `compare` of them holds.
absl::Status GradientOfChoice(Grad& g, absl::string_view compare);

/// The gradient of -dy · y², which is that of Reciprocal and Inv.
absl::Status GradientOfReciprocalGrad(Grad& g);

/// The gradient of a gradient that keeps or drops each of `gradients` by `features`: linear in the first, and
/// constant in the second but for the kink.
absl::Status GradientOfMask(Grad& g);

/// The sum of a value of the first output's shape over what `input` was stretched along. `other` is the
/// other operand.
Grad::Value Unstretch(Grad& g, Grad::Value value, Grad::Value input, Grad::Value other);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ELEMENTWISE_ELEMENTWISE_H_
