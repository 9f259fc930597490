// ExtractVolumePatches: the cells under each window as channels.
#include "absl/strings/str_cat.h"
#include "kernels/array/patches.h"
#include "ops/pooling/pool.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"
#include "ops/window/attrs.h"

namespace voxgrad {
namespace {

/// Windows lie as in pooling; each makes channels of all its cells.
absl::Status InferPatches(Infer& c) {
  if (absl::Status status = window::InferAvgPool(c); !status.ok()) return status;
  PartialTensorShape patches = c.output(0);
  if (patches.dim_size(4) < 0) return absl::OkStatus();
  int64_t depth = patches.dim_size(4);
  for (int64_t size : c.ints("ksizes")) {
    if (__builtin_mul_overflow(depth, size, &depth)) {
      return c.Invalid("ksizes", absl::StrCat("is ", Attribute(c.ints("ksizes")).DebugString(),
                                              "; a window of so many cells has no place in a tensor."));
    }
  }
  patches.set_dim(4, depth);
  c.SetOutput(0, patches);
  return absl::OkStatus();
}

/// The sum over all taps that a cell lies under. The same op on the numbers of the cells, from 1 on, says
/// which cell each tap takes; 0 is padding.
absl::Status PatchesGradient(Grad& g) {
  const Grad::Value sizes = g.shape(g.input("input")), one = g.ints({1});
  const auto part = [&](int64_t begin, int64_t count) {
    return g.op("Slice", {sizes, g.ints({begin}), g.ints({count})});
  };
  const auto join = [&](Grad::Values parts) {
    parts.push_back(g.integer(0));
    return g.op("ConcatV2", parts);
  };
  const Grad::Value batch = part(0, 1), space = part(1, 3), depth = part(4, 1);
  const Grad::Value cells = g.op("Prod", {space, g.integer(0)}, {{"keep_dims", false}});
  const Grad::Value slots = g.op("AddV2", {cells, g.integer(1)});
  const Grad::Value numbers = g.op("Range", {g.integer(1), slots, g.integer(1)});
  const Grad::Value taken =
      g.op("ExtractVolumePatches", {g.op("Reshape", {numbers, join({one, space, one})})});
  const Grad::Value taps = g.op("Reshape", {taken, g.ints({-1})});
  // [batch, taps, depth], with the taps in front while they are summed.
  const Grad::Value front = g.ints({1, 0, 2});
  const Grad::Value by_tap = g.op("Reshape", {g.upstream(), join({batch, g.shape(taps), depth})});
  const Grad::Value sums = g.op("UnsortedSegmentSum", {g.op("Transpose", {by_tap, front}), taps, slots});
  const Grad::Value inside = g.op("Slice", {sums, g.ints({1, 0, 0}), g.ints({-1, -1, -1})});
  return g.of("input", g.op("Reshape", {g.op("Transpose", {inside, front}), sizes}));
}

}  // namespace

OP(ExtractVolumePatches) {
  using namespace window;
  op.group("array_ops")
      .doc("Extract `patches` from `input` and put them in the `\"depth\"` output dimension.",
           "The channels of `patches[b, z, y, x]` are those of the cells under that window, in row-major "
           "order, one "
           "after another; a cell in the padding is 0. A window larger than the input is refused with VALID, "
           "as it is "
           "by the pooling ops.")
      .input("input", "T", "5-D Tensor with shape `[batch, in_planes, in_rows, in_cols, depth]`.")
      .role(Role::kInput)
      .output("patches", "T",
              "5-D Tensor with shape `[batch, out_planes, out_rows, out_cols, ksize_planes * ksize_rows * "
              "ksize_cols "
              "* depth]`.")
      .attr(ksize(5, {.name = "ksizes", .data_format = false}))
      .attr(strides(5, {.data_format = false}))
      .type("T", rules::RealNumbers())
      .attr(padding())
      .infer(InferPatches)
      .gradient(PatchesGradient)
      .run([](Run& c) {
        if (c.result().NumElements() == 0) return;  // however many windows there are without channels
        Patches(c.exec(), AvgPoolProblem(c), c.in("input"), c.out()).Copy();
      })
      .example("Two windows of two cells; the last one reaches into the padding.",
               {{"input", "float[1,1,1,3,1]:1,2,3"},
                {"ksizes", "1,1,1,2,1"},
                {"strides", "1,1,1,2,1"},
                {"padding", "SAME"}},
               {"float[1,1,1,2,2]:1,2,3,0"});
}

}  // namespace voxgrad
