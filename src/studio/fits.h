// Where a wire may end, found by trying.
#ifndef VOXGRAD_STUDIO_FITS_H_
#define VOXGRAD_STUDIO_FITS_H_

#include "absl/status/statusor.h"
#include "studio/json.h"
#include "studio/page_build.h"

namespace voxgrad::studio {

/// For a wire from an output: {"pins": {"block/pin": why not}, "ops": [{"op", "pin"}]}.
absl::StatusOr<Json> FitsFrom(const BuiltPage& page, const std::string& from, int64_t output);

/// For a wire to a pin: the same with "block/output" by number, and the outputs of ops.
absl::StatusOr<Json> FitsTo(const BuiltPage& page, const std::string& to, const std::string& pin);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_FITS_H_
