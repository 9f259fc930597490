// Tensors without elements whose other sizes are huge: nothing is to be done, and nothing takes long.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "ops/table/invoke.h"
#include "support.h"
#include "voxgrad/call.h"

namespace voxgrad {
namespace {

/// A hang ends the test instead.
class ZeroAxis : public testing::Test {
 protected:
  void SetUp() override { alarm(60); }
  void TearDown() override { alarm(0); }
};

constexpr int64_t kVast = int64_t{1} << 40;

TEST_F(ZeroAxis, Cumulations) {
  for (const char* op : {"Cumsum", "Cumprod"}) {
    for (const TensorShape& shape :
         {TensorShape({0, kVast}), TensorShape({kVast, 0}), TensorShape({kVast, 0, 1000})}) {
      for (int axis = 0; axis < shape.dims(); ++axis) {
        const auto results = Call(op, {Tensor(DT_FLOAT, shape), Tensor(int32_t{axis})}, {});
        ASSERT_TRUE(results.ok()) << results.status();
        EXPECT_EQ((*results)[0].shape(), shape);
      }
    }
  }
}

/// Every op that takes one tensor of any shape, or two, by what it is called with.
TEST_F(ZeroAxis, OpsOfAnyShape) {
  int taken = 0;
  for (const Op& op : OpTable()) {
    const auto is_ref = [](const ArgDef& arg) { return arg.is_ref; };
    if (op.inputs.empty() || op.inputs.size() > 3) continue;
    if (std::any_of(op.inputs.begin(), op.inputs.end(), is_ref)) continue;
    for (const TensorShape& shape :
         {TensorShape({0, kVast}), TensorShape({kVast, 0}), TensorShape({kVast, 0, 1}),
          TensorShape({1, kVast, 0, 1}), TensorShape({0, 1, kVast, 1}), TensorShape({1, 0, kVast, 1, 1})}) {
      for (const int32_t whole : {0, 1}) {
        std::vector<Tensor> inputs;
        for (const ArgDef& arg : op.inputs) {
          const bool number = arg.sizes || arg.type == DT_INT32;
          inputs.push_back(number ? Tensor(whole) : Tensor(arg.type == DT_BOOL ? DT_BOOL : DT_FLOAT, shape));
        }
        absl::InlinedVector<Tensor, 1> results;
        // Most are refused; the point is that all of them end.
        taken += Invoke(op, inputs, AttrSlots(op.attrs.size()), InvokeOptions(), &results).ok() ? 1 : 0;
      }
    }
  }
  EXPECT_GT(taken, 300);
}

}  // namespace
}  // namespace voxgrad
