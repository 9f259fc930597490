// Blocks are aligned, large ones come back from the cache, and the cache stays within its limit.
#include "core/memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace voxgrad {
namespace {

constexpr size_t kMegabyte = size_t{1} << 20;

/// The limit as it was, and nothing kept, when the test ends.
class Memory : public testing::Test {
 protected:
  void SetUp() override {
    limit_ = MemoryCache::Limit();
    MemoryCache::Clear();
    MemoryCache::SetLimit(64 * kMegabyte);
  }
  void TearDown() override {
    MemoryCache::Clear();
    MemoryCache::SetLimit(limit_);
  }

 private:
  size_t limit_ = 0;
};

TEST_F(Memory, IsAlignedAndWritable) {
  for (size_t bytes :
       {size_t{0}, size_t{1}, size_t{63}, size_t{4096}, kMegabyte - 1, kMegabyte, 9 * kMegabyte + 5}) {
    const auto memory = AllocateMemory(bytes);
    ASSERT_NE(memory, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory->data()) % 64, 0u) << bytes;
    std::memset(memory->data(), 7, (bytes + 63) / 64 * 64);
  }
}

TEST_F(Memory, ALargeBlockIsHandedOutAgain) {
  void* first = AllocateMemory(8 * kMegabyte)->data();
  EXPECT_EQ(MemoryCache::KeptBytes(), 8 * kMegabyte);
  const auto again = AllocateMemory(7 * kMegabyte);  // a little smaller: the same block serves
  EXPECT_EQ(again->data(), first);
  EXPECT_EQ(MemoryCache::KeptBytes(), 0u);
}

TEST_F(Memory, ABlockFarTooLargeIsNotWasted) {
  AllocateMemory(32 * kMegabyte);
  const auto small = AllocateMemory(2 * kMegabyte);
  EXPECT_EQ(MemoryCache::KeptBytes(), 32 * kMegabyte);
}

TEST_F(Memory, TheOldestGoesWhenTheLimitIsReached) {
  for (size_t megabytes : {40, 20, 10}) AllocateMemory(megabytes * kMegabyte);
  EXPECT_EQ(MemoryCache::KeptBytes(), 30 * kMegabyte);
  AllocateMemory(100 * kMegabyte);  // larger than the limit: never kept, and nothing else stays either
  EXPECT_LE(MemoryCache::KeptBytes(), 64 * kMegabyte);
}

/// Bytes that the system may take back whenever it needs them; -1 where it does not say.
int64_t LentBytes() {
  std::ifstream maps("/proc/self/smaps_rollup");
  for (std::string line; std::getline(maps, line);) {
    if (line.rfind("LazyFree:", 0) == 0) return std::stoll(line.substr(9)) << 10;
  }
  return -1;
}

TEST_F(Memory, TheSystemMayTakeBackWhatGoesBeyondAQuarterOfTheLimit) {
  const int64_t before = LentBytes();
  if (before < 0) GTEST_SKIP() << "this system does not count such pages";
  const auto use = [](size_t megabytes) {
    const auto memory = AllocateMemory(megabytes * kMegabyte);
    std::memset(memory->data(), 7, megabytes * kMegabyte);
  };
  use(14);
  EXPECT_LT(LentBytes() - before, int64_t{kMegabyte});
  use(40);
  EXPECT_GT(LentBytes() - before, int64_t{30 * kMegabyte});
  EXPECT_EQ(MemoryCache::KeptBytes(), 54 * kMegabyte);
  // Taken again it is one's own: what is written stays.
  const auto again = AllocateMemory(40 * kMegabyte);
  std::memset(again->data(), 9, 40 * kMegabyte);
  EXPECT_LT(LentBytes() - before, int64_t{kMegabyte});
  EXPECT_EQ(static_cast<const char*>(again->data())[12'345'678], 9);
}

TEST_F(Memory, NothingIsKeptWithALimitOfZero) {
  MemoryCache::SetLimit(0);
  AllocateMemory(8 * kMegabyte);
  EXPECT_EQ(MemoryCache::KeptBytes(), 0u);
}

TEST_F(Memory, ServesManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 50; ++i) {
        const size_t bytes = static_cast<size_t>(1 + (i + t) % 5) * kMegabyte;
        const auto memory = AllocateMemory(bytes);
        auto* data = static_cast<char*>(memory->data());
        data[0] = data[bytes - 1] = static_cast<char>(t);
        EXPECT_EQ(data[0], static_cast<char>(t));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(MemoryCache::KeptBytes(), MemoryCache::Limit());
}

TEST_F(Memory, RefusesWhatTheSystemHasNot) { EXPECT_EQ(AllocateMemory(size_t{1} << 60), nullptr); }

}  // namespace
}  // namespace voxgrad
