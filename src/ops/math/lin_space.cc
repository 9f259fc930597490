// LinSpace: a number of values between two, at equal steps.
#include "absl/strings/str_cat.h"
#include "kernels/array/range.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

absl::Status InferLinSpace(Infer& c) {
  for (const char* name : {"start", "stop", "num"}) {
    if (absl::Status status = rules::ExpectScalar(c, name); !status.ok()) return status;
  }
  const std::optional<int64_t> count = rules::KnownInt(c, "num");
  c.SetOutput(0, PartialTensorShape({count.value_or(-1)}));
  if (!count || *count > 0) return absl::OkStatus();
  c.SetOutput(0, PartialTensorShape({-1}));
  return c.Invalid("num", absl::StrCat("is ", *count, ", but must be at least 1."));
}

}  // namespace

OP(LinSpace) {
  op.group("math_ops")
      .internal()
      .doc(
          "Generates values in an interval.",
          "`num` values from `start` to `stop` at equal steps, the last one exactly `stop`; `start` alone if "
          "`num` is 1.")
      .input("start", "T", "0-D tensor. First entry in the range.")
      .input("stop", "T", "0-D tensor. Last entry in the range.")
      .input("num", "Tidx", "0-D tensor. Number of values to generate.")
      .on_host()
      .output("output", "T", "1-D. The generated values.")
      .type("T", rules::Floats())
      .type("Tidx", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .infer(InferLinSpace)
      .run([](Run& c) {
        FillBetween(c.exec(), c.type("T"), c.in("start"), c.in("stop"), c.result().NumElements(), c.out());
      })
      .example("Three values from 10 to 12.",
               {{"start", "float[]:10"}, {"stop", "float[]:12"}, {"num", "int32[]:3"}},
               {"float[3]:10,11,12"});
}

}  // namespace voxgrad
