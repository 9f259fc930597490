// vox op: run one op on what was typed.
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/show_tensor.h"
#include "core/npy.h"
#include "driver/prepared_call.h"
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
  if (files.size() > op->outputs.size()) {
    return UsageError("op", absl::StrCat(op->name, " has ", op->outputs.size(),
                                         " result(s), and -o stands there ", files.size(), " times."));
  }
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
  for (size_t i = files.size(); i < results->size(); ++i) {
    const Tensor& result = (*results)[i];
    std::printf("%s: %s %s\n%s\n", op->outputs[i].name.c_str(), DataTypeString(result.dtype()).c_str(),
                result.shape().DebugString().c_str(),
                ValuesText(result, all ? result.NumElements() : kShown).c_str());
  }
  return WriteResults(*results, files);
}

}  // namespace voxgrad::cli
