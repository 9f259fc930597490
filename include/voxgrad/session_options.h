// What a session can be told, with the accessors of TensorFlow's messages of these names.
#ifndef VOXGRAD_SESSION_OPTIONS_H_
#define VOXGRAD_SESSION_OPTIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace voxgrad {

// A value with the accessors of a message's field, and a group of them.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define VOXGRAD_OPTION(TYPE, NAME)                            \
 public:                                                      \
  const TYPE& NAME() const { return NAME##_; }                \
  void set_##NAME(TYPE value) { NAME##_ = std::move(value); } \
                                                              \
 private:                                                     \
  TYPE NAME##_ = TYPE();                                      \
                                                              \
 public:
#define VOXGRAD_OPTIONS(TYPE, NAME)            \
 public:                                       \
  const TYPE& NAME() const { return NAME##_; } \
  TYPE* mutable_##NAME() { return &NAME##_; }  \
                                               \
 private:                                      \
  TYPE NAME##_;                                \
                                               \
 public:
// NOLINTEND(bugprone-macro-parentheses)

class Env;

/// Options that programs set and that change nothing here: there are no such devices and no such optimiser.
class GPUOptions {
 public:
  VOXGRAD_OPTION(bool, allow_growth)
  VOXGRAD_OPTION(double, per_process_gpu_memory_fraction)
  VOXGRAD_OPTION(std::string, visible_device_list)
};

class OptimizerOptions {
 public:
  enum Level { L1 = 0, L0 = -1 };
  enum GlobalJitLevel { DEFAULT = 0, OFF = -1, ON_1 = 1, ON_2 = 2 };
  VOXGRAD_OPTION(Level, opt_level)
  VOXGRAD_OPTION(GlobalJitLevel, global_jit_level)
  VOXGRAD_OPTION(bool, do_constant_folding)
  VOXGRAD_OPTION(bool, do_common_subexpression_elimination)
  VOXGRAD_OPTION(bool, do_function_inlining)
};

class GraphOptions {
 public:
  VOXGRAD_OPTIONS(OptimizerOptions, optimizer_options)
};

/// Graphs may always grow between runs.
class ConfigProto_Experimental {
 public:
  VOXGRAD_OPTION(bool, disable_optimize_for_static_graph)
};

/// Threads are set for the whole process (voxgrad/threads.h); the numbers here are kept and not used.
class ConfigProto {
 public:
  using Experimental = ConfigProto_Experimental;
  VOXGRAD_OPTION(int32_t, intra_op_parallelism_threads)
  VOXGRAD_OPTION(int32_t, inter_op_parallelism_threads)
  VOXGRAD_OPTION(bool, use_per_session_threads)
  VOXGRAD_OPTION(bool, allow_soft_placement)
  VOXGRAD_OPTION(bool, log_device_placement)
  VOXGRAD_OPTION(bool, isolate_session_state)
  VOXGRAD_OPTION(int64_t, operation_timeout_in_ms)
  VOXGRAD_OPTIONS(GPUOptions, gpu_options)
  VOXGRAD_OPTIONS(GraphOptions, graph_options)
  VOXGRAD_OPTIONS(ConfigProto_Experimental, experimental)

  const std::map<std::string, int32_t>& device_count() const { return device_count_; }
  std::map<std::string, int32_t>* mutable_device_count() { return &device_count_; }

 private:
  std::map<std::string, int32_t> device_count_;
};

/// What Session::ListDevices tells of a device.
class DeviceAttributes {
 public:
  DeviceAttributes() = default;
  DeviceAttributes(std::string name, std::string type) : name_(std::move(name)), type_(std::move(type)) {}
  const std::string& name() const { return name_; }
  const std::string& device_type() const { return type_; }

 private:
  std::string name_;
  std::string type_;
};

struct SessionOptions {
  Env* env = nullptr;
  std::string target;
  ConfigProto config;
};

class RunOptions {
 public:
  enum TraceLevel { NO_TRACE = 0, SOFTWARE_TRACE = 1, HARDWARE_TRACE = 2, FULL_TRACE = 3 };

  VOXGRAD_OPTION(TraceLevel, trace_level)
  /// 0: as long as it takes.
  VOXGRAD_OPTION(int64_t, timeout_in_ms)
  VOXGRAD_OPTION(int32_t, inter_op_thread_pool)
  VOXGRAD_OPTION(bool, output_partition_graphs)
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

#undef VOXGRAD_OPTION
#undef VOXGRAD_OPTIONS

}  // namespace voxgrad

#endif  // VOXGRAD_SESSION_OPTIONS_H_
