#include "driver/bad_call.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "driver/check.h"
#include "voxgrad/error.h"

namespace voxgrad::driver {
namespace {

/// The error names the op first, knows it, and knows an argument that exists where one is to blame.
absl::Status CheckError(const RawCall& call, const absl::Status& error) {
  const std::string message(error.message());
  const auto wrong = [&](absl::string_view what) {
    return absl::InternalError(absl::StrCat(what, " in the error \"", message, "\" (", error.code(), ")"));
  };
  if (!absl::StartsWith(message, absl::StrCat(call.op->name, ": ")))
    return wrong("the op does not come first");
  if (!absl::EndsWith(message, ".") && !absl::EndsWith(message, "?")) return wrong("there is no full stop");
  if (ErrorOp(error) != call.op->name) return wrong("ErrorOp is not the op");
  if (message.size() > 10'000) return wrong("there are too many words");
  switch (error.code()) {
    case absl::StatusCode::kResourceExhausted:
      return absl::OkStatus();
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kUnimplemented:
      break;
    default:
      return wrong("the code is a surprise");
  }
  const std::string argument = ErrorArgument(error);
  if (argument.empty()) {
    const bool about_count = call.inputs.size() != call.op->inputs.size();
    const bool nameless = std::any_of(call.attributes.begin(), call.attributes.end(),
                                      [](const NamedAttribute& attribute) { return attribute.name.empty(); });
    return about_count || nameless ? absl::OkStatus() : wrong("ErrorArgument is empty");
  }
  const bool given = std::any_of(call.attributes.begin(), call.attributes.end(),
                                 [&](const NamedAttribute& attribute) { return attribute.name == argument; });
  const bool known = call.op->InputIndex(argument) >= 0 || call.op->AttrIndex(argument) >= 0;
  return given || known ? absl::OkStatus() : wrong(absl::StrCat("ErrorArgument is ", argument));
}

}  // namespace

RawCall RawCall::From(const PreparedCall& call) {
  RawCall raw = {call.op, call.inputs, {}};
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (!call.slots[i].empty()) raw.attributes.push_back({call.op->attrs[i].name, call.slots[i]});
  }
  return raw;
}

std::string RawCall::Text() const {
  PreparedCall named = {op, inputs, {}};
  if (named.inputs.size() > op->inputs.size()) named.inputs.resize(op->inputs.size());
  std::string text = absl::StrCat("vox op ", named.CommandLine(4000));
  for (const NamedAttribute& attribute : attributes) {
    const bool empty_list = attribute.value.get<Ints>() != nullptr && attribute.value.get<Ints>()->empty();
    absl::StrAppend(&text, " '", attribute.name, "=", empty_list ? "" : attribute.value.DebugString(), "'");
  }
  if (inputs.size() != op->inputs.size())
    absl::StrAppend(&text, "  # with ", inputs.size(), " inputs, in order");
  return text;
}

absl::Status CheckRawCall(const RawCall& call, bool* refused) {
  PreparedCall prepared = {call.op, call.inputs, {}};
  absl::Status status = FillSlots(*call.op, "", call.attributes, &prepared.slots);
  if (status.ok()) status = prepared.Run().status();
  *refused = !status.ok();
  return status.ok() ? CheckCall(prepared) : CheckError(call, status);
}

}  // namespace voxgrad::driver
