// DynamicStitch: rows of several tensors, put where their indices say.
#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "kernels/array/gather.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/gather.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

/// The shape of one row: what `data` has behind the dimensions of `indices`.
absl::Status FindRow(const Infer& c, size_t i, PartialTensorShape* row) {
  const PartialTensorShape& indices = c.inputs("indices")[i].shape;
  const PartialTensorShape& data = c.inputs("data")[i].shape;
  if (indices.unknown_rank() || data.unknown_rank()) return absl::OkStatus();
  const auto sizes = absl::MakeConstSpan(data.dim_sizes());
  const auto lead = static_cast<size_t>(indices.dims());
  if (sizes.size() < lead || !indices.IsCompatibleWith(PartialTensorShape(sizes.first(lead)))) {
    return c.Invalid("data", absl::StrCat("has ", data.DebugString(), " in place ", i,
                                          ", but must begin with the shape of indices there, ",
                                          indices.DebugString(), "."));
  }
  PartialTensorShape merged;
  if (!row->MergeWith(PartialTensorShape(sizes.subspan(lead)), &merged).ok()) {
    return c.Invalid(
        "data", absl::StrCat("has rows of ", ShapeString(sizes.subspan(lead)), " in place ", i,
                             ", but rows of ", row->DebugString(), " before; all must have the same shape."));
  }
  *row = merged;
  return absl::OkStatus();
}

absl::Status InferDynamicStitch(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  PartialTensorShape row;
  int64_t last = -1;
  bool known = true;
  for (size_t i = 0; i < c.inputs("indices").size(); ++i) {
    if (absl::Status status = FindRow(c, i, &row); !status.ok()) return status;
    const std::optional<Ints> indices = c.host_ints("indices", i);
    known = known && indices;
    if (!indices) continue;
    for (int64_t index : *indices) {
      if (index < 0)
        return AtRun(c.Invalid("indices", absl::StrCat("holds ", index, "; none may be below 0.")));
      last = std::max(last, index);
    }
  }
  return rules::SetJoined(c, "indices", PartialTensorShape({known ? last + 1 : -1}), row);
}

void RunDynamicStitch(Run& c) {
  const Tensor& merged = c.result();
  if (merged.NumElements() == 0) return;
  rules::ClearTensor(merged);
  const auto row = static_cast<int64_t>(merged.TotalBytes()) / merged.dim_size(0);
  for (size_t i = 0; i < c.tensors("indices").size(); ++i)
    StitchRows(c.known_ints("indices", i), row, c.tensors("data")[i].data(), merged.data());
}

/// Whether all indices are known and each occurs once, so that no row covers another.
bool AreDistinct(Grad& g, const Grad::Values& indices) {
  std::set<int64_t> seen;
  for (const Grad::Value value : indices) {
    const std::optional<Ints> known = g.known_ints(value);
    if (!known) return false;
    for (int64_t index : *known) {
      if (!seen.insert(index).second) return false;
    }
  }
  return true;
}

/// Each row gets back what arrives where it went; those that a later one covered get nothing. To find out
/// which, the numbers of the rows are stitched like the rows themselves.
absl::Status DynamicStitchGradient(Grad& g) {
  g.none("indices");
  const Grad::Values indices = g.inputs("indices");
  Grad::Values gradients;
  for (const Grad::Value places : indices) gradients.push_back(rules::PickRows(g, g.upstream(), places));
  if (AreDistinct(g, indices)) return g.of("data", gradients);
  Grad::Values numbers;
  Grad::Value begin = g.integer(0);
  for (const Grad::Value places : indices) {
    const Grad::Value end = g.op("AddV2", {begin, g.op("Size", {places}, {{"out_type", DT_INT32}})});
    numbers.push_back(g.op("Reshape", {g.op("Range", {begin, end, g.integer(1)}), g.shape(places)}));
    begin = end;
  }
  Grad::Values stitched = indices;
  stitched.insert(stitched.end(), numbers.begin(), numbers.end());
  const Grad::Value winners = g.op("DynamicStitch", stitched);
  for (size_t i = 0; i < indices.size(); ++i) {
    const Grad::Value won = g.op("Equal", {rules::PickRows(g, winners, indices[i]), numbers[i]});
    gradients[i] = rules::KeepRows(g, won, gradients[i]);
  }
  return g.of("data", gradients);
}

}  // namespace

OP(DynamicStitch) {
  op.group("data_flow_ops")
      .doc("Interleave the values from the `data` tensors into a single tensor.",
           "`merged[indices[m][i, ...], ...] = data[m][i, ..., ...]`; where an index occurs twice the later "
           "row "
           "wins, and rows that no index names are zeros.")
      .inputs("indices", "N", DT_INT32, "")
      .on_host()
      .inputs("data", "N", "T", "")
      .output("merged", "T", "")
      .number("N", 1)
      .type("T", {})
      .infer(InferDynamicStitch)
      .gradient(DynamicStitchGradient)
      .run(RunDynamicStitch)
      .example("The second tensor goes between the rows of the first.",
               {{"indices", "int32[2]:0,2"},
                {"indices", "int32[1]:1"},
                {"data", "float[2]:1,3"},
                {"data", "float[1]:2"}},
               {"float[3]:1,2,3"});
}

}  // namespace voxgrad
