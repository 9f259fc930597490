// Kernels called by themselves, with nothing special to run them with.
#ifndef VOXGRAD_TESTS_CPP_PLAIN_EXEC_H_
#define VOXGRAD_TESTS_CPP_PLAIN_EXEC_H_

#include <optional>

#include "core/exec.h"

namespace voxgrad::test {

/// A new one on every call; the thread's last one is gone then.
inline Exec& Plainly() {
  thread_local std::optional<Exec> exec;
  return exec.emplace();
}

}  // namespace voxgrad::test

#endif  // VOXGRAD_TESTS_CPP_PLAIN_EXEC_H_
