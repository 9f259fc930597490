#include "voxgrad/status.h"

#include "absl/strings/cord.h"
#include "voxgrad/util/errors.h"

namespace voxgrad::errors {

absl::Status CreateWithUpdatedMessage(const absl::Status& status, const std::string& message) {
  absl::Status updated(status.code(), message);
  status.ForEachPayload(
      [&](absl::string_view key, const absl::Cord& value) { updated.SetPayload(key, value); });
  return updated;
}

}  // namespace voxgrad::errors
