#include "studio/window_view.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "ops/table/context.h"
#include "ops/window/attrs.h"
#include "ops/window/shapes.h"

namespace voxgrad::studio {
namespace {

constexpr int64_t kMostCells = 256;

/// A node as its shape rule sees it.
struct Seen {
  std::vector<InputInfo> infos;
  Infer infer;

  explicit Seen(const NodeBody& body) : infos(InfosOf(body)), infer(*body.op, body.name, body.slots, infos) {}

  static std::vector<InputInfo> InfosOf(const NodeBody& body) {
    std::vector<InputInfo> infos;
    for (const Endpoint& input : body.inputs) {
      const voxgrad::OutputInfo& info = InfoOf(input);
      infos.push_back({{info.dtype, info.shape}, info.value ? &*info.value : nullptr});
    }
    return infos;
  }
};

/// The shape of a role, from the inputs or from the result; empty where no argument tells.
absl::StatusOr<Ints> RoleDims(const Seen& seen, const NodeBody& body, Role role, int rank) {
  const absl::StatusOr<window::RoleShape> shape = window::ShapeOfRole(seen.infer, role, rank);
  if (!shape.ok()) return shape.status();
  Ints dims = shape->argument.empty() ? Ints() : shape->dims;
  for (size_t i = 0; i < body.op->outputs.size(); ++i) {
    const PartialTensorShape& result = body.outputs[i].shape;
    if (body.op->outputs[i].role != role || result.dims() != rank) continue;
    const Ints sizes(result.dim_sizes().begin(), result.dim_sizes().end());
    if (dims.empty()) dims = sizes;
    for (size_t d = 0; d < dims.size(); ++d) dims[d] = dims[d] < 0 ? sizes[d] : dims[d];
  }
  return dims;
}

bool HasRole(const Op& op, Role role) {
  const auto has = [&](const ArgDef& arg) { return arg.role == role; };
  return std::any_of(op.inputs.begin(), op.inputs.end(), has) ||
         std::any_of(op.outputs.begin(), op.outputs.end(), has);
}

Json AxisJson(const std::string& name, const Axis& axis) {
  Json cells = Json::array(), feeds = Json::array();
  for (int64_t o = 0; o < std::min(axis.out.whole, kMostCells); ++o) {
    Json list = Json::array();
    for (int64_t t = 0; t < std::min(axis.window, kMostCells); ++t) list.push_back(axis.CellAt(o, t));
    cells.push_back(std::move(list));
  }
  for (int64_t i = 0; i < std::min(axis.in.whole, kMostCells); ++i) {
    std::vector<int64_t> windows;
    for (int64_t t = 0; t < std::min(axis.window, kMostCells); ++t) {
      if (const int64_t o = axis.WindowAt(i, t); o >= 0) windows.push_back(o);
    }
    std::sort(windows.begin(), windows.end());
    feeds.push_back(windows);
  }
  return {{"name", name},
          {"in", axis.in.whole},
          {"out", axis.out.whole},
          {"window", axis.window},
          {"stride", axis.stride},
          {"dilation", axis.dilation},
          {"before", axis.before},
          {"cut", std::max({axis.in.whole, axis.out.whole, axis.window}) > kMostCells},
          {"cells", std::move(cells)},
          {"feeds", std::move(feeds)}};
}

/// Pooling over the channels: one axis, whose windows never overlap.
Axis ChannelAxis(const window::Attrs& attrs, int64_t channels) {
  Axis axis;
  axis.window = attrs.channel_window;
  axis.stride = attrs.channel_stride;
  axis.in = Extent::All(channels);
  axis.out = Extent::All(channels / std::max<int64_t>(1, attrs.channel_stride));
  return axis;
}

}  // namespace

bool HasWindow(const Op& op) {
  return op.AttrIndex("strides") >= 0 && op.AttrIndex("padding") >= 0 && HasRole(op, Role::kOutput);
}

absl::StatusOr<Json> WindowJson(const Node& node) {
  const NodeBody& body = node.body();
  if (!HasWindow(*body.op))
    return absl::InvalidArgumentError(absl::StrCat(body.op->name, " (", body.name, ") has no window."));
  if (!node.finding().ok()) return node.finding();
  const Seen seen(body);
  const bool convolves = HasRole(*body.op, Role::kFilter);
  const absl::StatusOr<window::Attrs> attrs = window::ReadAttrs(seen.infer, /*over_depth=*/!convolves);
  if (!attrs.ok()) return attrs.status();
  const window::Format& format = attrs->format;
  const absl::StatusOr<Ints> in = RoleDims(seen, body, Role::kInput, format.rank);
  const absl::StatusOr<Ints> filter = convolves ? RoleDims(seen, body, Role::kFilter, format.rank) : Ints();
  for (const auto* dims : {&in, &filter}) {
    if (!dims->ok()) return dims->status();
  }
  Json axes = Json::array();
  const auto unknown = [&](const char* what) {
    return absl::FailedPreconditionError(absl::StrCat(body.op->name, " (", body.name, "): the sizes of its ",
                                                      what, " are not known before it runs."));
  };
  if (in->empty()) return unknown("input");
  if (convolves && filter->empty()) return unknown("filter");
  if (attrs->channel_window > 1) {
    axes.push_back(AxisJson("C", ChannelAxis(*attrs, (*in)[static_cast<size_t>(format.channel)])));
  }
  for (int d = 3 - format.space_rank(); d < 3 && attrs->channel_window <= 1; ++d) {
    const int64_t size = (*in)[static_cast<size_t>(format.Place(d))];
    const auto space = static_cast<size_t>(d - (3 - format.space_rank()));
    const int64_t taps = convolves ? (*filter)[space] : attrs->window[static_cast<size_t>(d)];
    if (size < 0 || taps < 0) return unknown(size < 0 ? "input" : "filter");
    axes.push_back(
        AxisJson(std::string(1, "DHW"[d]), window::MakeAxis(*attrs, static_cast<size_t>(d), size, taps)));
  }
  return Json{{"op", body.op->name},
              {"layout", format.name},
              {"padding", seen.infer.text("padding")},
              {"gradient", !body.op->gradient_of.empty()},
              {"axes", std::move(axes)}};
}

int64_t ConvolutionGroups(const Node& node) {
  const NodeBody& body = node.body();
  if (!HasWindow(*body.op) || !HasRole(*body.op, Role::kFilter) || !node.finding().ok()) return 0;
  const Seen seen(body);
  const absl::StatusOr<window::Attrs> attrs = window::ReadAttrs(seen.infer);
  if (!attrs.ok()) return 0;
  const int rank = attrs->format.rank;
  const absl::StatusOr<Ints> in = RoleDims(seen, body, Role::kInput, rank);
  const absl::StatusOr<Ints> filter = RoleDims(seen, body, Role::kFilter, rank);
  if (!in.ok() || !filter.ok() || in->empty() || filter->empty()) return 0;
  const int64_t channels = (*in)[static_cast<size_t>(attrs->format.channel)];
  const int64_t of_group = (*filter)[static_cast<size_t>(rank) - 2];
  return channels > 0 && of_group > 0 ? channels / of_group : 0;
}

}  // namespace voxgrad::studio
