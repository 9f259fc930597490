// Messages: a graph put together by hand, as text, as bytes, in files and streams.
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow/core/framework/attr_value.pb.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/node_def.pb.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/framework/tensor_shape.pb.h"
#include "tensorflow/core/framework/types.pb.h"
#include "tensorflow/core/framework/versions.pb.h"
#include "tensorflow/core/graph/graph_def_builder.h"
#include "tensorflow/core/lib/io/path.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/protobuf.h"
#include "tensorflow/core/public/session.h"

using namespace tensorflow;  // NOLINT(google-build-using-namespace)

static GraphDef ByHand() {
  GraphDef graph;
  NodeDef* constant = graph.add_node();
  constant->set_name("c");
  constant->set_op("Const");
  (*constant->mutable_attr())["dtype"].set_type(DT_FLOAT);
  TensorProto* tensor = (*constant->mutable_attr())["value"].mutable_tensor();
  tensor->set_dtype(DT_FLOAT);
  tensor->mutable_tensor_shape()->add_dim()->set_size(3);
  for (float value : {1.5f, 2.f, -0.25f}) tensor->add_float_val(value);
  AttrValue type;
  type.set_type(DataType::DT_FLOAT);
  NodeDef negative;
  negative.set_name("n");
  negative.set_op("Neg");
  negative.add_input("c");
  negative.mutable_attr()->insert({"T", type});
  negative.mutable_attr()->insert(protobuf::MapPair<std::string, AttrValue>("_note", type));
  *graph.add_node() = negative;
  graph.mutable_node()->Add()->CopyFrom(negative);
  graph.mutable_node(2)->set_name("m");
  graph.mutable_node(2)->set_input(0, "n:0");
  graph.mutable_node(2)->mutable_attr()->erase("_note");
  graph.mutable_versions()->set_producer(1882);
  auto& attrs = *graph.mutable_node(1)->mutable_attr();
  for (int i : {1, 2, 2, 1}) attrs["_list"].mutable_list()->add_i(i);
  attrs["_text"].set_s("a \"text\"\n");
  attrs["_bool"].set_b(true);
  attrs["_float"].set_f(0.1f);
  return graph;
}

static void Look(const GraphDef& graph) {
  const NodeDef& node = graph.node(1);
  std::cout << graph.node_size() << " " << graph.node().size() << " " << node.input_size() << " "
            << node.attr_size() << " " << node.attr().count("T") << " " << node.attr().contains("_bool")
            << "\n";
  const auto list = node.attr().find("_list");
  std::cout << list->second.list().i_size() << " " << list->second.list().i(1) << " "
            << (list->second.value_case() == AttrValue::kList) << "\n";
  for (const NodeDef& each : graph.node()) {
    std::cout << each.name() << " = " << each.op() << "(";
    for (const std::string& input : each.input()) std::cout << input;
    std::cout << ")\n";
  }
}

static void Forms(const GraphDef& graph, const std::string& folder) {
  std::string text;
  std::cout << protobuf::TextFormat::PrintToString(graph, &text) << "\n" << text;
  GraphDef back;
  std::cout << protobuf::TextFormat::ParseFromString(text, &back) << " " << back.node_size() << "\n";
  std::string bytes;
  std::cout << graph.SerializeToString(&bytes) << " " << bytes.size() << " " << graph.ByteSizeLong() << "\n";
  std::cout << back.ParseFromString(bytes)
            << back.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))
            << back.ParseFromString("no graph") << "\n";
  std::stringstream stream;
  std::cout << graph.SerializeToOstream(&stream) << " ";
  std::cout << back.ParseFromIstream(&stream) << " " << back.node_size() << "\n";

  const std::string as_text = io::JoinPath(folder, "by_hand.pbtxt"),
                    as_bytes = io::JoinPath(folder, "by_hand.pb");
  Env* env = Env::Default();
  TF_CHECK_OK(WriteTextProto(env, as_text, graph));
  TF_CHECK_OK(WriteBinaryProto(env, as_bytes, graph));
  GraphDef read;
  TF_CHECK_OK(ReadTextProto(env, as_text, &read));
  std::cout << read.node(1).attr().at("_text").s();
  TF_CHECK_OK(ReadBinaryProto(env, as_bytes, &read));
  std::string content;
  TF_CHECK_OK(ReadFileToString(env, as_text, &content));
  uint64 size = 0;
  TF_CHECK_OK(env->GetFileSize(as_bytes, &size));
  std::cout << read.node_size() << " " << (content == text) << " " << size << " "
            << env->FileExists(as_bytes).ok() << "\n";
  const auto code = [](const Status& status) { return absl::StatusCodeToString(status.code()); };
  std::cout << code(ReadBinaryProto(env, as_text, &read)) << " " << code(ReadTextProto(env, as_bytes, &read))
            << " " << code(ReadBinaryProto(env, as_text + ".none", &read)) << "\n";
  TF_CHECK_OK(env->DeleteFile(as_text));
  TF_CHECK_OK(env->DeleteFile(as_bytes));
  std::cout << code(env->FileExists(as_text)) << " " << code(env->IsDirectory(folder)) << "\n";
}

static void Builder() {
  GraphDefBuilder builder;
  Node* x = ops::SourceOp("Placeholder", builder.opts().WithName("x").WithAttr("dtype", DT_FLOAT));
  Node* relu = ops::UnaryOp("Relu", x, builder.opts().WithName("relu").WithDevice("/cpu:0"));
  Node* sum = ops::BinaryOp("Add", {x, 0}, relu, builder.opts().WithName("sum").WithControlInput(relu));
  GraphDef graph;
  TF_CHECK_OK(builder.ToGraphDef(&graph));
  std::cout << sum->name() << " " << graph.node_size() << " " << graph.node(2).input(2) << " "
            << graph.node(1).device() << "\n";
  GraphDefBuilder wrong;
  std::cout << (ops::SourceOp("NoSuchOp", wrong.opts()) == nullptr) << " " << wrong.opts().HaveError() << " "
            << wrong.ToGraphDef(&graph).ok() << "\n";
}

int main(int, char* argv[]) {
  GraphDef graph = ByHand();
  Look(graph);
  Forms(graph, std::string(io::Dirname(argv[0])));
  Builder();
  std::unique_ptr<Session> session(NewSession(SessionOptions()));
  TF_CHECK_OK(session->Create(graph));
  std::vector<Tensor> outputs;
  TF_CHECK_OK(session->Run({}, {"m"}, {}, &outputs));
  std::cout << outputs[0].DebugString() << "\n";

  GraphDef twice = graph;
  twice.MergeFrom(graph);
  std::cout << twice.node_size() << " ";
  twice.mutable_node()->RemoveLast();
  twice.mutable_node()->DeleteSubrange(0, 2);
  twice.mutable_node()->SwapElements(0, 1);
  std::cout << twice.node_size() << " " << twice.node(0).name() << "\n";
  graph.Clear();
  std::cout << graph.node_size() << " " << graph.has_versions() << "\n";
  TensorProto scalar;
  Tensor(3.5f).AsProtoField(&scalar);
  std::cout << scalar.float_val(0) << " " << DataType_Name(scalar.dtype()) << " "
            << scalar.tensor_shape().dim_size() << "\n";
  return 0;
}
