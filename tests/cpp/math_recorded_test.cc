// The element-wise, reduction, matrix and softmax ops give what TensorFlow 2.21 gave
// (tests/recorded/math_record.py).
#include "recorded.h"
#include "source_dir.h"

#include <set>

namespace voxgrad {
namespace {

/// Steps of the last place in which an answer may differ: TensorFlow approximates these functions, in the
/// 16-bit types by steps that each round. Squares of 16 bits are rounded there before they are added.
double MathAllowance(const std::string& op, DataType type) {
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
                                                    "Mod",
                                                    "Rsqrt",
                                                    "RsqrtGrad",
                                                    "Reciprocal",
                                                    "ReciprocalGrad",
                                                    "Inv",
                                                    "InvGrad",
                                                    "Sin",
                                                    "Cos",
                                                    "Erf",
                                                    "Expm1",
                                                    "Log1p",
                                                    "Selu",
                                                    "SeluGrad",
                                                    "Softsign",
                                                    "SoftsignGrad",
                                                    "LinSpace",
                                                    "Cumprod",
                                                    "ResizeBilinear",
                                                    "ResizeBilinearGrad",
                                                    "FusedBatchNorm",
                                                    "FusedBatchNormV2",
                                                    "FusedBatchNormV3",
                                                    "FusedBatchNormGrad",
                                                    "FusedBatchNormGradV2",
                                                    "FusedBatchNormGradV3",
                                                    "RandomStandardNormal",
                                                    "TruncatedNormal",
                                                    "SoftmaxCrossEntropyWithLogits",
                                                    "SparseSoftmaxCrossEntropyWithLogits"};
  // TensorFlow multiplies floats there and adds doubles; here the product is one of doubles.
  if (op == "ResizeBilinearGrad" && type == DT_DOUBLE) return 8 * 0x1p29;
  // TensorFlow rounds the sum of each image before it adds them.
  if (op == "DepthwiseConv2dNativeBackpropFilter" && type == DT_BFLOAT16) return 2;
  return approximate.count(op) ? 8 : 0;
}

/// TensorFlow rounds every integer to 0, and its Erf of an infinite double is NaN.
bool TensorFlowErrs(const recorded::Json& record) {
  const recorded::Json& x = record["inputs"].at(0);
  const std::string type = x["dtype"];
  if (record["op"] == "Round") return (type == "int32" || type == "int64") && !x["data"].empty();
  return record["op"] == "Erf" && type == "float64" && x["data"].dump().find("Infinity") != std::string::npos;
}

TEST(MathRecorded, WhereTensorFlowErrs) {
  const Tensor integers = Tensor::Of<int32_t>({-7, 0, 5}, {3});
  const auto rounded = Call("Round", {integers}, {});
  ASSERT_TRUE(rounded.ok()) << rounded.status();
  EXPECT_EQ(rounded->at(0).SummarizeValue(3), integers.SummarizeValue(3));
  const auto ends = Call("Erf", {Tensor::Of<double>({-HUGE_VAL, HUGE_VAL}, {2})}, {});
  ASSERT_TRUE(ends.ok()) << ends.status();
  EXPECT_EQ(ends->at(0).values<double>()[0], -1);
  EXPECT_EQ(ends->at(0).values<double>()[1], 1);
}

/// TensorFlow 2.21 knows TopK but cannot run it: the op has no index_type, and its kernel wants one. The
/// answers are those of TopKV2.
TEST(MathRecorded, TopKAnswersAsTopKV2) {
  std::ifstream file(test::InSource("/tests/recorded/tensorflow-2.21-math.jsonl"));
  int calls = 0;
  for (std::string line; std::getline(file, line);) {
    recorded::Json record = recorded::Json::parse(line);
    if (record["op"] != "TopKV2" || record["inputs"][1]["dtype"] != "int32") continue;
    record["op"] = "TopK";
    record["attrs"]["k"] = record["inputs"][1]["data"][0];
    record["inputs"].erase(1);
    EXPECT_EQ(recorded::Problem(record, MathAllowance), "") << line.substr(0, 600);
    ++calls;
  }
  EXPECT_GT(calls, 12);
}

TEST(MathRecorded, EveryAnswerIsTensorFlows) {
  recorded::Replay("tensorflow-2.21-math.jsonl", 3000, MathAllowance, TensorFlowErrs);
}

}  // namespace
}  // namespace voxgrad
