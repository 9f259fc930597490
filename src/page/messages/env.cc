#include "voxgrad/util/env.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>

#include "absl/strings/str_cat.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"

namespace voxgrad {
namespace {

absl::Status FileError(StringPiece path) {
  const int reason = errno;
  const std::string text = absl::StrCat(path.str(), "; ", std::strerror(reason));
  if (reason == ENOENT || reason == ENOTDIR) return absl::NotFoundError(text);
  if (reason == EEXIST) return absl::AlreadyExistsError(text);
  if (reason == EACCES || reason == EPERM) return absl::PermissionDeniedError(text);
  return absl::UnknownError(text);
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

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
  const File file(std::fopen(path.str().c_str(), "rb"));
  if (file == nullptr) return FileError(path);
  text->clear();
  char piece[1 << 16];
  while (const size_t count = std::fread(piece, 1, sizeof(piece), file.get())) text->append(piece, count);
  return std::ferror(file.get()) ? FileError(path) : absl::OkStatus();
}

absl::Status WriteStringToFile(Env* /*env*/, StringPiece path, StringPiece text) {
  File file(std::fopen(path.str().c_str(), "wb"));
  if (file == nullptr) return FileError(path);
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  // Closing writes what is still in the buffer, and may be what fails.
  return std::fclose(file.release()) == 0 && written ? absl::OkStatus() : FileError(path);
}

absl::Status ReadBinaryProto(Env* env, StringPiece path, Message* message) {
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
  std::string text;
  if (absl::Status status = ReadFileToString(env, path, &text); !status.ok()) return status;
  return Damaged(path, ReadText(text, message));
}

absl::Status WriteTextProto(Env* env, StringPiece path, const Message& message) {
  return WriteStringToFile(env, path, WriteText(message));
}

}  // namespace voxgrad
