// Pad: zeros around a tensor.
#include "ops/array/pad_rule.h"

namespace voxgrad {

OP(Pad) {
  op.group("array_ops")
      .doc("Pads a tensor with zeros.",
           "Along axis i, `paddings[i, 0]` zeros stand before the elements of `input` and `paddings[i, 1]` "
           "after "
           "them.")
      .input("input", "T", "")
      .input("paddings", "Tpaddings", "A matrix with a row (before, after) for each axis of `input`.")
      .on_host()
      .output("output", "T", "")
      .type("T", {})
      .type("Tpaddings", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(rules::InferPad)
      .gradient([](Grad& g) {
        g.none("paddings");
        return g.of("input", rules::CropGradient(g));
      })
      .run([](Run& c) {
        const uint64_t zero[2] = {};  // an element of any type
        rules::RunPad(c, zero);
      })
      .example("A zero to the left, two to the right.",
               {{"input", "float[2,1]:1,2"}, {"paddings", "int32[2,2]:0,0,1,2"}},
               {"float[2,4]:0,1,0,0,0,2,0,0"});
}

}  // namespace voxgrad
