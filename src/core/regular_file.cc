#include "core/regular_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

absl::Status ErrnoStatus() {
  const int error = errno;
  return absl::Status(FileErrorCode(error), std::strerror(error));
}

absl::Status NotRegular(mode_t mode) {
  const char* kind = "something else than a file";
  if (S_ISDIR(mode)) return absl::InvalidArgumentError("it is a folder");
  if (S_ISFIFO(mode)) kind = "a pipe, not a file";
  if (S_ISSOCK(mode)) kind = "a socket, not a file";
  if (S_ISCHR(mode) || S_ISBLK(mode)) kind = "a device, not a file";
  return absl::InvalidArgumentError(absl::StrCat("it is ", kind));
}

}  // namespace

absl::StatusCode FileErrorCode(int error) {
  if (error == ENOENT || error == ENOTDIR) return absl::StatusCode::kNotFound;
  if (error == EEXIST) return absl::StatusCode::kAlreadyExists;
  if (error == EACCES || error == EPERM) return absl::StatusCode::kPermissionDenied;
  return absl::StatusCode::kUnknown;
}

absl::StatusOr<RegularFile> RegularFile::Open(const std::string& path, int folder, int flags) {
  // Opening a pipe would wait for its writer, were it not for O_NONBLOCK.
  const int number = openat(folder, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
  if (number < 0) return ErrnoStatus();
  RegularFile file(number, 0);
  struct stat about;
  if (fstat(number, &about) != 0) return ErrnoStatus();
  if (!S_ISREG(about.st_mode)) return NotRegular(about.st_mode);
  file.size_ = static_cast<uint64_t>(about.st_size);
  return file;
}

RegularFile::RegularFile(RegularFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), size_(other.size_) {}

RegularFile& RegularFile::operator=(RegularFile&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(size_, other.size_);
  return *this;
}

RegularFile::~RegularFile() {
  if (file_ >= 0) close(file_);
}

absl::StatusOr<size_t> RegularFile::Read(void* to, size_t count) {
  size_t have = 0;
  while (have < count) {
    const ssize_t got = read(file_, static_cast<char*>(to) + have, count - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ErrnoStatus();
    if (got == 0) break;
    have += static_cast<size_t>(got);
  }
  return have;
}

absl::StatusOr<std::string> RegularFile::ReadAll(uint64_t most) {
  if (size_ > most) {
    return absl::ResourceExhaustedError(
        absl::StrCat("it has ", size_ >> 20, " MiB, and ", most >> 20, " MiB are the most"));
  }
  std::string content(static_cast<size_t>(size_), '\0');
  const absl::StatusOr<size_t> have = Read(content.data(), content.size());
  if (!have.ok()) return have.status();
  content.resize(*have);
  return content;
}

absl::StatusOr<int> OpenForWriting(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
  if (file < 0 && errno == ENXIO) return absl::InvalidArgumentError("it is a pipe or a socket, not a file");
  if (file < 0) return ErrnoStatus();
  struct stat about;
  const bool known = fstat(file, &about) == 0;
  if (known && (S_ISREG(about.st_mode) || S_ISCHR(about.st_mode))) {
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return file;
  }
  const absl::Status status = known ? NotRegular(about.st_mode) : ErrnoStatus();
  close(file);
  return status;
}

}  // namespace voxgrad
