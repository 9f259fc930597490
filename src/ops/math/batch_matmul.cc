#include "ops/math/batch_matmul.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "kernels/matmul/matmul.h"
#include "ops/elementwise/elementwise.h"
#include "ops/rules/axes.h"

namespace voxgrad::rules {
namespace {

/// The dimensions before the last two.
PartialTensorShape BatchOf(const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return shape;
  const auto sizes = absl::MakeConstSpan(shape.dim_sizes());
  return PartialTensorShape(sizes.first(sizes.size() - 2));
}

/// Size i of the last two, as they are multiplied; -1 where it is not known.
int64_t MatrixSize(const Infer& c, const char* input, const char* adjoint, int i) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.unknown_rank()) return -1;
  return shape.dim_size(shape.dims() - 2 + (c.flag(adjoint) ? 1 - i : i));
}

absl::Status BatchesDiffer(const Infer& c, bool broadcast) {
  return c.Invalid("y", absl::StrCat("is ", c.input("y").shape.DebugString(), ", but x is ",
                                     c.input("x").shape.DebugString(),
                                     "; the dimensions before the last two must be equal",
                                     broadcast ? ", or one of a pair 1." : "."));
}

/// Where matrix number `item` of the result finds its operand.
int64_t MatrixOf(const Tensor& operand, const Tensor& result, int64_t item) {
  int64_t place = 0, stride = 1;
  for (int i = 1; i <= operand.dims() - 2; ++i) {
    const int64_t size = operand.dim_size(operand.dims() - 2 - i);
    const int64_t whole = result.dim_size(result.dims() - 2 - i);
    if (size != 1) place += item % whole * stride;
    stride *= size;
    item /= whole;
  }
  return place;
}

Grad::Value Product(Grad& g, Grad::Value left, bool adjoint_left, Grad::Value right, bool adjoint_right) {
  return g.op(g.call().op().name, {left, right}, {{"adj_x", adjoint_left}, {"adj_y", adjoint_right}});
}

/// The sum over the batches that an operand was stretched along.
Grad::Value UnstretchBatches(Grad& g, Grad::Value value, Grad::Value input, Grad::Value other) {
  if (value.id < 0) return value;
  const PartialTensorShape shape = g.info(input).shape;
  if (shape.IsFullyDefined() && shape == g.info(value).shape) return value;
  const auto batch = [&](Grad::Value of) {
    const Grad::Value sizes = g.shape(of);
    const Grad::Value count = g.op("Sub", {g.op("Size", {sizes}, {{"out_type", DT_INT32}}), g.integer(2)});
    return g.op("Slice", {sizes, g.ints({0}), g.op("Reshape", {count, g.ints({1})})});
  };
  const Grad::Value axes = g.op("BroadcastGradientArgs", {batch(input), batch(other)});
  return g.op("Reshape", {g.op("Sum", {value, axes}, {{"keep_dims", false}}), g.shape(input)});
}

}  // namespace

OpBuilder& BatchMatMulAttributes(OpBuilder& op) {
  return op.attr("adj_x", AttrKind::kBool, "If `True`, adjoint the slices of `x`.", false)
      .attr("adj_y", AttrKind::kBool, "If `True`, adjoint the slices of `y`.", false)
      .attr("grad_x", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", false)
      .attr("grad_y", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", false);
}

absl::Status InferBatchMatMul(Infer& c, bool broadcast) {
  for (const char* input : {"x", "y"}) {
    const PartialTensorShape& shape = c.input(input).shape;
    if (!shape.unknown_rank() && shape.dims() < 2) {
      return c.Invalid(input, absl::StrCat("has shape ", shape.DebugString(),
                                           ", but must have at least 2 dimensions, those of a matrix."));
    }
  }
  const PartialTensorShape& x = c.input("x").shape;
  const PartialTensorShape& y = c.input("y").shape;
  if (x.unknown_rank() || y.unknown_rank()) return absl::OkStatus();
  const int64_t x_depth = MatrixSize(c, "x", "adj_x", 1);
  const int64_t y_depth = MatrixSize(c, "y", "adj_y", 0);
  if (x_depth >= 0 && y_depth >= 0 && x_depth != y_depth) {
    return c.Invalid(
        "y", absl::StrCat("is ", y.DebugString(), ", matrices of ", y_depth, " rows, but x is ",
                          x.DebugString(), ", matrices of ", x_depth, " columns; both must be equal."));
  }
  PartialTensorShape batch;
  if (broadcast) {
    const auto stretched = BroadcastShapes(c, "y", BatchOf(y), "x", BatchOf(x));
    if (!stretched.ok()) return BatchesDiffer(c, broadcast);
    batch = *stretched;
  } else if (!BatchOf(x).MergeWith(BatchOf(y), &batch).ok()) {
    return BatchesDiffer(c, broadcast);
  }
  return SetJoined(c, "y", batch,
                   PartialTensorShape({MatrixSize(c, "x", "adj_x", 0), MatrixSize(c, "y", "adj_y", 1)}));
}

void RunBatchMatMul(Run& c) {
  const Tensor& x = c.tensor("x");
  const Tensor& y = c.tensor("y");
  const Tensor& output = c.result();
  MatMulProblem problem;
  problem.rows = output.dim_size(output.dims() - 2);
  problem.columns = output.dim_size(output.dims() - 1);
  problem.depth = MatrixSize(c, "x", "adj_x", 1);
  problem.transpose_a = c.flag("adj_x");
  problem.transpose_b = c.flag("adj_y");
  problem.type = output.dtype();
  const int64_t matrix = problem.rows * problem.columns;
  if (matrix == 0) return;
  const int64_t count = output.NumElements() / matrix;
  const auto place = [&](const Tensor& tensor, int64_t elements, int64_t item) {
    const bool stretched = tensor.NumElements() != count * elements;
    const int64_t number = stretched ? MatrixOf(tensor, output, item) : item;
    return static_cast<char*>(tensor.data()) + number * elements * DataTypeSize(tensor.dtype());
  };
  const auto view = [&](const Tensor& tensor, int64_t elements, int64_t item) {
    return ConstView(place(tensor, elements, item), tensor.buffer().get());
  };
  const auto at = [&](int64_t item) -> MatMulOperands {
    return {view(x, problem.rows * problem.depth, item), view(y, problem.depth * problem.columns, item),
            place(output, matrix, item)};
  };
  MatMul(c.exec(), problem, MatMulBatch{count, at});
}

absl::Status BatchMatMulGradient(Grad& g, bool broadcast) {
  const bool ax = g.call().flag("adj_x");
  const bool ay = g.call().flag("adj_y");
  const Grad::Value x = g.input("x");
  const Grad::Value y = g.input("y");
  const Grad::Value up = g.upstream();
  Grad::Value x_grad = ax ? Product(g, y, ay, up, true) : Product(g, up, false, y, !ay);
  Grad::Value y_grad = ay ? Product(g, up, true, x, ax) : Product(g, x, !ax, up, false);
  if (broadcast) {
    x_grad = UnstretchBatches(g, x_grad, x, y);
    y_grad = UnstretchBatches(g, y_grad, y, x);
  }
  if (absl::Status status = g.of("x", x_grad); !status.ok()) return status;
  return g.of("y", y_grad);
}

}  // namespace voxgrad::rules
