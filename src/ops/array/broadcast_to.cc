// BroadcastTo: a tensor stretched to larger sizes.
#include "absl/strings/str_cat.h"
#include "kernels/array/copy_box.h"
#include "ops/rules/axes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferBroadcastTo(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "shape"); !status.ok()) return status;
  const PartialTensorShape& given = c.input("input").shape;
  const int64_t rank = rules::VectorSize(c.input("shape"));
  if (rank >= 0 && given.dims() > rank) {
    return c.Invalid("shape",
                     absl::StrCat("has ", rank, rank == 1 ? " size" : " sizes", ", but input is ",
                                  given.DebugString(), " and has ", rules::Dimensions(given.dims()), "."));
  }
  c.SetOutput(0, rules::OfRank(rank));
  const std::optional<Ints> sizes = rules::KnownInts(c, "shape");
  if (!sizes) return absl::OkStatus();
  if (absl::Status status = rules::CheckShape(c, "shape", *sizes); !status.ok()) return status;
  for (int i = 0; i < given.dims(); ++i) {
    const int64_t from = given.dim_size(i);
    if (from >= 0 && from != 1 && from != (*sizes)[static_cast<size_t>(i + rank - given.dims())]) {
      return c.Invalid("input", absl::StrCat("is ", given.DebugString(), ", which cannot be stretched to ",
                                             ShapeString(*sizes), ": only axes of 1 can."));
    }
  }
  c.SetOutput(0, PartialTensorShape(*sizes));
  return absl::OkStatus();
}

void RunBroadcastTo(Run& c) {
  const Tensor& input = c.tensor("input");
  const int64_t bytes = DataTypeSize(input.dtype());
  const auto from = RowMajorStrides(input.shape().dim_sizes(), bytes);
  const auto to = RowMajorStrides(c.result().shape().dim_sizes(), bytes);
  const int lead = c.result().dims() - input.dims();
  BoxAxes axes;
  for (int i = 0; i < c.result().dims(); ++i) {
    const bool repeats = i < lead || input.dim_size(i - lead) == 1;
    axes.push_back({c.result().dim_size(i), repeats ? 0 : from[static_cast<size_t>(i - lead)],
                    to[static_cast<size_t>(i)]});
  }
  CopyBox(c.exec(), axes, input.data(), c.out(), bytes);
}

}  // namespace

OP(BroadcastTo) {
  op.group("array_ops")
      .doc("Broadcast an array for a compatible shape.",
           "Axes of size 1, and axes that are missing in front, repeat what is there; the rules are NumPy's.")
      .input("input", "T", "A Tensor to broadcast.")
      .input("shape", "Tidx", "An 1-D `int` Tensor. The shape of the desired output.")
      .on_host()
      .output("output", "T", "A Tensor.")
      .type("T", {})
      .type("Tidx", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferBroadcastTo)
      .gradient([](Grad& g) {
        g.none("shape");
        const auto shape = g.op("Shape", {g.input("input")}, {{"out_type", g.call().type("Tidx")}});
        const auto axes = g.op_all("BroadcastGradientArgs", {g.input("shape"), shape});
        const auto sum = g.op("Sum", {g.upstream(), axes.back()}, {{"keep_dims", true}});
        return g.of("input", g.op("Reshape", {sum, shape}));
      })
      .run(RunBroadcastTo)
      .example("A row becomes two rows.", {{"input", "float[3]:1,2,3"}, {"shape", "int32[2]:2,3"}},
               {"float[2,3]:1,2,3,1,2,3"});
}

}  // namespace voxgrad
