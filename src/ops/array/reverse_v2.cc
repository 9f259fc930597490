// ReverseV2: some axes of a tensor backwards.
#include "absl/strings/str_cat.h"
#include "ops/array/reverse_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::StatusOr<std::vector<bool>> Marks(const Infer& c, const Ints& axes, int rank) {
  std::vector<bool> reversed(static_cast<size_t>(rank));
  for (int64_t named : axes) {
    const absl::StatusOr<int> axis = rules::AxisOf(c, "axis", named, rank, "tensor");
    if (!axis.ok()) return axis.status();
    if (reversed[static_cast<size_t>(*axis)])
      return c.Invalid("axis", absl::StrCat("names axis ", *axis, " twice."));
    reversed[static_cast<size_t>(*axis)] = true;
  }
  return reversed;
}

absl::Status InferReverseV2(Infer& c) {
  if (absl::Status status = rules::ExpectVector(c, "axis"); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("tensor").shape;
  const std::optional<Ints> axes = rules::KnownInts(c, "axis");
  if (axes && !shape.unknown_rank()) {
    if (const auto marks = Marks(c, *axes, shape.dims()); !marks.ok()) return marks.status();
  }
  return rules::SameShape(c);
}

}  // namespace

OP(ReverseV2) {
  op.group("array_ops")
      .cpp_class("Reverse")
      .doc("Reverses specific dimensions of a tensor.")
      .input("tensor", "T", "")
      .input("axis", "Tidx",
             "1-D. The indices of the dimensions to reverse. Must be in the range `[-rank(tensor), "
             "rank(tensor))`, each once.")
      .on_host()
      .output("output", "T", "The same shape as `tensor`.")
      .type("Tidx", {DT_INT32, DT_INT64}, DT_INT32);
  rules::ReverseTypes(op, {DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64,
                           DT_BOOL, DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE})
      .infer(InferReverseV2)
      .gradient([](Grad& g) {
        g.none("axis");
        return g.of("tensor", g.op("ReverseV2", {g.upstream(), g.input("axis")}));
      })
      .run([](Run& c) { rules::RunReverse(c, *Marks(c, c.known_ints("axis"), c.tensor("tensor").dims())); })
      .example("The columns.", {{"tensor", "float[2,3]:1,2,3,4,5,6"}, {"axis", "int32[1]:1"}},
               {"float[2,3]:3,2,1,6,5,4"});
}

}  // namespace voxgrad
