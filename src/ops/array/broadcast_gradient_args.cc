// BroadcastGradientArgs: the axes along which two shapes were stretched to each other.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"

namespace voxgrad {
namespace {

Tensor Axes(const Ints& axes, DataType type) {
  if (type == DT_INT32) return Tensor::Sizes(axes);
  return Tensor::Of<int64_t>(absl::MakeConstSpan(axes), TensorShape({static_cast<int64_t>(axes.size())}));
}

absl::Status SetAxes(Infer& c, const Ints& s0, const Ints& s1) {
  Ints r0, r1;
  const size_t rank = std::max(s0.size(), s1.size());
  for (size_t i = 0; i < rank && s0 != s1; ++i) {
    const int64_t a = i + s0.size() < rank ? 1 : s0[i + s0.size() - rank];
    const int64_t b = i + s1.size() < rank ? 1 : s1[i + s1.size() - rank];
    if (a != b && a != 1 && b != 1) {
      return AtRun(c.Invalid("s1", absl::StrCat("is ", ShapeString(s1), ", which cannot be stretched to s0, ",
                                                ShapeString(s0), ", nor the other way round.")));
    }
    if (a == 1) r0.push_back(static_cast<int64_t>(i));
    if (b == 1) r1.push_back(static_cast<int64_t>(i));
  }
  c.SetValue(0, Axes(r0, c.type("T")));
  c.SetValue(1, Axes(r1, c.type("T")));
  c.SetOutput(0, c.output_value(0)->shape());
  c.SetOutput(1, c.output_value(1)->shape());
  return absl::OkStatus();
}

}  // namespace

OP(BroadcastGradientArgs) {
  op.group("array_ops")
      .doc("Return the reduction indices for computing gradients of s0 op s1 with broadcast.",
           "The gradient of a stretched operand is the sum of the result's gradient over these axes. Shapes "
           "that "
           "are equal give none.")
      .internal()
      .input("s0", "T", "The sizes of the first operand.")
      .on_host()
      .input("s1", "T", "The sizes of the second operand.")
      .on_host()
      .output("r0", "T", "The axes to sum over for the first operand.")
      .output("r1", "T", "The axes to sum over for the second operand.")
      .type("T", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .sets_results()
      .infer([](Infer& c) {
        for (size_t i : {0, 1}) {
          if (absl::Status status = rules::ExpectVector(c, c.op().inputs[i].name); !status.ok())
            return status;
          c.SetOutput(i, PartialTensorShape({-1}));
        }
        const std::optional<Ints> s0 = rules::KnownInts(c, "s0");
        const std::optional<Ints> s1 = rules::KnownInts(c, "s1");
        return s0 && s1 ? SetAxes(c, *s0, *s1) : absl::OkStatus();
      })
      .run([](Run& c) {
        for (size_t i : {0, 1}) c.result(i) = *c.output_value(i);
      })
      .example("A row that was added to every row of a matrix is summed over the rows.",
               {{"s0", "int32[2]:2,3"}, {"s1", "int32[1]:3"}}, {"int32[0]:", "int32[1]:0"});
}

}  // namespace voxgrad
