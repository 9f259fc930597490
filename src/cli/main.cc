// vox: the commands, their help, and finding the one that was meant.
#include <unistd.h>

#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cli/command.h"
#include "cli/text.h"
#include "core/nearest.h"
#include "voxgrad/version.h"

namespace voxgrad::cli {
namespace {

const Command* FindCommand(const std::string& name) {
  for (const Command& command : Commands()) {
    if (name == command.name) return &command;
  }
  return nullptr;
}

int Help() {
  std::printf("vox: gradient ops of 2-D and 3-D neural nets (Voxgrad %s)\n\nusage: vox COMMAND …\n\n",
              Version());
  for (const bool launcher : {false, true}) {
    if (launcher) std::printf("\nHandled by the launcher, ./vox in the repository:\n");
    Columns table("lll");
    for (const Command& command : Commands()) {
      if ((command.run == nullptr) == launcher) table.Row({command.name, command.summary, command.example});
    }
    std::printf("%s", table.Text(2).c_str());
  }
  std::printf("\nvox help COMMAND, or vox COMMAND --help, says more about one.\n");
  return 0;
}

int HelpAbout(const Command& command) {
  std::printf("usage: %s\n\n%s\n", command.usage, command.summary);
  if (*command.details != '\0') std::printf("\n%s", command.details);
  std::printf("\nexample: %s\n", command.example);
  return 0;
}

int UnknownCommand(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.push_back(command.name);
  const std::string nearest = Nearest(name, names);
  std::fprintf(stderr, "vox: There is no command `%s`.%s See vox --help.\n", name.c_str(),
               nearest.empty() ? "" : absl::StrCat(" Did you mean `", nearest, "`?").c_str());
  return 2;
}

int Main(const Words& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") return Help();
  if (words[0] == "--version" || words[0] == "version") {
    if (words.size() > 1) return UsageError(words[0], absl::StrCat(words[0], " stands alone."));
    std::printf("vox %s\n", Version());
    return 0;
  }
  if (words[0] == "help" && words.size() == 1) return Help();
  const std::string& name = words[0] == "help" ? words[1] : words[0];
  const Command* command = FindCommand(name);
  if (command == nullptr) return UnknownCommand(name);
  const Words rest(words.begin() + 1, words.end());
  for (const std::string& word : rest) {
    if (words[0] == "help" || word == "--help" || word == "-h") return HelpAbout(*command);
  }
  if (command->run == nullptr) {
    std::fprintf(stderr, "vox: `%s` is handled by the launcher: run ./vox %s in the repository.\n",
                 command->name, command->name);
    return 2;
  }
  return command->run(rest);
}

}  // namespace

int Fail(const absl::Status& status) {
  std::fflush(stdout);
  std::fprintf(stderr, "vox: %s\n", std::string(status.message()).c_str());
  return 1;
}

int UsageError(absl::string_view command, absl::string_view text) {
  const Command* known = FindCommand(std::string(command));
  std::fflush(stdout);
  std::fprintf(stderr, "vox: %s\nusage: %s\n", std::string(text).c_str(),
               known ? known->usage : "vox COMMAND …");
  return 2;
}

}  // namespace voxgrad::cli

int main(int argc, char** argv) {
  const int status = voxgrad::cli::Main({argv + 1, argv + argc});
  // A full disk shows itself only here: what was printed may still wait in the buffer.
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  return voxgrad::cli::Fail(absl::DataLossError("The output cannot be written."));
}
