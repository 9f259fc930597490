#include "ops/convolution/depthwise.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "ops/convolution/conv.h"
#include "ops/rules/axes.h"
#include "ops/rules/delegate.h"
#include "ops/window/attrs.h"

namespace voxgrad::rules {
namespace {

/// [h, w, channels, multiplier] as [h, w, 1, channels · multiplier].
Ints Folded(const Ints& filter) {
  const bool known = filter[2] >= 0 && filter[3] >= 0;
  return {filter[0], filter[1], 1, known ? filter[2] * filter[3] : -1};
}

/// The call as the convolution sees it.
struct ConvCall {
  const Op* op = nullptr;
  AttrSlots slots;
  std::vector<InputInfo> inputs;
  Ints filter = {-1, -1, -1, -1};  // as it is given
  Tensor sizes;                    // of the folded filter, where they are an input
};

/// Replaces what the caller says about the filter. Its third size is the number of channels.
absl::Status FoldFilter(const Infer& c, ConvCall* call) {
  const int filter = c.op().InputIndex("filter");
  const bool spelled = filter < 0;  // only its sizes are there
  InputInfo& info = call->inputs[static_cast<size_t>(spelled ? c.op().InputIndex("filter_sizes") : filter)];
  const char* name = spelled ? "filter_sizes" : "filter";
  if (spelled) {
    if (absl::Status status = ExpectVector(c, name); !status.ok()) return status;
    const std::optional<Ints> sizes = KnownInts(c, name);
    if (!sizes) return absl::OkStatus();
    if (sizes->size() != 4)
      return c.Invalid(name, absl::StrCat("has ", sizes->size(), " values, but must have 4."));
    call->filter = *sizes;
    for (int64_t size : *sizes) {
      if (size < 0)
        return c.Invalid(name, absl::StrCat("is ", ShapeString(*sizes), "; no size may be below 0."));
    }
    call->sizes = Tensor::Sizes(Folded(*sizes));
    info.value = &call->sizes;
    return absl::OkStatus();
  }
  if (info.shape.unknown_rank()) return absl::OkStatus();
  if (info.shape.dims() != 4) {
    return c.Invalid(name,
                     absl::StrCat("has shape ", info.shape.DebugString(),
                                  ", but must have 4 dimensions: height, width, channels, multiplier."));
  }
  call->filter.assign(info.shape.dim_sizes().begin(), info.shape.dim_sizes().end());
  info.shape = PartialTensorShape(Folded(call->filter));
  return absl::OkStatus();
}

/// The number of channels of the input where it is known, else -1.
int64_t ChannelsOf(const Infer& c) {
  const int channel = c.text("data_format") == "NCHW" ? 1 : 3;
  if (c.op().InputIndex("input") >= 0) {
    const PartialTensorShape& input = c.input("input").shape;
    return input.dims() == 4 ? input.dim_size(channel) : -1;
  }
  const std::optional<Ints> sizes = KnownInts(c, "input_sizes");
  return sizes && sizes->size() == 4 ? (*sizes)[static_cast<size_t>(channel)] : -1;
}

absl::StatusOr<std::unique_ptr<ConvCall>> MakeConv(const Infer& c, const char* conv) {
  auto call = std::make_unique<ConvCall>();
  call->op = &Renamed(c.op(), conv);
  call->slots = SharedSlots(c, *call->op);
  call->inputs.assign(c.infos().begin(), c.infos().end());
  if (absl::Status status = FoldFilter(c, call.get()); !status.ok()) return status;
  if (c.op().InputIndex("input_sizes") >= 0) {
    const int64_t count = VectorSize(c.input("input_sizes"));
    if (count >= 0 && count != 4)
      return c.Invalid("input_sizes", absl::StrCat("has ", count, " values, but must have 4."));
  }
  const int64_t channels = ChannelsOf(c);
  if (channels >= 0 && call->filter[2] >= 0 && channels != call->filter[2]) {
    return c.Invalid(
        c.op().InputIndex("filter") < 0 ? "filter_sizes" : "filter",
        absl::StrCat("is ", ShapeString(call->filter), ", whose third size is the number of channels, but ",
                     "the input has ", channels, "."));
  }
  return call;
}

}  // namespace

OpBuilder& DepthwiseAttributes(OpBuilder& op) {
  return op.type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .attr(window::strides(4))
      .attr(window::padding_or_explicit())
      .attr(window::explicit_paddings())
      .attr(window::data_format(4))
      .attr(window::dilations(4));
}

absl::Status InferDepthwise(Infer& c, const char* conv) {
  const auto call = MakeConv(c, conv);
  if (!call.ok()) return call.status();
  Infer inner(*(*call)->op, c.node(), (*call)->slots, (*call)->inputs);
  if (absl::Status status = window::InferConv(inner); !status.ok()) return status;
  const bool to_filter = c.op().InputIndex("filter_sizes") >= 0;
  c.SetOutput(0, to_filter ? PartialTensorShape((*call)->filter) : inner.output(0));
  return absl::OkStatus();
}

ConvProblem DepthwiseProblem(const Run& c, const char* conv) {
  const auto call = MakeConv(c, conv);
  const Infer inner(*(*call)->op, c.node(), (*call)->slots, (*call)->inputs);
  Tensor result = c.result();
  return window::MakeConvProblem(Run(c.exec(), inner, {}, absl::MakeSpan(&result, 1)));
}

}  // namespace voxgrad::rules
