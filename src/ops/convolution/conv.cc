#include "ops/convolution/conv.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "kernels/list.h"
#include "ops/window/attrs.h"
#include "ops/window/shapes.h"

namespace voxgrad::window {
namespace {

/// The three shapes of a convolution. The filter is [space…, in channels of a group, out channels].
struct Shapes {
  Attrs attrs;
  RoleShape in, filter, out;

  int64_t filter_size(size_t d) const {
    const int place = static_cast<int>(d) - (3 - attrs.format.space_rank());
    return place < 0 ? 1 : filter.dims[static_cast<size_t>(place)];
  }
  int64_t in_size(size_t d) const {
    const int place = attrs.format.Place(static_cast<int>(d));
    return place < 0 ? 1 : in.dims[static_cast<size_t>(place)];
  }
  int64_t& in_channels() { return in.dims[static_cast<size_t>(attrs.format.channel)]; }
  int64_t filter_in() const { return filter.dims[filter.dims.size() - 2]; }
  int64_t filter_out() const { return filter.dims.back(); }
};

/// True when the sizes of the input are given without batch and channels.
bool HasSpaceAlone(const Infer& c, const Format& format) {
  const PartialTensorShape& shape = c.input(0).shape;
  return c.op().inputs[0].or_space_alone && shape.dims() == 1 && shape.dim_size(0) == format.space_rank();
}

absl::StatusOr<Shapes> ReadShapes(const Infer& c) {
  Shapes s;
  const absl::StatusOr<Attrs> attrs = ReadAttrs(c);
  if (!attrs.ok()) return attrs.status();
  s.attrs = *attrs;
  const struct {
    Role role;
    RoleShape* to;
  } roles[] = {{Role::kInput, &s.in}, {Role::kFilter, &s.filter}, {Role::kOutput, &s.out}};
  for (const auto& [role, to] : roles) {
    absl::StatusOr<RoleShape> shape = ShapeOfRole(c, role, attrs->format.rank);
    if (!shape.ok()) {
      // Conv2DBackpropInput's shape function also looks at how many dimensions its filter has.
      const Role result = c.op().outputs[0].role;
      const bool looked_at = role == result || (attrs->format.rank == 4 && result == Role::kInput);
      return looked_at ? shape.status() : FoundAtRunByGradients(c, shape.status());
    }
    *to = *std::move(shape);
  }
  if (s.in.dims[0] < 0) s.in.dims[0] = s.out.dims[0];
  // The two-value form of input_sizes leaves the channels to the filter. Where they are merely not known yet,
  // they may as well be a multiple of the filter's.
  if (HasSpaceAlone(c, attrs->format)) s.in_channels() = s.filter_in();
  return s;
}

absl::Status CheckChannels(const Infer& c, Shapes& s) {
  // A filter without output channels gives an empty result; without taps or input channels there is none.
  if (std::count(s.filter.dims.begin(), s.filter.dims.end() - 1, 0) > 0) {
    return c.Invalid(s.filter.argument, absl::StrCat("is ", ShapeString(s.filter.dims),
                                                     "; no size of a filter but the last may be 0."));
  }
  const int64_t in = s.in_channels();
  if (in < 0 || s.filter_in() < 0) return absl::OkStatus();
  if (in == 0 || in % s.filter_in() != 0) {
    return c.Invalid(s.in.argument,
                     absl::StrCat("is ", ShapeString(s.in.dims), " with ", in, " channels, but ",
                                  s.filter.argument, " ", ShapeString(s.filter.dims), " takes ",
                                  s.filter_in(), " of them, or a multiple (groups)."));
  }
  const int64_t groups = in / s.filter_in();
  if (s.filter_out() >= 0 && s.filter_out() % groups != 0) {
    return c.Invalid(
        s.filter.argument,
        absl::StrCat("is ", ShapeString(s.filter.dims), " with ", s.filter_out(), " output channels, but ",
                     s.in.argument, " with ", in, " channels makes ", groups, " groups of ", s.filter_in(),
                     ", and the outputs must divide evenly among them."));
  }
  return absl::OkStatus();
}

absl::Status CheckFilterFits(const Infer& c, const Shapes& s) {
  for (size_t d = 0; d < 3; ++d) {
    if (s.in_size(d) < 0 || s.filter_size(d) < 0) continue;
    if (WindowTooLarge(s.attrs, d, s.in_size(d), s.filter_size(d))) {
      return c.Invalid(s.filter.argument,
                       absl::StrCat("is ", ShapeString(s.filter.dims), ", and its ", s.filter_size(d), " in ",
                                    std::string(1, kAxisNames[d]), " (dilation ", s.attrs.dilation[d],
                                    ") does not fit into ", s.in.argument, " ", ShapeString(s.in.dims),
                                    " with ", c.text("padding"), " padding; use SAME or a smaller filter."));
    }
  }
  return absl::OkStatus();
}

/// The shape that the convolution of in and filter has, as far as it is known.
Ints Convolved(const Shapes& s) {
  Ints out = s.in.dims;
  for (size_t d = 0; d < 3; ++d) {
    const int place = s.attrs.format.Place(static_cast<int>(d));
    if (place < 0) continue;
    out[static_cast<size_t>(place)] = MakeAxis(s.attrs, d, s.in_size(d), s.filter_size(d)).out.whole;
  }
  out[static_cast<size_t>(s.attrs.format.channel)] = s.filter_out();
  return out;
}

}  // namespace

absl::Status InferConv(Infer& c) {
  absl::StatusOr<Shapes> shapes = ReadShapes(c);
  if (!shapes.ok()) return shapes.status();
  if (absl::Status status = CheckChannels(c, *shapes); !status.ok()) return FoundAtRunByGradients(c, status);
  const bool forward = shapes->out.argument.empty();
  if (forward) {
    if (absl::Status status = CheckFilterFits(c, *shapes); !status.ok()) return status;
  }
  const Ints expected = Convolved(*shapes);
  const auto because = [&] {
    return absl::StrCat("an input of ", ShapeString(shapes->in.dims), " and a filter of ",
                        ShapeString(shapes->filter.dims), " with ", Describe(c), " make");
  };
  if (absl::Status status = ExpectShape(c, Role::kOutput, shapes->out, expected, because); !status.ok())
    return FoundAtRunByGradients(c, status);
  SetResult(c, shapes->in.dims, shapes->filter.dims, expected);
  return absl::OkStatus();
}

ConvProblem MakeConvProblem(const Run& c) {
  Shapes s = *ReadShapes(c);
  ConvProblem p;
  p.batch = s.in.dims[0];
  p.groups = s.in_channels() / s.filter_in();
  p.in_channels = s.filter_in();
  p.out_channels = s.filter_out() / p.groups;
  p.channels_first = s.attrs.format.channels_first();
  p.type = c.result().dtype();
  for (size_t d = 0; d < 3; ++d) p.axis[d] = MakeAxis(s.attrs, d, s.in_size(d), s.filter_size(d));
  if (p.groups > 1) c.exec().Note(absl::StrCat("groups = ", p.groups));
  return p;
}

}  // namespace voxgrad::window
