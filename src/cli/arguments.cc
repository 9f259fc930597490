#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cli/command.h"

namespace voxgrad::cli {

bool Arguments::Flag(absl::string_view flag) {
  bool found = false;
  for (size_t i = 0; i < words_.size();) {
    if (words_[i] != flag) {
      ++i;
      continue;
    }
    words_.erase(words_.begin() + static_cast<int64_t>(i));
    found = true;
  }
  return found;
}

std::vector<std::string> Arguments::Values(absl::string_view option) {
  std::vector<std::string> values;
  const std::string with_equals = absl::StrCat(option, "=");
  for (size_t i = 0; i < words_.size();) {
    const auto at = words_.begin() + static_cast<int64_t>(i);
    if (words_[i] == option) {
      if (i + 1 == words_.size()) {
        lacking_ = words_[i];
        words_.erase(at);
        break;
      }
      values.push_back(words_[i + 1]);
      words_.erase(at, at + 2);
    } else if (absl::StartsWith(words_[i], with_equals)) {
      values.push_back(words_[i].substr(with_equals.size()));
      words_.erase(at);
    } else {
      ++i;
    }
  }
  return values;
}

std::string Arguments::Value(absl::string_view option) {
  const std::vector<std::string> values = Values(option);
  return values.empty() ? "" : values.back();
}

absl::Status Arguments::Rest(Words* rest) const {
  if (!lacking_.empty()) return absl::InvalidArgumentError(absl::StrCat(lacking_, " needs a value."));
  for (const std::string& word : words_) {
    if (word.size() > 1 && word.front() == '-' && !absl::StrContains(word, '=')) {
      return absl::InvalidArgumentError(absl::StrCat("The option ", word, " is unknown."));
    }
  }
  *rest = words_;
  return absl::OkStatus();
}

}  // namespace voxgrad::cli
