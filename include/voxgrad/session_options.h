// What a session can be told, with the accessors of TensorFlow's messages of these names.
#ifndef VOXGRAD_SESSION_OPTIONS_H_
#define VOXGRAD_SESSION_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace voxgrad {

/// Threads are set for the whole process (voxgrad/threads.h); the numbers here are kept and not used.
class ConfigProto {
 public:
  int32_t intra_op_parallelism_threads() const { return intra_op_; }
  void set_intra_op_parallelism_threads(int32_t threads) { intra_op_ = threads; }
  int32_t inter_op_parallelism_threads() const { return inter_op_; }
  void set_inter_op_parallelism_threads(int32_t threads) { inter_op_ = threads; }
  bool allow_soft_placement() const { return soft_placement_; }
  void set_allow_soft_placement(bool allow) { soft_placement_ = allow; }
  bool log_device_placement() const { return log_placement_; }
  void set_log_device_placement(bool log) { log_placement_ = log; }

 private:
  int32_t intra_op_ = 0;
  int32_t inter_op_ = 0;
  bool soft_placement_ = false;
  bool log_placement_ = false;
};

struct SessionOptions {
  std::string target;
  ConfigProto config;
};

class RunOptions {
 public:
  enum TraceLevel { NO_TRACE = 0, SOFTWARE_TRACE = 1, HARDWARE_TRACE = 2, FULL_TRACE = 3 };

  TraceLevel trace_level() const { return trace_level_; }
  void set_trace_level(TraceLevel level) { trace_level_ = level; }
  /// 0: as long as it takes.
  int64_t timeout_in_ms() const { return timeout_in_ms_; }
  void set_timeout_in_ms(int64_t timeout) { timeout_in_ms_ = timeout; }

 private:
  TraceLevel trace_level_ = NO_TRACE;
  int64_t timeout_in_ms_ = 0;
};

class RunMetadata {};

namespace thread {
struct ThreadPoolOptions {};
}  // namespace thread

class CallableOptions {
 public:
  const std::vector<std::string>& feed() const { return feed_; }
  const std::vector<std::string>& fetch() const { return fetch_; }
  const std::vector<std::string>& target() const { return target_; }
  void add_feed(const std::string& name) { feed_.push_back(name); }
  void add_fetch(const std::string& name) { fetch_.push_back(name); }
  void add_target(const std::string& name) { target_.push_back(name); }
  RunOptions* mutable_run_options() { return &run_options_; }
  const RunOptions& run_options() const { return run_options_; }

 private:
  std::vector<std::string> feed_;
  std::vector<std::string> fetch_;
  std::vector<std::string> target_;
  RunOptions run_options_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_SESSION_OPTIONS_H_
