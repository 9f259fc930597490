#include "ops/elementwise/elementwise.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "kernels/sums/scan.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {
namespace {

constexpr int64_t kUnknown = -1;
constexpr int64_t kConflict = -2;

/// What two sizes are stretched to. A size above 1 wins over one that is not known: that one must be 1 or
/// equal.
int64_t BroadcastSize(int64_t a, int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  if (a == kUnknown) return b;
  if (b == kUnknown) return a;
  return kConflict;
}

int64_t SizeFromBehind(const PartialTensorShape& shape, int i) {
  return i < shape.dims() ? shape.dim_size(shape.dims() - 1 - i) : 1;
}

absl::Status CheckDivisor(const Infer& c) {
  const Tensor* divisor = c.known(1);
  if (divisor == nullptr) return absl::OkStatus();
  if (!AnyZero(divisor->dtype(), divisor->data(), divisor->NumElements())) return absl::OkStatus();
  return AtRun(c.Invalid(c.op().inputs[1].name, "holds a 0; integers cannot be divided by it."));
}

absl::Status ShapesDiffer(const Infer& c, size_t i) {
  return c.Invalid(c.op().inputs[i].name,
                   absl::StrCat("has shape ", c.input(i).shape.DebugString(), ", but ", c.op().inputs[0].name,
                                " has ", c.input(0).shape.DebugString(), "; both must have the same shape."));
}

}  // namespace

absl::StatusOr<PartialTensorShape> BroadcastShapes(const Infer& c, absl::string_view argument,
                                                   const PartialTensorShape& shape, absl::string_view other,
                                                   const PartialTensorShape& other_shape) {
  if (shape.unknown_rank() || other_shape.unknown_rank()) return PartialTensorShape();
  const int rank = std::max(shape.dims(), other_shape.dims());
  Ints sizes(static_cast<size_t>(rank));
  for (int i = 0; i < rank; ++i) {
    const int64_t mine = SizeFromBehind(shape, i);
    const int64_t others = SizeFromBehind(other_shape, i);
    const int64_t size = BroadcastSize(mine, others);
    if (size == kConflict) {
      return c.Invalid(argument,
                       absl::StrCat("has shape ", shape.DebugString(), " and ", other, " ",
                                    other_shape.DebugString(), "; compared from the right, sizes must be ",
                                    "equal or 1, but ", mine, " meets ", others, "."));
    }
    sizes[static_cast<size_t>(rank - 1 - i)] = size;
  }
  return PartialTensorShape(sizes);
}

absl::StatusOr<PartialTensorShape> BroadcastShape(const Infer& c, absl::string_view first,
                                                  absl::string_view second) {
  return BroadcastShapes(c, second, c.input(second).shape, first, c.input(first).shape);
}

absl::Status Broadcast(Infer& c) {
  if (c.input(0).shape == c.input(1).shape) {  // most often
    c.SetOutput(0, c.input(0).shape);
    return absl::OkStatus();
  }
  const auto shape = BroadcastShape(c, c.op().inputs[0].name, c.op().inputs[1].name);
  if (!shape.ok()) return shape.status();
  c.SetOutput(0, *shape);
  return absl::OkStatus();
}

absl::Status BroadcastDivision(Infer& c) {
  if (absl::Status status = Broadcast(c); !status.ok()) return status;
  return CheckDivisor(c);
}

absl::Status Comparison(Infer& c) {
  if (c.flag("incompatible_shape_error")) return Broadcast(c);
  if (!c.input(0).shape.IsFullyDefined() || !c.input(1).shape.IsFullyDefined()) return absl::OkStatus();
  if (!Broadcast(c).ok()) c.SetOutput(0, TensorShape());
  return absl::OkStatus();
}

absl::Status EqualShapes(Infer& c) {
  PartialTensorShape shape = c.input(0).shape;
  for (size_t i = 1; i < c.num_inputs(); ++i) {
    PartialTensorShape merged;
    if (!shape.MergeWith(c.input(i).shape, &merged).ok()) return ShapesDiffer(c, i);
    shape = merged;
  }
  c.SetOutput(0, shape);
  return absl::OkStatus();
}

absl::Status EqualShapesAtRun(Infer& c) {
  for (size_t i = 1; i < c.num_inputs(); ++i) {
    if (!c.input(0).shape.IsCompatibleWith(c.input(i).shape)) return AtRun(ShapesDiffer(c, i));
  }
  c.SetOutput(0, c.input(0).shape);
  return absl::OkStatus();
}

DataType ComputedTypeOf(const Run& c) { return ComputedType(c.tensor(0).dtype()); }

void RunUnary(Run& c, const elementwise::Loop& loop) {
  const Tensor& x = c.tensor(0);
  const int64_t count[] = {x.NumElements()};
  Elementwise(c.exec(), loop, x.dtype(), count, {{x.data(), count}}, c.out());
}

void RunBinary(Run& c, const elementwise::Loop& loop) {
  const Tensor& x = c.tensor(0);
  const Tensor& y = c.tensor(1);
  Elementwise(c.exec(), loop, x.dtype(), c.result().shape().dim_sizes(),
              {{x.data(), x.shape().dim_sizes()}, {y.data(), y.shape().dim_sizes()}}, c.out());
}

void RunComparison(Run& c, const elementwise::Loop& loop, bool unequal) {
  if (BroadcastShape(c, "x", "y").ok()) return RunBinary(c, loop);
  FillPart(c.exec(), &unequal, c.result(), All(c.result()));
}

OpBuilder& OrderArguments(OpBuilder& op) {
  return op.input("x", "T", "")
      .input("y", "T", "")
      .output("z", DT_BOOL, "")
      .type("T", RealNumbers())
      .no_gradient();
}

OpBuilder& EqualityArguments(OpBuilder& op) {
  op.input("x", "T", "")
      .input("y", "T", "")
      .output("z", DT_BOOL, "")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32,
                  DT_UINT32, DT_UINT64, DT_INT64, DT_BOOL});
  return WithoutComplex(op)
      .attr("incompatible_shape_error", AttrKind::kBool,
            "Whether shapes that do not fit are an error; otherwise the result is one value: the tensors are "
            "not equal.",
            true)
      .no_gradient();
}

Grad::Value Unstretch(Grad& g, Grad::Value value, Grad::Value input, Grad::Value other) {
  if (value.id < 0 || input.id < 0 || other.id < 0) return {};
  const PartialTensorShape shape = g.info(input).shape;
  if (shape.IsFullyDefined() && shape == g.info(value).shape) return value;
  const Grad::Value sizes = g.shape(input);
  const Grad::Value axes = g.op("BroadcastGradientArgs", {sizes, g.shape(other)});
  return g.op("Reshape", {g.op("Sum", {value, axes}, {{"keep_dims", false}}), sizes});
}

absl::Status GradientOfBroadcast(Grad& g, Grad::Value x_grad, Grad::Value y_grad) {
  const Grad::Value x = g.input("x");
  const Grad::Value y = g.input("y");
  if (absl::Status status = g.of("x", Unstretch(g, x_grad, x, y)); !status.ok()) return status;
  return g.of("y", Unstretch(g, y_grad, y, x));
}

absl::Status GradientOfChoice(Grad& g, absl::string_view compare) {
  const Grad::Value first = g.op(compare, {g.input("x"), g.input("y")});
  const Grad::Value zeros = g.zeros_like(g.upstream());
  return GradientOfBroadcast(g, g.op("Select", {first, g.upstream(), zeros}),
                             g.op("Select", {first, zeros, g.upstream()}));
}

absl::Status GradientOfReciprocalGrad(Grad& g) {
  const Grad::Value y = g.input("y");
  const Grad::Value slope = g.op("Mul", {g.op("Mul", {g.upstream(), g.input("dy")}), y});
  if (absl::Status status = g.of("y", g.op("Mul", {slope, g.scalar(-2, y)})); !status.ok()) return status;
  return g.of("dy", g.op(g.call().op().name, {y, g.upstream()}));
}

absl::Status GradientOfMask(Grad& g) {
  const Grad::Value masked = g.op(g.call().op().name, {g.upstream(), g.input("features")});
  if (absl::Status status = g.of("gradients", masked); !status.ok()) return status;
  return g.of("features", g.zeros_like(g.input("features")));
}

}  // namespace voxgrad::rules
