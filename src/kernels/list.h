// A short list of implementations, best first, the reference last. Each may decline a problem with a reason.
#ifndef VOXGRAD_KERNELS_LIST_H_
#define VOXGRAD_KERNELS_LIST_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "core/exec.h"

namespace voxgrad {

/// One way to compute a kernel. `declines` gives the reason why not, or "" when it takes the problem.
template <class Problem, class... Buffers>
struct Implementation {
  const char* name;
  std::string (*declines)(const Problem&);
  void (*run)(Exec&, const Problem&, Buffers...);
  bool flushes = false;  // numbers below the smallest normal one count as zeros, as the processor has it
};

template <class Problem, class... Buffers>
using ImplementationList = std::vector<Implementation<Problem, Buffers...>>;

/// Runs the first implementation that takes the problem. The last one takes every problem.
template <class Problem, class... Buffers>
void RunFirst(Exec& exec, const ImplementationList<Problem, Buffers...>& list, const Problem& problem,
              Buffers... buffers) {
  for (const auto& implementation : list) {
    const bool last = &implementation == &list.back();
    std::string reason;
    if (!exec.only().empty() && exec.only() != implementation.name && !last) {
      reason = "not asked for";
    } else if (implementation.declines != nullptr) {
      reason = implementation.declines(problem);
    }
    if (exec.trace() != nullptr)
      exec.trace()->answers.push_back({implementation.name, reason, implementation.flushes});
    if (reason.empty()) {
      implementation.run(exec, problem, buffers...);
      return;
    }
  }
}

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LIST_H_
