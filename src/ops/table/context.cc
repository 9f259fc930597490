#include "ops/table/context.h"

#include "absl/strings/str_cat.h"
#include "core/host_values.h"
#include "voxgrad/logging.h"

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

const Tensor* Infer::host(absl::string_view name, size_t i) const {
  const int arg = op().InputIndex(name);
  CHECK(op().inputs[static_cast<size_t>(arg)].on_host)
      << op().name << " reads the elements of " << std::string(name) << ", which is not marked on_host()";
  return known(range(name).begin + i);
}

std::optional<Ints> Infer::host_ints(absl::string_view name, size_t i) const {
  const Tensor* value = host(name, i);
  if (value == nullptr) return std::nullopt;
  return IntegersOf(*value);
}

Ints Infer::known_ints(absl::string_view name, size_t i) const { return IntegersOf(*host(name, i)); }

double Infer::host_number(absl::string_view name) const { return NumberOf(*host(name)); }

}  // namespace voxgrad
