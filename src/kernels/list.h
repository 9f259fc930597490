// A short list of implementations, best first, the reference last. Each may decline a problem with a reason.
#ifndef VOXGRAD_KERNELS_LIST_H_
#define VOXGRAD_KERNELS_LIST_H_

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "core/exec.h"

namespace voxgrad {

/// One way to compute a kernel. The name says on which device and by which algorithm: "cpu/avg-blocks".
template <class Problem, class... Buffers>
struct Implementation {
  const char* name;
  /// Why it does not take the problem, or "". Null where it takes every problem.
  absl::string_view (*declines)(const Problem&);
  /// Computes it. Where that depends on the numbers: why nothing was done after all, or "".
  absl::string_view (*run)(Exec&, const Problem&, Buffers...);
  bool flushes = false;  // numbers below the smallest normal one count as zeros, as the processor has it
};

template <class Problem, class... Buffers>
using ImplementationList = std::vector<Implementation<Problem, Buffers...>>;

/// For a list, a kernel that computes whatever it takes.
template <auto kKernel>
constexpr auto Always = [](Exec& exec, const auto& problem, auto... buffers) -> absl::string_view {
  kKernel(exec, problem, buffers...);
  return {};
};

/// Whether one of that name may run: any, one name, or those of one device ("cpu").
inline bool IsAskedFor(const Exec& exec, absl::string_view name) {
  const absl::string_view only = exec.only();
  return only.empty() || name == only || (absl::StartsWith(name, only) && name[only.size()] == '/');
}

/// Runs the first implementation that takes the problem. The last one takes every problem.
template <class Problem, class... Buffers>
void RunFirst(Exec& exec, const ImplementationList<Problem, Buffers...>& list, const Problem& problem,
              Buffers... buffers) {
  for (const auto& implementation : list) {
    absl::string_view reason;
    if (!IsAskedFor(exec, implementation.name) && &implementation != &list.back()) {
      reason = "not asked for";
    } else if (implementation.declines != nullptr) {
      reason = implementation.declines(problem);
    }
    if (reason.empty()) reason = implementation.run(exec, problem, buffers...);
    if (exec.trace() != nullptr)
      exec.trace()->answers.push_back({implementation.name, std::string(reason), implementation.flushes});
    if (reason.empty()) return;
  }
}

/// A list of one: what the trace says of a kernel that is computed in one way.
inline void OnlyWay(Exec& exec, const char* name) {
  if (exec.trace() != nullptr) exec.trace()->answers.push_back({name, ""});
}

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LIST_H_
