// Building a GraphDef node by node, by the names of ops.
#ifndef VOXGRAD_GRAPH_DEF_BUILDER_H_
#define VOXGRAD_GRAPH_DEF_BUILDER_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "voxgrad/export.h"
#include "voxgrad/graph.h"
#include "voxgrad/graph_def.h"
#include "voxgrad/node_builder.h"

namespace voxgrad {

/// Older than Scope, and without its op classes.
///
///     GraphDefBuilder b;
///     Node* x = ops::SourceOp("Placeholder", b.opts().WithName("x").WithAttr("dtype", DT_FLOAT));
///     ops::UnaryOp("Relu", x, b.opts().WithName("y"));
///     TF_CHECK_OK(b.ToGraphDef(&graph_def));
class VOXGRAD_API GraphDefBuilder {
 public:
  enum TestFailImmediatelyType { kFailImmediately };

  /// What the next node gets besides its inputs; each With… makes a changed copy.
  class VOXGRAD_API Options {
   public:
    Options(Graph* graph, absl::Status* status) : graph_(graph), status_(status) {}

    Options WithName(StringPiece name) const;
    Options WithDevice(StringPiece device) const;
    Options WithControlInput(Node* node) const;
    Options WithControlInputs(absl::Span<Node* const> nodes) const;
    template <class T>
    Options WithAttr(StringPiece name, T&& value) const {
      return WithAttribute({name.str(), Attribute(std::forward<T>(value))});
    }
    template <class T>
    Options WithAttr(StringPiece name, std::initializer_list<T> values) const {
      return WithAttribute({name.str(), Attribute(std::vector<T>(values))});
    }

    /// Adds the node; null when that fails, or something did before.
    Node* FinalizeBuilder(NodeBuilder* builder) const;
    void UpdateStatus(const absl::Status& status) const;
    bool HaveError() const { return graph_ == nullptr || status_ == nullptr || !status_->ok(); }
    std::string StatusToString() const { return status_ == nullptr ? "no status" : status_->ToString(); }
    /// The name that was given, or a new one.
    std::string GetNameForOp(StringPiece op) const;

   private:
    Options WithAttribute(NamedAttribute attribute) const;

    Graph* graph_;
    absl::Status* status_;
    std::string name_;
    std::string device_;
    std::vector<Node*> control_inputs_;
    std::vector<NamedAttribute> attributes_;
  };

  GraphDefBuilder() : opts_(&graph_, &status_) {}
  /// In tests: the first error ends the process. Here it is what ToGraphDef returns.
  explicit GraphDefBuilder(TestFailImmediatelyType) : GraphDefBuilder() {}

  const Options& opts() const { return opts_; }
  absl::Status ToGraphDef(GraphDef* graph_def) const;

 private:
  Graph graph_;
  absl::Status status_;
  Options opts_;
};

namespace ops {

using NodeOut = NodeBuilder::NodeOut;

/// Nodes with no input, one and two.
VOXGRAD_API Node* SourceOp(const std::string& op, const GraphDefBuilder::Options& options);
VOXGRAD_API Node* UnaryOp(const std::string& op, NodeOut input, const GraphDefBuilder::Options& options);
VOXGRAD_API Node* BinaryOp(const std::string& op, NodeOut a, NodeOut b,
                           const GraphDefBuilder::Options& options);

}  // namespace ops
}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_DEF_BUILDER_H_
