// Identity: the same tensor.
#include "ops/rules/shapes.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(Identity) {
  op.group("array_ops")
      .doc("Return a tensor with the same shape and contents as the input tensor or value.",
           "The result shares the memory of the input.")
      .input("input", "T", "")
      .output("output", "T", "")
      .type("T", {})
      .sets_results()
      .infer([](Infer& c) {
        if (const Tensor* value = c.known("input")) c.SetValue(0, *value);
        return rules::SameShape(c);
      })
      .gradient([](Grad& g) { return g.of("input", g.upstream()); })
      .run([](Run& c) { c.result() = c.tensor("input"); })
      .example("A vector goes through.", {{"input", "float[3]:1,2,3"}}, {"float[3]:1,2,3"});
}

}  // namespace voxgrad
