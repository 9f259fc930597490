// The commands of `vox`. Each takes the words behind its name and returns the exit status: 0, 1 when
// something failed, 2 when the words were not understood.
#ifndef VOXGRAD_CLI_COMMAND_H_
#define VOXGRAD_CLI_COMMAND_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace voxgrad::cli {

using Words = std::vector<std::string>;

int Ops(const Words& words);          // vox ops [NAME] [--json]
int RunOp(const Words& words);        // vox op NAME arg=… -o out.npy
int Support(const Words& words);      // vox support
int Explain(const Words& words);      // vox explain LINE
int Try(const Words& words);          // vox try LINE [--check|--time]
int RunPage(const Words& words);      // vox run page.pbtxt [--feed x=…] [--fetch y]
int CheckPage(const Words& words);    // vox check page.pbtxt
int ConvertPage(const Words& words);  // vox convert page.pb page.pbtxt
int ExportPage(const Words& words);   // vox export page.pbtxt --cpp|--python|--dot|--graphdef
int Fuzz(const Words& words);         // vox fuzz [page] [--seconds N] [--seed S]
int Bench(const Words& words);        // vox bench [FILTER …] [--peers]
int OpenStudio(const Words& words);   // vox studio [FOLDER|PAGE] [--port N]

struct Command {
  const char* name;
  const char* usage;    // "vox ops [NAME] [--json]"
  const char* summary;  // in the list of commands
  const char* example;
  const char* details;       // the rest of its help
  int (*run)(const Words&);  // null: the launcher's business
};

/// All commands, in the order of the help.
const std::vector<Command>& Commands();

/// Prints "vox: …" on standard error; the exit status for it.
int Fail(const absl::Status& status);
/// The same for words that are not understood, with a hint at the command's help.
int UsageError(absl::string_view command, absl::string_view text);

/// The words of a command, taken apart: flags and options are taken out, the rest stays in `words`.
class Arguments {
 public:
  explicit Arguments(Words words) : words_(std::move(words)) {}

  /// True when the flag was there.
  bool Flag(absl::string_view flag);
  /// The values of all `option VALUE` or `option=VALUE`.
  std::vector<std::string> Values(absl::string_view option);
  /// The last of them, for an option that makes sense once; empty where there is none.
  std::string Value(absl::string_view option);
  /// What is left; an unknown option among it is an error, as is an option without its value.
  absl::Status Rest(Words* rest) const;

 private:
  Words words_;
  std::string lacking_;  // an option that stood last, without a value
};

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_COMMAND_H_
