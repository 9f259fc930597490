// A folder from which no path leads out, and files in it that a crash leaves old or new, never half.
#ifndef VOXGRAD_STUDIO_SAFE_FOLDER_H_
#define VOXGRAD_STUDIO_SAFE_FOLDER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace voxgrad::studio {

/// An open file or folder.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  int get() const { return number_; }

 private:
  int number_;
};

struct FileInfo {
  std::string name;
  bool folder = false;
  uint64_t bytes = 0;
  int64_t modified_ms = 0;  // since 1970
};

/// Paths are `a/b.pbtxt`, below the folder. Each part is opened from the one before and none may be a
/// symbolic link: there is no moment at which a link could be slipped in.
class SafeFolder {
 public:
  /// NotFound where it is no folder.
  static absl::StatusOr<SafeFolder> Open(const std::string& path);

  /// Absolute, without links.
  const std::string& path() const { return path_; }

  /// Whether a name that a client sent may be one of a file here: relative, no part empty or beginning with
  /// `.`, nothing that a shell, a browser or another file system stumbles over.
  static absl::Status CheckName(absl::string_view path);

  absl::StatusOr<std::string> Read(const std::string& path) const;
  absl::StatusOr<FileInfo> Info(const std::string& path) const;
  /// What lies in a folder but links and special files; empty where there is no such folder.
  std::vector<FileInfo> List(const std::string& path) const;

  /// Puts a file in its place all at once; it is on the disk when this returns. Folders are made as needed.
  absl::Status Write(const std::string& path, absl::string_view content) const;
  /// The same with what a file anywhere holds.
  absl::Status CopyFrom(const std::string& file, const std::string& path) const;
  /// Moves a file to a place where there is none; AlreadyExists otherwise.
  absl::Status Move(const std::string& from, const std::string& to) const;
  /// Removes a file, or a folder that is empty.
  absl::Status Remove(const std::string& path) const;
  /// Waits until no one else, in this process or another, holds the lock of that file.
  absl::StatusOr<Descriptor> Lock(const std::string& path) const;

  /// The absolute path of a folder here, for functions that take one; "" is this folder.
  enum class Missing { kFail, kMake };
  absl::StatusOr<std::string> FolderPath(const std::string& path, Missing missing = Missing::kFail) const;

 private:
  SafeFolder(std::string path, int root)
      : path_(std::move(path)), root_(std::make_shared<Descriptor>(root)) {}

  /// `write` fills the new file and says whether that went well.
  absl::Status Replace(const std::string& path, absl::FunctionRef<bool(int)> write) const;
  absl::StatusOr<Descriptor> OpenFolder(absl::string_view path, Missing missing) const;

  std::string path_;
  std::shared_ptr<const Descriptor> root_;
};

/// "a/b" and "c" of "a/b/c".
std::string FolderPart(absl::string_view path);
std::string NamePart(absl::string_view path);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_SAFE_FOLDER_H_
