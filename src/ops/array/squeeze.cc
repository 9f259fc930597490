// Squeeze: without the axes of size 1.
#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferSqueeze(Infer& c) {
  const PartialTensorShape& shape = c.input("input").shape;
  if (shape.unknown_rank()) return absl::OkStatus();
  const Ints& named = c.ints("squeeze_dims");
  std::vector<bool> drop(static_cast<size_t>(shape.dims()), false);
  for (int64_t dim : named) {
    const absl::StatusOr<int> axis = rules::AxisOf(c, "squeeze_dims", dim, shape.dims(), "input");
    if (!axis.ok()) return axis.status();
    const int64_t size = shape.dim_size(*axis);
    if (size > 1 || size == 0) {
      return c.Invalid("squeeze_dims", absl::StrCat("names axis ", dim, " of input ", shape.DebugString(),
                                                    ", which is ", size, "; only axes of 1 can go."));
    }
    drop[static_cast<size_t>(*axis)] = true;
  }
  Ints sizes;
  for (int i = 0; i < shape.dims(); ++i) {
    const int64_t size = shape.dim_size(i);
    if (named.empty() && size < 0) return absl::OkStatus();  // it may be 1, so the rank is not known
    if (named.empty() ? size != 1 : !drop[static_cast<size_t>(i)]) sizes.push_back(size);
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  if (const Tensor* value = c.known("input")) c.SetValue(0, rules::View(*value, TensorShape(sizes)));
  return absl::OkStatus();
}

}  // namespace

OP(Squeeze) {
  op.group("array_ops")
      .doc("Removes dimensions of size 1 from the shape of a tensor.",
           "All of them, or those that `squeeze_dims` names. The result shares the memory of `input`.")
      .input("input", "T", "The `input` to squeeze.")
      .output("output", "T",
              "Contains the same data as `input`, but has one or more dimensions of size 1 removed.")
      .type("T", {})
      .attr("squeeze_dims", AttrKind::kInts,
            "If specified, only squeezes the dimensions listed. The dimension index starts at 0. It is an "
            "error to "
            "squeeze a dimension that is not 1. Must be in the range `[-rank(input), rank(input))`.",
            Ints())
      .cpp_attr("axis")
      .sets_results()
      .infer(InferSqueeze)
      .gradient(
          [](Grad& g) { return g.of("input", g.op("Reshape", {g.upstream(), g.shape(g.input("input"))})); })
      .run([](Run& c) { c.result() = *c.output_value(0); })
      .example("A column becomes a vector.", {{"input", "float[3,1]:1,2,3"}}, {"float[3]:1,2,3"});
}

}  // namespace voxgrad
