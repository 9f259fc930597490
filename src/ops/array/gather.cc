// Gather: slices along the first axis, picked by their numbers.
#include "ops/rules/gather.h"

namespace voxgrad {

OP(Gather) {
  op.group("array_ops")
      .doc("Gather slices from `params` according to `indices`.",
           "`output[i, ..., j, ...] = params[indices[i, ...], j, ...]`. GatherV2 picks along any axis.")
      .input("params", "Tparams", "The tensor to pick from, of one dimension at least.")
      .input("indices", "Tindices", "Each must be in the range `[0, params.shape[0])`.")
      .on_host()
      .output("output", "Tparams", "Of shape `indices.shape + params.shape[1:]`.")
      .attr("validate_indices", AttrKind::kBool,
            "Accepted for TensorFlow's sake; indices are always checked.", true)
      .type("Tparams", {})
      .type("Tindices", {DT_INT32, DT_INT64})
      .infer([](Infer& c) { return rules::InferGather(c, {}); })
      .gradient([](Grad& g) {
        g.none("indices");
        return g.of("params", rules::GatherGradient(g, g.integer(0), 0));
      })
      .run([](Run& c) { rules::RunGather(c, {}); })
      .example("Two rows of three.", {{"params", "float[3,2]:1,2,3,4,5,6"}, {"indices", "int32[2]:2,0"}},
               {"float[2,2]:5,6,1,2"});
}

}  // namespace voxgrad
