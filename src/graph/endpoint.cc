#include "graph/endpoint.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace voxgrad {

bool ParseEndpoint(absl::string_view text, absl::string_view* node, int* index) {
  *index = 0;
  *node = text;
  if (absl::StartsWith(text, "^")) {
    *index = -1;
    node->remove_prefix(1);
  } else if (const size_t colon = text.rfind(':'); colon != absl::string_view::npos) {
    const absl::string_view digits = text.substr(colon + 1);
    const bool plain = !digits.empty() && digits.find_first_not_of("0123456789") == absl::string_view::npos;
    if (!plain || !absl::SimpleAtoi(digits, index)) return false;
    *node = text.substr(0, colon);
  }
  return !node->empty() && node->find_first_of("^:") == absl::string_view::npos;
}

}  // namespace voxgrad
