// Assignments and the optimisers' steps make of variables what TensorFlow 2.21 made of them
// (tests/recorded/state_record.py).
#include <memory>

#include "absl/strings/str_cat.h"
#include "graph/session.h"
#include "recorded.h"
#include "source_dir.h"

namespace voxgrad {
namespace {

using recorded::Json;

/// A graph of variables and one op that steps them.
class Steps {
 public:
  explicit Steps(const Json& record) : graph_(std::make_shared<Graph>()) {
    std::vector<Endpoint> inputs;
    for (const Json& value : record["variables"]) {
      const Tensor first = recorded::TensorOf(value);
      const PartialTensorShape shape(value["shape"].get<Ints>());
      variables_.push_back({Add("VariableV2", {}, {{"shape", shape}, {"dtype", first.dtype()}}), 0});
      first_.push_back(Add("Assign", {variables_.back(), Constant(first)}, {}));
    }
    inputs = variables_;
    for (const Json& value : record["inputs"]) inputs.push_back(Constant(recorded::TensorOf(value)));
    step_ = Add(record["op"], inputs, recorded::AttributesOf(record));
  }

  absl::Status Begin(GraphSession* session) const {
    std::vector<Tensor> none;
    return session->Run({{}, {}, first_}, {}, {}, &none);
  }

  /// The variables after a step.
  absl::Status Step(GraphSession* session, std::vector<Tensor>* values) const {
    std::vector<Tensor> none;
    if (absl::Status status = session->Run({{}, {}, {step_}}, {}, {}, &none); !status.ok()) return status;
    return session->Run({{}, variables_, {}}, {}, {}, values);
  }

  bool complete() const { return step_ != nullptr; }
  const std::shared_ptr<Graph>& graph() const { return graph_; }

 private:
  Endpoint Constant(const Tensor& value) {
    return {Add("Const", {}, {{"value", value}, {"dtype", value.dtype()}}), 0};
  }

  Node* Add(const std::string& op, const std::vector<Endpoint>& inputs,
            const std::vector<NamedAttribute>& attributes) {
    Node* node = nullptr;
    const absl::Status status =
        graph_->AddNode({absl::StrCat("n", count_++), op, inputs, {}, attributes}, &node);
    EXPECT_TRUE(status.ok()) << status;
    return node;
  }

  std::shared_ptr<Graph> graph_;
  int count_ = 0;
  std::vector<Endpoint> variables_;
  std::vector<Node*> first_;
  Node* step_ = nullptr;
};

/// Steps of the last place: TensorFlow rounds each part of a formula in 16 bits, and takes approximate roots.
double StateAllowance(const std::string& op, DataType type) {
  if (op.rfind("Assign", 0) == 0) return 0;
  return DataTypeSize(type) == 2 ? 4 : 2;
}

TEST(StateRecorded, EveryStepIsTensorFlows) {
  std::ifstream file(test::InSource("/tests/recorded/tensorflow-2.21-state.jsonl"));
  int calls = 0;
  for (std::string line; std::getline(file, line); ++calls) {
    const Json record = Json::parse(line);
    const Steps steps(record);
    ASSERT_TRUE(steps.complete()) << line.substr(0, 600);
    GraphSession session(steps.graph());
    ASSERT_TRUE(steps.Begin(&session).ok()) << line.substr(0, 600);
    for (const Json& after : record["after"]) {
      std::vector<Tensor> values;
      const absl::Status status = steps.Step(&session, &values);
      ASSERT_TRUE(status.ok()) << status << "\n" << line.substr(0, 600);
      ASSERT_EQ(values.size(), after.size());
      for (size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(recorded::Difference(values[i], recorded::TensorOf(after[i]),
                                       StateAllowance(record["op"], values[i].dtype())),
                  "")
            << line.substr(0, 600);
      }
    }
  }
  EXPECT_GT(calls, 200);
}

}  // namespace
}  // namespace voxgrad
