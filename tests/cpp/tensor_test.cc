// Tensors: memory, text, types. Shapes have a file of their own.
#include "voxgrad/tensor.h"

#include <gtest/gtest.h>

#include <limits>

#include "support.h"

namespace voxgrad {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(Tensors, AreFloatOfNoElementsAtFirst) {
  const Tensor tensor;
  EXPECT_EQ(tensor.dtype(), DT_FLOAT);
  EXPECT_EQ(tensor.shape().DebugString(), "[0]");
  EXPECT_EQ(tensor.DebugString(), "Tensor<type: float shape: [0] values: >");
  EXPECT_FALSE(tensor.SharesBufferWith(Tensor()));
}

TEST(Tensors, MemoryIsAlignedAndPadded) {
  for (int64_t size : {0, 1, 15, 16, 17, 1000}) {
    const Tensor tensor = test::NewTensor(DT_FLOAT, TensorShape({size}));
    ASSERT_NE(tensor.data(), nullptr) << size;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data()) % 64, 0u) << size;
    EXPECT_EQ(tensor.TotalBytes(), static_cast<size_t>(size) * 4);
  }
}

TEST(Tensors, CopiesShareMemory) {
  Tensor a = Tensor::Of<int32_t>({1, 2, 3}, {3});
  const Tensor b = a;
  EXPECT_TRUE(a.SharesBufferWith(b));
  a.mutable_values<int32_t>()[1] = 7;
  EXPECT_EQ(b.values<int32_t>()[1], 7);
  EXPECT_FALSE(a.SharesBufferWith(Tensor::Of<int32_t>({1, 2, 3}, {3})));
}

TEST(Tensors, OutsideMemoryLivesAsLongAsItIsHeld) {
  auto memory = std::make_shared<std::vector<double>>(std::vector<double>{1, 2});
  std::weak_ptr<std::vector<double>> watch = memory;
  {
    Tensor tensor(DT_DOUBLE, TensorShape({2}), std::shared_ptr<void>(memory, memory->data()));
    memory.reset();
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(tensor.values<double>()[1], 2);
  }
  EXPECT_TRUE(watch.expired());
}

TEST(Tensors, AWrongNumberOfValuesGivesNone) {
  EXPECT_EQ(Tensor::Of<float>({1, 2, 3}, {2, 2}).NumElements(), 0);
  EXPECT_EQ(Tensor::Of<float>({1, 2, 3, 4}, {2, 2}).NumElements(), 4);
}

TEST(Tensors, SizesAreAVectorOfInt32) {
  const Tensor sizes = Tensor::Sizes({1, 2, 3});
  EXPECT_EQ(sizes.DebugString(), "Tensor<type: int32 shape: [3] values: 1 2 3>");
  EXPECT_EQ(Tensor::Sizes({}).shape().DebugString(), "[0]");
  // A size that an int32 cannot hold must not come out as another one.
  EXPECT_EQ(Tensor::Sizes({1, (int64_t{1} << 32) + 5}).NumElements(), 0);
}

TEST(Tensors, WhatTheMachineCannotHoldIsRefused) {
  Tensor tensor;
  absl::Status status = Tensor::Allocate(DT_DOUBLE, TensorShape({int64_t{1} << 62}), &tensor);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << "2^65 bytes";
  EXPECT_TRUE(absl::StrContains(status.message(), "more bytes than 2^63")) << status;
  status = Tensor::Allocate(DT_INT8, TensorShape({kMax}), &tensor);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  status = Tensor::Allocate(DT_FLOAT, TensorShape({int64_t{1} << 20, int64_t{1} << 20}), &tensor);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(absl::StrContains(status.message(), "a float tensor of [1048576,1048576] needs 4194304 MiB"))
      << status;
  EXPECT_EQ(Tensor::Allocate(DT_RESOURCE, TensorShape({1}), &tensor).code(),
            absl::StatusCode::kInvalidArgument);
  // 32 bytes a string.
  status = Tensor::Allocate(DT_STRING, TensorShape({int64_t{1} << 40}), &tensor);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
}

TEST(Tensors, SummariesAreTensorFlows) {
  const Tensor five = Tensor::Of<float>({1, 2, 3, 4, 0}, {5});
  EXPECT_EQ(five.SummarizeValue(16), "1 2 3 4 0");
  EXPECT_EQ(five.SummarizeValue(3), "1 2 3...");
  EXPECT_EQ(five.SummarizeValue(0), "...");
  EXPECT_EQ(five.SummarizeValue(-1), "1 2 3 4 0");
  EXPECT_EQ(five.DebugString(), "Tensor<type: float shape: [5] values: 1 2 3...>");
  EXPECT_EQ(Tensor::Of<int32_t>({1, 2, 3, 4}, {2, 2}).SummarizeValue(16), "[1 2][3 4]");
  const Tensor deep = Tensor::Of<int32_t>({1, 2, 3, 4}, {2, 2, 1, 1});
  EXPECT_EQ(deep.SummarizeValue(16), "[[[1]][[2]]][[[3]][[4]]]");
  EXPECT_EQ(deep.SummarizeValue(3), "[[[1]][[2]]][[[3]]]...");
  const Tensor table = Tensor::Of<int32_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {3, 4});
  EXPECT_EQ(table.SummarizeValue(3), "[1 2 3...]...");
  EXPECT_EQ(table.SummarizeValue(10), "[1 2 3 4][5 6 7 8][9 10...]...");
  EXPECT_EQ(table.SummarizeValue(12), "[1 2 3 4][5 6 7 8][9 10 11 12]");
  EXPECT_EQ(Tensor::Of<float>({}, {0}).SummarizeValue(16), "");
  EXPECT_EQ(Tensor::Of<float>({0.5f}, {}).SummarizeValue(16), "0.5");
  EXPECT_EQ(Tensor::Of<int8_t>({-3}, {1}).SummarizeValue(16), "-3") << "a number, not a letter";
  EXPECT_EQ(Tensor::Of<uint64_t>({std::numeric_limits<uint64_t>::max()}, {1}).SummarizeValue(1),
            "18446744073709551615");
  EXPECT_EQ(Tensor::Of<Half>({Half(-0.25f)}, {1}).SummarizeValue(1), "-0.25");
}

TEST(Types, NamesGoBothWays) {
  for (int i = 1; i <= 23; ++i) {
    const auto type = static_cast<DataType>(i);
    EXPECT_EQ(DataTypeFromString(DataTypeString(type)), type) << i;
    DataType read = DT_INVALID;
    EXPECT_TRUE(DataTypeFromString(DataTypeString(MakeRefType(type)), &read)) << i;
    EXPECT_EQ(read, MakeRefType(type)) << i;
    EXPECT_EQ(BaseType(read), type) << i;
    EXPECT_EQ(DataTypeFromString(ShortTypeString(type)), type) << i;
    if (DataTypeSize(type) > 0) {
      EXPECT_EQ(DataTypeFromString(NumpyTypeString(type)), type) << i;
    }
  }
  EXPECT_EQ(DataTypeString(static_cast<DataType>(77)), "unknown dtype enum (77)");
  EXPECT_EQ(DataTypeString(DT_INT64_REF), "int64_ref");
  EXPECT_EQ(DataType_Name(DT_HALF_REF), "DT_HALF_REF");
  EXPECT_EQ(DataType_Name(static_cast<DataType>(77)), "");
  EXPECT_EQ(DataTypeFromString("float31"), DT_INVALID);
  EXPECT_EQ(DataTypeFromString(""), DT_INVALID);
}

}  // namespace
}  // namespace voxgrad
