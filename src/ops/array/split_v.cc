// SplitV: a tensor cut into pieces of given sizes along an axis.
#include "absl/strings/str_cat.h"
#include "ops/array/split_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

/// The sizes of the pieces, a -1 among them replaced by what the others leave of `whole` (-1: not known).
absl::StatusOr<Ints> PieceSizes(const Infer& c, Ints sizes, int64_t whole, int axis) {
  const std::string given = Attribute(sizes).DebugString();
  int64_t sum = 0;
  int64_t* rest = nullptr;
  for (int64_t& size : sizes) {
    if (size < -1 || (size == -1 && rest != nullptr)) {
      return c.Invalid("size_splits",
                       absl::StrCat("is ", given, "; sizes must not be below 0, but for a single ",
                                    "-1, which stands for the rest."));
    }
    if (size == -1) {
      rest = &size;
    } else if (absl::Status status = rules::AddToSize(c, "size_splits", size, &sum); !status.ok()) {
      return status;
    }
  }
  if (whole < 0) return sizes;
  if (sum > whole || (rest == nullptr && sum != whole)) {
    return c.Invalid("size_splits", absl::StrCat("is ", given, ", ", sum, " together, but axis ", axis,
                                                 " of value has ", whole, "."));
  }
  if (rest != nullptr) *rest = whole - sum;
  return sizes;
}

absl::Status InferSplitV(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectOneElement(c, "split_dim"); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "size_splits"); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("value").shape;
  const int64_t pieces = c.integer("num_split");
  const int64_t count = rules::VectorSize(c.input("size_splits"));
  if (count >= 0 && count != pieces) {
    return c.Invalid("size_splits", absl::StrCat("has ", count, count == 1 ? " value" : " values",
                                                 ", but num_split is ", pieces, "."));
  }
  const std::optional<int64_t> given = rules::KnownInt(c, "split_dim");
  const std::optional<Ints> sizes = rules::KnownInts(c, "size_splits");
  for (size_t i = 0; i < c.num_outputs(); ++i) c.SetOutput(i, rules::OfRank(shape.dims()));
  if (!given || shape.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<int> axis = rules::AxisOf(c, "split_dim", *given, shape.dims(), "value");
  if (!axis.ok()) return axis.status();
  Ints lengths(static_cast<size_t>(pieces), -1);
  if (sizes) {
    const absl::StatusOr<Ints> cut = PieceSizes(c, *sizes, shape.dim_size(*axis), *axis);
    if (!cut.ok()) return cut.status();
    lengths = *cut;
  }
  for (size_t i = 0; i < c.num_outputs(); ++i) {
    Ints piece(shape.dim_sizes().begin(), shape.dim_sizes().end());
    piece[static_cast<size_t>(*axis)] = lengths[i];
    c.SetOutput(i, PartialTensorShape(piece));
  }
  return absl::OkStatus();
}

}  // namespace

OP(SplitV) {
  op.group("array_ops")
      .doc("Splits a tensor into `num_split` tensors along one dimension.")
      .input("value", "T", "The tensor to split.")
      .input("size_splits", "Tlen",
             "List containing the sizes of each output tensor along the split dimension. Must sum to the "
             "dimension of value along split_dim. Can contain one -1 indicating that dimension is to be "
             "inferred.")
      .on_host()
      .input("split_dim", DT_INT32,
             "0-D. The dimension along which to split. Must be in the range `[-rank(value), rank(value))`.")
      .on_host()
      .cpp_arg("axis")
      .outputs("output", "num_split", "T",
               "Tensors whose shape matches that of `value` except along `axis`, where their sizes are "
               "`size_splits[i]`.")
      .number("num_split", 1)
      .type("T", {})
      .type("Tlen", {DT_INT8, DT_INT32, DT_INT64}, DT_INT64)
      .infer(InferSplitV)
      .gradient([](Grad& g) {
        g.none("size_splits");
        return rules::SplitGradient(g);
      })
      .run(rules::RunSplit)
      .example("The first column, and the rest.",
               {{"value", "float[2,3]:1,2,3,4,5,6"},
                {"size_splits", "int32[2]:1,-1"},
                {"split_dim", "int32[]:1"},
                {"num_split", "2"}},
               {"float[2,1]:1,4", "float[2,2]:2,3,5,6"});
}

}  // namespace voxgrad
