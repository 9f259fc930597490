// A short list of implementations, best first, the reference last. Each may decline a problem with a reason.
#ifndef VOXGRAD_KERNELS_LIST_H_
#define VOXGRAD_KERNELS_LIST_H_

#include <initializer_list>
#include <string>
#include <vector>

namespace voxgrad {

/// One way to compute a kernel. `declines` gives the reason why not, or "" when it takes the problem.
template <class Problem, class... Buffers>
struct Implementation {
  const char* name;
  std::string (*declines)(const Problem&);
  void (*run)(const Problem&, Buffers...);
  bool flushes = false;  // numbers below the smallest normal one count as zeros, as the processor has it
};

template <class Problem, class... Buffers>
using ImplementationList = std::vector<Implementation<Problem, Buffers...>>;

/// What happened when a list was asked: for `vox explain` and VOXGRAD_VERBOSE.
struct KernelTrace {
  struct Answer {
    std::string implementation;
    std::string reason;  // why it declined; empty for the one that ran
    bool flushes = false;
  };
  std::vector<Answer> answers;
  std::vector<std::string> notes;  // what an op found out about the call: "groups = 2"
};

/// Adds a note to the trace of this thread, if there is one.
void TraceNote(const std::string& note);

/// While it lives, lists asked on this thread report to `trace` (if any) and use only the implementation
/// named `only` (if not empty); the reference stays as the last resort.
class ScopedKernelChoice {
 public:
  explicit ScopedKernelChoice(std::string only, KernelTrace* trace = nullptr);
  ~ScopedKernelChoice();
  ScopedKernelChoice(const ScopedKernelChoice&) = delete;
  ScopedKernelChoice& operator=(const ScopedKernelChoice&) = delete;

  static ScopedKernelChoice* current();
  const std::string& only() const { return only_; }
  KernelTrace* trace() const { return trace_; }

 private:
  std::string only_;
  KernelTrace* trace_;
  ScopedKernelChoice* outer_;
};

/// Runs the first implementation that takes the problem. The last one takes every problem.
template <class Problem, class... Buffers>
void RunFirst(const ImplementationList<Problem, Buffers...>& list, const Problem& problem,
              Buffers... buffers) {
  const ScopedKernelChoice* choice = ScopedKernelChoice::current();
  for (const auto& implementation : list) {
    const bool last = &implementation == &list.back();
    std::string reason;
    if (choice != nullptr && !choice->only().empty() && choice->only() != implementation.name && !last) {
      reason = "not asked for";
    } else if (implementation.declines != nullptr) {
      reason = implementation.declines(problem);
    }
    if (choice != nullptr && choice->trace() != nullptr) {
      choice->trace()->answers.push_back({implementation.name, reason, implementation.flushes});
    }
    if (reason.empty()) {
      implementation.run(problem, buffers...);
      return;
    }
  }
}

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LIST_H_
