// Folders of uploads: one that a killed Studio left behind is cleared, and together they have an end.
#include "studio/upload_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/memory.h"

namespace voxgrad {
namespace {

class UploadFolders : public testing::Test {
 protected:
  void SetUp() override {
    base_ = std::filesystem::temp_directory_path() / ("voxgrad_uploads_" + std::to_string(getpid()));
    std::filesystem::create_directories(base_);
    const char* before = std::getenv("TMPDIR");
    before_ = before == nullptr ? "" : before;
    setenv("TMPDIR", base_.c_str(), 1);
  }
  void TearDown() override {
    before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1);
    std::filesystem::remove_all(base_);
  }
  int Folders() const {
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(base_), {}));
  }

  std::filesystem::path base_;
  std::string before_;
};

TEST_F(UploadFolders, AreGoneWithTheirStudio) {
  {
    const studio::UploadFolder first, second;
    EXPECT_NE(first.path(), second.path());
    std::ofstream(first.path() + "/a.npy") << "1";
    EXPECT_EQ(Folders(), 2) << "one that is in use stays";
  }
  EXPECT_EQ(Folders(), 0);
}

TEST_F(UploadFolders, OfAKilledStudioAreCleared) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const studio::UploadFolder folder;
    std::ofstream(folder.path() + "/a.npy") << "1";
    const bool told = write(ready[1], "x", 1) == 1;
    pause();
    _exit(told ? 0 : 1);
  }
  char told = 0;
  ASSERT_EQ(read(ready[0], &told, 1), 1);
  {
    const studio::UploadFolder while_it_lives;
    EXPECT_EQ(Folders(), 2);
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(Folders(), 1);
  std::filesystem::create_directories(base_ / "voxgrad-uploads-of-mine");
  std::ofstream(base_ / "voxgrad-uploads-of-mine" / "page.pbtxt") << "precious";
  std::filesystem::create_directories(base_ / "somebody-else");
  std::ofstream(base_ / "somebody-else" / ".voxgrad-uploads") << "";
  std::filesystem::create_directory_symlink(base_ / "somebody-else", base_ / "voxgrad-uploads-link");
  const studio::UploadFolder next;
  EXPECT_EQ(Folders(), 4) << "its own, and what is no folder of Studio's";
  EXPECT_TRUE(std::filesystem::exists(base_ / "voxgrad-uploads-of-mine" / "page.pbtxt"));
  EXPECT_TRUE(std::filesystem::exists(base_ / "somebody-else" / ".voxgrad-uploads"));
  close(ready[0]);
  close(ready[1]);
}

TEST_F(UploadFolders, HaveAnEnd) {
  const studio::UploadFolder folder;
  EXPECT_TRUE(studio::CheckRoom(folder.path(), 1000).ok());
  const size_t most = PhysicalMemory() / 4;
  std::ofstream(folder.path() + "/a.npy") << "1";
  std::filesystem::resize_file(folder.path() + "/a.npy", most - 1000);  // of holes
  EXPECT_TRUE(studio::CheckRoom(folder.path(), 1000).ok());
  EXPECT_EQ(studio::CheckRoom(folder.path(), 1001).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(studio::CheckRoom(folder.path(), ~size_t{0}).code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace voxgrad
