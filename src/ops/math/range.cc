// Range: numbers at equal steps.
#include "kernels/array/range.h"

#include "absl/strings/str_cat.h"
#include "core/number_text.h"
#include "ops/rules/axes.h"
#include "ops/table/context.h"

namespace voxgrad {
namespace {

absl::Status InferRange(Infer& c) {
  for (const char* name : {"start", "limit", "delta"}) {
    if (absl::Status status = rules::ExpectScalar(c, name); !status.ok()) return status;
  }
  c.SetOutput(0, PartialTensorShape({-1}));
  const Tensor* start = c.host("start");
  const Tensor* limit = c.host("limit");
  const Tensor* delta = c.host("delta");
  if (start == nullptr || limit == nullptr || delta == nullptr) return absl::OkStatus();
  const DataType type = c.type("Tidx");
  const std::optional<int64_t> count = RangeCount(type, start->data(), limit->data(), delta->data());
  if (!count) {
    const auto text = [type](const Tensor* tensor) { return ElementText(type, tensor->data(), 0); };
    return c.Invalid("delta", absl::StrCat("is ", text(delta), ", which does not lead from start ",
                                           text(start), " to limit ", text(limit), "."));
  }
  c.SetOutput(0, PartialTensorShape({*count}));
  return absl::OkStatus();
}

}  // namespace

OP(Range) {
  op.group("math_ops")
      .doc("Creates a sequence of numbers.",
           "From `start` up to, not including, `limit` in steps of `delta`. Each number is `start + i * "
           "delta`, "
           "rounded once.")
      .input("start", "Tidx", "0-D (scalar). First entry in the sequence.")
      .on_host()
      .input("limit", "Tidx", "0-D (scalar). Upper limit of sequence, exclusive.")
      .on_host()
      .input("delta", "Tidx", "0-D (scalar). Number that increments `start`.")
      .on_host()
      .output("output", "Tidx", "1-D.")
      .type("Tidx",
            {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT16,
             DT_UINT32, DT_UINT64},
            DT_INT32)
      .no_gradient()
      .infer(InferRange)
      .run([](Run& c) {
        FillRange(c.exec(), c.type("Tidx"), c.in("start"), c.in("delta"), c.result().NumElements(), c.out());
      })
      .example("Every third number from 3 on.",
               {{"start", "int32[]:3"}, {"limit", "int32[]:18"}, {"delta", "int32[]:3"}},
               {"int32[5]:3,6,9,12,15"});
}

}  // namespace voxgrad
