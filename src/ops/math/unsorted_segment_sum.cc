// UnsortedSegmentSum: sums of rows that belong together, wherever they stand.
#include "absl/strings/str_cat.h"
#include "ops/math/segments.h"
#include "ops/rules/axes.h"
#include "ops/rules/gather.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status CheckIds(const Infer& c, int64_t segments) {
  const std::optional<Ints> ids = rules::KnownInts(c, "segment_ids");
  if (!ids) return absl::OkStatus();
  for (size_t i = 0; i < ids->size(); ++i) {
    if ((*ids)[i] < segments) continue;
    return AtRun(c.Invalid("segment_ids", absl::StrCat("holds ", (*ids)[i], " in place ", i,
                                                       ", but num_segments is ", segments, ".")));
  }
  return absl::OkStatus();
}

absl::Status InferUnsortedSegmentSum(Infer& c) {
  if (absl::Status status = rules::ExpectScalar(c, "num_segments"); !status.ok()) return status;
  const PartialTensorShape& data = c.input("data").shape;
  const PartialTensorShape& ids = c.input("segment_ids").shape;
  const std::optional<int64_t> segments = rules::KnownInt(c, "num_segments");
  if (segments && *segments < 0)
    return c.Invalid("num_segments", absl::StrCat("is ", *segments, ", but must not be below 0."));
  if (data.unknown_rank() || ids.unknown_rank()) return absl::OkStatus();
  const auto sizes = absl::MakeConstSpan(data.dim_sizes());
  const auto lead = static_cast<size_t>(ids.dims());
  if (sizes.size() < lead || !ids.IsCompatibleWith(PartialTensorShape(sizes.first(lead)))) {
    return c.Invalid("segment_ids", absl::StrCat("has shape ", ids.DebugString(), ", but data is ",
                                                 data.DebugString(), " and must begin with that shape."));
  }
  Ints out = {segments.value_or(-1)};
  out.insert(out.end(), sizes.begin() + static_cast<int64_t>(lead), sizes.end());
  if (segments && data.IsFullyDefined()) {
    if (absl::Status status = rules::CheckShape(c, "num_segments", out); !status.ok()) return status;
  }
  c.SetOutput(0, PartialTensorShape(out));
  return segments ? CheckIds(c, *segments) : absl::OkStatus();
}

/// Each row gets what arrives at its segment, those with ids below 0 nothing.
absl::Status UnsortedSegmentSumGradient(Grad& g) {
  g.none("segment_ids");
  g.none("num_segments");
  const Grad::Value ids = g.input("segment_ids");
  const Grad::Value zeros = g.zeros_like(ids);
  const Grad::Value rows = rules::PickRows(g, g.upstream(), g.op("Maximum", {ids, zeros}));
  return g.of("data", rules::KeepRows(g, g.op("GreaterEqual", {ids, zeros}), rows));
}

}  // namespace

OP(UnsortedSegmentSum) {
  op.group("math_ops")
      .doc("Computes the sum along segments of a tensor.",
           "`output[s] = sum_{j...} data[j...]` over the places `j...` where `segment_ids[j...] == s`; zeros "
           "where there is none. Rows with an id below 0 are left out. Integers wrap around.")
      .input("data", "T", "")
      .input("segment_ids", "Tindices",
             "A tensor whose shape is a prefix of `data.shape`. The values must be less than `num_segments`.")
      .on_host()
      .input("num_segments", "Tnumsegments", "")
      .on_host()
      .output(
          "output", "T",
          "Has same shape as data, except for the first `segment_ids.rank` dimensions, which are replaced "
          "with a single dimension which has size `num_segments`.")
      .type("T", rules::RealNumbers());
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .type("Tindices", {DT_INT16, DT_INT32, DT_INT64})
      .type("Tnumsegments", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferUnsortedSegmentSum)
      .gradient(UnsortedSegmentSumGradient)
      .run(rules::RunSegmentSum)
      .example("The first and the last row together.",
               {{"data", "float[3,2]:1,2,10,20,100,200"},
                {"segment_ids", "int32[3]:1,0,1"},
                {"num_segments", "int32[]:2"}},
               {"float[2,2]:10,20,101,202"});
}

}  // namespace voxgrad
