// Statuses and numbers as JSON.
#ifndef VOXGRAD_STUDIO_ANSWER_H_
#define VOXGRAD_STUDIO_ANSWER_H_

#include <string>

#include "absl/status/status.h"
#include "studio/api.h"
#include "studio/json.h"

namespace voxgrad::studio {

/// The answer for an error: 404 for what is not there, 400 for what was asked wrongly, else 500.
Answer StatusAnswer(const absl::Status& status);

/// A number, or "NaN", "Inf", "-Inf", which JSON has no numbers for.
Json NumberJson(double number);

/// "113 MB": at most four digits, in powers of 1000.
std::string BytesText(double bytes);

std::string Base64(const std::string& bytes);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_ANSWER_H_
