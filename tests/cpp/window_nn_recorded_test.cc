// LRN, max pooling with argmax, dilation and fractional pooling give what TensorFlow 2.21 gave
// (tests/recorded/window_nn_record.py).
#include "recorded.h"

namespace voxgrad {
namespace {

/// TensorFlow computes LRN in half by steps that each round, and powers by logarithms. All else is exact but
/// for the order of a few additions and divisions.
double WindowAllowance(const std::string& op, DataType /*type*/) {
  if (op == "LRN" || op == "LRNGrad") return 4;
  return op == "FractionalAvgPool" || op == "FractionalAvgPoolGrad" ? 1 : 0;
}

TEST(WindowNnRecorded, EveryAnswerIsTensorFlows) {
  recorded::Replay("tensorflow-2.21-window-nn.jsonl", 600, WindowAllowance);
}

}  // namespace
}  // namespace voxgrad
