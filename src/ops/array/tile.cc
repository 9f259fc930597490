// Tile: a tensor, several times along each axis.
#include "absl/strings/str_cat.h"
#include "kernels/array/copy_box.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferTile(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "multiples"); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("input").shape;
  const int64_t count = rules::VectorSize(c.input("multiples"));
  if (!shape.unknown_rank() && count >= 0 && count != shape.dims()) {
    return c.Invalid("multiples",
                     absl::StrCat("has ", count, count == 1 ? " value" : " values", ", but input is ",
                                  shape.DebugString(), " and has ", rules::Dimensions(shape.dims()), "."));
  }
  c.SetOutput(0, rules::OfRank(shape.unknown_rank() ? count : shape.dims()));
  const std::optional<Ints> multiples = rules::KnownInts(c, "multiples");
  if (!multiples) return absl::OkStatus();
  Ints sizes;
  for (size_t i = 0; i < multiples->size(); ++i) {
    int64_t size = shape.unknown_rank() ? -1 : shape.dim_size(static_cast<int>(i));
    if ((*multiples)[i] < 0) {
      return AtRun(c.Invalid("multiples", absl::StrCat("is ", Attribute(*multiples).DebugString(),
                                                       "; no number may be below 0.")));
    }
    if (size >= 0 && __builtin_mul_overflow(size, (*multiples)[i], &size))
      return c.Invalid("multiples", "makes an axis of more than 2^63 - 1 elements.");
    sizes.push_back(size);
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunTile(Run& c) {
  const Tensor& input = c.tensor("input");
  const Ints multiples =
      *rules::KnownInts(c, "multiples");  // NOLINT(bugprone-unchecked-optional-access): known at a run
  const int64_t bytes = DataTypeSize(input.dtype());
  const auto from = RowMajorStrides(input.shape().dim_sizes(), bytes);
  const auto to = RowMajorStrides(c.result().shape().dim_sizes(), bytes);
  BoxAxes axes;  // each axis is two: the copies, and what is copied
  for (size_t i = 0; i < multiples.size(); ++i) {
    const int64_t size = input.dim_size(static_cast<int>(i));
    axes.push_back({multiples[i], 0, size * to[i]});
    axes.push_back({size, from[i], to[i]});
  }
  CopyBox(c.exec(), axes, input.data(), c.out(), bytes);
}

/// The sum over the copies: each axis of the gradient is cut into the copies and what was copied.
absl::Status TileGradient(Grad& g) {
  g.none("multiples");
  const DataType index = g.call().type("Tmultiples");
  const auto shape = g.op("Shape", {g.input("input")}, {{"out_type", index}});
  const auto pairs = g.op("Pack", {g.input("multiples"), shape}, {{"axis", 1}});
  const auto split = g.op("Reshape", {pairs, g.ints({-1})});
  const auto copies =
      g.op("Range", {g.integer(0), g.op("Size", {split}, {{"out_type", DT_INT32}}), g.integer(2)});
  const auto cut = g.op("Reshape", {g.upstream(), split});
  return g.of("input", g.op("Sum", {cut, copies}, {{"keep_dims", false}}));
}

}  // namespace

OP(Tile) {
  op.group("array_ops")
      .doc("Constructs a tensor by tiling a given tensor.",
           "Dimension i of the output has `input.dims(i) * multiples[i]` elements, the input's repeated "
           "`multiples[i]` times.")
      .input("input", "T", "Can be of any rank.")
      .input("multiples", "Tmultiples",
             "1-D. Length must be the same as the number of dimensions in `input`.")
      .on_host()
      .output("output", "T", "")
      .type("T", {})
      .type("Tmultiples", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferTile)
      .gradient(TileGradient)
      .run(RunTile)
      .example("A row three times, one copy behind the other.",
               {{"input", "float[1,2]:1,2"}, {"multiples", "int32[2]:1,3"}}, {"float[1,6]:1,2,1,2,1,2"});
}

}  // namespace voxgrad
