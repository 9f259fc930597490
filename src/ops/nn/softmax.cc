// Softmax: exponentials that sum to 1.
#include "ops/nn/softmax_rule.h"

namespace voxgrad {

OP(Softmax) {
  op.group("nn_ops")
      .doc("Computes softmax activations.",
           "For each row of the last dimension, softmax[i] = exp(logits[i]) / sum(exp(logits)). The largest "
           "number of the row is subtracted first, so that nothing overflows.")
      .input("logits", "T", "At least 1-D; the last dimension is the classes.")
      .output("softmax", "T", "Same shape as `logits`.")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::InferSoftmax)
      .gradient([](Grad& g) {
        const Grad::Value weighted = g.op("Mul", {g.upstream(), g.output()});
        const Grad::Value mean = rules::RowSums(g, weighted);
        return g.of("logits", g.op("Mul", {g.op("Sub", {g.upstream(), mean}), g.output()}));
      })
      .run([](Run& c) { rules::RunSoftmax(c, /*logarithm=*/false); })
      .example("Two rows of two classes.", {{"logits", "float[2,2]:1,1,200,0"}}, {"float[2,2]:0.5,0.5,1,0"});
}

}  // namespace voxgrad
