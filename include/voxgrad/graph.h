// A graph of ops and its nodes.
#ifndef VOXGRAD_GRAPH_H_
#define VOXGRAD_GRAPH_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "voxgrad/attribute.h"
#include "voxgrad/export.h"
#include "voxgrad/tensor_shape.h"
#include "voxgrad/types.h"

namespace voxgrad {

class Graph;
class GraphDef;
class Node;
class NodeDef;
struct NodeBody;

/// One output of a node; index -1 stands for the node itself, as in a control dependency.
struct Endpoint {
  Node* node = nullptr;
  int index = 0;

  friend bool operator==(const Endpoint& a, const Endpoint& b) {
    return a.node == b.node && a.index == b.index;
  }
};

/// An op with its inputs and attributes, as part of a graph. It belongs to the graph and never changes.
class VOXGRAD_API Node {
 public:
  explicit Node(std::unique_ptr<NodeBody> body);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const std::string& name() const;
  /// The op's name: "AvgPool3DGrad".
  const std::string& type_string() const;
  /// As TensorFlow numbers nodes: the first one is 2.
  int id() const;

  int num_inputs() const;
  int num_outputs() const;
  DataType input_type(int i) const;
  DataType output_type(int i) const;
  Endpoint input(int i) const;
  absl::Status input_node(int i, const Node** node) const;
  const std::vector<Node*>& control_inputs() const;

  /// What is known of an output's shape before anything runs.
  PartialTensorShape output_shape(int i) const;
  /// What is wrong with the node, though TensorFlow would accept it; a run that needs it returns this.
  const absl::Status& finding() const;

  const std::string& requested_device() const;
  /// As it is written to a page.
  NodeDef def() const;
  std::string DebugString() const;

  const NodeBody& body() const { return *body_; }
  NodeBody& body() { return *body_; }

 private:
  std::unique_ptr<NodeBody> body_;
};

/// What a node to be is made of.
struct NodeSpec {
  std::string name;
  std::string op;
  std::vector<Endpoint> inputs = {};
  std::vector<Node*> control_inputs = {};
  /// Attributes in any order. Names that begin with "_" are kept and mean nothing to the op.
  std::vector<NamedAttribute> attributes = {};
  std::string device = {};
};

/// Nodes, each after its inputs. Nodes are added and never removed.
class VOXGRAD_API Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// Adds a node after checking it against its op's definition and finding the shapes of its outputs. What
  /// TensorFlow would refuse here is an error and nothing is added; with `infer_shapes` off the shape
  /// functions are not asked.
  absl::Status AddNode(NodeSpec spec, Node** node, bool infer_shapes = true);

  /// The node of that name, or null.
  Node* FindNode(const std::string& name) const;

  const std::vector<Node*>& op_nodes() const { return list_; }
  const std::vector<Node*>& nodes() const { return list_; }
  int num_op_nodes() const { return static_cast<int>(list_.size()); }
  /// TensorFlow's graphs hold two more, a source and a sink.
  int num_nodes() const { return num_op_nodes() + 2; }

  void ToGraphDef(GraphDef* graph_def) const;
  GraphDef ToGraphDefDebug() const;

 private:
  struct Index;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<Node*> list_;
  std::unique_ptr<Index> index_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_H_
