#include "studio/answer.h"

#include <cmath>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "voxgrad/error.h"

namespace voxgrad::studio {

Answer ErrorAnswer(int status, const std::string& sentence, const std::string& argument) {
  Answer answer;
  answer.status = status;
  answer.json["error"] = sentence;
  if (!argument.empty()) answer.json["argument"] = argument;
  return answer;
}

Answer StatusAnswer(const absl::Status& status) {
  int number = 500;
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      number = 404;
      break;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kCancelled:
      number = 400;
      break;
    default:
      break;
  }
  return ErrorAnswer(number, std::string(status.message()), ErrorArgument(status));
}

std::string JsonText(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json NumberJson(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Inf" : "-Inf";
  return number;
}

std::string BytesText(double bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  size_t unit = 0;
  while (bytes >= 999.5 && unit < 4) {
    bytes /= 1000;
    ++unit;
  }
  const int digits = unit == 0 || bytes >= 99.95 ? 0 : 1;
  return absl::StrFormat("%.*f %s", digits, bytes, kUnits[unit]);
}

std::string Base64(const std::string& bytes) { return absl::Base64Escape(bytes); }

}  // namespace voxgrad::studio
