#include "ops/rules/images.h"

#include "absl/strings/str_cat.h"

namespace voxgrad::rules {

absl::Status ExpectImages(const Infer& c, absl::string_view input) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.unknown_rank() || shape.dims() == 4) return absl::OkStatus();
  return c.Invalid(input, absl::StrCat("has shape ", shape.DebugString(),
                                       ", but must have 4 dimensions: batch, height, width, channels."));
}

}  // namespace voxgrad::rules
