#include "bench/peers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"

namespace voxgrad::driver {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStartMs = 120'000;  // importing a library from a cold disk
constexpr int kAnswerMs = 600'000;

}  // namespace

std::string PeerRequest(const BenchCell& cell, const Effort& effort) {
  const Line& line = cell.line;
  return Json{{"line", line.Text()},
              {"op", line.op},
              {"type", ShortTypeString(line.type)},
              {"layout", line.layout},
              {"shape", line.shape},
              {"window", line.window},
              {"stride", line.stride},
              {"dilation", line.dilation},
              {"padding", line.padding},
              {"out_channels", line.out_channels},
              {"threads", effort.threads},
              {"runs", effort.runs},
              {"seconds", effort.seconds}}
      .dump();
}

absl::Status Peer::Start() {
  Stop();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return absl::InternalError("no socket");
  std::vector<char*> arguments;
  for (std::string& word : command_) arguments.push_back(word.data());
  arguments.push_back(library_.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  // What the libraries say about themselves would stand in the middle of the table.
  if (std::getenv("VOXGRAD_VERBOSE") == nullptr) {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  const int error = posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  socket_ = ends[0];
  if (error != 0) {
    process_ = 0;
    Stop();
    return absl::NotFoundError(absl::StrCat(command_[0], " cannot be run."));
  }
  const absl::StatusOr<std::string> answer = ReadLine(kStartMs);
  if (!answer.ok())
    return absl::NotFoundError(absl::StrCat(library_, " does not start: ", answer.status().message()));
  const Json hello = Json::parse(*answer, nullptr, /*allow_exceptions=*/false);
  if (!hello.is_object() || !hello.contains("title")) {
    const std::string reason = hello.is_object() ? hello.value("error", "") : *answer;
    Stop();
    return absl::NotFoundError(absl::StrCat(library_, " does not start: ", reason));
  }
  title_ = hello["title"].get<std::string>();
  return absl::OkStatus();
}

absl::StatusOr<std::string> Peer::Ask(const std::string& request) {
  if (socket_ < 0) {
    if (absl::Status status = Start(); !status.ok()) return status;
  }
  const std::string line = request + "\n";
  if (send(socket_, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size()))
    return Died();
  return ReadLine(kAnswerMs);
}

absl::StatusOr<std::vector<double>> Peer::Time(const BenchCell& cell, const Effort& effort) {
  return Time(PeerRequest(cell, effort));
}

absl::StatusOr<std::vector<double>> Peer::Time(const std::string& request) {
  const absl::StatusOr<std::string> answer = Ask(request);
  if (!answer.ok()) return answer.status();
  const Json times = Json::parse(*answer, nullptr, /*allow_exceptions=*/false);
  if (times.is_object() && times.contains("refused"))
    return absl::UnimplementedError(times.value("refused", ""));
  if (!times.is_object() || !times.contains("seconds"))
    return absl::InternalError(absl::StrCat("answers ", *answer));
  return times["seconds"].get<std::vector<double>>();
}

absl::StatusOr<std::string> Peer::ReadLine(int timeout_ms) {
  for (;;) {
    if (const size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    pollfd ready = {socket_, POLLIN, 0};
    if (poll(&ready, 1, timeout_ms) == 0) {
      Stop();
      return absl::DeadlineExceededError(absl::StrCat("no answer within ", timeout_ms / 1000, " s"));
    }
    char buffer[4096];
    const ssize_t count = read(socket_, buffer, sizeof buffer);
    if (count <= 0) return Died();
    unread_.append(buffer, static_cast<size_t>(count));
  }
}

absl::Status Peer::Died() {
  Stop();
  return absl::AbortedError("the process ended");
}

void Peer::Stop() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  unread_.clear();
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = 0;
}

}  // namespace voxgrad::driver
