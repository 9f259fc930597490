#include "voxgrad/util/env_var.h"

#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/error.h"

namespace voxgrad {
namespace {

/// `read` says whether it could make a value of the text.
template <class T, class Read>
absl::Status ReadFromEnvVar(StringPiece name, T otherwise, T* value, const char* wanted, Read read) {
  if (value == nullptr) return NullResult("Reading an environment variable", "value");
  *value = otherwise;
  const char* text = std::getenv(name.str().c_str());
  if (text == nullptr || read(text, value)) return absl::OkStatus();
  *value = otherwise;
  return absl::InvalidArgumentError(
      absl::StrCat("The environment variable ", name.str(), " is \"", text, "\", and must be ", wanted, "."));
}

}  // namespace

absl::Status ReadBoolFromEnvVar(StringPiece name, bool otherwise, bool* value) {
  return ReadFromEnvVar(name, otherwise, value, "0, 1, true or false", [](const char* text, bool* result) {
    const std::string lower = absl::AsciiStrToLower(text);
    *result = lower == "1" || lower == "true";
    return *result || lower == "0" || lower == "false";
  });
}

absl::Status ReadInt64FromEnvVar(StringPiece name, int64_t otherwise, int64_t* value) {
  return ReadFromEnvVar(name, otherwise, value, "an integer",
                        [](const char* text, int64_t* result) { return absl::SimpleAtoi(text, result); });
}

absl::Status ReadFloatFromEnvVar(StringPiece name, float otherwise, float* value) {
  return ReadFromEnvVar(name, otherwise, value, "a number",
                        [](const char* text, float* result) { return absl::SimpleAtof(text, result); });
}

absl::Status ReadStringFromEnvVar(StringPiece name, StringPiece otherwise, std::string* value) {
  if (value == nullptr) return NullResult("Reading an environment variable", "value");
  const char* text = std::getenv(name.str().c_str());
  *value = text == nullptr ? otherwise.str() : text;
  return absl::OkStatus();
}

}  // namespace voxgrad
