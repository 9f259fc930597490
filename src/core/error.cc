#include "core/error.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

constexpr char kOp[] = "voxgrad/op";
constexpr char kArgument[] = "voxgrad/argument";
constexpr char kType[] = "voxgrad/type";
constexpr char kAtRun[] = "voxgrad/at-run";

std::string Payload(const absl::Status& status, const char* key) {
  const auto cord = status.GetPayload(key);
  return cord ? std::string(*cord) : std::string();
}

}  // namespace

absl::Status MakeError(absl::StatusCode code, const ErrorSource& source, const std::string& text) {
  const std::string who = source.node.empty() ? source.op : absl::StrCat(source.op, " (", source.node, ")");
  absl::Status status(code, absl::StrCat(who, ": ", text));
  status.SetPayload(kOp, absl::Cord(source.op));
  if (!source.argument.empty()) status.SetPayload(kArgument, absl::Cord(source.argument));
  return status;
}

absl::Status MakeTypeError(const ErrorSource& source, const std::string& text) {
  absl::Status status = MakeError(absl::StatusCode::kInvalidArgument, source, text);
  status.SetPayload(kType, absl::Cord("1"));
  return status;
}

absl::Status NullResult(absl::string_view function, absl::string_view argument) {
  return absl::InvalidArgumentError(
      absl::StrCat(function, ": ", argument, " is null, but must point to where the result goes."));
}

absl::Status AtRun(absl::Status status) {
  if (!status.ok()) status.SetPayload(kAtRun, absl::Cord("1"));
  return status;
}

bool IsAtRun(const absl::Status& status) {
  return absl::IsUnimplemented(status) || !Payload(status, kAtRun).empty();
}

std::string ErrorOp(const absl::Status& status) { return Payload(status, kOp); }
std::string ErrorArgument(const absl::Status& status) { return Payload(status, kArgument); }
bool IsTypeError(const absl::Status& status) { return !Payload(status, kType).empty(); }

}  // namespace voxgrad
