#include "ops/convolution/dilation.h"

#include "absl/strings/str_cat.h"
#include "ops/pooling/argmax.h"
#include "ops/rules/boxes.h"
#include "ops/rules/images.h"
#include "ops/window/attrs.h"
#include "ops/window/shapes.h"

namespace voxgrad::window {
namespace {

/// The sizes of an input, -1 where not known.
Ints Sizes(const PartialTensorShape& shape, size_t rank) {
  return shape.unknown_rank() ? Ints(rank, -1) : Ints(shape.dim_sizes().begin(), shape.dim_sizes().end());
}

absl::Status CheckRanks(const Infer& c) {
  if (absl::Status status = rules::ExpectImages(c, "input"); !status.ok()) return status;
  const PartialTensorShape& filter = c.input("filter").shape;
  if (filter.unknown_rank() || filter.dims() == 3) return absl::OkStatus();
  return c.Invalid("filter", absl::StrCat("has shape ", filter.DebugString(),
                                          ", but must have 3 dimensions: height, width, channels."));
}

absl::Status CheckFilter(const Infer& c, const Attrs& attrs, const Ints& in, const Ints& filter) {
  const auto given = [&] { return absl::StrCat("is ", ShapeString(filter)); };
  for (size_t d = 0; d < 2; ++d) {
    if (filter[d] == 0)
      return AtRun(c.Invalid("filter", absl::StrCat(given(), "; height and width must be at least 1.")));
    const bool known = in[d + 1] >= 0 && filter[d] >= 0;
    if (c.op().gradient_of.empty() && known && WindowTooLarge(attrs, d + 1, in[d + 1], filter[d])) {
      return c.Invalid("filter",
                       absl::StrCat(given(), ", and its ", filter[d], " taps in ", d == 0 ? "H" : "W",
                                    " do not fit into input ", ShapeString(in), " with ", Describe(c),
                                    " padding; use SAME or a smaller filter."));
    }
  }
  if (in[3] >= 0 && filter[2] >= 0 && in[3] != filter[2]) {
    return FoundAtRunByGradients(
        c, c.Invalid("filter", absl::StrCat(given(), ", but must have the ", in[3], " channels of input ",
                                            ShapeString(in), ".")));
  }
  return absl::OkStatus();
}

absl::Status CheckOutBackprop(const Infer& c, const Ints& in, const Ints& filter, const Ints& expected) {
  if (absl::Status status = rules::ExpectImages(c, "out_backprop"); !status.ok()) return AtRun(status);
  const Ints given = Sizes(c.input("out_backprop").shape, 4);
  for (size_t d = 0; d < 4; ++d) {
    if (given[d] < 0 || expected[d] < 0 || given[d] == expected[d]) continue;
    return AtRun(c.Invalid(
        "out_backprop",
        absl::StrCat("is ", ShapeString(given), ", but an input of ", ShapeString(in), " with a filter of ",
                     ShapeString(filter), ", ", Describe(c), " gives ", ShapeString(expected), ".")));
  }
  return absl::OkStatus();
}

}  // namespace

OpBuilder& DilationInputs(OpBuilder& op) {
  return op.input("input", "T", "4-D with shape `[batch, in_height, in_width, depth]`.")
      .input("filter", "T", "3-D with shape `[filter_height, filter_width, depth]`.");
}

OpBuilder& DilationAttributes(OpBuilder& op) {
  return op.type("T", RealNumberTypes())
      .attr(strides(4, {.data_format = false}))
      .attr(rates())
      .attr(padding());
}

absl::Status InferDilation(Infer& c) {
  const absl::StatusOr<Attrs> attrs = ReadAttrs(c);
  if (!attrs.ok()) return attrs.status();
  if (absl::Status status = CheckRanks(c); !status.ok()) return FoundAtRunByGradients(c, status);
  const Ints in = Sizes(c.input("input").shape, 4), filter = Sizes(c.input("filter").shape, 3);
  if (absl::Status status = CheckFilter(c, *attrs, in, filter); !status.ok()) return status;
  Ints out = {in[0], -1, -1, in[3] >= 0 ? in[3] : filter[2]};
  for (size_t d = 1; d < 3; ++d) out[d] = MakeAxis(*attrs, d, in[d], filter[d - 1]).out.whole;
  if (c.op().gradient_of.empty()) {
    c.SetOutput(0, PartialTensorShape(out));
    return absl::OkStatus();
  }
  const bool of_filter = c.op().outputs[0].name == "filter_backprop";
  c.SetOutput(0, c.input(of_filter ? "filter" : "input").shape);
  return CheckOutBackprop(c, in, filter, out);
}

bool ZeroIfNoCells(const Run& c) {
  bool none = c.result().NumElements() == 0;
  for (size_t i = 0; i < c.num_inputs(); ++i) none = none || c.tensor(i).NumElements() == 0;
  if (none) rules::ClearTensor(c.result());
  return none;
}

WindowGrid DilationGrid(const Run& c) {
  const Attrs attrs = *ReadAttrs(c);
  const TensorShape& in = c.tensor("input").shape();
  const TensorShape& filter = c.tensor("filter").shape();
  WindowGrid grid;
  grid.outer = in.dim_size(0);
  grid.rows = RegularWindows(MakeAxis(attrs, 1, in.dim_size(1), filter.dim_size(0)));
  grid.cols = RegularWindows(MakeAxis(attrs, 2, in.dim_size(2), filter.dim_size(1)));
  grid.channels = in.dim_size(3);
  return grid;
}

}  // namespace voxgrad::window
