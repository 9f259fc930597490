#include "ops/table/context.h"

#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

std::string Sentence(absl::string_view argument, absl::string_view text) {
  return argument.empty() ? std::string(text) : absl::StrCat(argument, " ", text);
}

}  // namespace

absl::Status OpCall::Invalid(absl::string_view argument, absl::string_view text) const {
  return MakeError(absl::StatusCode::kInvalidArgument, Source(argument), Sentence(argument, text));
}

absl::Status OpCall::Unimplemented(absl::string_view argument, absl::string_view text) const {
  return MakeError(absl::StatusCode::kUnimplemented, Source(argument), Sentence(argument, text));
}

absl::Status OpCall::WrongType(absl::string_view argument, absl::string_view text) const {
  return MakeTypeError(Source(argument), Sentence(argument, text));
}

}  // namespace voxgrad
