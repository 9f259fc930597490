// Pipes, devices and folders in the place of files: every reader says what is there, at once.
#include "core/regular_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/npy.h"
#include "page/pages/page_file.h"
#include "studio/safe_folder.h"
#include "voxgrad/util/env.h"

namespace voxgrad {
namespace {

/// What hangs ends the test instead.
class RegularFiles : public testing::Test {
 protected:
  void SetUp() override {
    alarm(20);
    folder_ = std::filesystem::temp_directory_path() / ("voxgrad_regular_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
    std::filesystem::create_directories(folder_ / "folder");
    std::ofstream(Path("file")) << "12345";
  }
  void TearDown() override {
    alarm(0);
    std::filesystem::remove_all(folder_);
  }
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

template <class Result>
std::string Said(const Result& result) {
  if constexpr (std::is_same_v<Result, absl::Status>)
    return std::string(result.message());
  else
    return std::string(result.status().message());
}

TEST_F(RegularFiles, AreReadToTheSizeTheyHad) {
  absl::StatusOr<RegularFile> file = RegularFile::Open(Path("file"));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->size(), 5u);
  EXPECT_EQ(file->ReadAll(4).status().code(), absl::StatusCode::kResourceExhausted);
  std::ofstream(Path("file"), std::ios::app) << "678";
  EXPECT_EQ(*file->ReadAll(5), "12345");
  EXPECT_EQ(RegularFile::Open(Path("none")).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(RegularFiles, NothingElseIsRead) {
  EXPECT_EQ(Said(RegularFile::Open(Path("pipe"))), "it is a pipe, not a file");
  EXPECT_EQ(Said(RegularFile::Open(Path("folder"))), "it is a folder");
  EXPECT_EQ(Said(RegularFile::Open("/dev/zero")), "it is a device, not a file");
  for (const std::string& path : {Path("pipe"), std::string("/dev/zero")}) {
    EXPECT_NE(Said(ReadNpy(path)).find("not a file"), std::string::npos);
    EXPECT_NE(Said(ReadNpyInfo(path)).find("not a file"), std::string::npos);
    EXPECT_NE(Said(ReadPage(path)).find("not a file"), std::string::npos);
    std::string text;
    EXPECT_NE(Said(ReadFileToString(Env::Default(), path, &text)).find("not a file"), std::string::npos);
  }
  const absl::StatusOr<studio::SafeFolder> safe = studio::SafeFolder::Open(folder_.string());
  ASSERT_TRUE(safe.ok());
  EXPECT_NE(Said(safe->Read("pipe")).find("not a file"), std::string::npos);
  EXPECT_NE(Said(safe->CopyFrom(Path("pipe"), "copy")).find("not a file"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(Path("copy")));
}

TEST_F(RegularFiles, NothingIsWrittenToAPipe) {
  EXPECT_NE(Said(WriteNpy(Path("pipe"), Tensor(1.0f))).find("pipe"), std::string::npos);
  EXPECT_NE(Said(WriteStringToFile(Env::Default(), Path("pipe"), "text")).find("pipe"), std::string::npos);
  EXPECT_TRUE(WriteStringToFile(Env::Default(), "/dev/null", "text").ok());
}

}  // namespace
}  // namespace voxgrad
