// MirrorPadGrad: the gradient of MirrorPad.
#include "absl/strings/str_cat.h"
#include "kernels/sums/segment.h"
#include "ops/array/mirror_pad_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferMirrorPadGrad(Infer& c) {
  if (absl::Status status = rules::ExpectRealOrBool(c); !status.ok()) return status;
  const PartialTensorShape& padded = c.input("input").shape;
  const PartialTensorShape& matrix = c.input("paddings").shape;
  if (!PartialTensorShape({padded.dims(), 2}).IsCompatibleWith(matrix)) {
    return c.Invalid("paddings",
                     absl::StrCat("has shape ", matrix.DebugString(), ", but must be a matrix of rows ",
                                  "(before, after), one for each axis of input ", padded.DebugString(), "."));
  }
  c.SetOutput(0, rules::OfRank(padded.dims()));
  const std::optional<Ints> paddings = rules::KnownInts(c, "paddings");
  if (!paddings || padded.unknown_rank()) return absl::OkStatus();
  Ints sizes;
  for (size_t i = 0; i < paddings->size() / 2; ++i) {
    const int64_t before = (*paddings)[2 * i], after = (*paddings)[2 * i + 1];
    const int64_t whole = padded.dim_size(static_cast<int>(i));
    if (before < 0 || after < 0 || (whole >= 0 && (before > whole || after > whole - before))) {
      return AtRun(
          c.Invalid("paddings", absl::StrCat("is ", before, " and ", after, " for axis ", i,
                                             ", but input is ", padded.DebugString(), " with its borders.")));
    }
    sizes.push_back(whole < 0 ? -1 : whole - before - after);
    if (absl::Status status = rules::CheckMirror(c, i, sizes.back(), before, after); !status.ok())
      return AtRun(status);
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

}  // namespace

OP(MirrorPadGrad) {
  op.group("array_ops")
      .internal()
      .doc("Gradient op for `MirrorPad` op. This op folds a mirror-padded tensor.",
           "Each element of the result is the sum of all elements that mirror it.")
      .gradient_of("MirrorPad")
      .input("input", "T", "The input tensor to be folded.")
      .input("paddings", "Tpaddings", "As MirrorPad had it.")
      .on_host()
      .output("output", "T", "The folded tensor.")
      .type("T", {});
  rules::MirrorPadAttributes(op)
      .infer(InferMirrorPadGrad)
      .gradient([](Grad& g) {
        g.none("paddings");
        return g.of("input", g.op("MirrorPad", {g.upstream(), g.input("paddings")}));
      })
      .run([](Run& c) {
        const Tensor& input = c.tensor("input");
        SumSegments(c.exec(), input.dtype(),
                    rules::MirrorSources(c, input.shape().dim_sizes(), c.result().shape().dim_sizes()),
                    c.result().NumElements(), 1, input.data(), c.out());
      })
      .example("What lay in the border is added to what it mirrored.",
               {{"input", "float[6]:1,2,3,4,5,6"}, {"paddings", "int32[1,2]:2,1"}, {"mode", "REFLECT"}},
               {"float[3]:3,12,6"});
}

}  // namespace voxgrad
