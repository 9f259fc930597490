// Transpose: the axes in another order.
#include "absl/strings/str_cat.h"
#include "kernels/array/copy_box.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

/// The permutation with axes from 0 on.
absl::StatusOr<Ints> Permutation(const Infer& c, const Ints& perm) {
  const int rank = static_cast<int>(perm.size());
  Ints axes;
  std::vector<bool> seen(perm.size(), false);
  bool complete = true;
  for (int64_t given : perm) {
    const absl::StatusOr<int> axis = rules::AxisOf(c, "perm", given, rank, "x");
    if (!axis.ok()) return axis.status();
    complete = complete && !seen[static_cast<size_t>(*axis)];
    seen[static_cast<size_t>(*axis)] = true;
    axes.push_back(*axis);
  }
  if (complete) return axes;
  return AtRun(c.Invalid(
      "perm", absl::StrCat("is ", Attribute(perm).DebugString(), ", but must name every axis of x once.")));
}

absl::Status InferTranspose(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "perm"); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("x").shape;
  const int64_t count = rules::VectorSize(c.input("perm"));
  if (!shape.unknown_rank() && count >= 0 && count != shape.dims()) {
    return c.Invalid("perm",
                     absl::StrCat("has ", count, count == 1 ? " value" : " values", ", but x is ",
                                  shape.DebugString(), " and has ", rules::Dimensions(shape.dims()), "."));
  }
  const std::optional<Ints> perm = rules::KnownInts(c, "perm");
  if (!perm) {
    c.SetOutput(0, rules::OfRank(shape.unknown_rank() ? count : shape.dims()));
    return absl::OkStatus();
  }
  const absl::StatusOr<Ints> axes = Permutation(c, *perm);
  if (!axes.ok()) return axes.status();
  Ints sizes;
  for (int64_t axis : *axes)
    sizes.push_back(shape.unknown_rank() ? -1 : shape.dim_size(static_cast<int>(axis)));
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

/// The permutation that leads back. InvertPermutation takes no axes that count from behind.
Grad::Value Inverse(Grad& g) {
  const Grad::Value perm = g.input("perm");
  const std::optional<Ints> known = g.known_ints(perm);
  if (!known) return g.op("InvertPermutation", {perm});
  const auto rank = static_cast<int64_t>(known->size());
  Ints back(known->size());
  for (size_t i = 0; i < back.size(); ++i) {
    const auto axis = static_cast<size_t>((*known)[i] < 0 ? (*known)[i] + rank : (*known)[i]);
    if (axis < back.size()) back[axis] = static_cast<int64_t>(i);
  }
  return g.ints(back);
}

void RunTranspose(Run& c) {
  const Tensor& x = c.tensor("x");
  const int64_t bytes = DataTypeSize(x.dtype());
  const auto from = RowMajorStrides(x.shape().dim_sizes(), bytes);
  const auto to = RowMajorStrides(c.result().shape().dim_sizes(), bytes);
  BoxAxes axes;
  // Known at a run, and checked.
  const Ints perm =
      *Permutation(c, *rules::KnownInts(c, "perm"));  // NOLINT(bugprone-unchecked-optional-access)
  for (size_t i = 0; i < perm.size(); ++i) {
    const auto axis = static_cast<size_t>(perm[i]);
    axes.push_back({x.dim_size(static_cast<int>(axis)), from[axis], to[i]});
  }
  CopyBox(c.exec(), axes, x.data(), c.out(), bytes);
}

}  // namespace

OP(Transpose) {
  op.group("array_ops")
      .doc("Shuffle dimensions of x according to a permutation.",
           "Axis i of the result is axis `perm[i]` of `x`.")
      .input("x", "T", "")
      .input("perm", "Tperm", "A vector that names every axis of `x` once.")
      .on_host()
      .output("y", "T", "")
      .type("T", {})
      .type("Tperm", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferTranspose)
      .gradient([](Grad& g) {
        g.none("perm");
        return g.of("x", g.op("Transpose", {g.upstream(), Inverse(g)}));
      })
      .run(RunTranspose)
      .example("Rows become columns.", {{"x", "float[2,3]:1,2,3,4,5,6"}, {"perm", "int32[2]:1,0"}},
               {"float[3,2]:1,4,2,5,3,6"});
}

}  // namespace voxgrad
