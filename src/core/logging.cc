#include "voxgrad/logging.h"

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>

namespace voxgrad::internal {
namespace {

int FromEnvironment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : static_cast<int>(std::strtol(text, nullptr, 10));
}

const char* BaseName(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

}  // namespace

struct LogMessage::State {
  const char* file;
  int line;
  absl::LogSeverity severity;
  std::ostringstream text;
};

LogMessage::LogMessage(const char* file, int line, absl::LogSeverity severity)
    : state_(new State{BaseName(file), line, severity, std::ostringstream()}) {}

LogMessage::~LogMessage() {
  if (state_->severity != absl::LogSeverity::kFatal) Write();
}

std::ostream& LogMessage::stream() { return state_->text; }

void LogMessage::Write() const {
  static const int least = FromEnvironment("TF_CPP_MIN_LOG_LEVEL");
  if (state_->severity != absl::LogSeverity::kFatal && static_cast<int>(state_->severity) < least) return;
  timeval now;
  gettimeofday(&now, nullptr);
  tm local;
  localtime_r(&now.tv_sec, &local);
  char time[32];
  std::strftime(time, sizeof(time), "%m%d %H:%M:%S", &local);
  // One call, so that the lines of several threads do not mix.
  std::fprintf(stderr, "%c%s.%06ld %7ld %s:%d] %s\n", absl::LogSeverityName(state_->severity)[0], time,
               static_cast<long>(now.tv_usec), static_cast<long>(syscall(SYS_gettid)), state_->file,
               state_->line, state_->text.str().c_str());
}

FatalMessage::~FatalMessage() {
  Write();
  std::abort();
}

int MaxVlogLevel() {
  static const int level = FromEnvironment("TF_CPP_MAX_VLOG_LEVEL");
  return level;
}

struct Comparison::State {
  std::ostringstream text;
};

Comparison::Comparison(const char* expression) : state_(new State) { stream() << expression << " ("; }
Comparison::~Comparison() = default;
std::ostream& Comparison::stream() { return state_->text; }

std::unique_ptr<std::string> Comparison::Finish() {
  stream() << ")";
  return std::make_unique<std::string>(state_->text.str());
}

std::unique_ptr<std::string> CheckOk(const absl::Status& status, const char* expression) {
  if (status.ok()) return nullptr;
  return std::make_unique<std::string>(std::string(expression) + " is OK (" + status.ToString() + ")");
}

}  // namespace voxgrad::internal
