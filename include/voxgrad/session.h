// A session that is given its graph as a message and runs it by the names of nodes.
#ifndef VOXGRAD_SESSION_H_
#define VOXGRAD_SESSION_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "voxgrad/export.h"
#include "voxgrad/graph_def.h"
#include "voxgrad/session_options.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// Runs a GraphDef, such as one read from a file. Variables live as long as the session.
///
///     std::unique_ptr<Session> session(NewSession(SessionOptions()));
///     TF_CHECK_OK(session->Create(graph_def));
///     std::vector<Tensor> outputs;
///     TF_CHECK_OK(session->Run({{"x", x}}, {"y:0"}, {}, &outputs));
class VOXGRAD_API Session {
 public:
  using CallableHandle = int64_t;
  using Feeds = std::vector<std::pair<std::string, Tensor>>;
  using Names = std::vector<std::string>;

  Session();
  virtual ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Gives the session its graph; once.
  virtual absl::Status Create(const GraphDef& graph) = 0;
  virtual absl::Status Create(const RunOptions&, const GraphDef& graph) { return Create(graph); }
  /// Adds nodes, which may read those that the graph has. A graph that is refused leaves it as it was.
  virtual absl::Status Extend(const GraphDef& graph) = 0;
  virtual absl::Status Extend(const RunOptions&, const GraphDef& graph) { return Extend(graph); }

  /// Feeds and fetches are outputs ("y" is "y:0"), targets are nodes that run and give nothing back.
  virtual absl::Status Run(const Feeds& inputs, const Names& output_tensor_names,
                           const Names& target_node_names, std::vector<Tensor>* outputs) = 0;
  virtual absl::Status Run(const RunOptions& run_options, const Feeds& inputs,
                           const Names& output_tensor_names, const Names& target_node_names,
                           std::vector<Tensor>* outputs, RunMetadata* run_metadata) = 0;
  virtual absl::Status Run(const RunOptions& run_options, const Feeds& inputs,
                           const Names& output_tensor_names, const Names& target_node_names,
                           std::vector<Tensor>* outputs, RunMetadata* run_metadata,
                           const thread::ThreadPoolOptions& threadpool_options) = 0;

  /// Feeds and fetches that are named once and run many times.
  virtual absl::Status MakeCallable(const CallableOptions& callable_options, CallableHandle* out_handle) = 0;
  virtual absl::Status RunCallable(CallableHandle handle, const std::vector<Tensor>& feed_tensors,
                                   std::vector<Tensor>* fetch_tensors, RunMetadata* run_metadata) = 0;
  virtual absl::Status ReleaseCallable(CallableHandle handle) = 0;

  virtual absl::Status ListDevices(std::vector<DeviceAttributes>* response) = 0;
  /// Lets go of the graph; later runs are Cancelled.
  virtual absl::Status Close() = 0;
  virtual absl::Status Close(const RunOptions&) { return Close(); }
};

/// A session without a graph yet. The caller owns it.
VOXGRAD_API Session* NewSession(const SessionOptions& options);
VOXGRAD_API absl::Status NewSession(const SessionOptions& options, Session** out_session);

}  // namespace voxgrad

#endif  // VOXGRAD_SESSION_H_
