#include "voxgrad/util/command_line_flags.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

bool Read(absl::string_view text, int32_t* value) { return absl::SimpleAtoi(text, value); }
bool Read(absl::string_view text, int64_t* value) { return absl::SimpleAtoi(text, value); }
bool Read(absl::string_view text, float* value) { return absl::SimpleAtof(text, value); }
bool Read(absl::string_view text, bool* value) { return absl::SimpleAtob(text, value); }
bool Read(absl::string_view text, std::string* value) {
  value->assign(text.data(), text.size());
  return true;
}

/// Sets a variable, or leaves it alone when the text does not fit.
struct Set {
  absl::string_view text;

  template <class T>
  bool operator()(T* target) const {
    T value;
    if (target == nullptr || !Read(text, &value)) return false;
    *target = std::move(value);
    return true;
  }
};

struct TypeName {
  std::string operator()(const int32_t*) const { return "int32"; }
  std::string operator()(const int64_t*) const { return "int64"; }
  std::string operator()(const float*) const { return "float"; }
  std::string operator()(const bool*) const { return "bool"; }
  std::string operator()(const std::string*) const { return "string"; }
};

struct ValueText {
  std::string operator()(const int32_t* value) const { return value ? absl::StrCat(*value) : ""; }
  std::string operator()(const int64_t* value) const { return value ? absl::StrCat(*value) : ""; }
  std::string operator()(const float* value) const { return value ? std::to_string(*value) : ""; }
  std::string operator()(const bool* value) const { return value && *value ? "true" : "false"; }
  std::string operator()(const std::string* value) const {
    return value ? absl::StrCat("\"", *value, "\"") : "";
  }
};

}  // namespace

Flag::Flag(const char* name, Target target, const std::string& usage)
    : name_(name == nullptr ? "" : name),
      target_(target),
      default_(std::visit(ValueText(), target)),
      usage_(usage) {}

bool Flags::Parse(int* argc, char** argv, const std::vector<Flag>& flags) {
  if (argc == nullptr || argv == nullptr || *argc < 1) return false;
  bool all_fit = true;
  int kept = 1;
  bool ended = false;
  for (int i = 1; i < *argc; ++i) {
    const absl::string_view text = argv[i];
    ended |= text == "--";
    bool taken = false;
    for (const Flag& flag : flags) {
      const std::string name = absl::StrCat("--", flag.name_);
      if (ended || taken || !absl::StartsWith(text, name)) continue;
      const absl::string_view rest = text.substr(name.size());
      const bool bare = rest.empty() && std::holds_alternative<bool*>(flag.target_);
      if (!bare && !absl::StartsWith(rest, "=")) continue;
      taken = true;
      if (std::visit(Set{bare ? "true" : rest.substr(1)}, flag.target_)) continue;
      std::fprintf(stderr, "%s: the value does not fit the flag.\n", argv[i]);
      all_fit = false;
    }
    if (!taken) argv[kept++] = argv[i];
  }
  *argc = kept;
  argv[kept] = nullptr;
  return all_fit && (kept < 2 || std::strcmp(argv[1], "--help") != 0);
}

std::string Flags::Usage(const std::string& command, const std::vector<Flag>& flags) {
  std::string text = absl::StrCat("usage: ", command, "\n");
  if (!flags.empty()) absl::StrAppend(&text, "Flags:\n");
  for (const Flag& flag : flags) {
    constexpr size_t kColumn = 33;
    std::string setting = absl::StrCat("--", flag.name_, "=", flag.default_);
    setting.resize(std::max(setting.size(), kColumn), ' ');
    absl::StrAppend(&text, "\t", setting, "\t", std::visit(TypeName(), flag.target_), "\t", flag.usage_,
                    "\n");
  }
  return text;
}

}  // namespace voxgrad
