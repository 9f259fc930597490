// vox ops: what the table says.
#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "cli/op_json.h"
#include "ops/table/op.h"

namespace voxgrad::cli {

int Ops(const Words& words) {
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  Words names;
  std::copy_if(words.begin(), words.end(), std::back_inserter(names), [](const auto& w) { return w != "--json"; });
  if (names.size() > 1) return UsageError("vox ops [NAME] [--json]");
  const Op* op = names.empty() ? nullptr : FindOp(names[0]);
  if (!names.empty() && op == nullptr) return Fail(UnknownOpError(names[0]));
  if (json) std::printf("%s\n", (op ? OpJson(*op) : OpTableJson()).c_str());
  return 0;
}

}  // namespace voxgrad::cli
