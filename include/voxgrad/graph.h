// A graph of ops and its nodes.
#ifndef VOXGRAD_GRAPH_H_
#define VOXGRAD_GRAPH_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "voxgrad/attribute.h"
#include "voxgrad/edge.h"
#include "voxgrad/export.h"
#include "voxgrad/tensor_shape.h"
#include "voxgrad/types.h"

namespace voxgrad {

class AttrSlice;
class Graph;
class GraphDef;
class Node;
class NodeDef;
class OpRegistryInterface;
class VersionDef;
struct GraphParts;
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
  /// As TensorFlow numbers nodes: 0 is the graph's source, 1 its sink, the first op is 2.
  int id() const;
  bool IsSource() const { return id() == 0; }
  bool IsSink() const { return id() == 1; }
  bool IsOp() const { return id() > 1; }
  bool IsConstant() const { return type_string() == "Const"; }
  bool IsVariable() const { return type_string() == "VariableV2"; }
  bool IsIdentity() const { return type_string() == "Identity"; }
  bool IsControlFlow() const { return false; }  // there are no such ops

  /// Where there is no input or output i, its type is DT_INVALID, its shape unknown, and input(i) has no
  /// node.
  int num_inputs() const;
  int num_outputs() const;
  DataType input_type(int i) const;
  DataType output_type(int i) const;
  Endpoint input(int i) const;
  const DataTypeVector& input_types() const;
  const DataTypeVector& output_types() const;
  absl::Status input_node(int i, const Node** node) const;
  absl::Status input_node(int i, Node** node) const;
  absl::Status input_edge(int i, const Edge** edge) const;
  /// Those of the inputs, in their order.
  absl::Status input_edges(std::vector<const Edge*>* edges) const;
  const std::vector<Node*>& control_inputs() const;

  /// Control edges are among them.
  const EdgeSet& in_edges() const;
  const EdgeSet& out_edges() const;
  std::vector<Node*> in_nodes() const;
  std::vector<Node*> out_nodes() const;

  /// What is known of an output's shape before anything runs.
  PartialTensorShape output_shape(int i) const;
  /// What is wrong with the node, though it is in the graph; a run that needs it returns this.
  const absl::Status& finding() const;

  const std::string& requested_device() const;
  /// Empty: nodes are not placed on devices.
  const std::string& assigned_device_name() const;
  bool has_assigned_device_name() const { return false; }
  /// As it is written to a page; made when it is first asked for.
  const NodeDef& def() const;
  /// The attributes; see voxgrad/node_def_util.h.
  AttrSlice attrs() const;
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

/// Nodes, each after its inputs. Nodes are added and never removed. They live as long as the graph, or as any
/// Operation or Output that names one of them.
class VOXGRAD_API Graph {
 public:
  static constexpr int kControlSlot = -1;

  Graph();
  /// TensorFlow's graphs are told which ops there are; here there is one table of them.
  explicit Graph(const OpRegistryInterface*) : Graph() {}
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// Adds a node after checking it against its op's definition and finding the shapes of its outputs. What
  /// TensorFlow's definition of the op would refuse is an error, and nothing is added. What its shape
  /// function would refuse is an error too, but as in TensorFlow the node is there: with outputs of unknown
  /// shape, and the error as its finding. With `infer_shapes` off the shape functions are not asked.
  absl::Status AddNode(NodeSpec spec, Node** node, bool infer_shapes = true);
  /// What the shape function of the first node that was refused so said; OK when there is none.
  const absl::Status& refusal() const;

  /// The node of that name, or null.
  Node* FindNode(const std::string& name) const;

  const std::vector<Node*>& op_nodes() const { return list_; }
  int num_op_nodes() const { return static_cast<int>(list_.size()); }
  /// The ops behind two more, the source and the sink: nothing runs there.
  const std::vector<Node*>& nodes() const { return by_id_; }
  int num_nodes() const { return static_cast<int>(by_id_.size()); }
  int num_node_ids() const { return num_nodes(); }
  /// The node of that number, or null.
  Node* FindNodeId(int id) const {
    return id >= 0 && id < num_nodes() ? by_id_[static_cast<size_t>(id)] : nullptr;
  }
  Node* source_node() const { return by_id_[0]; }
  Node* sink_node() const { return by_id_[1]; }
  const std::vector<Edge*>& edges() const { return edge_list_; }
  int num_edges() const { return static_cast<int>(edge_list_.size()); }

  /// Adds the nodes of another graph, whose names must be new here, and connects what has no input with the
  /// source and what has no reader with the sink.
  absl::Status Append(const Graph& other);

  void ToGraphDef(GraphDef* graph_def) const;
  GraphDef ToGraphDefDebug() const;
  const VersionDef& versions() const;

 private:
  struct Index;
  Node* Keep(std::unique_ptr<NodeBody> body);
  void Connect(Node* node);
  void AddEdge(Node* src, int src_output, Node* dst, int dst_input);

  std::shared_ptr<GraphParts> parts_;
  std::vector<Node*> list_;
  std::vector<Node*> by_id_;
  std::vector<Edge*> edge_list_;
  std::unique_ptr<Index> index_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_H_
