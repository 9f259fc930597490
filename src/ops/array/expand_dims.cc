// ExpandDims: an axis of size 1 more.
#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferExpandDims(Infer& c) {
  if (absl::Status status = rules::ExpectOneElement(c, "dim"); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("input").shape;
  if (shape.unknown_rank()) return absl::OkStatus();
  const std::optional<int64_t> dim = rules::KnownInt(c, "dim");
  if (!dim) {
    c.SetOutput(0, rules::OfRank(shape.dims() + 1));
    return absl::OkStatus();
  }
  const absl::StatusOr<int> axis = rules::AxisOf(c, "dim", *dim, shape.dims() + 1, "the result");
  if (!axis.ok()) return axis.status();
  Ints sizes(shape.dim_sizes().begin(), shape.dim_sizes().end());
  sizes.insert(sizes.begin() + *axis, 1);
  if (sizes.size() > TensorShape::kMaxDims) return rules::CheckShape(c, "input", sizes);
  c.SetOutput(0, PartialTensorShape(sizes));
  if (const Tensor* value = c.known("input")) c.SetValue(0, rules::View(*value, TensorShape(sizes)));
  return absl::OkStatus();
}

}  // namespace

OP(ExpandDims) {
  op.group("array_ops")
      .doc("Inserts a dimension of 1 into a tensor's shape.", "The result shares the memory of `input`.")
      .input("input", "T", "")
      .input("dim", "Tdim",
             "0-D (scalar). Specifies the dimension index at which to expand the shape of `input`. Must be "
             "in the "
             "range `[-rank(input) - 1, rank(input)]`.")
      .on_host()
      .cpp_arg("axis")
      .output("output", "T",
              "Contains the same data as `input`, but its shape has an additional dimension of size 1 added.")
      .type("T", {})
      .type("Tdim", {DT_INT32, DT_INT64}, DT_INT32)
      .sets_results()
      .infer(InferExpandDims)
      .gradient([](Grad& g) {
        g.none("dim");
        return g.of("input", g.op("Reshape", {g.upstream(), g.shape(g.input("input"))}));
      })
      .run([](Run& c) { c.result() = *c.output_value(0); })
      .example("A vector becomes a column.", {{"input", "float[3]:1,2,3"}, {"dim", "int32[]:1"}},
               {"float[3,1]:1,2,3"});
}

}  // namespace voxgrad
