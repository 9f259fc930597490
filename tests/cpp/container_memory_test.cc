// Limits of control groups, in folders laid out as Linux lays them out.
#include "core/container_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/memory.h"

namespace voxgrad {
namespace {

constexpr uint64_t kNone = ~uint64_t{0};

class Containers : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::temp_directory_path() / ("voxgrad_groups_" + std::to_string(getpid()));
    std::filesystem::create_directories(root_ / "proc");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  /// `%` stands for the folder of the test.
  void Describe(const std::string& groups, std::string mounts) const {
    Write("proc/cgroup", groups);
    for (size_t at; (at = mounts.find('%')) != std::string::npos;) mounts.replace(at, 1, root_.string());
    Write("proc/mountinfo", mounts);
  }
  uint64_t Limit() const { return ContainerMemory((root_ / "proc").string()); }

  std::filesystem::path root_;
};

TEST_F(Containers, Version2TakesTheLeastAlongThePath) {
  Describe("0::/a/b/c\n", "30 24 0:26 / %/sys rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  EXPECT_EQ(Limit(), kNone);
  Write("sys/a/b/c/memory.max", "max\n");
  EXPECT_EQ(Limit(), kNone);
  Write("sys/a/memory.max", "1500\n");
  EXPECT_EQ(Limit(), 1500u);
  Write("sys/a/b/c/memory.max", "9000\n");
  Write("sys/a/b/memory.max", "1200\n");
  Write("sys/other/memory.max", "5\n");
  EXPECT_EQ(Limit(), 1200u);
}

TEST_F(Containers, Version1) {
  Describe("12:cpu,cpuacct:/job\n4:memory:/docker/1f\n",
           "31 24 0:27 / %/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
           "36 24 0:30 / %/memory rw - cgroup cgroup rw,memory\n");
  Write("memory/memory.limit_in_bytes", "9223372036854771712\n");
  Write("memory/docker/1f/memory.limit_in_bytes", "1610612736\n");
  Write("cpu/job/memory.limit_in_bytes", "7\n");
  EXPECT_EQ(Limit(), 1610612736u);
}

/// Within a container the group's own folder is what is mounted.
TEST_F(Containers, MountsOfAPart) {
  Describe("4:memory:/docker/1f/job\n", "36 24 0:30 /docker/1f %/memory ro - cgroup cgroup rw,memory\n");
  Write("memory/memory.limit_in_bytes", "2000\n");
  Write("memory/job/memory.limit_in_bytes", "3000\n");
  EXPECT_EQ(Limit(), 2000u);
  Describe("0::/../../elsewhere\n", "30 24 0:26 / %/sys rw - cgroup2 cgroup rw\n");
  Write("sys/memory.max", "4000\n");
  EXPECT_EQ(Limit(), 4000u);
  Describe("0::/\n", "30 24 0:26 / %/sys rw - cgroup2 cgroup rw\n");
  EXPECT_EQ(Limit(), 4000u);
}

TEST_F(Containers, BothVersionsAtOnceAndNone) {
  Describe("4:memory:/j\n0::/j\n",
           "30 24 0:26 / %/sys rw - cgroup2 cgroup rw\n36 24 0:30 / %/memory rw - cgroup cgroup rw,memory\n");
  Write("sys/j/memory.max", "4000\n");
  Write("memory/j/memory.limit_in_bytes", "3000\n");
  EXPECT_EQ(Limit(), 3000u);
  Describe("nothing\n:\n", "a b c\n - \n");
  EXPECT_EQ(Limit(), kNone);
  EXPECT_EQ(ContainerMemory("/no/such/folder"), kNone);
  EXPECT_LE(PhysicalMemory(), ContainerMemory());
}

}  // namespace
}  // namespace voxgrad
