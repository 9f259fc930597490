// MaxPool3DGrad: the gradient of MaxPool3D.
#include "kernels/kernels.h"
#include "ops/pooling/pool.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {
namespace {

/// The type that holds the numbers of both. MaxPool3DGradGrad has one type for all its inputs; since it only
/// selects, what it selects goes back to its own type unchanged.
DataType CommonType(DataType a, DataType b) {
  if (a == b) return a;
  if (DataTypeSize(a) == DataTypeSize(b)) return DT_FLOAT;  // half and bfloat16
  return DataTypeSize(a) > DataTypeSize(b) ? a : b;
}

}  // namespace

OP(MaxPool3DGrad) {
  using namespace window;
  op.group("nn_ops")
      .doc("Computes gradients of max pooling function.",
           "The gradient of a window goes to its winner: the first NaN, else the first maximum in row-major "
           "order. The "
           "winner is found again from `orig_input`; of `orig_output` only the shape is looked at.")
      .gradient_of("MaxPool3D")
      .input("orig_input", "TInput", "The original input tensor.")
      .role(Role::kInput)
      .input("orig_output", "TInput", "The original output tensor.")
      .role(Role::kOutput)
      .input("grad", "T", "Output backprop of shape `[batch, depth, rows, cols, channels]`.")
      .role(Role::kOutput)
      .output("output", "T", "The output tensor.")
      .role(Role::kInput)
      .attr(ksize(5))
      .attr(strides(5))
      .attr(padding())
      .attr(data_format(5))
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT}, DT_FLOAT)
      .also({DT_DOUBLE})
      .type("TInput", {DT_HALF, DT_BFLOAT16, DT_FLOAT}, DT_FLOAT)
      .also({DT_DOUBLE})
      .infer(InferMaxPool)
      .gradient([](Grad& g) {
        for (const char* name : {"orig_input", "orig_output"}) {
          if (absl::Status status = g.of(name, g.zeros_like(g.input(name))); !status.ok()) return status;
        }
        const DataType type = CommonType(g.call().type("T"), g.call().type("TInput"));
        const auto picked =
            g.op("MaxPool3DGradGrad", {g.cast(g.input("orig_input"), type),
                                       g.cast(g.input("orig_output"), type), g.cast(g.upstream(), type)});
        return g.of("grad", g.cast(picked, g.call().type("T")));
      })
      .run(
          [](Run& c) { MaxPoolGrad(c.exec(), MaxPoolProblem(c), c.in("orig_input"), c.in("grad"), c.out()); })
      .example("The gradient of a window goes to its largest cell, the last one of a ramp.",
               {{"orig_input",
                 "float[2,2,2,2,2]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
                 "28,29,30,31,32"},
                {"orig_output", "float[2,1,1,1,2]:15,16,31,32"},
                {"grad", "float[2,1,1,1,2]:3,4,5,6"},
                {"ksize", "1,2,2,2,1"},
                {"strides", "1,4,3,2,1"},
                {"padding", "SAME"}},
               {"float[2,2,2,2,2]:0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5,6"});
}

}  // namespace voxgrad
