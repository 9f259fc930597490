// LogSoftmax: the logarithm of Softmax.
#include "ops/nn/softmax_rule.h"

namespace voxgrad {

OP(LogSoftmax) {
  op.group("nn_ops")
      .doc("Computes log softmax activations.",
           "For each row of the last dimension, logsoftmax[i] = logits[i] - log(sum(exp(logits))). The "
           "largest number of the row is subtracted first, so that nothing overflows.")
      .input("logits", "T", "At least 1-D; the last dimension is the classes.")
      .output("logsoftmax", "T", "Same shape as `logits`.")
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .infer(rules::InferSoftmax)
      .gradient([](Grad& g) {
        const Grad::Value softmax = g.op("Exp", {g.output()});
        const Grad::Value share = g.op("Mul", {rules::RowSums(g, g.upstream()), softmax});
        return g.of("logits", g.op("Sub", {g.upstream(), share}));
      })
      .run([](Run& c) { rules::RunSoftmax(c, /*logarithm=*/true); })
      .example("Two rows of two classes.", {{"logits", "float[2,2]:1,1,200,0"}},
               {"float[2,2]:-0.6931472,-0.6931472,0,-200"});
}

}  // namespace voxgrad
