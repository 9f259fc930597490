// ParallelFor: every item once, whoever calls, whatever happens inside.
#include "core/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "voxgrad/threads.h"

namespace voxgrad {
namespace {

constexpr int64_t kManyPieces = 1 << 18;  // a cost an item that makes every item a piece

class Parallel : public testing::Test {
 protected:
  ~Parallel() override { SetNumThreads(0); }
};

using Pieces = std::vector<std::pair<int64_t, int64_t>>;

Pieces PiecesOf(int64_t items, int64_t cost) {
  Exec exec;
  std::mutex mutex;
  Pieces pieces;
  ParallelFor(exec, items, cost, [&](int64_t begin, int64_t end) {
    std::lock_guard<std::mutex> lock(mutex);
    pieces.push_back({begin, end});
  });
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

/// True when a loop over many items calls each exactly once.
bool CoversAll(int64_t items) {
  Exec exec;
  std::vector<std::atomic<int>> seen(static_cast<size_t>(items));
  ParallelFor(exec, items, kManyPieces, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) ++seen[static_cast<size_t>(i)];
  });
  return std::all_of(seen.begin(), seen.end(), [](const auto& count) { return count == 1; });
}

TEST_F(Parallel, CoversEveryItemOnceInPiecesThatDoNotDependOnTheThreads) {
  for (int64_t items : {0, 1, 2, 3, 5, 64, 1000, 4097}) {
    for (int64_t cost :
         {int64_t{0}, int64_t{1}, int64_t{1000}, int64_t{100'000}, kManyPieces, int64_t{1} << 60}) {
      Pieces first;
      for (int threads : {1, 2, 5}) {
        SetNumThreads(threads);
        const Pieces pieces = PiecesOf(items, cost);
        int64_t next = 0;
        for (const auto& [begin, end] : pieces) {
          EXPECT_EQ(begin, next);
          EXPECT_LT(begin, end);
          next = end;
        }
        EXPECT_EQ(next, items) << "items " << items << " cost " << cost << " threads " << threads;
        if (threads == 1) first = pieces;
        EXPECT_EQ(pieces, first) << "items " << items << " cost " << cost << " threads " << threads;
      }
    }
  }
}

TEST_F(Parallel, NegativeCountsAreNothing) {
  Exec exec;
  ParallelFor(exec, -5, 1, [](int64_t, int64_t) { FAIL(); });
}

TEST_F(Parallel, UsesSeveralThreads) {
  SetNumThreads(2);
  EXPECT_EQ(GetNumThreads(), 2);
  Exec exec;
  std::mutex mutex;
  std::vector<std::thread::id> ids;
  ParallelFor(exec, 50, kManyPieces, [&](int64_t, int64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::lock_guard<std::mutex> lock(mutex);
    ids.push_back(std::this_thread::get_id());
  });
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()) - ids.begin(), 2);
}

TEST_F(Parallel, LoopsInsideLoops) {
  SetNumThreads(5);
  Exec exec;
  std::vector<std::atomic<int>> seen(40 * 30);
  ParallelFor(exec, 40, kManyPieces, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      ParallelFor(exec, 30, kManyPieces, [&](int64_t from, int64_t to) {
        for (int64_t j = from; j < to; ++j) ++seen[static_cast<size_t>(i * 30 + j)];
      });
    }
  });
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

TEST_F(Parallel, SeveralCallersAtOnce) {
  SetNumThreads(5);
  std::atomic<int> good{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) good += CoversAll(37) ? 1 : 0;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(good, 4 * 50);
}

TEST_F(Parallel, OutOfMemoryInsideBecomesAStatus) {
  for (int threads : {1, 2, 5}) {
    SetNumThreads(threads);
    Exec exec;
    std::atomic<int> pieces{0};
    ParallelFor(exec, 1000, kManyPieces, [&](int64_t begin, int64_t) {
      ++pieces;
      if (begin == 3) throw std::bad_alloc();
    });
    EXPECT_EQ(exec.status().code(), absl::StatusCode::kResourceExhausted) << threads;
    if (threads == 1) {
      EXPECT_EQ(pieces, 4) << "the loop ends early";
    }
    std::atomic<int> more{0};
    ParallelFor(exec, 10, kManyPieces, [&](int64_t, int64_t) { ++more; });
    EXPECT_EQ(more, 0) << "a later loop of the same run does not begin";
  }
  EXPECT_TRUE(CoversAll(100)) << "the next call is not affected";
}

TEST_F(Parallel, OutOfMemoryInALoopInsideALoopIsNotLost) {
  for (int threads : {1, 2, 5}) {
    SetNumThreads(threads);
    for (int round = 0; round < 20; ++round) {
      Exec exec;
      ParallelFor(exec, 20, kManyPieces, [&](int64_t begin, int64_t) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        ParallelFor(exec, 3, kManyPieces, [&](int64_t, int64_t) {
          if (begin == 13) throw std::bad_alloc();
        });
      });
      ASSERT_EQ(exec.status().code(), absl::StatusCode::kResourceExhausted) << threads;
    }
  }
}

TEST_F(Parallel, AnInterruptStopsTheLoop) {
  for (int threads : {1, 2}) {
    SetNumThreads(threads);
    static std::atomic<int> asked;
    static std::thread::id caller;
    static std::atomic<bool> elsewhere;
    asked = 0;
    elsewhere = false;
    caller = std::this_thread::get_id();
    Exec exec({.poll = [] {
      if (std::this_thread::get_id() != caller) elsewhere = true;
      return ++asked >= 2;
    }});
    std::atomic<int> pieces{0};
    ParallelFor(exec, 100'000, kManyPieces, [&](int64_t, int64_t) {
      ++pieces;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    EXPECT_EQ(exec.status().code(), absl::StatusCode::kCancelled);
    EXPECT_LT(pieces, 5000) << "100 s of work ended after some 40 ms";
    EXPECT_EQ(asked, 2);
    EXPECT_FALSE(elsewhere) << "the poll belongs to the caller's thread";
  }
}

TEST_F(Parallel, WithoutAnInterruptAllIsWell) {
  SetNumThreads(2);
  Exec exec({.poll = [] { return false; }});
  std::atomic<int> items{0};
  ParallelFor(exec, 500, kManyPieces,
              [&](int64_t begin, int64_t end) { items += static_cast<int>(end - begin); });
  EXPECT_EQ(items, 500);
  EXPECT_TRUE(exec.status().ok());
}

TEST_F(Parallel, WorksInAForkedChild) {
  SetNumThreads(5);
  ASSERT_TRUE(CoversAll(1000)) << "the pool is in use before the fork";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20);  // a child that hangs is a failure, not a stuck test
    _exit(CoversAll(1000) && CoversAll(10) ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(CoversAll(1000)) << "and the parent goes on";
}

TEST(ItemCost, IsAShareOfTheWorkWithinBounds) {
  constexpr int64_t kMost = 1'000'000;
  EXPECT_EQ(ItemCost(int64_t{1} << 40, kMost), kMost);
  EXPECT_EQ(ItemCost(1'600'000, kMost), 100'000);
  const int64_t hand_over = ItemCost(1, kMost);  // what a piece must be worth
  EXPECT_GT(hand_over, 1000);
  EXPECT_EQ(ItemCost(hand_over * 3, kMost), hand_over);
  EXPECT_EQ(ItemCost(hand_over * 3, hand_over / 2), hand_over / 2);
}

TEST_F(Parallel, ThreadCountsAreClamped) {
  SetNumThreads(-3);
  EXPECT_GE(GetNumThreads(), 1);
  SetNumThreads(1'000'000);
  EXPECT_LE(GetNumThreads(), 1024);
}

}  // namespace
}  // namespace voxgrad
