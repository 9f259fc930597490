// Images of another size, and their gradients.
#ifndef VOXGRAD_OPS_IMAGE_RESIZE_H_
#define VOXGRAD_OPS_IMAGE_RESIZE_H_

#include "kernels/image/resample.h"
#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// `align_corners` and `half_pixel_centers`.
OpBuilder& ResizeAttributes(OpBuilder& op);

/// The output has the batch and the channels of `images` and the two sizes of `size`.
absl::Status InferResize(Infer& c, const char* images);
/// The same for a gradient, whose output has the space of `like`.
absl::Status InferResizeLike(Infer& c, const char* images, const char* like);

/// From the input to the first output; `backward`, as the gradient of that from the output to the input.
void RunResize(Run& c, const char* images, bool linear, bool backward);

/// The two sizes in the middle of an image's shape.
Grad::Value SpaceOf(Grad& g, Grad::Value image);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_IMAGE_RESIZE_H_
