// The JSON of a request.
#ifndef VOXGRAD_SERVER_BODY_H_
#define VOXGRAD_SERVER_BODY_H_

#include <string>

#include <nlohmann/json.hpp>

#include "absl/status/statusor.h"

namespace voxgrad::server {

/// The object that a body holds. Nesting past 100 is refused: what walks through it later may be recursive.
absl::StatusOr<nlohmann::json> ParseBody(const std::string& body);

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_BODY_H_
