// What an error knows about itself, whatever the op. The sentences of each family are in *_error_test.cc.
#include "voxgrad/error.h"

#include "wrong_calls.h"

namespace voxgrad::test {
namespace {

TEST(Errors, TypeAttributesMustBeTypesAndAgree) {
  const Tensor x = Zeros({1, 8, 8, 4});
  EXPECT_TRUE(Call("AvgPool", {x}, With(kPool2, "T", DT_FLOAT)).ok());
  absl::Status status = Call("AvgPool", {x}, With(kPool2, "T", DT_HALF)).status();
  EXPECT_TRUE(IsTypeError(status)) << status;
  EXPECT_EQ(std::string(status.message()),
            "AvgPool: value is float, but T is half; both must be the same type.");
  status = Call("AvgPool", {x}, With(kPool2, "T", "float")).status();
  EXPECT_EQ(std::string(status.message()), "AvgPool: T is float, but must be a type.")
      << "the word is no type";
  EXPECT_EQ(ErrorArgument(status), "T");
}

TEST(Errors, StatusesFromElsewhereHaveNoOp) {
  EXPECT_EQ(ErrorOp(absl::OkStatus()), "");
  EXPECT_EQ(ErrorArgument(absl::InternalError("x")), "");
  EXPECT_FALSE(IsTypeError(absl::InvalidArgumentError("x")));
}

}  // namespace
}  // namespace voxgrad::test
