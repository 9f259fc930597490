// Arguments that are images, [batch, height, width, channels].
#ifndef VOXGRAD_OPS_RULES_IMAGES_H_
#define VOXGRAD_OPS_RULES_IMAGES_H_

#include "absl/status/status.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// An error unless the input has four dimensions, or a rank that is not known yet.
absl::Status ExpectImages(const Infer& c, absl::string_view input);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_RULES_IMAGES_H_
