// Pack: tensors of one shape along a new axis.
#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferPack(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  const auto values = c.inputs("values");
  PartialTensorShape common;
  for (size_t i = 0; i < values.size(); ++i) {
    PartialTensorShape merged;
    if (!common.MergeWith(values[i].shape, &merged).ok()) {
      return c.Invalid("values",
                       absl::StrCat("has ", values[i].shape.DebugString(), " in place ", i, ", but ",
                                    common.DebugString(), " before; all must have the same shape."));
    }
    common = merged;
  }
  if (common.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<int> axis =
      rules::AxisOf(c, "axis", c.integer("axis"), common.dims() + 1, "the result");
  if (!axis.ok()) return axis.status();
  Ints sizes(common.dim_sizes().begin(), common.dim_sizes().end());
  sizes.insert(sizes.begin() + *axis, static_cast<int64_t>(values.size()));
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunPack(Run& c) {
  const Tensor& output = c.result();
  const int64_t given = c.integer("axis");
  const auto axis = static_cast<size_t>(given < 0 ? given + output.dims() : given);
  rules::Part slot = rules::All(output);
  slot.size[axis] = 1;
  const TensorShape shape(slot.size);
  Ints begin = slot.begin;
  for (const Tensor& value : c.tensors("values")) {
    rules::CopyPart(c.exec(), rules::View(value, shape), slot, output, begin);
    ++begin[axis];
  }
}

}  // namespace

OP(Pack) {
  op.group("array_ops")
      .doc("Packs a list of `N` rank-`R` tensors into one rank-`(R+1)` tensor.",
           "They stand one behind the other along a new axis.")
      .cpp_class("Stack")
      .inputs("values", "N", "T", "Must be of same shape and type.")
      .output("output", "T", "The packed tensor.")
      .number("N", 1)
      .type("T", {})
      .attr("axis", AttrKind::kInt,
            "Dimension along which to pack. Negative values wrap around, so the valid range is `[-(R+1), "
            "R+1)`.",
            0)
      .infer(InferPack)
      .gradient([](Grad& g) {
        return g.of("values", g.op_all("Unpack", {g.upstream()},
                                       {{"num", g.call().integer("N")}, {"axis", g.call().integer("axis")}}));
      })
      .run(RunPack)
      .example(
          "Three points become the columns of a matrix.",
          {{"values", "float[2]:1,4"}, {"values", "float[2]:2,5"}, {"values", "float[2]:3,6"}, {"axis", "1"}},
          {"float[2,3]:1,2,3,4,5,6"});
}

}  // namespace voxgrad
