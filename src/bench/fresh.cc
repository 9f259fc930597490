#include "bench/fresh.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "bench/statistics.h"

namespace voxgrad::driver {

double StatusBytes(const char* key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (absl::StartsWith(line, key)) return 1024 * std::strtod(line.c_str() + line.find(':') + 1, nullptr);
  }
  return 0;
}

namespace {

/// In the child, whose peak begins at what it inherited.
bool Measure(const PreparedCall& call, FreshCall* fresh) {
  const double before = StatusBytes("VmRSS");
  const Stopwatch watch;
  absl::StatusOr<std::vector<Tensor>> result = call.Run();
  fresh->first_seconds = watch.Seconds();
  if (!result.ok()) return false;
  fresh->peak_bytes = std::max(0.0, StatusBytes("VmHWM") - before);
  fresh->result_bytes = static_cast<double>((*result)[0].TotalBytes());
  fresh->next_seconds = fresh->first_seconds;
  const Stopwatch all;
  for (int i = 0; i < 5 && all.Seconds() < 2; ++i) {
    const Stopwatch next;
    result = call.Run();
    fresh->next_seconds = std::min(fresh->next_seconds, next.Seconds());
  }
  return true;
}

}  // namespace

absl::StatusOr<FreshCall> RunFresh(const PreparedCall& call) {
  int ends[2];
  if (pipe(ends) != 0) return absl::InternalError("no pipe");
  const pid_t child = fork();
  if (child < 0) return absl::ResourceExhaustedError("no process");
  if (child == 0) {
    FreshCall fresh;
    const bool good = Measure(call, &fresh) && write(ends[1], &fresh, sizeof fresh) == sizeof fresh;
    _exit(good ? 0 : 1);
  }
  close(ends[1]);
  FreshCall fresh;
  const bool good = read(ends[0], &fresh, sizeof fresh) == sizeof fresh;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (!good) return absl::InternalError("the call failed in a process of its own");
  return fresh;
}

}  // namespace voxgrad::driver
