#include "core/nearest.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace voxgrad {
namespace {

/// The number of letters to insert, remove or replace to come from a to b.
size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string Nearest(absl::string_view wanted, const std::vector<std::string>& words) {
  const std::string lower = absl::AsciiStrToLower(wanted);
  std::string nearest;
  size_t distance = lower.size() / 2 + 1;
  for (const std::string& word : words) {
    const std::string candidate = absl::AsciiStrToLower(word);
    // A beginning is nearer than any slip: Conv3DBackpropInput means …InputV2, not Conv2DBackpropInput.
    const bool begins = !lower.empty() && absl::StartsWith(candidate, lower);
    const size_t d = begins ? 0 : EditDistance(lower, candidate);
    if (d >= distance) continue;
    distance = d;
    nearest = word;
  }
  return nearest;
}

}  // namespace voxgrad
