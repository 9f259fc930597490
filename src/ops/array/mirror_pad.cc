// MirrorPad: a tensor with borders that mirror what lies inside.
#include "kernels/array/gather.h"
#include "ops/array/mirror_pad_rule.h"
#include "ops/array/pad_rule.h"
#include "ops/rules/axes.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferMirrorPad(Infer& c) {
  if (absl::Status status = rules::InferPad(c); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("input").shape;
  const std::optional<Ints> paddings = rules::KnownInts(c, "paddings");
  if (!paddings || shape.unknown_rank()) return absl::OkStatus();
  for (size_t i = 0; i < paddings->size() / 2; ++i) {
    const int64_t size = shape.dim_size(static_cast<int>(i));
    absl::Status status = rules::CheckMirror(c, i, size, (*paddings)[2 * i], (*paddings)[2 * i + 1]);
    if (!status.ok()) return AtRun(status);
  }
  return absl::OkStatus();
}

void RunMirrorPad(Run& c) {
  const Tensor& input = c.tensor("input");
  const Ints sources = rules::MirrorSources(c, c.result().shape().dim_sizes(), input.shape().dim_sizes());
  GatherProblem problem;
  problem.rows = input.NumElements();
  problem.picks = c.result().NumElements();
  problem.row_bytes = DataTypeSize(input.dtype());
  GatherRows(c.exec(), problem, sources, input.data(), c.out());
}

}  // namespace

OP(MirrorPad) {
  op.group("array_ops")
      .doc("Pads a tensor with mirrored values.",
           "`paddings` has a row (before, after) for each dimension. With REFLECT neither may be greater "
           "than the "
           "size less 1, with SYMMETRIC not greater than the size.")
      .input("input", "T", "The input tensor to be padded.")
      .input(
          "paddings", "Tpaddings",
          "A two-column matrix specifying the padding sizes. The number of rows must be the same as the rank "
          "of `input`.")
      .on_host()
      .output("output", "T", "The padded tensor.")
      .type("T", {});
  rules::MirrorPadAttributes(op)
      .infer(InferMirrorPad)
      .gradient([](Grad& g) {
        g.none("paddings");
        return g.of("input", g.op("MirrorPadGrad", {g.upstream(), g.input("paddings")}));
      })
      .run(RunMirrorPad)
      .example("Two cells before and one behind.",
               {{"input", "float[3]:1,2,3"}, {"paddings", "int32[1,2]:2,1"}, {"mode", "REFLECT"}},
               {"float[6]:3,2,1,2,3,2"});
}

}  // namespace voxgrad
