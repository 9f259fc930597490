// StridedSliceGrad: the gradient of StridedSlice.
#include <utility>

#include "absl/strings/str_cat.h"
#include "ops/array/strided_slice_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferStridedSliceGrad(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "shape"); !status.ok()) return status;
  c.SetOutput(0, rules::OfRank(rules::VectorSize(c.input("shape"))));
  const std::optional<Ints> sizes = rules::KnownInts(c, "shape");
  if (!sizes) return absl::OkStatus();
  if (absl::Status status = rules::CheckShape(c, "shape", *sizes); !status.ok()) return status;
  const PartialTensorShape whole(*sizes);
  const absl::StatusOr<rules::StridedBox> box = rules::ReadStridedSlice(c, whole);
  if (!box.ok()) return AtRun(box.status());
  c.SetOutput(0, whole);
  const PartialTensorShape& dy = c.input("dy").shape;
  if (dy.IsCompatibleWith(box->shape)) return absl::OkStatus();
  return AtRun(c.Invalid("dy", absl::StrCat("is ", dy.DebugString(), ", but the slice of ",
                                            whole.DebugString(), " is ", box->shape.DebugString(), ".")));
}

void RunStridedSliceGrad(Run& c) {
  rules::ClearTensor(c.result());
  if (c.tensor("dy").NumElements() == 0) return;
  int64_t offset = 0;
  const PartialTensorShape whole(c.result().shape());
  BoxAxes axes = rules::BoxOf(*rules::ReadStridedSlice(c, whole), c.result(), &offset);
  for (BoxAxis& axis : axes) std::swap(axis.from, axis.to);
  CopyBox(c.exec(), axes, c.in("dy"), static_cast<char*>(c.out()) + offset, DataTypeSize(c.result().dtype()));
}

}  // namespace

OP(StridedSliceGrad) {
  op.group("array_ops")
      .doc("Returns the gradient of `StridedSlice`.",
           "`dy` in the places that the slice was taken from, zeros everywhere else.")
      .gradient_of("StridedSlice")
      .input("shape", "Index", "The shape of StridedSlice's `input`.")
      .on_host()
      .input("begin", "Index", "As StridedSlice had it.")
      .on_host()
      .input("end", "Index", "As StridedSlice had it.")
      .on_host()
      .input("strides", "Index", "As StridedSlice had it.")
      .on_host()
      .input("dy", "T", "The gradient of its output.")
      .output("output", "T", "")
      .type("T", {})
      .type("Index", {DT_INT32, DT_INT64});
  rules::StridedSliceMasks(op)
      .infer(InferStridedSliceGrad)
      .gradient([](Grad& g) {
        for (const char* name : {"shape", "begin", "end", "strides"}) g.none(name);
        return g.of(
            "dy", g.op("StridedSlice", {g.upstream(), g.input("begin"), g.input("end"), g.input("strides")}));
      })
      .run(RunStridedSliceGrad)
      .example("Every second element.",
               {{"shape", "int32[1]:5"},
                {"begin", "int32[1]:0"},
                {"end", "int32[1]:5"},
                {"strides", "int32[1]:2"},
                {"dy", "float[3]:1,2,3"}},
               {"float[5]:1,0,2,0,3"});
}

}  // namespace voxgrad
