// Statuses under the names that TensorFlow programs use.
#ifndef VOXGRAD_STATUS_H_
#define VOXGRAD_STATUS_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "voxgrad/integral_types.h"  // IWYU pragma: export
#include "voxgrad/logging.h"

namespace voxgrad {

using Status = absl::Status;
template <class T>
using StatusOr = absl::StatusOr<T>;
using StatusCallback = std::function<void(const Status&)>;

inline Status OkStatus() { return absl::OkStatus(); }

namespace error {

/// The numbers of the codes, as files hold them.
enum Code : int {
  OK = 0,
  CANCELLED = 1,
  UNKNOWN = 2,
  INVALID_ARGUMENT = 3,
  DEADLINE_EXCEEDED = 4,
  NOT_FOUND = 5,
  ALREADY_EXISTS = 6,
  PERMISSION_DENIED = 7,
  RESOURCE_EXHAUSTED = 8,
  FAILED_PRECONDITION = 9,
  ABORTED = 10,
  OUT_OF_RANGE = 11,
  UNIMPLEMENTED = 12,
  INTERNAL = 13,
  UNAVAILABLE = 14,
  DATA_LOSS = 15,
  UNAUTHENTICATED = 16,
};

// `status.code() == error::NOT_FOUND`
inline bool operator==(absl::StatusCode a, Code b) { return static_cast<int>(a) == static_cast<int>(b); }
inline bool operator!=(absl::StatusCode a, Code b) { return !(a == b); }
inline bool operator==(Code a, absl::StatusCode b) { return b == a; }
inline bool operator!=(Code a, absl::StatusCode b) { return !(b == a); }

}  // namespace error

namespace errors {

using Code = absl::StatusCode;

}  // namespace errors
}  // namespace voxgrad

#define TF_CHECK_OK(STATUS) CHECK_OK(STATUS)
#define TF_QCHECK_OK(STATUS) QCHECK_OK(STATUS)
#define TF_DCHECK_OK(STATUS) DCHECK_OK(STATUS)

#endif  // VOXGRAD_STATUS_H_
