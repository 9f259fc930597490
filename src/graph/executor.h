// One run of a plan.
#ifndef VOXGRAD_GRAPH_EXECUTOR_H_
#define VOXGRAD_GRAPH_EXECUTOR_H_

#include <chrono>
#include <map>
#include <vector>

#include "graph/session.h"

namespace voxgrad {

class Executor {
 public:
  Executor(const Plan& plan, const RunControl& control, std::map<const Node*, Variable>* variables,
           std::map<const Node*, uint64_t>* draws)
      : plan_(plan),
        control_(control),
        exec_(control.exec),
        variables_(*variables),
        draws_(*draws),
        values_(static_cast<size_t>(plan.slots)) {}

  absl::Status Run(const std::vector<Tensor>& feeds, std::vector<Tensor>* fetches);

  int64_t peak_bytes() const { return peak_bytes_; }

 private:
  /// A tensor, or a variable whose value is read when it is used.
  struct Value {
    Tensor tensor;
    Variable* variable = nullptr;
  };

  absl::Status RunStep(const Step& step);
  absl::Status Gather(const Step& step);
  void Keep(const Step& step, Results* results);
  /// A variable's own node: its value lives in the session.
  bool HoldsVariable(const Step& step);
  absl::Status Refer(Variable* variable, const ArgDef& arg, size_t i);
  absl::Status Read(const Value& value, Tensor* tensor) const;
  absl::Status HandOver(std::vector<Tensor>* fetches);
  void Trace(const Step& step, std::chrono::steady_clock::time_point start);

  const Plan& plan_;
  const RunControl& control_;
  Exec exec_;
  std::map<const Node*, Variable>& variables_;
  std::map<const Node*, uint64_t>& draws_;
  std::vector<Value> values_;
  // Of the step at hand; kept so that a run of many small nodes allocates nothing for them.
  std::vector<Tensor> inputs_;
  std::vector<Variable*> input_variables_;
  int64_t live_bytes_ = 0;
  int64_t peak_bytes_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_EXECUTOR_H_
