// The element-wise, reduction, matrix and softmax ops give what TensorFlow 2.21 gave
// (tests/recorded/math_record.py).
#include "recorded.h"

#include <set>

namespace voxgrad {
namespace {

/// Steps of the last place in which an answer may differ: TensorFlow approximates these functions, in the
/// 16-bit types by steps that each round. Squares of 16 bits are rounded there before they are added.
double Allowed(const std::string& op, DataType type) {
  if (op == "L2Loss") return DataTypeSize(type) == 2 ? 1 : 0;
  static const std::set<std::string> approximate = {"Exp",
                                                    "Log",
                                                    "Tanh",
                                                    "Sigmoid",
                                                    "Elu",
                                                    "Softplus",
                                                    "SoftplusGrad",
                                                    "Softmax",
                                                    "LogSoftmax",
                                                    "Pow",
                                                    "TanhGrad",
                                                    "SigmoidGrad",
                                                    "EluGrad",
                                                    "SqrtGrad",
                                                    "Mean",
                                                    "FloorMod",
                                                    "SoftmaxCrossEntropyWithLogits",
                                                    "SparseSoftmaxCrossEntropyWithLogits"};
  return approximate.count(op) ? 8 : 0;
}

TEST(MathRecorded, EveryAnswerIsTensorFlows) {
  recorded::Replay("tensorflow-2.21-math.jsonl", 2000, Allowed);
}

}  // namespace
}  // namespace voxgrad
