// Values that were sent and are not part of a saved page yet.
#ifndef VOXGRAD_STUDIO_UPLOAD_H_
#define VOXGRAD_STUDIO_UPLOAD_H_

#include <string>

#include "absl/status/statusor.h"
#include "studio/api.h"
#include "voxgrad/tensor.h"

namespace voxgrad::studio {

/// Puts a tensor into the folder of uploads; "upload:NAME".
absl::StatusOr<std::string> KeepUpload(const std::string& folder, const Tensor& tensor);

/// Numbers in rows, separated by commas, semicolons, tabs or blanks; a first row of words is left out. A
/// single row or column is a vector.
absl::StatusOr<Tensor> ParseCsv(const std::string& text);

/// /api/value: a .npy file or CSV text. Small values come back as text, others under the name of the file
/// that they were put in.
Answer UploadValue(const std::string& folder, const std::string& content_type, const std::string& body);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_UPLOAD_H_
