// Split: a tensor cut into equal pieces along an axis.
#include "absl/strings/str_cat.h"
#include "ops/array/split_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

absl::Status InferSplit(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectScalar(c, "split_dim"); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("value").shape;
  const std::optional<int64_t> given = rules::KnownInt(c, "split_dim");
  PartialTensorShape piece = rules::OfRank(shape.dims());
  if (given && !shape.unknown_rank()) {
    const absl::StatusOr<int> axis = rules::AxisOf(c, "split_dim", *given, shape.dims(), "value");
    if (!axis.ok()) return axis.status();
    const int64_t size = shape.dim_size(*axis), pieces = c.integer("num_split");
    if (size >= 0 && size % pieces != 0) {
      return c.Invalid("num_split", absl::StrCat("is ", pieces, ", which does not divide axis ", *axis,
                                                 " of value ", shape.DebugString(), "."));
    }
    Ints sizes(shape.dim_sizes().begin(), shape.dim_sizes().end());
    if (size >= 0) sizes[static_cast<size_t>(*axis)] = size / pieces;
    piece = PartialTensorShape(sizes);
  }
  for (size_t i = 0; i < c.num_outputs(); ++i) c.SetOutput(i, piece);
  return absl::OkStatus();
}

}  // namespace

OP(Split) {
  op.group("array_ops")
      .doc("Splits a tensor into `num_split` tensors along one dimension.")
      .input("split_dim", DT_INT32,
             "0-D. The dimension along which to split. Must be in the range `[-rank(value), rank(value))`.")
      .on_host()
      .cpp_arg("axis")
      .input("value", "T", "The tensor to split.")
      .outputs("output", "num_split", "T",
               "They are identically shaped tensors, whose shape matches that of `value` except along "
               "`axis`, where "
               "their sizes are `values.shape[split_dim] / num_split`.")
      .number("num_split", 1)
      .type("T", {})
      .infer(InferSplit)
      .gradient(rules::SplitGradient)
      .run(rules::RunSplit)
      .example("The left and the right half of a matrix.",
               {{"split_dim", "int32[]:1"}, {"value", "float[2,4]:1,2,3,4,5,6,7,8"}, {"num_split", "2"}},
               {"float[2,2]:1,2,5,6", "float[2,2]:3,4,7,8"});
}

}  // namespace voxgrad
