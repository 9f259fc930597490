// Settings from the environment.
#ifndef VOXGRAD_UTIL_ENV_VAR_H_
#define VOXGRAD_UTIL_ENV_VAR_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "voxgrad/export.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {

/// The value of a variable, or the default where it is not set. A text that does not fit is InvalidArgument,
/// and gives the default too.
VOXGRAD_API absl::Status ReadBoolFromEnvVar(StringPiece name, bool otherwise, bool* value);
VOXGRAD_API absl::Status ReadInt64FromEnvVar(StringPiece name, int64_t otherwise, int64_t* value);
VOXGRAD_API absl::Status ReadFloatFromEnvVar(StringPiece name, float otherwise, float* value);
VOXGRAD_API absl::Status ReadStringFromEnvVar(StringPiece name, StringPiece otherwise, std::string* value);

}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_ENV_VAR_H_
