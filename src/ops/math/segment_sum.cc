// SegmentSum: sums of neighbouring rows that belong together.
#include "absl/strings/str_cat.h"
#include "ops/math/segments.h"
#include "ops/rules/axes.h"
#include "ops/rules/gather.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

/// The segments are numbered from 0 on and stand in order, so that the last id tells their number.
absl::Status CheckOrder(const Infer& c, const Ints& ids) {
  for (size_t i = 0; i < ids.size(); ++i) {
    const int64_t before = i == 0 ? 0 : ids[i - 1];
    if (ids[i] >= before) continue;
    return AtRun(c.Invalid(
        "segment_ids",
        absl::StrCat("holds ", ids[i], " in place ", i,
                     i == 0 ? ", but must begin at 0 or above."
                            : absl::StrCat(", behind ", before, "; the ids must stand in order."))));
  }
  return absl::OkStatus();
}

absl::Status InferSegmentSum(Infer& c) {
  const PartialTensorShape& data = c.input("data").shape;
  const PartialTensorShape& ids = c.input("segment_ids").shape;
  if (absl::Status status = rules::ExpectVector(c, "segment_ids"); !status.ok()) return status;
  if (data.unknown_rank()) return absl::OkStatus();
  if (data.dims() == 0) return c.Invalid("data", "is a scalar, but must have at least 1 dimension.");
  const auto row = absl::MakeConstSpan(data.dim_sizes()).subspan(1);
  c.SetOutput(0, PartialTensorShape({-1}).Concatenate(PartialTensorShape(row)));
  if (!ids.unknown_rank() && ids.dim_size(0) >= 0 && data.dim_size(0) >= 0 &&
      ids.dim_size(0) != data.dim_size(0)) {
    return AtRun(c.Invalid("segment_ids", absl::StrCat("has ", ids.dim_size(0), " elements, but data is ",
                                                       data.DebugString(), "; each row needs one.")));
  }
  const std::optional<Ints> values = rules::KnownInts(c, "segment_ids");
  if (!values) return absl::OkStatus();
  if (absl::Status status = CheckOrder(c, *values); !status.ok()) return status;
  Ints sizes = {values->empty() ? 0 : values->back() + 1};
  sizes.insert(sizes.end(), row.begin(), row.end());
  if (data.IsFullyDefined()) {
    if (absl::Status status = rules::CheckShape(c, "segment_ids", sizes); !status.ok()) return status;
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

}  // namespace

OP(SegmentSum) {
  op.group("math_ops")
      .doc("Computes the sum along segments of a tensor.",
           "Row s of the result is the sum of the rows of `data` whose id is s; zeros where there is none. "
           "Integers wrap around.")
      .input("data", "T", "")
      .input(
          "segment_ids", "Tindices",
          "A 1-D tensor whose size is equal to the size of `data`'s first dimension. Values should be sorted "
          "and can be repeated.")
      .on_host()
      .output("output", "T",
              "Has same shape as data, except for dimension 0 which has size `k`, the number of segments.")
      .type("T", rules::RealNumbers());
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .type("Tindices", {DT_INT32, DT_INT64})
      .infer(InferSegmentSum)
      .gradient([](Grad& g) {
        g.none("segment_ids");
        return g.of("data", rules::PickRows(g, g.upstream(), g.input("segment_ids")));
      })
      .run(rules::RunSegmentSum)
      .example("The first two rows together, the third alone.",
               {{"data", "float[3,2]:1,2,10,20,100,200"}, {"segment_ids", "int32[3]:0,0,1"}},
               {"float[2,2]:11,22,100,200"});
}

}  // namespace voxgrad
