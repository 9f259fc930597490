#include "voxgrad/util/env.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/regular_file.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"

namespace voxgrad {
namespace {

absl::Status AtPath(StringPiece path, const absl::Status& status) {
  return status.ok() ? status : absl::Status(status.code(), absl::StrCat(path.str(), "; ", status.message()));
}

absl::Status FileError(StringPiece path) {
  const int reason = errno;
  return AtPath(path, absl::Status(FileErrorCode(reason), std::strerror(reason)));
}

absl::Status WithPath(StringPiece path, const absl::Status& status) {
  return status.ok() ? status : absl::Status(status.code(), absl::StrCat(path.str(), ": ", status.message()));
}

/// What a file holds is none of the message.
absl::Status Damaged(StringPiece path, const absl::Status& status) {
  return status.ok() ? status : absl::DataLossError(absl::StrCat(path.str(), ": ", status.message()));
}

}  // namespace

Env* Env::Default() {
  static Env env;
  return &env;
}

uint64_t Env::NowNanos() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

void Env::SleepForMicroseconds(int64_t micros) const {
  std::this_thread::sleep_for(std::chrono::microseconds(micros));
}

absl::Status Env::FileExists(StringPiece path) const {
  return access(path.str().c_str(), F_OK) == 0 ? absl::OkStatus() : FileError(path);
}

absl::Status Env::DeleteFile(StringPiece path) const {
  return unlink(path.str().c_str()) == 0 ? absl::OkStatus() : FileError(path);
}

absl::Status Env::GetFileSize(StringPiece path, uint64_t* size) const {
  if (size == nullptr) return NullResult("Env::GetFileSize", "size");
  struct stat entry;
  if (stat(path.str().c_str(), &entry) != 0) return FileError(path);
  *size = static_cast<uint64_t>(entry.st_size);
  return absl::OkStatus();
}

absl::Status Env::IsDirectory(StringPiece path) const {
  struct stat entry;
  if (stat(path.str().c_str(), &entry) != 0) return FileError(path);
  if (S_ISDIR(entry.st_mode)) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(path.str(), " is not a directory."));
}

absl::Status Env::CreateDir(StringPiece path) const {
  return mkdir(path.str().c_str(), 0755) == 0 ? absl::OkStatus() : FileError(path);
}

absl::Status ReadFileToString(Env* /*env*/, StringPiece path, std::string* text) {
  if (text == nullptr) return NullResult("ReadFileToString", "text");
  absl::StatusOr<RegularFile> file = RegularFile::Open(path.str());
  if (!file.ok()) return AtPath(path, file.status());
  absl::StatusOr<std::string> content = file->ReadAll(PhysicalMemory());
  if (!content.ok()) return AtPath(path, content.status());
  *text = *std::move(content);
  return absl::OkStatus();
}

absl::Status WriteStringToFile(Env* /*env*/, StringPiece path, StringPiece text) {
  const absl::StatusOr<int> file = OpenForWriting(path.str());
  if (!file.ok()) return AtPath(path, file.status());
  absl::Status status;
  for (size_t at = 0; at < text.size() && status.ok();) {
    const ssize_t count = write(*file, text.data() + at, text.size() - at);
    if (count >= 0) {
      at += static_cast<size_t>(count);
    } else if (errno != EINTR) {
      status = FileError(path);
    }
  }
  if (close(*file) != 0 && status.ok()) status = FileError(path);
  return status;
}

absl::Status ReadBinaryProto(Env* env, StringPiece path, Message* message) {
  if (message == nullptr) return NullResult("ReadBinaryProto", "message");
  std::string bytes;
  if (absl::Status status = ReadFileToString(env, path, &bytes); !status.ok()) return status;
  return Damaged(path, ReadBinary(bytes, message));
}

absl::Status WriteBinaryProto(Env* env, StringPiece path, const Message& message) {
  std::string bytes;
  if (absl::Status status = WriteBinary(message, &bytes); !status.ok()) return WithPath(path, status);
  return WriteStringToFile(env, path, bytes);
}

absl::Status ReadTextProto(Env* env, StringPiece path, Message* message) {
  if (message == nullptr) return NullResult("ReadTextProto", "message");
  std::string text;
  if (absl::Status status = ReadFileToString(env, path, &text); !status.ok()) return status;
  return Damaged(path, ReadText(text, message));
}

absl::Status WriteTextProto(Env* env, StringPiece path, const Message& message) {
  return WriteStringToFile(env, path, WriteText(message));
}

}  // namespace voxgrad
