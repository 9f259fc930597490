// Graphs that Python builds: inside `with graph:` the ops add nodes instead of computing.
#ifndef VOXGRAD_PYTHON_GRAPH_H_
#define VOXGRAD_PYTHON_GRAPH_H_

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "graph/session.h"
#include "inputs.h"

namespace voxgrad::python {

class GraphBuilder;

/// An output of a node, as Python holds it; and a node without outputs.
struct Symbol {
  std::shared_ptr<GraphBuilder> graph;
  Endpoint output;
};
struct Operation {
  std::shared_ptr<GraphBuilder> graph;
  Node* node = nullptr;
};

class GraphBuilder : public std::enable_shared_from_this<GraphBuilder> {
 public:
  /// Adds the node of a call and returns symbols in the form in which a call returns arrays. Everything is
  /// checked before anything is added: the sentences are those of the call.
  nanobind::object Call(const OpCall& call, nanobind::handle inputs, nanobind::handle attrs);

  Symbol Placeholder(nanobind::handle dtype, nanobind::handle shape, const std::string& name);
  Symbol Constant(nanobind::handle value, nanobind::handle dtype, const std::string& name);
  /// A variable, and an Assign that gives it its first value before the next run.
  Symbol Variable(nanobind::handle initial, nanobind::handle dtype, const std::string& name);
  /// One for each of xs, None for one that no y depends on. `grad_ys` is as long as ys, or empty.
  nanobind::list Gradients(const std::vector<Symbol>& ys, const std::vector<Symbol>& xs,
                           const std::vector<Symbol>& grad_ys);

  /// Outputs are symbols or names ("y", "y:1"); targets are these, operations or names of nodes.
  nanobind::list Run(const nanobind::list& fetches, const nanobind::dict& feeds,
                     const nanobind::list& targets);
  void Save(const std::string& path, bool embed) const;
  /// An output by its name.
  Symbol Find(const std::string& name);

  /// `with graph:`, on this thread.
  void Enter();
  void Leave();
  /// Names of nodes begin with the scope's; the second scope of a name gets a number. Returns the old prefix.
  std::string EnterScope(const std::string& name);
  void SetPrefix(const std::string& prefix) { prefix_ = prefix; }
  size_t AddControls(const nanobind::list& operations);
  void DropControls(size_t count) { controls_.resize(count); }

  const voxgrad::Graph& graph() const { return *graph_; }
  bool Owns(const Symbol& symbol) const { return symbol.graph.get() == this; }

 private:
  std::string UniqueName(const std::string& wanted);
  Node* Add(NodeSpec spec);
  Endpoint AddConstant(const Tensor& value, const std::string& name);
  Endpoint Resolve(nanobind::handle output) const;
  Node* ResolveNode(nanobind::handle target) const;
  void CheckIdle() const;
  Symbol SymbolOf(const Endpoint& output) { return {shared_from_this(), output}; }

  std::shared_ptr<voxgrad::Graph> graph_ = std::make_shared<voxgrad::Graph>();
  GraphSession session_{graph_};
  std::string prefix_;
  std::unordered_set<std::string> names_;
  std::vector<Node*> controls_;
  std::vector<Node*> initializers_;  // that did not run yet
  std::vector<GraphBuilder*> outer_;
  int running_ = 0;  // changed under the interpreter's lock
};

/// The graph that this thread's calls go to, or null.
GraphBuilder* CurrentGraph();

void BindGraph(nanobind::module_& m);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_GRAPH_H_
