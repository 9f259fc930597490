#include "ops/pooling/pool.h"

#include "absl/strings/str_cat.h"
#include "ops/window/attrs.h"
#include "ops/window/shapes.h"

namespace voxgrad::window {
namespace {

/// Pooling over depth, as TensorFlow's CPU kernel has it: the window divides the channels into equal parts.
absl::Status CheckDepth(const Infer& c, const Attrs& attrs, int64_t channels) {
  if (attrs.channel_window == 1 && attrs.channel_stride == 1) return absl::OkStatus();
  const std::string given = absl::StrCat("is ", Attribute(c.ints("ksize")).DebugString());
  if (attrs.window != std::array<int64_t, 3>{1, 1, 1} || attrs.stride != std::array<int64_t, 3>{1, 1, 1}) {
    return c.Unimplemented("ksize",
                           absl::StrCat(given, " with strides ", Attribute(c.ints("strides")).DebugString(),
                                        "; pool over the channels or over space, not over both."));
  }
  if (attrs.channel_window != attrs.channel_stride) {
    return c.Unimplemented("ksize", absl::StrCat(given,
                                                 "; over the channels window and stride must be equal, and "
                                                 "the stride is ",
                                                 attrs.channel_stride, "."));
  }
  if (channels >= 0 && channels % attrs.channel_window != 0) {
    return c.Unimplemented("ksize", absl::StrCat(given,
                                                 "; a window over the channels must divide them evenly, and "
                                                 "there are ",
                                                 channels, "."));
  }
  if (attrs.padding == Attrs::Padding::kExplicit) {
    return c.Unimplemented("padding", "is EXPLICIT; pooling over the channels takes SAME or VALID.");
  }
  return absl::OkStatus();
}

/// Max pooling: with explicit padding a window must not lie in the padding alone; it would have no maximum.
absl::Status CheckExplicit(const Infer& c, const Attrs& attrs, const Ints& in) {
  if (attrs.padding != Attrs::Padding::kExplicit) return absl::OkStatus();
  for (size_t d = 0; d < 3; ++d) {
    const int place = attrs.format.Place(static_cast<int>(d));
    if (place < 0) continue;
    const std::string axis(1, kAxisNames[d]);
    if (std::max(attrs.before[d], attrs.after[d]) >= attrs.window[d]) {
      return c.Invalid("explicit_paddings",
                       absl::StrCat("is ", Attribute(c.ints("explicit_paddings")).DebugString(),
                                    "; a padding of ", std::max(attrs.before[d], attrs.after[d]), " in ",
                                    axis, " must be smaller than the window, ", attrs.window[d], "."));
    }
    if (in[static_cast<size_t>(place)] == 0 && MakeAxis(attrs, d, 0, attrs.window[d]).out.whole > 0) {
      return c.Invalid(c.op().inputs[0].name,
                       absl::StrCat("is ", ShapeString(in), "; it has no cells in ", axis,
                                    ", so its windows would hold nothing but padding."));
    }
  }
  return absl::OkStatus();
}

/// The shape that pooling gives for an input, as far as it is known.
Ints Pooled(const Attrs& attrs, const Ints& in) {
  Ints out = in;
  for (size_t d = 0; d < 3; ++d) {
    const int place = attrs.format.Place(static_cast<int>(d));
    if (place < 0) continue;
    out[static_cast<size_t>(place)] =
        MakeAxis(attrs, d, in[static_cast<size_t>(place)], attrs.window[d]).out.whole;
  }
  const size_t channel = static_cast<size_t>(attrs.format.channel);
  if (in[channel] >= 0) out[channel] = in[channel] / attrs.channel_window;
  return out;
}

/// A forward op has an answer only where the window fits into the padded input.
absl::Status CheckWindowFits(const Infer& c, const Attrs& attrs, const RoleShape& in) {
  for (size_t d = 0; d < 3; ++d) {
    const int place = attrs.format.Place(static_cast<int>(d));
    if (place < 0 || in.dims[static_cast<size_t>(place)] < 0) continue;
    if (WindowTooLarge(attrs, d, in.dims[static_cast<size_t>(place)], attrs.window[d])) {
      const std::string& ksize = NameOf(c.op(), WindowPart::kWindow);
      return c.Invalid(
          ksize, absl::StrCat("is ", Attribute(c.ints(ksize)).DebugString(), ", and its ", attrs.window[d],
                              " in ", std::string(1, kAxisNames[d]), " does not fit into ", in.argument, " ",
                              ShapeString(in.dims), " with ", c.text("padding"),
                              " padding; use SAME or a smaller window."));
    }
  }
  return absl::OkStatus();
}

absl::Status InferPool(Infer& c, bool is_max) {
  const absl::StatusOr<Attrs> attrs = ReadAttrs(c, /*over_depth=*/is_max);
  if (!attrs.ok()) return attrs.status();
  const absl::StatusOr<RoleShape> in = ShapeOfRole(c, Role::kInput, attrs->format.rank);
  if (!in.ok()) return in.status();
  if (is_max) {
    const int64_t channels = in->dims[static_cast<size_t>(attrs->format.channel)];
    if (absl::Status status = CheckDepth(c, *attrs, channels); !status.ok()) return status;
    if (absl::Status status = CheckExplicit(c, *attrs, in->dims); !status.ok()) return status;
  }
  const absl::StatusOr<RoleShape> out = ShapeOfRole(c, Role::kOutput, attrs->format.rank);
  const bool forward = out.ok() && out->argument.empty();
  if (forward) {
    if (absl::Status status = CheckWindowFits(c, *attrs, *in); !status.ok()) return status;
  }
  const Ints expected = Pooled(*attrs, in->dims);
  const auto because = [&] {
    return absl::StrCat("an input of ", ShapeString(in->dims), " with ", Describe(c), " pools to");
  };
  if (absl::Status status = ExpectShape(c, Role::kOutput, out, expected, because); !status.ok())
    return FoundAtRunByGradients(c, status);
  SetResult(c, in->dims, {}, expected);
  return absl::OkStatus();
}

PoolProblem MakeProblem(const Run& c, bool is_max) {
  const Attrs attrs = *ReadAttrs(c, /*over_depth=*/is_max);
  const Ints in = ShapeOfRole(c, Role::kInput, attrs.format.rank)->dims;
  const auto at = [&](int place) { return in[static_cast<size_t>(place)]; };
  PoolProblem p;
  const int64_t channels = at(attrs.format.channel);
  if (attrs.channel_window > 1) {
    // Over depth: the channels are the only axis; what stands before them is outer, behind them inner.
    Axis& axis = p.axis[2];
    axis.in = Extent::All(channels);
    axis.out = Extent::All(channels / attrs.channel_window);
    axis.window = axis.stride = attrs.channel_window;
    p.outer = at(0);
    int64_t& space_side = attrs.format.channels_first() ? p.inner : p.outer;
    for (int i = 0; i < attrs.format.space_rank(); ++i) space_side *= at(attrs.format.first_space + i);
  } else {
    p.outer = attrs.format.channels_first() ? at(0) * channels : at(0);
    p.inner = attrs.format.channels_first() ? 1 : channels;
    for (size_t d = 0; d < 3; ++d) {
      const int place = attrs.format.Place(static_cast<int>(d));
      p.axis[d] = MakeAxis(attrs, d, place < 0 ? 1 : at(place), attrs.window[d]);
    }
  }
  p.type = c.result().dtype();
  p.value_type = c.input(0).dtype;
  return p;
}

}  // namespace

absl::Status InferAvgPool(Infer& c) { return InferPool(c, /*is_max=*/false); }
absl::Status InferMaxPool(Infer& c) { return InferPool(c, /*is_max=*/true); }
PoolProblem AvgPoolProblem(const Run& c) { return MakeProblem(c, /*is_max=*/false); }
PoolProblem MaxPoolProblem(const Run& c) { return MakeProblem(c, /*is_max=*/true); }

}  // namespace voxgrad::window
