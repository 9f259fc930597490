// Past 2^31 elements: offsets are 64-bit from the first to the last cell.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "support.h"

namespace voxgrad::test {
namespace {

/// Bytes that a process can take now without swapping.
int64_t AvailableMemory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (int64_t kilobytes = 0; file >> name >> kilobytes >> unit;) {
    if (name == "MemAvailable:") return kilobytes * 1024;
  }
  return 0;
}

/// True, with the reason printed, when the machine has not 2.5 times what a test needs.
bool TooSmall(int64_t bytes) {
  const int64_t available = AvailableMemory();
  if (available * 2 >= bytes * 5) return false;
  std::printf("skipped: needs 2.5 x %lld MiB, and %lld MiB are free\n", static_cast<long long>(bytes >> 20),
              static_cast<long long>(available >> 20));
  return true;
}

// Rows of 2^20 cells and a few more than 2^11 of them: 2^31 + 3 * 2^20 elements.
constexpr int64_t kRows = (1 << 11) + 3;
constexpr int64_t kColumns = 1 << 20;
constexpr int64_t kCells = kRows * kColumns;

std::vector<NamedAttribute> Window(int rows, int columns, int row_stride, int column_stride) {
  return {
      {"ksize", {1, rows, columns, 1}}, {"strides", {1, row_stride, column_stride, 1}}, {"padding", "VALID"}};
}

TEST(Huge, MaxPoolReadsThePastOfTwoToThe31) {
  if (TooSmall(kCells)) GTEST_SKIP();
  Tensor input = NewTensor(DT_UINT8, TensorShape({1, kRows, kColumns, 1}));
  auto cells = input.mutable_values<uint8_t>();
  const auto at = [](int64_t row, int64_t column) { return static_cast<size_t>(row * kColumns + column); };
  cells[at(0, 1)] = 5;
  cells[at(2000, 7)] = 6;
  cells[at(kRows - 1, kColumns - 1)] = 200;
  cells[at(kRows - 1, kColumns - 1024)] = 100;
  // Few windows, so that the work is small: every 2nd row, columns in steps of 1023.
  const Tensor result = Must(Call("MaxPool", {input}, Window(1, 2, 2, 1023))).at(0);
  ASSERT_EQ(result.shape().DebugString(), "[1,1026,1025,1]");
  const auto out = result.values<uint8_t>();
  const auto window = [](int64_t row, int64_t column) { return static_cast<size_t>(row * 1025 + column); };
  EXPECT_EQ(out[window(0, 0)], 5);
  EXPECT_EQ(out[window(1000, 0)], 0);
  EXPECT_EQ(out[window(1025, 1023)], 0);
  // Column 1024 covers cells 1047552 and 1047553 = kColumns - 1024 and the next.
  EXPECT_EQ(out[window(1025, 1024)], 100);
  int64_t set = 0;
  for (uint8_t value : out) set += value != 0;
  EXPECT_EQ(set, 2);
}

TEST(Huge, MaxPoolGradWritesThePastOfTwoToThe31) {
  if (TooSmall(3 * kCells)) GTEST_SKIP();
  Tensor input = NewTensor(DT_INT8, TensorShape({1, kRows, kColumns, 1}));
  input.mutable_values<int8_t>()[static_cast<size_t>(kCells - 1)] = 3;
  const Tensor shape_alone = NewTensor(DT_INT8, TensorShape({1, kRows, kColumns / 2, 1}));
  Tensor grad = NewTensor(DT_INT8, shape_alone.shape());
  std::memset(grad.data(), 1, grad.TotalBytes());
  grad.mutable_values<int8_t>()[static_cast<size_t>(kCells / 2 - 1)] = 77;
  const Tensor result = Must(Call("MaxPoolGrad", {input, shape_alone, grad}, Window(1, 2, 1, 2))).at(0);
  const auto cells = result.values<int8_t>();
  ASSERT_EQ(static_cast<int64_t>(cells.size()), kCells);
  // All windows tie at 0 and pay their first cell, but for the last one.
  for (int64_t i : {int64_t{0}, (int64_t{1} << 31) - 2, int64_t{1} << 31, kCells - 4}) {
    EXPECT_EQ(cells[static_cast<size_t>(i)], 1) << i;
    EXPECT_EQ(cells[static_cast<size_t>(i + 1)], 0) << i;
  }
  EXPECT_EQ(cells[static_cast<size_t>(kCells - 2)], 0);
  EXPECT_EQ(cells[static_cast<size_t>(kCells - 1)], 77);
  int64_t ones = 0;
  for (int8_t value : cells) ones += value == 1;
  EXPECT_EQ(ones, kCells / 2 - 1);
}

TEST(Huge, AvgPoolOfHalfReadsThePastOfTwoToThe31) {
  if (TooSmall(2 * kCells)) GTEST_SKIP();
  Tensor input = NewTensor(DT_HALF, TensorShape({1, kRows, kColumns, 1}));
  input.mutable_values<Half>()[static_cast<size_t>(kCells - 1024)] = Half(3.0f);
  const Tensor result = Must(Call("AvgPool", {input}, Window(1, 2, 2, 1023))).at(0);
  const auto out = result.values<Half>();
  EXPECT_EQ(static_cast<float>(out[out.size() - 1]), 1.5f);
  EXPECT_EQ(static_cast<float>(out[out.size() - 2]), 0.0f);
  EXPECT_EQ(static_cast<float>(out[0]), 0.0f);
}

TEST(Huge, WindowsOfTwoToThe31NeitherHangNorOverflow) {
  constexpr int kMost = 2147483647;
  const Tensor x = Tensor::Of<float>({1, 2, 3, 4, 5, 6}, {1, 2, 3, 1});
  for (int stride : {1, 2, kMost}) {
    const std::vector<NamedAttribute> attrs = {
        {"ksize", {1, kMost, kMost, 1}}, {"strides", {1, stride, stride, 1}}, {"padding", "SAME"}};
    const Tensor mean = Must(Call("AvgPool", {x}, attrs)).at(0);
    EXPECT_EQ(mean.values<float>()[0], 3.5f);
    const Tensor most = Must(Call("MaxPool", {x}, attrs)).at(0);
    EXPECT_EQ(most.values<float>()[0], 6.0f);
    const Tensor to_mean = Must(Call("AvgPoolGrad", {Tensor::Sizes({1, 2, 3, 1}), mean}, attrs)).at(0);
    const Tensor to_most = Must(Call("MaxPoolGrad", {x, most, most}, attrs)).at(0);
    double total = 0, total_out = 0;
    for (float value : to_mean.values<float>()) total += value;
    for (float value : mean.values<float>()) total_out += value;
    EXPECT_NEAR(total, total_out, 1e-4);
    EXPECT_EQ(to_most.values<float>()[5], 6.0f * static_cast<float>(most.NumElements()));
  }
}

}  // namespace
}  // namespace voxgrad::test
