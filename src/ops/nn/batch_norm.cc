#include "ops/nn/batch_norm.h"

#include "absl/strings/str_cat.h"
#include "kernels/norm/normalize.h"
#include "ops/rules/boxes.h"

namespace voxgrad::rules {
namespace {

int ChannelPlace(const OpCall& c, int rank) { return c.text("data_format")[1] == 'C' ? 1 : rank - 1; }

/// The number of channels, once `x` has the right rank; -1 where it is not known.
absl::StatusOr<int64_t> ChannelsOf(const Infer& c, const char* x) {
  const PartialTensorShape& shape = c.input(x).shape;
  const auto rank = static_cast<int>(c.text("data_format").size());
  if (shape.unknown_rank()) return -1;
  if (shape.dims() != rank) {
    return c.Invalid(x, absl::StrCat("has shape ", shape.DebugString(), ", but must have ", rank,
                                     " dimensions, ", c.text("data_format"), "."));
  }
  return shape.dim_size(ChannelPlace(c, rank));
}

/// A vector with one value for each channel; `or_empty`, or none at all.
absl::Status ExpectPerChannel(const Infer& c, const char* input, int64_t channels, bool or_empty = false) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.IsCompatibleWith(PartialTensorShape({channels}))) return absl::OkStatus();
  if (or_empty && shape.IsCompatibleWith(PartialTensorShape({0}))) return absl::OkStatus();
  return c.Invalid(
      input,
      absl::StrCat("has shape ", shape.DebugString(), ", but must be a vector with a value for each channel",
                   channels < 0 ? "." : absl::StrCat(", of which there are ", channels, ".")));
}

ChannelProblem ProblemOf(const Run& c, const char* input) {
  const Tensor& x = c.tensor(input);
  const int place = ChannelPlace(c, x.dims());
  ChannelProblem problem;
  problem.type = x.dtype();
  problem.channels = x.dim_size(place);
  for (int i = 0; i < x.dims(); ++i) {
    if (i == place) continue;
    (i < place ? problem.outer : problem.inner) *= x.dim_size(i);
    (i < place ? problem.outer_axes : problem.inner_axes).push_back(Extent::All(x.dim_size(i)));
  }
  return problem;
}

ChannelVector VectorOf(const Tensor& tensor) { return {tensor.dtype(), tensor.NumElements(), tensor.data()}; }

}  // namespace

OpBuilder& BatchNormArguments(OpBuilder& op, const std::string& stats) {
  return op.input("x", "T", "A 4D Tensor for input data.")
      .input("scale", stats, "A 1D Tensor for scaling factor, to scale the normalized x.")
      .input("offset", stats, "A 1D Tensor for offset, to shift to the normalized x.")
      .input("mean", stats, "A 1D Tensor for population mean. May be empty for training.")
      .input("variance", stats, "A 1D Tensor for population variance. May be empty for training.")
      .output("y", "T", "A 4D Tensor for output data.")
      .output("batch_mean", stats, "A 1D Tensor for the running mean.")
      .output("batch_variance", stats, "A 1D Tensor for the running variance, unbiased.")
      .output("reserve_space_1", stats, "The mean that `x` was normalized by, for the gradient.")
      .output("reserve_space_2", stats, "The variance that `x` was normalized by, for the gradient.");
}

OpBuilder& BatchNormGradArguments(OpBuilder& op, const std::string& stats, DataType scale_type,
                                  bool third_reserve, int reserved) {
  op.input("y_backprop", "T", "A 4D Tensor for the gradient with respect to y.")
      .input("x", "T", "The input data.");
  if (scale_type == DT_INVALID) {
    op.input("scale", stats, "A 1D Tensor for scaling factor.");
  } else {
    op.input("scale", scale_type, "A 1D Tensor for scaling factor.");
  }
  op.input(
        "reserve_space_1", stats,
        "When is_training is True, the batch mean that the forward op gave; otherwise the population mean.")
      .input(
          "reserve_space_2", stats,
          "When is_training is True, the batch variance that the forward op gave; otherwise the population "
          "variance.");
  if (third_reserve) op.input("reserve_space_3", stats, "Not looked at.");
  return op.output("x_backprop", "T", "The gradient with respect to x.")
      .output("scale_backprop", stats, "A 1D Tensor for the gradient with respect to scale.")
      .output("offset_backprop", stats, "A 1D Tensor for the gradient with respect to offset.")
      .output(absl::StrCat("reserve_space_", reserved), stats, "Empty.")
      .output(absl::StrCat("reserve_space_", reserved + 1), stats, "Empty.");
}

OpBuilder& BatchNormAttributes(OpBuilder& op, bool forward, bool volumes) {
  AttrDef format;
  format.name = "data_format";
  format.kind = AttrKind::kString;
  format.choices = {"NHWC", "NCHW"};
  if (volumes) format.choices.insert(format.choices.end(), {"NDHWC", "NCDHW"});
  format.default_value = "NHWC";
  format.doc = "The data format for x and y.";
  op.attr("epsilon", AttrKind::kFloat, "A small float number added to the variance of x.", 0.0001F);
  if (forward) {
    op.attr("exponential_avg_factor", AttrKind::kFloat,
            "By how much the running mean and variance follow those of the batch; 1 takes them as they are.",
            1.0F);
  }
  return op.attr(format).attr(
      "is_training", AttrKind::kBool,
      "A bool value to indicate the operation is for training (default) or inference.", true);
}

absl::Status InferBatchNorm(Infer& c) {
  const absl::StatusOr<int64_t> channels = ChannelsOf(c, "x");
  if (!channels.ok()) return channels.status();
  for (const char* input : {"scale", "offset"}) {
    if (absl::Status status = ExpectPerChannel(c, input, *channels); !status.ok()) return status;
  }
  const bool unread = c.flag("is_training") && c.number("exponential_avg_factor") == 1;
  for (const char* input : {"mean", "variance"}) {
    if (absl::Status status = ExpectPerChannel(c, input, *channels, unread); !status.ok()) return status;
  }
  c.SetOutput(0, c.input("x").shape);
  for (size_t i = 1; i < 5; ++i) c.SetOutput(i, PartialTensorShape({*channels}));
  if (c.num_outputs() > 5) c.SetOutput(5, TensorShape());
  return absl::OkStatus();
}

void RunBatchNorm(Run& c) {
  const auto in = [&](const char* input) { return VectorOf(c.tensor(input)); };
  const NormProblem problem = {ProblemOf(c, "x"), c.flag("is_training"), c.number("epsilon"),
                               c.number("exponential_avg_factor")};
  BatchNorm(c.exec(), problem, {c.in("x"), in("scale"), in("offset"), in("mean"), in("variance")},
            {c.out(), c.out(1), c.out(2), c.out(3), c.out(4), c.result(1).dtype()});
  if (c.num_outputs() > 5) ClearTensor(c.result(5));
}

absl::Status BatchNormGradient(Grad& g, const char* grad_op) {
  for (size_t i = 1; i < 3; ++i) {
    if (g.has_upstream(i))
      return g.call().Unimplemented(g.call().op().outputs[i].name,
                                    "has no gradient; take the moments by themselves.");
  }
  g.none("mean");
  g.none("variance");
  const bool training = g.call().flag("is_training");
  Grad::Values inputs = {g.upstream(), g.input("x"), g.input("scale"),
                         training ? g.output(3) : g.input("mean"),
                         training ? g.output(4) : g.input("variance")};
  if (g.call().op().outputs.size() > 5) inputs.push_back(g.output(5));
  const Grad::Values gradients = g.op_all(grad_op, inputs);
  if (gradients.size() < 3) return g.of("x", Grad::Value());
  if (absl::Status status = g.of("x", gradients[0]); !status.ok()) return status;
  if (absl::Status status = g.of("scale", gradients[1]); !status.ok()) return status;
  return g.of("offset", gradients[2]);
}

absl::Status InferBatchNormGrad(Infer& c) {
  const absl::StatusOr<int64_t> channels = ChannelsOf(c, "x");
  if (!channels.ok()) return channels.status();
  PartialTensorShape shape;
  if (!c.input("x").shape.MergeWith(c.input("y_backprop").shape, &shape).ok()) {
    return c.Invalid("y_backprop",
                     absl::StrCat("has shape ", c.input("y_backprop").shape.DebugString(), ", but x has ",
                                  c.input("x").shape.DebugString(), "; both must have the same shape."));
  }
  for (const char* input : {"scale", "reserve_space_1", "reserve_space_2"}) {
    if (absl::Status status = ExpectPerChannel(c, input, *channels); !status.ok()) return status;
  }
  c.SetOutput(0, shape);
  for (size_t i : {1, 2}) c.SetOutput(i, PartialTensorShape({*channels}));
  for (size_t i : {3, 4}) c.SetOutput(i, TensorShape({0}));
  return absl::OkStatus();
}

void RunBatchNormGrad(Run& c) {
  const auto in = [&](const char* input) { return VectorOf(c.tensor(input)); };
  const NormProblem problem = {ProblemOf(c, "x"), c.flag("is_training"), c.number("epsilon")};
  BatchNormGrad(c.exec(), problem,
                {c.in("y_backprop"), c.in("x"), in("scale"), in("reserve_space_1"), in("reserve_space_2")},
                {c.out(), c.out(1), c.out(2), c.result(1).dtype()});
}

}  // namespace voxgrad::rules
