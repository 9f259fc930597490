// A program that looks at a graph: nodes, edges, attributes.
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tensorflow/cc/framework/scope.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/graph/graph.h"

using namespace tensorflow;       // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)

static void Edges(const Node* node) {
  std::map<int, std::string> inputs;
  std::set<std::string> before, readers;
  for (const Edge* edge : node->in_edges()) {
    if (edge->IsControlEdge()) {
      before.insert(edge->src()->name());
    } else {
      inputs[edge->dst_input()] = edge->src()->name() + ":" + std::to_string(edge->src_output());
    }
  }
  for (const Edge* edge : node->out_edges())
    readers.insert(edge->dst()->name() + ":" + std::to_string(edge->dst_input()));
  for (const auto& input : inputs) std::cout << " " << input.first << "=" << input.second;
  for (const std::string& name : before) std::cout << " ^" << name;
  for (const std::string& name : readers) std::cout << " ->" << name;
}

static void Walk(const Graph& graph) {
  std::cout << graph.num_nodes() << " nodes, " << graph.num_op_nodes() << " ops, " << graph.num_edges()
            << " edges\n";
  for (const Node* node : graph.nodes()) {
    std::cout << node->id() << " " << node->name() << " " << node->type_string() << " " << node->IsSource()
              << node->IsSink() << node->IsOp() << node->IsConstant() << node->IsVariable()
              << node->IsIdentity() << node->IsControlFlow() << "\n";
  }
  for (const Node* node : graph.op_nodes()) {
    std::cout << node->name();
    Edges(node);
    std::cout << "\n  " << DataTypeVectorString(node->input_types()) << " > "
              << DataTypeVectorString(node->output_types()) << "\n";
    std::map<std::string, std::string> sorted;
    for (const auto& attr : node->def().attr()) sorted[attr.first] = SummarizeAttrValue(attr.second);
    for (const auto& attr : sorted) std::cout << "  " << attr.first << ": " << attr.second << "\n";
    int neighbours = 0;
    for (const Node* other : node->in_nodes()) neighbours += other->IsOp() ? 1 : 0;
    for (const Node* other : node->out_nodes()) neighbours += other->IsOp() ? 1 : 0;
    std::cout << "  " << neighbours << " neighbours\n";
  }
}

static std::string Code(const Status& status) { return absl::StatusCodeToString(status.code()); }

static void Attributes(const Node* pool, const Node* concat, const Node* x) {
  std::vector<int32> ksize;
  std::vector<int64_t> strides;
  std::string padding;
  DataType type;
  int64_t count = 0;
  bool flag = false;
  TF_CHECK_OK(GetNodeAttr(pool->attrs(), "ksize", &ksize));
  TF_CHECK_OK(GetNodeAttr(pool->attrs(), "strides", &strides));
  TF_CHECK_OK(GetNodeAttr(pool->def(), "padding", &padding));
  TF_CHECK_OK(GetNodeAttr(pool->attrs(), "T", &type));
  TF_CHECK_OK(GetNodeAttr(concat->attrs(), "N", &count));
  std::cout << ksize.size() << " " << ksize[1] << " " << strides[2] << " " << padding << " "
            << DataTypeString(type) << " " << count << "\n";
  std::vector<std::string> names;
  std::cout << Code(GetNodeAttr(pool->attrs(), "missing", &padding)) << " "
            << Code(GetNodeAttr(pool->attrs(), "padding", &count)) << " "
            << Code(GetNodeAttr(pool->attrs(), "ksize", &count)) << " "
            << Code(GetNodeAttr(pool->attrs(), "ksize", &names)) << " "
            << Code(GetNodeAttr(pool->attrs(), "padding", &ksize)) << "\n";
  std::cout << HasNodeAttr(pool->def(), "ksize") << HasNodeAttr(pool->def(), "k")
            << TryGetNodeAttr(pool->attrs(), "T", &type) << TryGetNodeAttr(pool->attrs(), "T", &flag) << "\n";
  PartialTensorShape partial;
  TensorShape whole;
  std::cout << Code(GetNodeAttr(x->attrs(), "shape", &partial)) << " " << partial.DebugString() << " "
            << Code(GetNodeAttr(x->attrs(), "shape", &whole)) << "\n";
  const Node* axis = nullptr;
  TF_CHECK_OK(concat->input_node(2, &axis));
  Tensor value;
  const TensorProto* proto = nullptr;
  TF_CHECK_OK(GetNodeAttr(axis->attrs(), "value", &value));
  TF_CHECK_OK(GetNodeAttr(axis->attrs(), "value", &proto));
  std::cout << axis->name() << " " << value.DebugString() << " " << DataTypeString(proto->dtype()) << "\n";
  const AttrValue* format = pool->attrs().Find("data_format");
  std::cout << format->s() << " " << (pool->attrs().Find("nothing") == nullptr) << " " << pool->attrs().size()
            << "\n";
}

int main() {
  Scope root = Scope::NewRootScope();
  auto x = Placeholder(root.WithOpName("x"), DT_FLOAT, Placeholder::Shape({-1, 4, 4, 4, 1}));
  auto pool =
      MaxPool3D(root.WithOpName("pool").WithDevice("/cpu:0"), x, {1, 2, 2, 2, 1}, {1, 2, 2, 2, 1}, "VALID");
  auto v = Variable(root.WithOpName("v"), {}, DT_FLOAT);
  auto step = AssignAdd(root.WithOpName("step"), v, 1.f);
  auto read = Identity(root.WithControlDependencies(Output(step)).WithOpName("read"), v);
  auto product = Mul(root.WithOpName("product"), pool, read);
  auto concat = Concat(root.WithOpName("concat"), {Output(product), Output(pool)}, 4);
  TF_CHECK_OK(root.status());
  Walk(*root.graph());
  Attributes(pool.node(), concat.node(), x.node());

  const Node* node = pool.node();
  std::cout << SummarizeNode(*node) << "\n" << SummarizeNodeDef(node->def()) << "\n";
  std::cout << FormatNodeForError(*node) << " " << node->DebugString() << "\n";
  const Edge* edge = nullptr;
  TF_CHECK_OK(node->input_edge(0, &edge));
  std::cout << edge->DebugString() << " " << Code(node->input_edge(1, &edge)) << "\n";
  std::vector<const Edge*> edges;
  TF_CHECK_OK(concat.node()->input_edges(&edges));
  Node* source = nullptr;
  TF_CHECK_OK(product.node()->input_node(1, &source));
  std::cout << edges.size() << " " << edges[1]->src()->name() << " " << source->name() << " "
            << node->requested_device() << " " << node->has_assigned_device_name() << "\n";

  Graph copy(OpRegistry::Global());
  TF_CHECK_OK(root.ToGraph(&copy));
  Walk(copy);
  std::cout << copy.source_node()->DebugString() << " " << copy.sink_node()->DebugString() << " "
            << copy.FindNodeId(2)->name() << " " << copy.num_node_ids() << "\n";
  GraphDef def;
  copy.ToGraphDef(&def);
  std::cout << def.node_size() << " " << def.versions().producer() << " " << copy.versions().producer()
            << "\n";
  return 0;
}
