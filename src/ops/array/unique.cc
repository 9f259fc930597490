// Unique: the elements of a vector without repetitions.
#include "kernels/array/search.h"

#include "kernels/array/gather.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

absl::Status InferUnique(Infer& c) {
  if (absl::Status status = rules::ExpectRealOrBool(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "x"); !status.ok()) return AtRun(status);
  c.SetOutput(0, PartialTensorShape({-1}));
  c.SetOutput(1, c.input("x").shape);
  return absl::OkStatus();
}

void RunUnique(Run& c) {
  const Tensor& x = c.tensor("x");
  const Distinct distinct = FindDistinct(c.exec(), x.dtype(), x.data(), x.NumElements());
  GatherProblem problem;
  problem.rows = x.NumElements();
  problem.picks = static_cast<int64_t>(distinct.kept.size());
  problem.row_bytes = DataTypeSize(x.dtype());
  c.result(0) = rules::NewTensor(x.dtype(), TensorShape({problem.picks}));
  c.result(1) = rules::NewTensor(c.type("out_idx"), x.shape());
  GatherRows(c.exec(), problem, distinct.kept, x.data(), c.out(0));
  WriteIntegers(distinct.places, c.type("out_idx"), c.out(1));
}

}  // namespace

OP(Unique) {
  op.group("array_ops")
      .doc("Finds unique elements in a 1-D tensor.",
           "`y` holds the elements of `x` in the order of their first occurrence, and `idx` for each element "
           "of "
           "`x` its place in `y`: `y[idx[i]] = x[i]`. NaN equals nothing, itself neither.")
      .input("x", "T", "1-D.")
      .output("y", "T", "1-D.")
      .output("idx", "out_idx", "1-D.")
      .type("T", {})
      .type("out_idx", {DT_INT32, DT_INT64}, DT_INT32)
      .sets_results()
      .no_gradient()
      .infer(InferUnique)
      .run(RunUnique)
      .example("Three different numbers.", {{"x", "int32[6]:1,1,2,4,4,2"}},
               {"int32[3]:1,2,4", "int32[6]:0,0,1,2,2,1"});
}

}  // namespace voxgrad
