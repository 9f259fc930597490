#include "fuzz/bad_call.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "check/check.h"
#include "core/memory.h"
#include "ops/table/invoke.h"
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
    const bool about_count = call.op->has_lists || call.inputs.size() != call.op->inputs.size();
    const bool nameless = std::any_of(call.attributes.begin(), call.attributes.end(),
                                      [](const NamedAttribute& attribute) { return attribute.name.empty(); });
    return about_count || nameless ? absl::OkStatus() : wrong("ErrorArgument is empty");
  }
  const bool given = std::any_of(call.attributes.begin(), call.attributes.end(),
                                 [&](const NamedAttribute& attribute) { return attribute.name == argument; });
  const bool result = std::any_of(call.op->outputs.begin(), call.op->outputs.end(),
                                  [&](const ArgDef& output) { return output.name == argument; });
  const bool known = call.op->InputIndex(argument) >= 0 || call.op->AttrIndex(argument) >= 0 || result;
  return given || known ? absl::OkStatus() : wrong(absl::StrCat("ErrorArgument is ", argument));
}

/// A right call whose result fits into memory but takes the reference more than a moment: an input without
/// cells and a padding can make 10^8 of them. Past that the memory refuses, which is quick again.
bool IsHonestlyLarge(const PreparedCall& call) {
  constexpr int64_t kQuick = int64_t{1} << 22;
  const auto fits = static_cast<int64_t>(PhysicalMemory());  // elements of one byte
  std::vector<InputInfo> inputs;
  for (const Tensor& input : call.inputs) {
    inputs.push_back({{input.dtype(), PartialTensorShape(input.shape())}, &input});
  }
  AttrSlots slots = call.slots;
  std::vector<PartialTensorShape> shapes;
  if (!InferShapes(*call.op, "", inputs, &slots, &shapes).ok()) return false;
  return std::any_of(shapes.begin(), shapes.end(), [&](const PartialTensorShape& partial) {
    TensorShape shape;
    return TensorShape::BuildTensorShape(partial.dim_sizes(), &shape).ok() && shape.num_elements() > kQuick &&
           shape.num_elements() < fits;
  });
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
  if (named.inputs.size() > op->inputs.size() && !op->has_lists) named.inputs.resize(op->inputs.size());
  std::string text = absl::StrCat("vox op ", named.CommandLine(4000));
  for (const NamedAttribute& attribute : attributes) {
    const bool empty_list = attribute.value.get<Ints>() != nullptr && attribute.value.get<Ints>()->empty();
    absl::StrAppend(&text, " '", attribute.name, "=", empty_list ? "" : attribute.value.DebugString(), "'");
  }
  if (inputs.size() != op->inputs.size() || op->has_lists)
    absl::StrAppend(&text, "  # with ", inputs.size(), " inputs, in order");
  return text;
}

absl::Status CheckRawCall(const RawCall& call, bool* refused) {
  PreparedCall prepared = {call.op, call.inputs, {}};
  absl::Status status = FillSlots(*call.op, "", call.attributes, &prepared.slots);
  *refused = false;
  if (status.ok() && IsHonestlyLarge(prepared)) return absl::OkStatus();
  if (status.ok()) status = prepared.Run().status();
  *refused = !status.ok();
  return status.ok() ? CheckCall(prepared) : CheckError(call, status);
}

}  // namespace voxgrad::driver
