// IdentityN: the same tensors.
#include "ops/table/gradient.h"

namespace voxgrad {

OP(IdentityN) {
  op.group("array_ops")
      .doc("Returns a list of tensors with the same shapes and contents as the input tensors.",
           "The results share the memory of the inputs.")
      .inputs_of("input", "T", "")
      .outputs_of("output", "T", "")
      .types("T")
      .sets_results()
      .infer([](Infer& c) {
        for (size_t i = 0; i < c.num_inputs(); ++i) {
          c.SetOutput(i, c.input(i).shape);
          if (const Tensor* value = c.known(i)) c.SetValue(i, *value);
        }
        return absl::OkStatus();
      })
      .gradient([](Grad& g) {
        Grad::Values gradients;
        for (size_t i = 0; i < g.inputs("input").size(); ++i) gradients.push_back(g.upstream(i));
        return g.of("input", gradients);
      })
      .run([](Run& c) {
        for (size_t i = 0; i < c.num_inputs(); ++i) c.result(i) = c.tensor(i);
      })
      .example("Two tensors go through.", {{"input", "float[2]:1,2"}, {"input", "int32[]:3"}},
               {"float[2]:1,2", "int32[]:3"});
}

}  // namespace voxgrad
