// Errors made from pieces of text, and the macros that hand them on.
#ifndef VOXGRAD_UTIL_ERRORS_H_
#define VOXGRAD_UTIL_ERRORS_H_

#include <string>
#include <utility>

#include "voxgrad/export.h"
#include "voxgrad/status.h"
#include "voxgrad/util/strcat.h"

namespace voxgrad {
namespace errors {

// InvalidArgument("size ", 3, " of ", name), IsInvalidArgument(status), and the same for the other codes.
#define VOXGRAD_ERROR(NAME)                                                     \
  template <class... Pieces>                                                    \
  absl::Status NAME(const Pieces&... pieces) {                                  \
    return absl::Status(absl::StatusCode::k##NAME, strings::StrCat(pieces...)); \
  }                                                                             \
  inline bool Is##NAME(const absl::Status& status) { return status.code() == absl::StatusCode::k##NAME; }
VOXGRAD_ERROR(Cancelled)
VOXGRAD_ERROR(InvalidArgument)
VOXGRAD_ERROR(NotFound)
VOXGRAD_ERROR(AlreadyExists)
VOXGRAD_ERROR(ResourceExhausted)
VOXGRAD_ERROR(Unavailable)
VOXGRAD_ERROR(FailedPrecondition)
VOXGRAD_ERROR(OutOfRange)
VOXGRAD_ERROR(Unimplemented)
VOXGRAD_ERROR(Internal)
VOXGRAD_ERROR(Aborted)
VOXGRAD_ERROR(DeadlineExceeded)
VOXGRAD_ERROR(DataLoss)
VOXGRAD_ERROR(Unknown)
VOXGRAD_ERROR(PermissionDenied)
VOXGRAD_ERROR(Unauthenticated)
#undef VOXGRAD_ERROR

/// The same error with another text; what else it carries stays.
VOXGRAD_API absl::Status CreateWithUpdatedMessage(const absl::Status& status, const std::string& message);

/// Adds a line to an error's text.
template <class... Pieces>
void AppendToMessage(absl::Status* status, const Pieces&... pieces) {
  *status = CreateWithUpdatedMessage(
      *status, strings::StrCat(std::string(status->message()), "\n\t", strings::StrCat(pieces...)));
}

inline std::string FormatNodeNameForError(StringPiece name) { return strings::StrCat("{{node ", name, "}}"); }

}  // namespace errors
}  // namespace voxgrad

// NOLINTBEGIN(bugprone-macro-parentheses)
#define TF_RETURN_IF_ERROR(...)                      \
  do {                                               \
    ::absl::Status voxgrad_status = (__VA_ARGS__);   \
    if (!voxgrad_status.ok()) return voxgrad_status; \
  } while (false)

#define TF_RETURN_WITH_CONTEXT_IF_ERROR(STATUS, ...)                    \
  do {                                                                  \
    ::absl::Status voxgrad_status = (STATUS);                           \
    if (!voxgrad_status.ok()) {                                         \
      ::voxgrad::errors::AppendToMessage(&voxgrad_status, __VA_ARGS__); \
      return voxgrad_status;                                            \
    }                                                                   \
  } while (false)

#define VOXGRAD_CONCAT_(A, B) A##B
#define VOXGRAD_CONCAT(A, B) VOXGRAD_CONCAT_(A, B)
#define VOXGRAD_ASSIGN_OR_RETURN(VALUE, LEFT, RIGHT) \
  auto VALUE = (RIGHT);                              \
  if (!VALUE.ok()) return VALUE.status();            \
  LEFT = *std::move(VALUE)
/// `TF_ASSIGN_OR_RETURN(auto value, MayFail());`
#define TF_ASSIGN_OR_RETURN(LEFT, RIGHT) \
  VOXGRAD_ASSIGN_OR_RETURN(VOXGRAD_CONCAT(voxgrad_value_, __LINE__), LEFT, RIGHT)
// NOLINTEND(bugprone-macro-parentheses)

#endif  // VOXGRAD_UTIL_ERRORS_H_
