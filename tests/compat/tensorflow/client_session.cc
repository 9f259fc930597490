// TensorFlow's wheel carries its C++ headers and libtensorflow_cc.so.2, but that library leaves ClientSession
// out. This stands in for it, over tensorflow::Session, so that examples can be linked against the wheel and
// compared. It is compiled against TensorFlow only.
#include "tensorflow/cc/client/client_session.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow/core/graph/graph.h"
#include "tensorflow/core/public/session.h"

namespace tensorflow {
namespace {

/// For a graph that grows between runs.
SessionOptions Growing() {
  SessionOptions options;
  options.config.mutable_experimental()->set_disable_optimize_for_static_graph(true);
  return options;
}

}  // namespace

class ClientSession::Impl {
 public:
  explicit Impl(const Scope& scope) : scope_(scope), session_(NewSession(Growing())) {}

  /// Hands the session the nodes that it has not seen.
  absl::Status Extend() {
    if (!scope_.ok()) return scope_.status();
    GraphDef all, fresh;
    scope_.graph()->ToGraphDef(&all);
    for (int i = known_; i < all.node_size(); ++i) *fresh.add_node() = all.node(i);
    if (fresh.node_size() == 0) return absl::OkStatus();
    *fresh.mutable_versions() = all.versions();
    known_ = all.node_size();
    return session_->Extend(fresh);
  }

  Session& session() { return *session_; }

 private:
  Scope scope_;
  std::unique_ptr<Session> session_;
  int known_ = 0;
};

ClientSession::ClientSession(const Scope& scope) : impl_(new Impl(scope)) {}
ClientSession::ClientSession(const Scope& scope, const std::string&) : ClientSession(scope) {}
ClientSession::ClientSession(const Scope& scope, const SessionOptions&) : ClientSession(scope) {}
ClientSession::~ClientSession() = default;

absl::Status ClientSession::Run(const FeedType& feeds, const std::vector<Output>& fetches,
                                const std::vector<Operation>& operations,
                                std::vector<Tensor>* outputs) const {
  if (absl::Status status = impl_->Extend(); !status.ok()) return status;
  std::vector<std::pair<std::string, Tensor>> inputs;
  for (const auto& [output, value] : feeds) {
    if (!value.status.ok()) return value.status;
    inputs.emplace_back(output.name(), value.tensor);
  }
  std::vector<std::string> names, targets;
  for (const Output& output : fetches) names.push_back(output.name());
  for (const Operation& operation : operations) targets.push_back(operation.node()->name());
  std::vector<Tensor> ignored;
  return impl_->session().Run(inputs, names, targets, outputs ? outputs : &ignored);
}

absl::Status ClientSession::Run(const FeedType& feeds, const std::vector<Output>& fetches,
                                std::vector<Tensor>* outputs) const {
  return Run(feeds, fetches, {}, outputs);
}

absl::Status ClientSession::Run(const std::vector<Output>& fetches, std::vector<Tensor>* outputs) const {
  return Run(FeedType(), fetches, {}, outputs);
}

}  // namespace tensorflow
