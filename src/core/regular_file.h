// Files that are opened for reading. They are regular ones: a pipe, a socket or a device may keep its reader
// waiting for ever, or never end.
#ifndef VOXGRAD_CORE_REGULAR_FILE_H_
#define VOXGRAD_CORE_REGULAR_FILE_H_

#include <fcntl.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace voxgrad {

/// A regular file, open for reading from its beginning, and the size it had then: what grows later is not
/// read.
class RegularFile {
 public:
  /// A path, seen from a folder that is open. `flags` are further ones of open(2), such as O_NOFOLLOW. The
  /// message of an error says why, without the path: "No such file or directory", "it is a pipe, not a file".
  static absl::StatusOr<RegularFile> Open(const std::string& path, int folder = AT_FDCWD, int flags = 0);

  RegularFile(RegularFile&& other) noexcept;
  RegularFile& operator=(RegularFile&& other) noexcept;
  ~RegularFile();

  uint64_t size() const { return size_; }
  /// The next bytes, as many as are asked for and there; fewer at the file's end.
  absl::StatusOr<size_t> Read(void* to, size_t count);
  /// The whole file; ResourceExhausted where it is larger than `most`.
  absl::StatusOr<std::string> ReadAll(uint64_t most);

 private:
  RegularFile(int file, uint64_t size) : file_(file), size_(size) {}

  int file_ = -1;
  uint64_t size_ = 0;
};

/// The same for writing, which empties the file or makes it. A terminal or /dev/null may be written to; a
/// pipe that nobody reads would keep the writer waiting. The number is the caller's to close.
absl::StatusOr<int> OpenForWriting(const std::string& path);

/// The code for a number of errno.
absl::StatusCode FileErrorCode(int error);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_REGULAR_FILE_H_
