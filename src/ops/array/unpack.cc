// Unpack: a tensor taken apart along an axis.
#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferUnpack(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("value").shape;
  if (shape.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<int> axis = rules::AxisOf(c, "axis", c.integer("axis"), shape.dims(), "value");
  if (!axis.ok()) return axis.status();
  const int64_t size = shape.dim_size(*axis);
  if (size >= 0 && size != c.integer("num")) {
    return c.Invalid("num", absl::StrCat("is ", c.integer("num"), ", but value is ", shape.DebugString(),
                                         " and has ", size, " along axis ", *axis, "."));
  }
  Ints sizes(shape.dim_sizes().begin(), shape.dim_sizes().end());
  sizes.erase(sizes.begin() + *axis);
  for (size_t i = 0; i < c.num_outputs(); ++i) c.SetOutput(i, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunUnpack(Run& c) {
  const Tensor& value = c.tensor("value");
  const int64_t given = c.integer("axis");
  const auto axis = static_cast<size_t>(given < 0 ? given + value.dims() : given);
  rules::Part slot = rules::All(value);
  const Ints origin = slot.begin;
  slot.size[axis] = 1;
  for (size_t i = 0; i < c.num_outputs(); ++i) {
    rules::CopyPart(c.exec(), value, slot, rules::View(c.result(i), TensorShape(slot.size)), origin);
    ++slot.begin[axis];
  }
}

}  // namespace

OP(Unpack) {
  op.group("array_ops")
      .doc("Unpacks a given dimension of a rank-`R` tensor into `num` rank-`(R-1)` tensors.",
           "The opposite of Pack.")
      .cpp_class("Unstack")
      .input("value", "T", "1-D or higher, with `axis` dimension size equal to `num`.")
      .outputs("output", "num", "T", "The list of tensors unpacked from `value`.")
      .number("num", 0)
      .type("T", {})
      .attr("axis", AttrKind::kInt,
            "Dimension along which to unpack. Negative values wrap around, so the valid range is `[-R, R)`.",
            0)
      .infer(InferUnpack)
      .gradient([](Grad& g) {
        Grad::Values parts;
        for (int64_t i = 0; i < g.call().integer("num"); ++i)
          parts.push_back(g.upstream(static_cast<size_t>(i)));
        if (parts.empty()) return g.of("value", g.zeros_like(g.input("value")));
        return g.of("value", g.op("Pack", parts, {{"axis", g.call().integer("axis")}}));
      })
      .run(RunUnpack)
      .example("The rows of a matrix.", {{"value", "float[2,3]:1,2,3,4,5,6"}, {"num", "2"}},
               {"float[3]:1,2,3", "float[3]:4,5,6"});
}

}  // namespace voxgrad
