// SelectV2: from one tensor or another, with broadcasting.
#include "ops/elementwise/elementwise.h"

namespace voxgrad {
namespace {

absl::Status InferSelectV2(Infer& c) {
  const auto choices = rules::BroadcastShape(c, "t", "e");
  if (!choices.ok()) return choices.status();
  const auto shape = rules::BroadcastShapes(c, "condition", c.input("condition").shape, "t and e", *choices);
  if (!shape.ok()) return shape.status();
  c.SetOutput(0, *shape);
  return absl::OkStatus();
}

}  // namespace

OP(SelectV2) {
  op.group("math_ops")
      .doc("Selects elements from `t` or `e`, depending on `condition`.",
           "All three are stretched to each other as in NumPy.")
      .input("condition", DT_BOOL, "")
      .input("t", "T", "Taken where `condition` is true.")
      .input("e", "T", "Taken where it is false.")
      .output("output", "T", "")
      .type("T", {})
      .infer(InferSelectV2)
      .gradient([](Grad& g) {
        const Grad::Value condition = g.input("condition");
        const Grad::Value zeros = g.zeros_like(g.upstream());
        const Grad::Value t = g.input("t");
        const Grad::Value e = g.input("e");
        const Grad::Value t_grad = g.op("SelectV2", {condition, g.upstream(), zeros});
        const Grad::Value e_grad = g.op("SelectV2", {condition, zeros, g.upstream()});
        g.none("condition");
        if (absl::Status status = g.of("t", rules::Unstretch(g, t_grad, t, g.output())); !status.ok())
          return status;
        return g.of("e", rules::Unstretch(g, e_grad, e, g.output()));
      })
      .run([](Run& c) {
        const Tensor& condition = c.tensor("condition");
        const Tensor& t = c.tensor("t");
        const Tensor& e = c.tensor("e");
        Select(c.exec(), t.dtype(), c.result().shape().dim_sizes(), condition.data(),
               condition.shape().dim_sizes(), t.data(), t.shape().dim_sizes(), e.data(),
               e.shape().dim_sizes(), c.out());
      })
      .example("Zeros in the second column.",
               {{"condition", "bool[2]:true,false"}, {"t", "float[2,2]:1,2,3,4"}, {"e", "float[]:0"}},
               {"float[2,2]:1,0,3,0"});
}

}  // namespace voxgrad
