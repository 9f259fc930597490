// What an error is about. The sentence itself is the status's message.
#ifndef VOXGRAD_ERROR_H_
#define VOXGRAD_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "voxgrad/export.h"

namespace voxgrad {

/// The op that refused, e.g. "AvgPool3DGrad"; empty when the error comes from elsewhere.
VOXGRAD_API std::string ErrorOp(const absl::Status& status);

/// The argument it refused, e.g. "grad"; empty when no single argument is to blame.
VOXGRAD_API std::string ErrorArgument(const absl::Status& status);

/// True when the argument has a wrong element type (Python raises TypeError, not ValueError).
VOXGRAD_API bool IsTypeError(const absl::Status& status);

}  // namespace voxgrad

#endif  // VOXGRAD_ERROR_H_
