// Running calls that may crash, hang or eat all memory, and still knowing which one it was.
//
// The calls run in a child process; what it is doing stands in memory that parent and child share. When the
// child dies or stands still, the parent reports the call's text and goes on with a new child behind that
// call.
#ifndef VOXGRAD_FUZZ_HARNESS_H_
#define VOXGRAD_FUZZ_HARNESS_H_

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace voxgrad::driver {

enum class Outcome {
  kPassed,    // a good call gave the right result
  kRefused,   // a bad call was turned away with a sentence
  kAnswered,  // a bad call had an answer after all, and it was right
};
constexpr size_t kOutcomes = 3;

/// The child's side. A call is started and then finished; a failure ends the child.
class CallLog {
 public:
  virtual ~CallLog() = default;
  /// `kind` is a place in HarnessOptions::kinds; `text` is what reproduces the call.
  virtual void Start(size_t kind, absl::string_view text) = 0;
  virtual void Finish(Outcome outcome) = 0;
  [[noreturn]] virtual void Fail(absl::string_view message) = 0;
};

struct CallFailure {
  std::string kind;
  std::string text;
  std::string message;  // "gives nan at …", "crashed: Segmentation fault", "still runs after 10 s"
};

struct HarnessSummary {
  std::vector<std::array<int64_t, kOutcomes>> by_kind;
  std::vector<CallFailure> failures;
  double seconds = 0;

  int64_t count(Outcome outcome) const;
  int64_t calls() const;
};

struct HarnessOptions {
  std::vector<std::string> kinds;
  double seconds = 10;                    // no call starts after this
  int64_t max_calls = -1;                 // nor after so many, unless below 0
  double call_seconds = 10;               // a call that takes longer hangs
  int64_t call_bytes = int64_t{1} << 30;  // what a child may allocate beyond what the parent has
  size_t max_failures = 20;
  std::function<void(const CallFailure&)> on_failure;
  std::function<void(const HarnessSummary&)> on_second;  // about once a second
};

/// Runs body(0), body(1), … in child processes until time or calls are used up. A body makes one call, the
/// same for the same index. The parent must not hold locks; threads that it has do not exist in the children.
HarnessSummary RunInChildren(const HarnessOptions& options, absl::FunctionRef<void(int64_t, CallLog&)> body);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_FUZZ_HARNESS_H_
