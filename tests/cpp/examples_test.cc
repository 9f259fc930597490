// The worked example in every op's file gives the numbers that stand there.
#include <gtest/gtest.h>

#include "check/check.h"
#include "check/prepared_call.h"
#include "core/literal.h"

namespace voxgrad::driver {
namespace {

TEST(Examples, EveryOpHasOneAndItHolds) {
  for (const Op& op : OpTable()) {
    // What lives in a session alone, is only fed, or makes nothing has nothing to show.
    if (op.stateful || op.run == nullptr || op.outputs.empty()) continue;
    ASSERT_FALSE(op.example.results.empty()) << op.name << " has no example";
    const auto call = PrepareTyped(op, op.example.arguments);
    ASSERT_TRUE(call.ok()) << call.status();
    const auto results = call->Run();
    ASSERT_TRUE(results.ok()) << results.status();
    ASSERT_EQ(results->size(), op.example.results.size()) << op.name;
    for (size_t i = 0; i < results->size(); ++i) {
      const auto expected = ParseTensor(op.example.results[i], DT_FLOAT);
      ASSERT_TRUE(expected.ok()) << expected.status();
      EXPECT_EQ(TensorLiteral((*results)[i], 1000), TensorLiteral(*expected, 1000)) << op.name;
    }
  }
}

}  // namespace
}  // namespace voxgrad::driver
