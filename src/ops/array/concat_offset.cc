// ConcatOffset: where each value begins in what ConcatV2 makes of them.
#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"

namespace voxgrad {
namespace {

Tensor Vector(const Ints& values, DataType type) {
  const TensorShape shape({static_cast<int64_t>(values.size())});
  if (type == DT_INT64) return Tensor::Of<int64_t>(absl::MakeConstSpan(values), shape);
  return Tensor::Sizes(values);
}

/// The offsets, once all shapes and the axis are known.
absl::Status SetOffsets(Infer& c, int64_t concat_dim) {
  const auto shapes = c.inputs("shape");
  const Ints first = c.known_ints("shape", 0);
  const absl::StatusOr<int> axis =
      rules::AxisOf(c, "concat_dim", concat_dim, static_cast<int>(first.size()), "each shape");
  if (!axis.ok()) return AtRun(axis.status());
  const auto along = static_cast<size_t>(*axis);
  Ints offset(first.size(), 0);
  for (size_t i = 0; i < shapes.size(); ++i) {
    Ints sizes = c.known_ints("shape", i);
    c.SetValue(i, Vector(offset, c.type("shape_type")));
    if (absl::Status status = rules::AddToSize(c, "shape", sizes[along], &offset[along]); !status.ok())
      return status;
    if (c.type("shape_type") == DT_INT32 && offset[along] != static_cast<int32_t>(offset[along]))
      return AtRun(c.Invalid("shape", "adds up to more than an int32 holds; int64 shapes do."));
    sizes[along] = first[along];
    if (sizes != first) {
      return AtRun(c.Invalid(
          "shape",
          absl::StrCat("has ", ShapeString(c.known_ints("shape", i)), " in place ", i, ", but ",
                       ShapeString(first), " in place 0; sizes may differ along axis ", *axis, " only.")));
    }
  }
  return absl::OkStatus();
}

absl::Status InferConcatOffset(Infer& c) {
  if (absl::Status status = rules::ExpectScalar(c, "concat_dim"); !status.ok()) return status;
  const auto shapes = c.inputs("shape");
  bool all_known = true;
  int64_t count = -1;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const PartialTensorShape& shape = shapes[i].shape;
    if (!shape.unknown_rank() && shape.dims() != 1) {
      return c.Invalid("shape", absl::StrCat("has a tensor of ", shape.DebugString(), " in place ", i,
                                             ", but each must be a vector."));
    }
    const int64_t mine = rules::VectorSize(shapes[i]);
    if (count >= 0 && mine >= 0 && mine != count) {
      return AtRun(c.Invalid("shape", absl::StrCat("has ", mine, " sizes in place ", i, ", but ", count,
                                                   " before; all must have as many.")));
    }
    count = std::max(count, mine);
    c.SetOutput(i, shape.unknown_rank() ? PartialTensorShape({-1}) : shape);
    all_known = all_known && c.host("shape", i) != nullptr;
  }
  const std::optional<int64_t> axis = rules::KnownInt(c, "concat_dim");
  return all_known && axis ? SetOffsets(c, *axis) : absl::OkStatus();
}

}  // namespace

OP(ConcatOffset) {
  op.group("array_ops")
      .doc("Computes offsets of concat inputs within its output.",
           "`offset[i]` is the corner of the i-th value in the result of ConcatV2; the gradient of that op "
           "cuts "
           "with it.")
      .internal()
      .input("concat_dim", DT_INT32, "The dimension along which to concatenate.")
      .on_host()
      .inputs("shape", "N", "shape_type",
              "The `N` int32 or int64 vectors representing shape of tensors being concatenated.")
      .on_host()
      .outputs(
          "offset", "N", "shape_type",
          "The `N` vectors representing the starting offset of input tensors within the concatenated output.")
      .number("N", 2)
      .type("shape_type", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .sets_results()
      .infer(InferConcatOffset)
      .run([](Run& c) {
        for (size_t i = 0; i < c.num_outputs(); ++i) c.result(i) = *c.output_value(i);
      })
      .example("Three matrices side by side.",
               {{"concat_dim", "int32[]:1"},
                {"shape", "int32[2]:2,2"},
                {"shape", "int32[2]:2,3"},
                {"shape", "int32[2]:2,5"}},
               {"int32[2]:0,0", "int32[2]:0,2", "int32[2]:0,5"});
}

}  // namespace voxgrad
