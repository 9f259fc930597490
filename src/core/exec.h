// What a kernel is run with. It is made by a face, or by the op's call, and passed to every kernel and every
// loop below it; nothing looks for one.
#ifndef VOXGRAD_CORE_EXEC_H_
#define VOXGRAD_CORE_EXEC_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/scratch.h"
#include "voxgrad/buffer.h"

namespace voxgrad {

/// What happened when a list of implementations was asked: for `vox explain` and VOXGRAD_VERBOSE.
struct KernelTrace {
  struct Answer {
    std::string implementation;
    std::string reason;  // why it declined; empty for the one that ran
    bool flushes = false;
  };
  std::vector<Answer> answers;
  std::vector<std::string> notes;  // what an op found out about the call: "groups = 2"
};

/// Asked now and then on the thread that called, between two pieces of work; true ends the run.
using InterruptPoll = bool (*)();

struct ExecOptions {
  DeviceKind device = DeviceKind::kCpu;
  int threads = 0;  // the caller's included; 0: the process's setting, see voxgrad/threads.h
  /// Lists use the implementation of that name alone; the reference stays as the last resort.
  absl::string_view only = {};
  KernelTrace* trace = nullptr;
  InterruptPoll poll = nullptr;
  /// Set from any thread to end the run, between two pieces of its work.
  const std::atomic<bool>* cancel = nullptr;
  Scratch* scratch = nullptr;  // the process's, unless given
};

/// The options of a run, and how it ends. One thread runs kernels with it; the pieces of their loops see it
/// on the pool's workers.
///
///     Exec exec({.poll = poll});
///     AvgPool(exec, …);        // calls ParallelFor
///     return exec.status();    // OK, Cancelled or ResourceExhausted
///
/// Once a run has ended early nothing more is done with its Exec.
class Exec {
 public:
  Exec() = default;
  explicit Exec(const ExecOptions& options) : options_(options) {}
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;

  DeviceKind device() const { return options_.device; }
  int threads() const;
  Scratch& scratch() const { return options_.scratch != nullptr ? *options_.scratch : Scratch::OfProcess(); }
  absl::string_view only() const { return options_.only; }

  /// For the thread that runs kernels, outside their loops.
  KernelTrace* trace() const { return options_.trace; }
  void set_trace(KernelTrace* trace) { options_.trace = trace; }
  void Note(const std::string& note) {
    if (trace() != nullptr) trace()->notes.push_back(note);
  }

  /// Whether to begin no more work.
  bool should_stop() {
    if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed))
      cancelled_.store(true, std::memory_order_relaxed);
    return cancelled_.load(std::memory_order_relaxed) || out_of_memory_.load(std::memory_order_relaxed);
  }
  /// Asks the poll, at most every 20 ms, on the thread that runs kernels.
  void CheckInterrupt();
  void SetOutOfMemory() { out_of_memory_.store(true, std::memory_order_relaxed); }

  absl::Status status() const;

 private:
  ExecOptions options_;
  int64_t next_poll_ns_ = 0;
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> out_of_memory_{false};
};

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_EXEC_H_
