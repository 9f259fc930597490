// The commands of `vox`. Each takes the words behind its name and returns the exit status.
#ifndef VOXGRAD_CLI_COMMAND_H_
#define VOXGRAD_CLI_COMMAND_H_

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace voxgrad::cli {

using Words = std::vector<std::string>;

int Ops(const Words& words);      // vox ops [NAME] [--json]
int RunOp(const Words& words);    // vox op NAME arg=… -o out.npy
int Support(const Words& words);  // vox support
int Explain(const Words& words);  // vox explain LINE
int Try(const Words& words);      // vox try LINE [--check|--time]
int Fuzz(const Words& words);     // vox fuzz [--seconds N] [--seed S]

/// Prints "vox: …" on standard error; the exit status for it.
int Fail(const absl::Status& status);
int UsageError(const std::string& text);

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_COMMAND_H_
