// FusedBatchNormV2: each channel shifted and scaled to mean 0 and variance 1.
#include "ops/nn/batch_norm.h"

namespace voxgrad {

OP(FusedBatchNormV2) {
  op.group("nn_ops").doc("Batch normalization.",
                         "`y = (x - mean) / sqrt(variance + epsilon) * scale + offset`, channel by channel. "
                         "For training the moments are "
                         "those of `x`, otherwise those given.");
  rules::BatchNormArguments(op, "U").type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT}).type("U", {DT_FLOAT});
  rules::BatchNormAttributes(op, /*forward=*/true, /*volumes=*/false)
      .infer(rules::InferBatchNorm)
      .gradient([](Grad& g) { return rules::BatchNormGradient(g, "FusedBatchNormGradV2"); })
      .run(rules::RunBatchNorm)
      .example("By moments that are given.",
               {{"x", "float[1,1,2,1]:3,5"},
                {"scale", "float[1]:2"},
                {"offset", "float[1]:1"},
                {"mean", "float[1]:3"},
                {"variance", "float[1]:4"},
                {"epsilon", "0"},
                {"is_training", "false"}},
               {"float[1,1,2,1]:1,3", "float[1]:3", "float[1]:4", "float[1]:3", "float[1]:4"});
}

}  // namespace voxgrad
