// MatMul: the product of two matrices.
#include "absl/strings/str_cat.h"
#include "kernels/matmul/matmul.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status ExpectMatrix(const Infer& c, const char* input) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.unknown_rank() || shape.dims() == 2) return absl::OkStatus();
  return c.Invalid(input, absl::StrCat("has shape ", shape.DebugString(), ", but must be a matrix."));
}

/// Size i of an operand as it is multiplied, or -1.
int64_t SizeOf(const Infer& c, const char* input, const char* transpose, int i) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.unknown_rank()) return -1;
  return shape.dim_size(c.flag(transpose) ? 1 - i : i);
}

absl::Status InferMatMul(Infer& c) {
  for (const char* input : {"a", "b"}) {
    if (absl::Status status = ExpectMatrix(c, input); !status.ok()) return status;
  }
  const int64_t a_depth = SizeOf(c, "a", "transpose_a", 1);
  const int64_t b_depth = SizeOf(c, "b", "transpose_b", 0);
  if (a_depth >= 0 && b_depth >= 0 && a_depth != b_depth) {
    return c.Invalid("b", absl::StrCat("is ", c.input("b").shape.DebugString(),
                                       c.flag("transpose_b") ? " transposed, with " : ", with ", b_depth,
                                       " rows, but a is ", c.input("a").shape.DebugString(),
                                       c.flag("transpose_a") ? " transposed, with " : ", with ", a_depth,
                                       " columns; both must be equal."));
  }
  c.SetOutput(0, PartialTensorShape({SizeOf(c, "a", "transpose_a", 0), SizeOf(c, "b", "transpose_b", 1)}));
  return absl::OkStatus();
}

/// A product of two of a, b and the gradient, each transposed or not.
Grad::Value Product(Grad& g, Grad::Value left, bool transpose_left, Grad::Value right, bool transpose_right) {
  return g.op("MatMul", {left, right}, {{"transpose_a", transpose_left}, {"transpose_b", transpose_right}});
}

absl::Status MatMulGradient(Grad& g) {
  const bool ta = g.call().flag("transpose_a");
  const bool tb = g.call().flag("transpose_b");
  const Grad::Value a = g.input("a");
  const Grad::Value b = g.input("b");
  const Grad::Value up = g.upstream();
  const Grad::Value a_grad = ta ? Product(g, b, tb, up, true) : Product(g, up, false, b, !tb);
  const Grad::Value b_grad = tb ? Product(g, up, true, a, ta) : Product(g, a, !ta, up, false);
  if (absl::Status status = g.of("a", a_grad); !status.ok()) return status;
  return g.of("b", b_grad);
}

void RunMatMul(Run& c) {
  MatMulProblem problem;
  problem.rows = c.result().dim_size(0);
  problem.columns = c.result().dim_size(1);
  problem.depth = SizeOf(c, "a", "transpose_a", 1);
  problem.transpose_a = c.flag("transpose_a");
  problem.transpose_b = c.flag("transpose_b");
  problem.type = c.result().dtype();
  MatMul(c.exec(), problem, c.in("a"), c.in("b"), c.out());
}

}  // namespace

OP(MatMul) {
  op.group("math_ops")
      .doc("Multiply the matrix \"a\" by the matrix \"b\".",
           "The inputs must be two-dimensional matrices and the inner dimension of \"a\" (after being "
           "transposed "
           "if transpose_a is true) must match the outer dimension of \"b\" (after being transposed if "
           "transposed_b is true).")
      .input("a", "T", "")
      .input("b", "T", "")
      .output("product", "T", "")
      .attr("transpose_a", AttrKind::kBool, "If true, \"a\" is transposed before multiplication.", false)
      .attr("transpose_b", AttrKind::kBool, "If true, \"b\" is transposed before multiplication.", false)
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                  DT_UINT32, DT_UINT64});
  rules::WithoutComplex(op)
      .attr("grad_a", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", false)
      .attr("grad_b", AttrKind::kBool, "Accepted for TensorFlow's sake; it changes nothing.", false)
      .infer(InferMatMul)
      .gradient(MatMulGradient)
      .run(RunMatMul)
      .example("A row times a matrix.", {{"a", "float[1,2]:1,2"}, {"b", "float[2,3]:1,2,3,10,20,30"}},
               {"float[1,3]:21,42,63"});
}

}  // namespace voxgrad
