// Shapes that are known in part: whatever is hidden of a call's inputs, what its shape rule says of the
// results holds for the results that the call has.
#include <gtest/gtest.h>

#include "fuzz/fuzz.h"
#include "some_calls.h"

namespace voxgrad::test {
namespace {

TEST(PartialShapes, OfEveryOpHoldForItsResults) {
  for (const Op& op : OpTable()) {
    if (op.stateful || op.run == nullptr || op.outputs.empty()) continue;  // no results outside a session
    for (const PreparedCall& call : SomeCalls(op, 6)) {
      for (uint64_t seed = 0; seed < 60; ++seed) {
        const absl::Status status = driver::CheckPartialShapes(call, seed);
        ASSERT_TRUE(status.ok()) << "vox op " << call.CommandLine(4000) << " seed " << seed << ": " << status;
      }
    }
  }
}

}  // namespace
}  // namespace voxgrad::test
