#include "cli/geometry.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "ops/table/check.h"
#include "ops/window/attrs.h"

namespace voxgrad::cli {
namespace {

Ints ShapeOf(const ArgDef& arg, const Tensor& tensor) {
  if (!arg.sizes) return Ints(tensor.shape().dim_sizes().begin(), tensor.shape().dim_sizes().end());
  if (tensor.dtype() == DT_INT64)
    return Ints(tensor.values<int64_t>().begin(), tensor.values<int64_t>().end());
  return Ints(tensor.values<int32_t>().begin(), tensor.values<int32_t>().end());
}

void TakeShape(const ArgDef& arg, const Tensor& tensor, Geometry* geometry) {
  Ints* to = arg.role == Role::kInput    ? &geometry->in
             : arg.role == Role::kFilter ? &geometry->filter
             : arg.role == Role::kOutput ? &geometry->out
                                         : nullptr;
  if (to != nullptr && to->empty()) *to = ShapeOf(arg, tensor);
}

/// Padding after: what the last window reaches beyond the input and the padding before it.
int64_t After(const window::Attrs& attrs, size_t d, const Axis& axis) {
  if (attrs.padding != window::Attrs::Padding::kSame) return attrs.after[d];
  const int64_t reach = (axis.window - 1) * axis.dilation + 1;
  return std::max<int64_t>(0, (axis.out.whole - 1) * axis.stride + reach - axis.in.whole) - axis.before;
}

}  // namespace

double Geometry::Flops() const {
  double products = 2;
  for (int64_t size : out) products *= static_cast<double>(size);
  for (int64_t size : filter) products *= static_cast<double>(size);
  return filter.empty() || filter.back() == 0 ? 0 : products / static_cast<double>(filter.back());
}

absl::StatusOr<Geometry> GeometryOf(const driver::PreparedCall& call, const Tensor& result) {
  const Op& op = *call.op;
  Geometry geometry;
  for (size_t i = 0; i < op.inputs.size(); ++i) TakeShape(op.inputs[i], call.inputs[i], &geometry);
  TakeShape(op.outputs[0], result, &geometry);
  AttrSlots slots = call.slots;
  std::vector<DataType> types;
  for (const Tensor& input : call.inputs) types.push_back(input.dtype());
  if (absl::Status status = CompleteSlots(op, "", types, &slots); !status.ok()) return status;
  const absl::StatusOr<window::Attrs> attrs =
      window::ReadAttrs(OpCall(op, "", slots), /*over_depth=*/!geometry.convolves());
  if (!attrs.ok()) return attrs.status();
  const window::Format& format = attrs->format;
  geometry.layout = format.name;
  if (attrs->channel_window > 1) {
    geometry.axes = {{'C', geometry.in_channels(), geometry.out_channels(), attrs->channel_window,
                      attrs->channel_stride, 1, 0, 0}};
    return geometry;
  }
  for (int d = 3 - format.space_rank(); d < 3; ++d) {
    const auto axis_index = static_cast<size_t>(d);
    const auto space = static_cast<size_t>(d - (3 - format.space_rank()));
    const int64_t taps = geometry.convolves() ? geometry.filter[space] : attrs->window[axis_index];
    const Axis axis =
        window::MakeAxis(*attrs, axis_index, geometry.in[static_cast<size_t>(format.Place(d))], taps);
    geometry.axes.push_back({"DHW"[d], axis.in.whole, axis.out.whole, axis.window, axis.stride, axis.dilation,
                             axis.before, After(*attrs, axis_index, axis)});
  }
  return geometry;
}

double BytesOf(const driver::PreparedCall& call, const Tensor& result) {
  double bytes = static_cast<double>(result.TotalBytes());
  for (const Tensor& input : call.inputs) bytes += static_cast<double>(input.TotalBytes());
  return bytes;
}

}  // namespace voxgrad::cli
