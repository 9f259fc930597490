// FusedBatchNormGradV3: the gradient of FusedBatchNormV3.
#include "ops/nn/batch_norm.h"

namespace voxgrad {

OP(FusedBatchNormGradV3) {
  op.group("nn_ops")
      .doc("Gradient for batch normalization.",
           "With respect to `x`, `scale` and `offset`. For training it knows that the moments depend on `x`.")
      .gradient_of("FusedBatchNormV3");
  rules::BatchNormGradArguments(op, "U", DT_FLOAT, /*third_reserve=*/true, /*reserved=*/4)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT})
      .type("U", {DT_FLOAT});
  rules::BatchNormAttributes(op, /*forward=*/false, /*volumes=*/true)
      .infer(rules::InferBatchNormGrad)
      .gradient(rules::BatchNormSecondGradient)
      .run(rules::RunBatchNormGrad)
      .example("By moments that were given.",
               {{"y_backprop", "float[1,1,2,1]:1,2"},
                {"x", "float[1,1,2,1]:3,5"},
                {"scale", "float[1]:2"},
                {"reserve_space_1", "float[1]:3"},
                {"reserve_space_2", "float[1]:4"},
                {"reserve_space_3", "float[]:0"},
                {"epsilon", "0"},
                {"is_training", "false"}},
               {"float[1,1,2,1]:1,2", "float[1]:2", "float[1]:3", "float[0]:", "float[0]:"});
}

}  // namespace voxgrad
