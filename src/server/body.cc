#include "server/body.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace voxgrad::server {
namespace {

constexpr int kDeepest = 100;

/// How deep lists and objects lie in each other.
int Depth(const std::string& text) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if (c == '}' || c == ']') --depth;
  }
  return deepest;
}

}  // namespace

absl::StatusOr<nlohmann::json> ParseBody(const std::string& body) {
  if (Depth(body) > kDeepest)
    return absl::InvalidArgumentError(
        absl::StrCat("The body's lists and objects are nested deeper than ", kDeepest, "."));
  try {
    nlohmann::json json = nlohmann::json::parse(body);
    if (json.is_object()) return json;
    return absl::InvalidArgumentError(
        absl::StrCat("The body must be a JSON object, not ", json.type_name(), "."));
  } catch (const nlohmann::json::parse_error& error) {
    return absl::InvalidArgumentError(absl::StrCat("The body is no JSON from byte ", error.byte, " on."));
  } catch (const nlohmann::json::exception&) {  // a number beyond all doubles
    return absl::InvalidArgumentError("The body holds a number that is out of range.");
  }
}

}  // namespace voxgrad::server
