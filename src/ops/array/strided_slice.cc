// StridedSlice: a part of a tensor, taken at steps.
#include "ops/array/strided_slice_rule.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferStridedSlice(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (c.input("input").shape.unknown_rank()) return absl::OkStatus();
  const absl::StatusOr<rules::StridedBox> box = rules::ReadStridedSlice(c, c.input("input").shape);
  if (!box.ok()) return box.status();
  c.SetOutput(0, box->shape);
  return absl::OkStatus();
}

void RunStridedSlice(Run& c) {
  const Tensor& input = c.tensor("input");
  if (c.result().NumElements() == 0) return;
  int64_t offset = 0;
  const BoxAxes axes = rules::BoxOf(*rules::ReadStridedSlice(c, c.input("input").shape), input, &offset);
  CopyBox(c.exec(), axes, static_cast<const char*>(input.data()) + offset, c.out(),
          DataTypeSize(input.dtype()));
}

absl::Status StridedSliceGradient(Grad& g) {
  const bool narrow = g.call().type("Index") == DT_INT16;  // which the gradient does not take
  const auto index = [&](const char* name) {
    g.none(name);
    return narrow ? g.cast(g.input(name), DT_INT32) : g.input(name);
  };
  const Grad::Value begin = index("begin"), end = index("end"), strides = index("strides");
  const DataType type = narrow ? DT_INT32 : g.call().type("Index");
  const Grad::Value sizes = g.op("Shape", {g.input("input")}, {{"out_type", type}});
  return g.of("input", g.op("StridedSliceGrad", {sizes, begin, end, strides, g.upstream()}));
}

}  // namespace

OP(StridedSlice) {
  op.group("array_ops")
      .doc("Return a strided slice from `input`.",
           "What NumPy takes with `input[begin:end:strides, ...]`: each entry of the three vectors stands "
           "for one "
           "thing between the brackets, and the masks say which of them are an ellipsis, a new axis or a "
           "single "
           "index, and where the beginning or the end is left open.")
      .input("input", "T", "")
      .input("begin", "Index", "The offset into the dimension to start the slice from.")
      .on_host()
      .input("end", "Index", "Like `begin`, not included itself.")
      .on_host()
      .input("strides", "Index", "By how much to go on. Must not be 0; below 0 it goes backwards.")
      .on_host()
      .output("output", "T", "")
      .type("T", {})
      .type("Index", {DT_INT16, DT_INT32, DT_INT64});
  rules::StridedSliceMasks(op)
      .infer(InferStridedSlice)
      .gradient(StridedSliceGradient)
      .run(RunStridedSlice)
      .example("Every second element, backwards.",
               {{"input", "float[5]:1,2,3,4,5"},
                {"begin", "int32[1]:4"},
                {"end", "int32[1]:0"},
                {"strides", "int32[1]:-2"},
                {"end_mask", "1"}},
               {"float[3]:5,3,1"});
}

}  // namespace voxgrad
