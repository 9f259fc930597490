// Buffers: whose memory it is, who may write to it, and tensors as views of them.
#include "voxgrad/buffer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "core/memory.h"
#include "core/own_copy.h"
#include "voxgrad/tensor.h"

namespace voxgrad {
namespace {

TEST(Buffers, KnowTheirMemory) {
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{100}, size_t{1} << 20, (size_t{1} << 20) - 64}) {
    const BufferRef buffer = AllocateMemory(bytes);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(buffer->bytes(), bytes);
    EXPECT_EQ(buffer->device(), DeviceKind::kCpu);
    EXPECT_EQ(buffer->owner(), bytes >> 20 > 0 ? Buffer::Owner::kBlockCache : Buffer::Owner::kBuffer);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer->data()) % kMemoryAlignment, 0u);
    EXPECT_TRUE(buffer->HasOneHolder());
  }
  std::ostringstream text;
  text << Tensor(1.0f).device();
  EXPECT_EQ(text.str(), "cpu");
  EXPECT_EQ(AllocatorOf(DeviceKind::kCpu).device(), DeviceKind::kCpu);
}

TEST(Buffers, AreFreedWithTheLastHolder) {
  int released = 0;
  char memory[64];
  const auto release = [](void* count) { ++*static_cast<int*>(count); };
  {
    BufferRef first = Buffer::Borrow(memory, sizeof(memory), release, &released);
    EXPECT_EQ(first->data(), memory);
    EXPECT_EQ(first->owner(), Buffer::Owner::kLender);
    BufferRef second = first;
    first = std::move(second);
    second = first;
    first = BufferRef();
    EXPECT_EQ(released, 0);
    second = BufferRef::Adopt(second.release());
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

TEST(Buffers, AreHeldByManyThreads) {
  int released = 0;
  const auto release = [](void* count) { ++*static_cast<int*>(count); };
  {
    const BufferRef buffer = Buffer::Borrow(&released, sizeof(released), release, &released);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([buffer] {
        for (int i = 0; i < 10'000; ++i) const BufferRef copy = buffer;
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(released, 1);
}

TEST(Buffers, OfALenderAreNobodysToWriteTo) {
  float numbers[] = {1, 2};
  Tensor lent(DT_FLOAT, TensorShape({2}), Buffer::Borrow(numbers, sizeof(numbers)));
  EXPECT_FALSE(lent.IsSoleHolder());
  EXPECT_FALSE(lent.RefCountIsOne());
  ASSERT_TRUE(MakeOwn(&lent).ok());
  EXPECT_NE(lent.data(), numbers);
  EXPECT_EQ(lent.values<float>()[1], 2);
  EXPECT_TRUE(lent.IsSoleHolder());
}

TEST(Buffers, TensorsAreViewsOfThem) {
  const Tensor whole = Tensor::Of<float>({1, 2, 3, 4, 5, 6}, {3, 2});
  EXPECT_TRUE(whole.IsSoleHolder());
  const Tensor row = whole.SubSlice(2);
  EXPECT_EQ(row.buffer(), whole.buffer());
  EXPECT_EQ(row.offset(), 16u);
  EXPECT_FALSE(whole.IsSoleHolder());
  Tensor view;
  ASSERT_TRUE(view.CopyFrom(row, TensorShape({2, 1})));
  EXPECT_EQ(view.values<float>()[0], 5) << "a view of a view begins where that does";
  ASSERT_TRUE(view.BitcastFrom(row, DT_INT32, TensorShape({2})).ok());
  EXPECT_EQ(view.data(), row.data());
  EXPECT_EQ(row.Slice(1, 2).values<float>()[0], 6);
  ASSERT_TRUE(MakeOwn(&view).ok());
  EXPECT_NE(view.buffer(), whole.buffer());
  EXPECT_EQ(view.offset(), 0u);
}

TEST(Buffers, ATensorAloneIsGivenAwayAsItIs) {
  Tensor tensor = Tensor::Of<float>({1, 2}, {2});
  const void* data = tensor.data();
  ASSERT_TRUE(MakeOwn(&tensor).ok());
  EXPECT_EQ(tensor.data(), data);
  const Tensor other = tensor;
  ASSERT_TRUE(MakeOwn(&tensor).ok());
  EXPECT_NE(tensor.data(), data);
  EXPECT_TRUE(other.IsSoleHolder());
}

TEST(Buffers, StringsAreCopiedAndDestroyed) {
  Tensor texts(DT_STRING, TensorShape({2}));
  texts.mutable_values<tstring>()[1] = tstring("longer than a string that fits into its own bytes");
  Tensor copy = texts;
  ASSERT_TRUE(MakeOwn(&copy).ok());
  texts = Tensor();
  EXPECT_EQ(copy.values<tstring>()[1], "longer than a string that fits into its own bytes");
}

TEST(Buffers, WritingAdvancesTheVersion) {
  Tensor tensor = Tensor::Of<float>({1, 2}, {2});
  uint64_t version = tensor.buffer()->version();
  const auto grew = [&] {
    return tensor.buffer()->version() > std::exchange(version, tensor.buffer()->version());
  };
  tensor.mutable_values<float>()[0] = 3;
  EXPECT_TRUE(grew());
  tensor.MarkWritten();
  EXPECT_TRUE(grew());
  static_cast<void>(tensor.values<float>()[0]);
  EXPECT_FALSE(grew());
}

}  // namespace
}  // namespace voxgrad
