// What a run is given is its own: two at a time, one after the other, and one inside the other.
#include "core/exec.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "core/parallel.h"
#include "graph/session.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"
#include "support.h"
#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

constexpr int64_t kEveryItemAPiece = 1 << 18;

class ExecTest : public testing::Test {
 protected:
  ~ExecTest() override { SetNumThreads(0); }
};

/// The threads that took part in a loop of many short pieces.
std::set<std::thread::id> ThreadsOf(Exec& exec) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  ParallelFor(exec, 40, kEveryItemAPiece, [&](int64_t, int64_t) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    const std::lock_guard<std::mutex> lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  return threads;
}

TEST_F(ExecTest, HasThreadsOfItsOwn) {
  SetNumThreads(1);
  Exec many({.threads = 3}), one({.threads = 1}), any;
  EXPECT_EQ(any.threads(), 1);
  std::thread other([&] {
    for (int round = 0; round < 10; ++round) EXPECT_EQ(ThreadsOf(one).size(), 1u);
  });
  size_t most = 0;
  for (int round = 0; round < 10; ++round) most = std::max(most, ThreadsOf(many).size());
  other.join();
  EXPECT_GT(most, 1u);
  EXPECT_LE(most, 3u);
}

/// A session of a convolution of 1s, and what its kernels answered.
class Convolution {
 public:
  explicit Convolution(const std::string& only, int threads) : only_(only), threads_(threads) {
    const auto add = [&](const std::string& op, const std::string& name, std::vector<Endpoint> inputs,
                         std::vector<NamedAttribute> attributes) {
      Node* node = nullptr;
      EXPECT_TRUE(graph_->AddNode({name, op, std::move(inputs), {}, std::move(attributes)}, &node).ok());
      return Endpoint{node, 0};
    };
    const auto ones = [](const TensorShape& shape) {
      Tensor tensor(DT_FLOAT, shape);
      for (float& value : tensor.mutable_values<float>()) value = 1;
      return tensor;
    };
    const Endpoint in = add("Const", "in", {}, {{"value", ones({1, 6, 6, 4})}, {"dtype", DT_FLOAT}});
    const Endpoint filter = add("Const", "filter", {}, {{"value", ones({3, 3, 4, 8})}, {"dtype", DT_FLOAT}});
    out_ = add("Conv2D", "out", {in, filter}, {{"strides", {1, 1, 1, 1}}, {"padding", "VALID"}});
  }

  /// The name of who ran.
  std::string Run() {
    KernelTrace trace;
    RunControl control;
    control.exec = {.threads = threads_, .only = only_, .trace = &trace};
    std::vector<Tensor> results;
    const absl::Status status = session_.Run({{}, {out_}, {}}, {}, control, &results);
    if (!status.ok()) return status.ToString();
    for (float sum : results[0].values<float>()) EXPECT_EQ(sum, 36);
    return trace.answers.empty() ? "nobody" : trace.answers.back().implementation;
  }

 private:
  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  GraphSession session_{graph_};
  Endpoint out_;
  const std::string only_;
  const int threads_;
};

TEST_F(ExecTest, SessionsSideBySideDoNotSeeEachOther) {
  Convolution forced("reference", 1), free("", 3);
  const bool has_fast = cpu::WhyOff().empty();
  std::thread other([&] {
    for (int round = 0; round < 100; ++round) ASSERT_EQ(forced.Run(), "reference/conv");
  });
  for (int round = 0; round < 100; ++round) {
    const std::string name = free.Run();
    EXPECT_EQ(absl::StartsWith(name, "cpu/"), has_fast) << name;
  }
  other.join();
}

TEST_F(ExecTest, AForcedNameIsOfOneCall) {
  if (!cpu::WhyOff().empty()) GTEST_SKIP() << "the reference is all there is";
  const test::PreparedCall call = test::MustPrepare("AvgPool f32 nhwc 1x8x8x16 k2 s2 valid");
  KernelTrace forced, free;
  test::Must(driver::RunWith(call, "reference", &forced));
  test::Must(driver::RunWith(call, "", &free));
  EXPECT_EQ(forced.answers.back().implementation, "reference/avg-pool");
  EXPECT_EQ(free.answers.back().implementation, "cpu/avg-tiles");
  EXPECT_EQ(forced.answers.front().reason, "not asked for");
}

TEST_F(ExecTest, ACancelledRunStopsNoOther) {
  std::atomic<bool> cancel{false};
  Exec cancelled({.threads = 2, .cancel = &cancel}), other({.threads = 2});
  std::atomic<int> begun{0};
  std::thread thread([&] {
    ParallelFor(cancelled, 100'000, kEveryItemAPiece, [&](int64_t, int64_t) {
      ++begun;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  });
  while (begun == 0) std::this_thread::yield();
  cancel = true;
  std::atomic<int> done{0};
  ParallelFor(other, 1000, kEveryItemAPiece, [&](int64_t, int64_t) { ++done; });
  thread.join();
  EXPECT_EQ(done, 1000);
  EXPECT_TRUE(other.status().ok());
  EXPECT_LT(begun, 100'000);
  EXPECT_EQ(cancelled.status().code(), absl::StatusCode::kCancelled);
  cancel = false;
  EXPECT_TRUE(cancelled.should_stop()) << "what was cut short stays so";
}

TEST_F(ExecTest, ALoopOnAWorkerThatRunsOutOfMemoryIsHeardOf) {
  for (int round = 0; round < 20; ++round) {
    Exec exec({.threads = 3});
    std::atomic<bool> thrown{false};
    ParallelFor(exec, 200, kEveryItemAPiece, [&](int64_t, int64_t) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      ParallelFor(exec, 3, kEveryItemAPiece, [&](int64_t, int64_t) {
        if (WorkerNumber() == 0 || thrown.exchange(true)) return;
        throw std::bad_alloc();
      });
    });
    if (!thrown) continue;  // the caller was done before a worker woke
    EXPECT_EQ(exec.status().code(), absl::StatusCode::kResourceExhausted);
    return;
  }
  ADD_FAILURE() << "no worker took part";
}

TEST_F(ExecTest, ScratchMemoryIsFoundAgain) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "nothing is kept, so that a use after free shows";
#endif
  Scratch mine, yours;
  Exec exec({.scratch = &mine}), other({.scratch = &yours});
  const auto place = [](Exec& with, size_t bytes) {
    cpu::Arena arena(with, bytes);
    return arena.Take<char>(bytes);
  };
  const char* first = place(exec, 5000);
  EXPECT_NE(place(other, 5000), first);
  EXPECT_EQ(place(exec, 5000), first);
  EXPECT_EQ(place(exec, 3000), first);
  EXPECT_NE(place(exec, 9000), first) << "too small";
  {
    const cpu::Arena one(exec, 5000);
    const cpu::Arena two(exec, 5000);
    cpu::Arena three(exec, 5000);
    EXPECT_NE(three.Take<char>(1), first) << "each block is one arena's";
  }
}

TEST_F(ExecTest, ScratchMemoryIsNeverTwoThreadsAtATime) {
  Scratch scratch;
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 3; ++c) {
    callers.emplace_back([&, c] {
      Exec exec({.threads = 3, .scratch = &scratch});
      ParallelFor(exec, 300, kEveryItemAPiece, [&](int64_t begin, int64_t) {
        cpu::Arena arena(exec, 4096);
        int64_t* words = arena.Take<int64_t>(512);
        const int64_t mark = begin * 10 + c;
        std::fill_n(words, 512, mark);
        std::this_thread::yield();
        for (int i = 0; i < 512; ++i) wrong += words[i] == mark ? 0 : 1;
      });
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace voxgrad
