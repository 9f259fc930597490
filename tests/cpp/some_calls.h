// Calls of any op that it accepts.
#ifndef VOXGRAD_TESTS_SOME_CALLS_H_
#define VOXGRAD_TESTS_SOME_CALLS_H_

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "declared.h"
#include "fuzz/random_call.h"
#include "source_dir.h"
#include "support.h"

namespace voxgrad::test {

/// The calls of that op that calls.txt or a test of its own names.
inline std::vector<PreparedCall> ListedCalls(const Op& op) {
  std::vector<std::string> lines = Declared("call");
  std::ifstream file(test::InSource("/tests/cpp/calls.txt"));
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  std::vector<PreparedCall> calls;
  for (const std::string& line : lines) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (words.empty() || words[0] != op.name) continue;
    std::vector<std::pair<std::string, std::string>> arguments;
    for (size_t i = 1; i < words.size(); ++i)
      arguments.push_back(absl::StrSplit(words[i], absl::MaxSplits('=', 1)));
    calls.push_back(Must(driver::PrepareTyped(op, arguments), line));
  }
  return calls;
}

/// True if no size in it is enormous: random calls try those too, and a result of 20 GiB is right but no
/// help.
inline bool IsModest(const driver::RawCall& call) {
  const auto modest = [](const auto& values) {
    return std::all_of(values.begin(), values.end(), [](auto value) { return value < 1 << 12; });
  };
  return std::all_of(call.inputs.begin(), call.inputs.end(), [&](const Tensor& input) {
    if (input.dtype() == DT_INT32) return modest(input.values<int32_t>());
    return input.dtype() != DT_INT64 || modest(input.values<int64_t>());
  });
}

/// Calls of an op that it accepts: its example, those that are listed, and random ones.
inline std::vector<PreparedCall> SomeCalls(const Op& op, size_t count) {
  std::vector<PreparedCall> calls;
  if (!op.example.results.empty())
    calls.push_back(Must(driver::PrepareTyped(op, op.example.arguments), op.name));
  for (PreparedCall& call : ListedCalls(op)) calls.push_back(std::move(call));
  Random random(17);
  for (int tries = 0; tries < 3000 && calls.size() < count; ++tries) {
    const driver::RawCall raw = driver::RandomCall(op, &random);
    PreparedCall call{&op, raw.inputs, {}};
    if (!IsModest(raw) || !FillSlots(op, "", raw.attributes, &call.slots).ok()) continue;
    const auto results = call.Run();
    if (results.ok() && !results->empty() && results->front().NumElements() > 0) calls.push_back(call);
  }
  return calls;
}

/// Some argument is of fractions, but never double: nothing to take differences of. float_gradient_test.cc
/// and lrn_test.cc check what there is of these.
inline bool IsFloatOnly(const Op& op) {
  const auto has = [](const std::vector<DataType>& types, DataType type) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  const auto float_only = [&](const ArgDef& arg) {
    if (arg.type_attr.empty()) return arg.type == DT_FLOAT;
    const std::vector<DataType> types = TypesOf(op, arg.type_attr.c_str());
    return has(types, DT_FLOAT) && !has(types, DT_DOUBLE);
  };
  return std::any_of(op.inputs.begin(), op.inputs.end(), float_only) ||
         std::any_of(op.outputs.begin(), op.outputs.end(), float_only);
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_SOME_CALLS_H_
