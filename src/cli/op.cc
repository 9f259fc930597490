// vox op: run one op on what was typed.
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "check/prepared_call.h"
#include "cli/command.h"
#include "cli/show_tensor.h"
#include "core/npy.h"
#include "ops/table/op.h"

namespace voxgrad::cli {
namespace {

constexpr int64_t kShown = 512;

int WriteResults(const std::vector<Tensor>& results, const std::vector<std::string>& files) {
  for (size_t i = 0; i < files.size(); ++i) {
    if (absl::Status status = WriteNpy(files[i], results[i]); !status.ok()) return Fail(status);
  }
  return 0;
}

/// The tensors of a list are told apart by their places: `output[1]`.
std::vector<std::string> ResultNames(const Op& op, size_t count) {
  std::vector<std::string> names;
  for (const ArgDef& output : op.outputs) {
    if (!output.is_list()) {
      names.push_back(output.name);
      continue;
    }
    const size_t in_list = count - (op.outputs.size() - 1);  // no op has two lists of results
    for (size_t i = 0; i < in_list; ++i) names.push_back(absl::StrCat(output.name, "[", i, "]"));
  }
  return names;
}

}  // namespace

int RunOp(const Words& words) {
  Arguments arguments(words);
  const bool all = arguments.Flag("--all");
  const std::vector<std::string> files = arguments.Values("-o");
  Words rest;
  if (absl::Status status = arguments.Rest(&rest); !status.ok()) return UsageError("op", status.message());
  if (rest.empty()) return UsageError("op", "Which op? vox ops lists them.");
  const Op* op = FindOp(rest[0]);
  if (op == nullptr) return Fail(UnknownOpError(rest[0]));
  std::vector<std::pair<std::string, std::string>> typed;
  for (size_t i = 1; i < rest.size(); ++i) {
    const size_t equals = rest[i].find('=');
    if (equals == std::string::npos) {
      return UsageError("op", absl::StrCat("`", rest[i], "` is no argument; write name=value."));
    }
    typed.emplace_back(rest[i].substr(0, equals), rest[i].substr(equals + 1));
  }
  const absl::StatusOr<driver::PreparedCall> call = driver::PrepareTyped(*op, typed);
  if (!call.ok()) return Fail(call.status());
  const absl::StatusOr<std::vector<Tensor>> results = call->Run();
  if (!results.ok()) return Fail(results.status());
  if (files.size() > results->size()) {
    return UsageError("op", absl::StrCat(op->name, " has ", results->size(),
                                         " result(s), and -o stands there ", files.size(), " times."));
  }
  const std::vector<std::string> names = ResultNames(*op, results->size());
  for (size_t i = files.size(); i < results->size(); ++i) {
    const Tensor& result = (*results)[i];
    std::printf("%s: %s %s\n%s\n", names[i].c_str(), DataTypeString(result.dtype()).c_str(),
                result.shape().DebugString().c_str(),
                ValuesText(result, all ? result.NumElements() : kShown).c_str());
  }
  return WriteResults(*results, files);
}

}  // namespace voxgrad::cli
