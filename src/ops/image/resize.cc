#include "ops/image/resize.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"

namespace voxgrad::rules {
namespace {

absl::Status ExpectImage(const Infer& c, const char* input) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.unknown_rank() || shape.dims() == 4) return absl::OkStatus();
  return c.Invalid(input, absl::StrCat("has shape ", shape.DebugString(),
                                       ", but must have 4 dimensions: batch, height, width, channels."));
}

absl::Status CheckCorners(const Infer& c) {
  if (!c.flag("align_corners") || !c.flag("half_pixel_centers")) return absl::OkStatus();
  return AtRun(
      c.Invalid("half_pixel_centers", "is true, and so is align_corners; at most one of them may be."));
}

int64_t SizeOf(const PartialTensorShape& shape, int i) {
  return shape.unknown_rank() ? -1 : shape.dim_size(i);
}

/// The result, once its space is known; an image that has no cells has none to make others of.
absl::Status SetSpace(Infer& c, const char* images, int64_t height, int64_t width) {
  const PartialTensorShape& shape = c.input(images).shape;
  c.SetOutput(0, PartialTensorShape({SizeOf(shape, 0), height, width, SizeOf(shape, 3)}));
  if (SizeOf(shape, 1) != 0 && SizeOf(shape, 2) != 0) return absl::OkStatus();
  return AtRun(c.Invalid(images, absl::StrCat("is ", shape.DebugString(), " and has no cells to resize.")));
}

}  // namespace

OpBuilder& ResizeAttributes(OpBuilder& op) {
  return op
      .attr("align_corners", AttrKind::kBool,
            "If true, the centers of the 4 corner pixels of the input and output tensors are aligned, "
            "preserving the "
            "values at the corner pixels.",
            false)
      .attr("half_pixel_centers", AttrKind::kBool, "If true, pixels are known by their centers.", false);
}

absl::Status InferResize(Infer& c, const char* images) {
  if (absl::Status status = ExpectImage(c, images); !status.ok()) return status;
  const PartialTensorShape& size = c.input("size").shape;
  if (!size.IsCompatibleWith(PartialTensorShape({2}))) {
    return c.Invalid("size", absl::StrCat("has shape ", size.DebugString(),
                                          ", but must be a vector of two elements: height, width."));
  }
  if (absl::Status status = CheckCorners(c); !status.ok()) return status;
  const std::optional<Ints> sizes = KnownInts(c, "size");
  if (!sizes) return SetSpace(c, images, -1, -1);
  if ((*sizes)[0] < 1 || (*sizes)[1] < 1) {
    return c.Invalid("size",
                     absl::StrCat("is ", Attribute(*sizes).DebugString(), ", but both must be at least 1."));
  }
  return SetSpace(c, images, (*sizes)[0], (*sizes)[1]);
}

absl::Status InferResizeLike(Infer& c, const char* images, const char* like) {
  for (const char* input : {images, like}) {
    if (absl::Status status = ExpectImage(c, input); !status.ok()) return status;
  }
  if (absl::Status status = CheckCorners(c); !status.ok()) return status;
  const PartialTensorShape& a = c.input(images).shape;
  const PartialTensorShape& b = c.input(like).shape;
  const auto differ = [&](int i) {
    return SizeOf(a, i) >= 0 && SizeOf(b, i) >= 0 && SizeOf(a, i) != SizeOf(b, i);
  };
  if (differ(0) || differ(3)) {
    return AtRun(c.Invalid(images, absl::StrCat("is ", a.DebugString(), ", but ", like, " is ",
                                                b.DebugString(), "; batch and channels must be equal.")));
  }
  if (SizeOf(b, 1) == 0 || SizeOf(b, 2) == 0)
    return AtRun(c.Invalid(like, absl::StrCat("is ", b.DebugString(), " and has no cells to resize.")));
  return SetSpace(c, images, SizeOf(b, 1), SizeOf(b, 2));
}

void RunResize(Run& c, const char* images, bool linear, bool backward) {
  const Tensor& from = c.tensor(images);
  const Tensor& to = c.result();
  if (to.NumElements() == 0) return;  // however long its axes are
  const auto taps = [&](int axis) {
    Stretch stretch = {from.dim_size(axis), to.dim_size(axis), c.flag("align_corners"),
                       c.flag("half_pixel_centers")};
    if (backward) std::swap(stretch.in, stretch.out);
    const AxisTaps forward = linear ? LinearTaps(stretch) : NearestTaps(stretch);
    return backward ? Transposed(forward, stretch.in) : forward;
  };
  const ResampleProblem problem = {from.dim_size(0), from.dim_size(1), from.dim_size(2), from.dim_size(3),
                                   linear,           from.dtype(),     to.dtype()};
  Resample(c.exec(), problem, taps(1), taps(2), from.data(), to.data());
}

Grad::Value SpaceOf(Grad& g, Grad::Value image) {
  return g.op("Slice", {g.shape(image), g.ints({1}), g.ints({2})});
}

}  // namespace voxgrad::rules
