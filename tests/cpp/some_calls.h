// Calls of any op that it accepts.
#ifndef VOXGRAD_TESTS_SOME_CALLS_H_
#define VOXGRAD_TESTS_SOME_CALLS_H_

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "fuzz/random_call.h"
#include "support.h"

namespace voxgrad::test {

/// The calls of calls.txt of that op.
inline std::vector<PreparedCall> ListedCalls(const Op& op) {
  std::vector<PreparedCall> calls;
  std::ifstream file(VOXGRAD_SOURCE_DIR "/tests/cpp/calls.txt");
  for (std::string line; std::getline(file, line);) {
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

/// Some argument is always float, or no type is double: float_gradient_test.cc and lrn_test.cc check
/// these.
inline const std::set<std::string>& FloatOnly() {
  static const std::set<std::string> ops = {"FusedBatchNorm",
                                            "FusedBatchNormGrad",
                                            "FusedBatchNormV2",
                                            "FusedBatchNormGradV2",
                                            "FusedBatchNormV3",
                                            "FusedBatchNormGradV3",
                                            "ResizeBilinear",
                                            "ResizeBilinearGrad",
                                            "LRN",
                                            "LRNGrad"};
  return ops;
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_SOME_CALLS_H_
