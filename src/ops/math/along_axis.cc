#include "ops/math/along_axis.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {
namespace {

absl::Status InferCumulate(Infer& c) {
  if (absl::Status status = ExpectScalar(c, "axis"); !status.ok()) return AtRun(status);
  const PartialTensorShape& shape = c.input("x").shape;
  c.SetOutput(0, shape);
  const std::optional<int64_t> axis = KnownInt(c, "axis");
  if (!axis || shape.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<int> place = AxisOf(c, "axis", *axis, shape.dims(), "x");
  return place.ok() ? absl::OkStatus() : AtRun(place.status());
}

}  // namespace

AxisWalk WalkAlong(const Tensor& tensor, int64_t axis) {
  const auto& sizes = tensor.shape().dim_sizes();
  const auto place = static_cast<size_t>(axis < 0 ? axis + tensor.dims() : axis);
  AxisWalk walk;
  for (size_t i = 0; i < place; ++i) walk.outer *= sizes[i];
  for (size_t i = place + 1; i < sizes.size(); ++i) walk.inner *= sizes[i];
  walk.size = sizes[place];
  return walk;
}

OpBuilder& ArgExtremeArguments(OpBuilder& op) {
  std::vector<DataType> types = RealNumbers();
  types.push_back(DT_BOOL);
  op.input("input", "T", "")
      .input("dimension", "Tidx",
             "Which dimension of the input Tensor to reduce across, in the range `[-rank(input), "
             "rank(input))`. For vectors, use dimension = 0.")
      .on_host()
      .output("output", "output_type", "")
      .type("T", types);
  return WithoutQuantized(op);
}

absl::Status InferArgExtreme(Infer& c) {
  const PartialTensorShape& shape = c.input("input").shape;
  if (absl::Status status = ExpectScalar(c, "dimension"); !status.ok()) return status;
  if (shape.unknown_rank()) return absl::OkStatus();
  const std::optional<int64_t> given = KnownInt(c, "dimension");
  if (!given) {
    c.SetOutput(0, OfRank(std::max(shape.dims() - 1, 0)));
    return absl::OkStatus();
  }
  const absl::StatusOr<int> axis = AxisOf(c, "dimension", *given, shape.dims(), "input");
  if (!axis.ok()) return axis.status();
  Ints sizes(shape.dim_sizes().begin(), shape.dim_sizes().end());
  sizes.erase(sizes.begin() + *axis);
  c.SetOutput(0, PartialTensorShape(sizes));
  if (shape.dim_size(*axis) != 0) return absl::OkStatus();
  return AtRun(c.Invalid("input", absl::StrCat("is ", shape.DebugString(), " and has nothing along axis ",
                                               *axis, " to choose from.")));
}

void RunArgExtreme(Run& c, bool largest) {
  const Tensor& input = c.tensor("input");
  ArgExtreme(c.exec(), largest, input.dtype(), WalkAlong(input, c.host_ints("dimension")->front()),
             input.data(), c.result().dtype(), c.out());
}

OpBuilder& CumulateArguments(OpBuilder& op) {
  op.input("x", "T", "")
      .domain(Domain::kNotZero)
      .input("axis", "Tidx", "Must be in the range `[-rank(x), rank(x))`.")
      .on_host()
      .output("out", "T", "")
      .attr("exclusive", AttrKind::kBool, "If `True`, leave the element at the place itself out.", false)
      .attr("reverse", AttrKind::kBool, "If `True`, go from the end to the beginning.", false)
      .type("T", RealNumbers());
  return WithoutQuantized(WithoutComplex(op))
      .type("Tidx", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferCumulate);
}

void RunCumulate(Run& c, bool product) {
  const Tensor& x = c.tensor("x");
  Cumulate(c.exec(), {product, c.flag("exclusive"), c.flag("reverse")}, x.dtype(),
           WalkAlong(x, c.host_ints("axis")->front()), x.data(), c.out());
}

}  // namespace voxgrad::rules
