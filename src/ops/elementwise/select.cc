// Select: from one tensor or another of the same shape.
#include "absl/strings/str_cat.h"
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

/// The condition is one for all, one a row, or one an element.
absl::Status InferSelect(Infer& c) {
  const PartialTensorShape& t = c.input("t").shape;
  const PartialTensorShape& e = c.input("e").shape;
  const PartialTensorShape& condition = c.input("condition").shape;
  PartialTensorShape shape;
  if (!t.MergeWith(e, &shape).ok()) {
    return c.Invalid("e", absl::StrCat("has shape ", e.DebugString(), ", but t has ", t.DebugString(),
                                       "; both must have the same shape."));
  }
  c.SetOutput(0, shape);
  const bool per_row = condition.dims() == 1 && shape.dims() > 1;
  const bool fits = condition.dims() == 0 || shape.unknown_rank() ||
                    (per_row ? condition.IsCompatibleWith(PartialTensorShape({shape.dim_size(0)}))
                             : condition.IsCompatibleWith(shape));
  if (fits) return absl::OkStatus();
  return c.Invalid(
      "condition",
      absl::StrCat("has shape ", condition.DebugString(), ", but must be a scalar, a ",
                   "vector with one value a row, or of the shape of t, ", shape.DebugString(), "."));
}

}  // namespace

OP(Select) {
  op.group("math_ops")
      .cpp_class("Where3")
      .doc("Selects elements from `t` or `e`, depending on `condition`.",
           "`t` and `e` have the same shape. `condition` is of that shape too, or one value for all, or a "
           "vector with one value for each row of the first dimension.")
      .input("condition", DT_BOOL, "")
      .input("t", "T", "Taken where `condition` is true.")
      .cpp_arg("x")
      .input("e", "T", "Taken where it is false.")
      .cpp_arg("y")
      .output("output", "T", "")
      .type("T", {})
      .infer(InferSelect)
      .gradient([](Grad& g) {
        const Grad::Value condition = g.input("condition");
        const Grad::Value zeros = g.zeros_like(g.upstream());
        g.none("condition");
        if (absl::Status status = g.of("t", g.op("Select", {condition, g.upstream(), zeros})); !status.ok())
          return status;
        return g.of("e", g.op("Select", {condition, zeros, g.upstream()}));
      })
      .run([](Run& c) {
        const Tensor& condition = c.tensor("condition");
        const auto& sizes = c.result().shape().dim_sizes();
        auto condition_sizes = condition.shape().dim_sizes();
        if (condition_sizes.size() == 1) condition_sizes.resize(sizes.size(), 1);
        Select(c.exec(), c.result().dtype(), sizes, condition.data(), condition_sizes, c.in("t"), sizes,
               c.in("e"), sizes, c.out());
      })
      .example(
          "The first row of one, the second of the other.",
          {{"condition", "bool[2]:true,false"}, {"t", "float[2,2]:1,2,3,4"}, {"e", "float[2,2]:10,20,30,40"}},
          {"float[2,2]:1,2,30,40"});
}

}  // namespace voxgrad
