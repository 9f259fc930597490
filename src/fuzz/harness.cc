#include "fuzz/harness.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include "absl/strings/str_cat.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// A sanitizer maps terabytes of its own, so the address space cannot be limited; it can refuse large
// allocations itself, the way the system would.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=1024";
}
extern "C" const char* __tsan_default_options() {
  return "allocator_may_return_null=1:max_allocation_size_mb=1024:die_after_fork=0";
}
constexpr bool kLimitMemory = false;
#else
constexpr bool kLimitMemory = true;
#endif

namespace voxgrad::driver {
namespace {

constexpr size_t kMaxKinds = 64;
constexpr size_t kMaxText = 1 << 17;
constexpr size_t kMaxMessage = 1 << 12;
constexpr int kFailed = 3;                // the child's exit status after Fail
constexpr int64_t kCallsPerChild = 5000;  // then a fresh one, so that a slow leak is no failure
constexpr int64_t kStacks = int64_t{1}
                            << 29;  // address space of threads: stacks and their heaps, mostly untouched

/// Lives in the shared memory.
struct Board {
  std::atomic<int64_t> next{0};        // the index behind the call at hand
  std::atomic<int64_t> started_ns{0};  // 0 between calls
  std::atomic<size_t> kind{0};
  std::atomic<int64_t> counts[kMaxKinds][kOutcomes];
  char text[kMaxText];
  char message[kMaxMessage];
};

int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void Copy(absl::string_view from, char* to, size_t size) {
  const size_t length = std::min(from.size(), size - 1);
  std::memcpy(to, from.data(), length);
  to[length] = '\0';
}

class BoardLog : public CallLog {
 public:
  explicit BoardLog(Board* board) : board_(board) {}
  void Start(size_t kind, absl::string_view text) override {
    board_->kind = kind;
    Copy(text, board_->text, kMaxText);
    board_->started_ns = NowNs();
  }
  void Finish(Outcome outcome) override {
    board_->counts[board_->kind][static_cast<size_t>(outcome)]++;
    board_->started_ns = 0;
  }
  [[noreturn]] void Fail(absl::string_view message) override {
    Copy(message, board_->message, kMaxMessage);
    _exit(kFailed);
  }

 private:
  Board* board_;
};

int64_t AddressSpaceInUse() {
  long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    // NOLINTNEXTLINE(bugprone-unchecked-string-to-number-conversion): the kernel writes numbers that fit.
    if (std::fscanf(file, "%ld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * sysconf(_SC_PAGESIZE);
}

void LimitChild(int64_t bytes) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (!kLimitMemory || bytes <= 0) return;
  const auto most = static_cast<rlim_t>(AddressSpaceInUse() + bytes + kStacks);
  const rlimit limit = {most, most};
  setrlimit(RLIMIT_AS, &limit);
}

class Harness {
 public:
  Harness(const HarnessOptions& options, absl::FunctionRef<void(int64_t, CallLog&)> body)
      : options_(options), body_(body), start_ns_(NowNs()) {
    void* memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    board_ = memory == MAP_FAILED ? nullptr : new (memory) Board;
  }
  ~Harness() {
    if (board_ != nullptr) munmap(board_, sizeof(Board));
  }
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;

  HarnessSummary Run() {
    if (board_ == nullptr) Report("", absl::StrCat("no shared memory: ", std::strerror(errno)));
    while (board_ != nullptr && !Done(board_->next) && failures_.size() < options_.max_failures) {
      std::fflush(nullptr);  // or the child would write it again
      const pid_t child = fork();
      if (child == 0) WorkAndExit();
      if (child < 0) {
        Report("", absl::StrCat("fork: ", std::strerror(errno)));
        break;
      }
      Judge(Watch(child));
    }
    return Summary();
  }

 private:
  bool Done(int64_t next) const {
    return (options_.max_calls >= 0 && next >= options_.max_calls) || Seconds(start_ns_) >= options_.seconds;
  }
  static double Seconds(int64_t since_ns) { return static_cast<double>(NowNs() - since_ns) * 1e-9; }

  [[noreturn]] void WorkAndExit() {
    LimitChild(options_.call_bytes);
    BoardLog log(board_);
    const int64_t end = board_->next + kCallsPerChild;
    try {
      while (board_->next < end && !Done(board_->next)) body_(board_->next++, log);
    } catch (const std::exception& error) {
      log.Fail(absl::StrCat("threw ", error.what()));
    }
    _exit(0);
  }

  /// Waits for the child's end; kills it when a call takes too long. The status as waitpid gives it.
  int Watch(pid_t child) {
    int status = 0;
    for (;;) {
      const pid_t ended = waitpid(child, &status, WNOHANG);
      if (ended == child || (ended < 0 && errno != EINTR)) return status;
      const int64_t started = board_->started_ns;
      if (!hung_ && started > 0 && Seconds(started) > options_.call_seconds) {
        hung_ = true;
        kill(child, SIGKILL);
      }
      if (options_.on_second && Seconds(last_progress_ns_) >= 1) {
        last_progress_ns_ = NowNs();
        options_.on_second(Summary());
      }
      usleep(2000);
    }
  }

  void Judge(int status) {
    const bool fine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (hung_) {
      Report(board_->text, absl::StrCat("still runs after ", options_.call_seconds, " s"));
    } else if (WIFSIGNALED(status)) {
      Report(board_->text, absl::StrCat("crashed: ", strsignal(WTERMSIG(status))));
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == kFailed) {
      Report(board_->text, board_->message);
    } else if (!fine) {
      Report(board_->text, absl::StrCat("ended the process with status ", WEXITSTATUS(status)));
    }
    hung_ = false;
    board_->started_ns = 0;
  }

  void Report(std::string text, std::string message) {
    const size_t kind = board_ == nullptr ? 0 : board_->kind.load();
    failures_.push_back({options_.kinds.at(kind), std::move(text), std::move(message)});
    if (options_.on_failure) options_.on_failure(failures_.back());
  }

  HarnessSummary Summary() const {
    HarnessSummary summary;
    summary.by_kind.resize(options_.kinds.size());
    for (size_t i = 0; board_ != nullptr && i < options_.kinds.size(); ++i) {
      for (size_t j = 0; j < kOutcomes; ++j) summary.by_kind[i][j] = board_->counts[i][j];
    }
    summary.failures = failures_;
    summary.seconds = Seconds(start_ns_);
    return summary;
  }

  const HarnessOptions& options_;
  absl::FunctionRef<void(int64_t, CallLog&)> body_;
  const int64_t start_ns_;
  int64_t last_progress_ns_ = NowNs();
  Board* board_;
  bool hung_ = false;
  std::vector<CallFailure> failures_;
};

}  // namespace

int64_t HarnessSummary::count(Outcome outcome) const {
  int64_t sum = 0;
  for (const auto& counts : by_kind) sum += counts[static_cast<size_t>(outcome)];
  return sum;
}

int64_t HarnessSummary::calls() const {
  return count(Outcome::kPassed) + count(Outcome::kRefused) + count(Outcome::kAnswered) +
         static_cast<int64_t>(failures.size());
}

HarnessSummary RunInChildren(const HarnessOptions& options, absl::FunctionRef<void(int64_t, CallLog&)> body) {
  return Harness(options, body).Run();
}

}  // namespace voxgrad::driver
