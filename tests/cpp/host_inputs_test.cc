// The ops floor reads no elements but those of inputs that are marked on_host; all others are for kernels.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "ops/json/op_json.h"
#include "ops/table/check.h"
#include "ops/table/context.h"
#include "source_dir.h"
#include "support.h"

namespace voxgrad::test {
namespace {

TEST(HostInputs, AreMarkedWhereTheyAreSizesAxesAndRates) {
  const auto is_marked = [](const char* op, const char* input) {
    const Op* found = FindOp(op);
    return found->inputs[static_cast<size_t>(found->InputIndex(input))].on_host;
  };
  for (const auto& [op, input] :
       std::vector<std::pair<const char*, const char*>>{{"AvgPool3DGrad", "orig_input_shape"},
                                                        {"Conv3DBackpropInputV2", "input_sizes"},
                                                        {"Sum", "reduction_indices"},
                                                        {"Reshape", "shape"},
                                                        {"ApplyAdam", "beta1_power"},
                                                        {"MaxPoolV2", "ksize"},
                                                        {"Range", "delta"}}) {
    EXPECT_TRUE(is_marked(op, input)) << op << " " << input;
  }
  for (const auto& [op, input] : std::vector<std::pair<const char*, const char*>>{
           {"AvgPool3DGrad", "grad"}, {"Conv2D", "filter"}, {"ApplyAdam", "grad"}, {"Div", "y"}}) {
    EXPECT_FALSE(is_marked(op, input)) << op << " " << input;
  }
}

/// The way to elements is closed for inputs without the mark; with each op's example, examples_test goes
/// through all that the table has.
TEST(HostInputsDeathTest, AnyOtherInputCannotBeRead) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Op& op = *FindOp("Sum");
  const Tensor numbers = Tensor::Of<float>({1, 2}, {2}), axes = Tensor::Sizes({0});
  const std::vector<InputInfo> inputs = {{DT_FLOAT, PartialTensorShape({2}), &numbers},
                                         {DT_INT32, PartialTensorShape({1}), &axes}};
  AttrSlots slots(op.attrs.size());
  const DataType types[] = {DT_FLOAT, DT_INT32};
  ASSERT_TRUE(CompleteSlots(op, "", types, &slots).ok());
  const Infer infer(op, "", slots, inputs);
  EXPECT_EQ(infer.host_ints("reduction_indices"), Ints{0});
  EXPECT_EQ(infer.known("input"), &numbers);
  EXPECT_DEATH(infer.host("input"), "Sum reads the elements of input, which is not marked on_host");
}

TEST(HostInputs, NoOpReachesForElementsInAnotherWay) {
  // Elements through a tensor, a pointer to them, or bytes that are moved.
  const std::regex reaches(R"(values<|\bflat<|scalar<|\bmem(cpy|set)\b|IntegersOf|NumberOf|)"
                           R"(_cast<(const )?(T|bool|float|double|u?int\d+_t|Half|BFloat16)\s?\*>)");
  int files = 0;
  const std::filesystem::path floor = test::InSource("/src/ops");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(floor)) {
    if (!entry.is_regular_file() || entry.path().parent_path() == floor / "table") continue;
    ++files;
    std::ifstream file(entry.path());
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      EXPECT_FALSE(std::regex_search(line, reaches)) << entry.path() << ":" << number << ": " << line;
    }
  }
  EXPECT_GT(files, 200);
}

TEST(HostInputs, AreSeenInTheTablesJson) {
  const std::string json = driver::OpJson(*FindOp("AvgPool3DGrad"));
  EXPECT_TRUE(absl::StrContains(json, R"("on_host": true)")) << json;
}

}  // namespace
}  // namespace voxgrad::test
