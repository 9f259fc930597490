// A graph in a file, and a session that runs it by the names of its nodes.
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/graph/default_device.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/io/path.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/init_main.h"
#include "tensorflow/core/public/session.h"

using tensorflow::GraphDef;
using tensorflow::NodeDef;
using tensorflow::Session;
using tensorflow::Status;
using tensorflow::Tensor;

static GraphDef Model() {
  namespace ops = tensorflow::ops;
  tensorflow::Scope root = tensorflow::Scope::NewRootScope();
  auto x = ops::Placeholder(root.WithOpName("x"), tensorflow::DT_FLOAT);
  auto w = ops::Variable(root.WithOpName("w"), {2, 3}, tensorflow::DT_FLOAT);
  ops::Assign(root.WithOpName("init"), w, {{1.f, 2.f, 3.f}, {4.f, 5.f, 6.f}});
  auto y = ops::MatMul(root.WithOpName("logits"), x, w);
  ops::Softmax(root.WithOpName("softmax"), y);
  ops::AssignAdd(root.WithOpName("grow"), w, tensorflow::Input::Initializer(1.f, {2, 3}));
  GraphDef def;
  TF_CHECK_OK(root.ToGraphDef(&def));
  tensorflow::graph::SetDefaultDevice("/cpu:0", &def);
  return def;
}

static Status Load(const std::string& path, std::unique_ptr<Session>* session) {
  GraphDef def;
  if (!ReadBinaryProto(tensorflow::Env::Default(), path, &def).ok())
    return tensorflow::errors::NotFound("no graph at ", tensorflow::io::Basename(path));
  tensorflow::SessionOptions options;
  options.config.set_allow_soft_placement(true);
  options.config.mutable_gpu_options()->set_allow_growth(true);
  (*options.config.mutable_device_count())["GPU"] = 0;
  options.config.mutable_experimental()->set_disable_optimize_for_static_graph(true);  // for Extend
  session->reset(tensorflow::NewSession(options));
  return (*session)->Create(def);
}

static void Code(const char* what, const Status& status) {
  std::cout << what << ": " << absl::StatusCodeToString(status.code()) << "\n";
}

static GraphDef Doubling(const GraphDef& model, const std::string& op, const std::string& input) {
  GraphDef def;
  NodeDef* node = def.add_node();
  node->set_name("double");
  node->set_op(op);
  node->add_input(input);
  node->add_input("logits");
  (*node->mutable_attr())["T"].set_type(tensorflow::DT_FLOAT);
  *def.mutable_versions() = model.versions();
  return def;
}

int main(int argc, char* argv[]) {
  tensorflow::port::InitMain(argv[0], &argc, &argv);
  const std::string path = tensorflow::io::JoinPath(tensorflow::io::Dirname(argv[0]), "model.pb");
  const GraphDef model = Model();
  TF_CHECK_OK(WriteBinaryProto(tensorflow::Env::Default(), path, model));
  std::unique_ptr<Session> session;
  std::cout << Load(path + ".none", &session) << "\n";
  TF_CHECK_OK(Load(path, &session));
  TF_CHECK_OK(tensorflow::Env::Default()->DeleteFile(path));
  Code("unknown op", session->Extend(Doubling(model, "NoSuchOp", "logits")));
  Code("unknown input", session->Extend(Doubling(model, "Add", "nothing")));
  Code("extend", session->Extend(Doubling(model, "Add", "logits")));

  Tensor x(tensorflow::DT_FLOAT, tensorflow::TensorShape({1, 2}));
  x.matrix<float>()(0, 0) = 0.5f;
  x.matrix<float>()(0, 1) = -0.25f;
  const std::vector<std::pair<std::string, Tensor>> feeds = {{"x:0", x}};
  std::vector<Tensor> outputs;
  Code("before init", session->Run(feeds, {"logits"}, {}, &outputs));
  TF_CHECK_OK(session->Run({}, {}, {"init"}, nullptr));
  TF_CHECK_OK(session->Run({{"x", x}}, {"softmax", "logits:0", "double"}, {}, &outputs));
  for (const Tensor& output : outputs) std::cout << output.DebugString() << "\n";
  TF_CHECK_OK(session->Run(feeds, {"w"}, {"grow"}, &outputs));
  TF_CHECK_OK(session->Run(feeds, {"logits", "logits"}, {}, &outputs));
  std::cout << outputs.size() << " " << outputs[1].SummarizeValue(3) << "\n";
  tensorflow::RunOptions options;
  options.set_timeout_in_ms(60000);
  tensorflow::RunMetadata metadata;
  TF_CHECK_OK(session->Run(options, feeds, {"logits"}, {"softmax"}, &outputs, &metadata));
  std::cout << outputs.size() << "\n";

  Code("unknown fetch", session->Run(feeds, {"nothing"}, {}, &outputs));
  Code("unknown feed", session->Run({{"nothing", x}}, {"logits"}, {}, &outputs));
  Code("unknown target", session->Run(feeds, {}, {"nothing"}, &outputs));
  Code("unknown output", session->Run(feeds, {"logits:1"}, {}, &outputs));
  Code("not fed", session->Run({}, {"logits"}, {}, &outputs));
  Code("fed twice", session->Run({{"x", x}, {"x", x}}, {"logits"}, {}, &outputs));
  Code("nothing to create", session->Create(GraphDef()));
  Code("created twice", session->Create(model));
  Code("close", session->Close());
  Code("after close", session->Run(feeds, {"logits"}, {}, &outputs));

  Session* raw = nullptr;
  Code("new", NewSession(tensorflow::SessionOptions(), &raw));
  session.reset(raw);
  Code("without graph", session->Run({}, {"x"}, {}, &outputs));
  GraphDef wrong = model;
  wrong.mutable_node(0)->set_op("NoSuchOp");
  Code("wrong graph", session->Create(wrong));
  Code("right graph", session->Create(model));
  return 0;
}
