// DiagPart: the diagonal of a tensor of even rank.
#include "absl/strings/str_cat.h"
#include "ops/array/diagonal.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferDiagPart(Infer& c) {
  const PartialTensorShape& shape = c.input("input").shape;
  if (shape.unknown_rank()) return absl::OkStatus();
  const auto sizes = absl::MakeConstSpan(shape.dim_sizes());
  const size_t half = sizes.size() / 2;
  PartialTensorShape diagonal;
  if (sizes.empty() || sizes.size() % 2 != 0 ||
      !PartialTensorShape(sizes.first(half))
           .MergeWith(PartialTensorShape(sizes.subspan(half)), &diagonal)
           .ok()) {
    return c.Invalid("input",
                     absl::StrCat("is ", shape.DebugString(),
                                  ", but must have an even number of dimensions, the second half equal ",
                                  "to the first."));
  }
  c.SetOutput(0, diagonal);
  return absl::OkStatus();
}

}  // namespace

OP(DiagPart) {
  op.group("array_ops")
      .doc("Returns the diagonal part of the tensor.",
           "`diagonal[i1, ..., ik] = input[i1, ..., ik, i1, ..., ik]`: the opposite of Diag.")
      .input("input", "T", "Rank k tensor where k is even and not zero.")
      .output("diagonal", "T", "The extracted diagonal.");
  rules::DiagonalTypes(op)
      .infer(InferDiagPart)
      .gradient([](Grad& g) { return g.of("input", g.op("Diag", {g.upstream()})); })
      .run([](Run& c) {
        rules::CopyDiagonal(c.exec(), c.tensor("input"), c.result(), c.result().NumElements());
      })
      .example("Of a matrix.", {{"input", "float[2,2]:1,2,3,4"}}, {"float[2]:1,4"});
}

}  // namespace voxgrad
