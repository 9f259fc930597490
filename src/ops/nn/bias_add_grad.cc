// BiasAddGrad: the gradient of BiasAdd in its bias.
#include "kernels/sums/reduce.h"
#include "ops/nn/bias.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(BiasAddGrad) {
  op.group("nn_ops")
      .doc("The backward operation for \"BiasAdd\" on the \"bias\" tensor.",
           "It accumulates all the values from out_backprop into the channels.")
      .gradient_of("BiasAdd")
      .input("out_backprop", "T", "Any number of dimensions from 2 on.")
      .output("output", "T", "1-D with size the number of channels of `out_backprop`.")
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64});
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .attr(rules::BiasFormat())
      .infer([](Infer& c) {
        if (absl::Status status = rules::ExpectChannels(c, "out_backprop"); !status.ok()) return status;
        const PartialTensorShape& shape = c.input("out_backprop").shape;
        const int rank = shape.dims();
        c.SetOutput(0, PartialTensorShape({rank < 0 ? -1 : shape.dim_size(rules::ChannelAxis(c, rank))}));
        return absl::OkStatus();
      })
      .gradient([](Grad& g) {
        const Grad::Value zeros = g.zeros_like(g.input("out_backprop"));
        return g.of("out_backprop", g.op("BiasAdd", {zeros, g.upstream()}));
      })
      .run([](Run& c) {
        const Tensor& from = c.tensor("out_backprop");
        std::vector<bool> reduced(static_cast<size_t>(from.dims()), true);
        reduced[static_cast<size_t>(rules::ChannelAxis(c, from.dims()))] = false;
        Reduce(c.exec(), Reduction::kSum, from.dtype(), from.shape().dim_sizes(), reduced, from.data(),
               c.out());
      })
      .example("The sums of two channels.", {{"out_backprop", "float[2,2]:1,2,3,4"}}, {"float[2]:4,6"});
}

}  // namespace voxgrad
