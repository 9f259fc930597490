// Statuses as TensorFlow programs print them.
#ifndef VOXGRAD_CC_PLAIN_STATUS_H_
#define VOXGRAD_CC_PLAIN_STATUS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"

namespace voxgrad {

/// Without what is attached for other faces: programs print statuses and compare the texts. What a program
/// attached itself stays.
inline absl::Status PlainStatus(absl::Status status) {
  std::vector<std::string> ours;
  status.ForEachPayload([&](absl::string_view key, const absl::Cord&) {
    if (absl::StartsWith(key, "voxgrad/")) ours.emplace_back(key);
  });
  for (const std::string& key : ours) status.ErasePayload(key);
  return status;
}

}  // namespace voxgrad

#endif  // VOXGRAD_CC_PLAIN_STATUS_H_
