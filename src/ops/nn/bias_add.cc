// BiasAdd: one number added to each channel.
#include "absl/strings/str_cat.h"
#include "ops/elementwise/elementwise.h"
#include "ops/nn/bias.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferBiasAdd(Infer& c) {
  if (absl::Status status = rules::ExpectChannels(c, "value"); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "bias"); !status.ok()) return status;
  const PartialTensorShape& value = c.input("value").shape;
  c.SetOutput(0, value);
  if (value.unknown_rank()) return absl::OkStatus();
  const int axis = rules::ChannelAxis(c, value.dims());
  const int64_t channels = value.dim_size(axis);
  const int64_t biases = rules::VectorSize(c.input("bias"));
  if (channels < 0 && biases >= 0) {
    PartialTensorShape known = value;
    known.set_dim(axis, biases);
    c.SetOutput(0, known);
  }
  if (channels < 0 || biases < 0 || channels == biases) return absl::OkStatus();
  return c.Invalid("bias",
                   absl::StrCat("has ", biases, " values, but value is ", value.DebugString(), ", which has ",
                                channels, " channels with ", c.text("data_format"), "."));
}

void RunBiasAdd(Run& c) {
  const auto& sizes = c.result().shape().dim_sizes();
  absl::InlinedVector<int64_t, 6> bias(sizes.size(), 1);
  const size_t axis = static_cast<size_t>(rules::ChannelAxis(c, c.result().dims()));
  bias[axis] = sizes[axis];
  Elementwise(c.exec(), elementwise::BinaryOf<elementwise::kAdd, rules::Numbers>(rules::ComputedTypeOf(c)),
              c.result().dtype(), sizes, {{c.in("value"), sizes}, {c.in("bias"), bias}}, c.out());
}

}  // namespace

OP(BiasAdd) {
  op.group("nn_ops")
      .doc("Adds `bias` to `value`.",
           "A special case of Add, where `bias` is a vector with one number a channel.")
      .input("value", "T", "Any number of dimensions from 2 on.")
      .input("bias", "T", "1-D with size the number of channels of `value`.")
      .output("output", "T", "Broadcasted sum of `value` and `bias`.")
      .type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_UINT8, DT_INT16, DT_INT8, DT_INT64, DT_BFLOAT16,
                  DT_UINT16, DT_HALF, DT_UINT32, DT_UINT64});
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .attr(rules::BiasFormat())
      .infer(InferBiasAdd)
      .gradient([](Grad& g) {
        if (absl::Status status = g.of("value", g.upstream()); !status.ok()) return status;
        return g.of("bias", g.op("BiasAddGrad", {g.upstream()}));
      })
      .run(RunBiasAdd)
      .example("A number for each of two channels.",
               {{"value", "float[2,2]:1,2,3,4"}, {"bias", "float[2]:10,20"}}, {"float[2,2]:11,22,13,24"});
}

}  // namespace voxgrad
