// vox studio: the block editor.
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "page/pages/page_file.h"
#include "server/server.h"
#include "server/studio_services.h"
#include "studio/page_list.h"
#include "studio/safe_folder.h"

namespace voxgrad::cli {
namespace {

struct StudioOptions {
  std::string folder = ".";
  std::string page;  // in the folder; empty where none was named
  server::ServerOptions server;
  bool browser = true;
};

bool IsFolder(const std::string& path) {
  struct stat about;
  return stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

/// A folder, or a page, which may be one that is yet to be made.
absl::Status TakePlace(const std::string& place, StudioOptions* options) {
  if (IsFolder(place)) {
    options->folder = place;
    return absl::OkStatus();
  }
  if (!studio::IsPageName(place))
    return absl::InvalidArgumentError(
        absl::StrCat(place, " is neither a folder nor a page, which ends in .pbtxt or .pb."));
  options->folder = FolderOf(place);
  options->page = studio::NamePart(place);
  return studio::SafeFolder::CheckName(options->page);
}

absl::Status ReadStudioOptions(const Words& words, StudioOptions* options) {
  Arguments arguments(words);
  options->browser = !arguments.Flag("--no-browser");
  for (const std::string& text : arguments.Values("--port")) {
    int port;
    if (!absl::SimpleAtoi(text, &port) || port < 0 || port > 65535)
      return absl::InvalidArgumentError("--port takes a number up to 65535; 0 is any that is free.");
    options->server.port = port;
  }
  Words rest;
  if (absl::Status status = arguments.Rest(&rest); !status.ok()) return status;
  if (rest.size() > 1) return absl::InvalidArgumentError(absl::StrCat("`", rest[1], "` is not understood."));
  return rest.empty() ? absl::OkStatus() : TakePlace(rest[0], options);
}

/// Asks the desktop to open an address; where there is no desktop nothing happens.
void OpenBrowser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // What browsers print is not ours.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = "xdg-open", argument = address;
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t child;
  posix_spawnp(&child, words[0], &actions, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&actions);
}

}  // namespace

int OpenStudio(const Words& words) {
  StudioOptions options;
  if (absl::Status status = ReadStudioOptions(words, &options); !status.ok())
    return UsageError("studio", status.message());
  const absl::StatusOr<studio::SafeFolder> folder = studio::SafeFolder::Open(options.folder);
  if (!folder.ok()) return Fail(folder.status());
  const absl::StatusOr<std::unique_ptr<server::Server>> server =
      server::Server::Listen(server::StudioServices(*folder), options.server);
  if (!server.ok()) return Fail(server.status());
  (*server)->StopOnSignals();
  const std::string address = (*server)->Address(options.page);
  std::printf("Studio shows %s at\n  %s\nCtrl-C ends it.\n", folder->path().c_str(), address.c_str());
  std::fflush(stdout);
  if (options.browser) OpenBrowser(address);
  (*server)->Run();
  return 0;
}

}  // namespace voxgrad::cli
