#include "studio/safe_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/memory.h"
#include "core/regular_file.h"
#include "page/messages/utf8.h"
#include "page/pages/page_file.h"

namespace voxgrad::studio {
namespace {

constexpr size_t kLongestName = 220;  // a file name ends at 255 bytes, and the history adds a few

absl::Status Failure(absl::string_view path, const char* what, int error) {
  if (error == ENOENT || error == ENOTDIR)
    return absl::NotFoundError(absl::StrCat("There is no ", path, " in Studio's folder."));
  if (error == EEXIST) return absl::AlreadyExistsError(absl::StrCat("There is a ", path, " already."));
  return absl::UnavailableError(absl::StrCat(path, " cannot be ", what, ": ", std::strerror(error), "."));
}

absl::Status LinkError(absl::string_view path) {
  return absl::InvalidArgumentError(absl::StrCat(
      path, " is, or leads through, a symbolic link; Studio takes only what lies in its folder."));
}

bool IsLink(int folder, const std::string& name) {
  struct stat about;
  return fstatat(folder, name.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(about.st_mode);
}

FileInfo InfoOf(std::string name, const struct stat& about) {
  return {std::move(name), S_ISDIR(about.st_mode), static_cast<uint64_t>(about.st_size),
          int64_t{about.st_mtim.tv_sec} * 1000 + about.st_mtim.tv_nsec / 1000000};
}

bool WriteAll(int file, absl::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// A part of a path that is a plain name everywhere: no system reads anything else into it.
bool IsPlain(absl::string_view part) {
  if (part.empty() || part.front() == '.' || part.back() == '.' || part.back() == ' ') return false;
  for (const char c : part) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) return false;
    if (absl::string_view("<>:\"|?*\\").find(c) != absl::string_view::npos) return false;
  }
  return true;
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

std::string FolderPart(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : std::string(path.substr(0, slash));
}

std::string NamePart(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(slash == absl::string_view::npos ? path : path.substr(slash + 1));
}

absl::StatusOr<SafeFolder> SafeFolder::Open(const std::string& path) {
  char real[PATH_MAX];
  if (realpath(path.c_str(), real) == nullptr)
    return absl::NotFoundError(
        absl::StrCat("The folder ", path, " cannot be opened: ", std::strerror(errno), "."));
  const int root = open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0)
    return absl::NotFoundError(
        absl::StrCat("The folder ", path, " cannot be opened: ", std::strerror(errno), "."));
  return SafeFolder(real, root);
}

absl::Status SafeFolder::CheckName(absl::string_view path) {
  bool plain = IsUtf8(path) && FileName(path).size() <= kLongestName;
  for (const absl::string_view part : absl::StrSplit(path, '/')) plain = plain && IsPlain(part);
  if (plain) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "A path is relative to Studio's folder, like `sub/page.pbtxt`: at most ", kLongestName,
      " letters (fewer where they are not plain ones), no part of it begins or ends with a dot, and none of "
      "< > : \" | ? * \\ is in it."));
}

absl::StatusOr<Descriptor> SafeFolder::OpenFolder(absl::string_view path, Missing missing) const {
  Descriptor at(fcntl(root_->get(), F_DUPFD_CLOEXEC, 0));
  for (const absl::string_view part : absl::StrSplit(path, '/', absl::SkipEmpty())) {
    const std::string name(part);
    if (name == "." || name == "..") return CheckName(path);
    constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int next = openat(at.get(), name.c_str(), kFlags);
    if (next < 0 && errno == ENOENT && missing == Missing::kMake) {
      if (mkdirat(at.get(), name.c_str(), 0777) != 0 && errno != EEXIST) return Failure(path, "made", errno);
      fsync(at.get());
      next = openat(at.get(), name.c_str(), kFlags);
    }
    if (next < 0) {
      const int error = errno;
      return IsLink(at.get(), name) ? LinkError(path) : Failure(path, "opened", error);
    }
    at = Descriptor(next);
  }
  return at;
}

absl::StatusOr<std::string> SafeFolder::Read(const std::string& path) const {
  const absl::StatusOr<Descriptor> folder = OpenFolder(FolderPart(path), Missing::kFail);
  if (!folder.ok()) return folder.status();
  const std::string name = NamePart(path);
  absl::StatusOr<RegularFile> file = RegularFile::Open(name, folder->get(), O_NOFOLLOW);
  absl::StatusOr<std::string> content = file.ok() ? file->ReadAll(PhysicalMemory()) : file.status();
  if (content.ok()) return content;
  if (IsLink(folder->get(), name)) return LinkError(path);
  if (absl::IsNotFound(content.status())) return Failure(path, "read", ENOENT);
  if (absl::IsInvalidArgument(content.status()))
    return absl::InvalidArgumentError(
        absl::StrCat(path, " is not a file: ", content.status().message(), "."));
  return absl::UnavailableError(absl::StrCat(path, " cannot be read: ", content.status().message(), "."));
}

absl::StatusOr<FileInfo> SafeFolder::Info(const std::string& path) const {
  const absl::StatusOr<Descriptor> folder = OpenFolder(FolderPart(path), Missing::kFail);
  if (!folder.ok()) return folder.status();
  struct stat about;
  if (fstatat(folder->get(), NamePart(path).c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0)
    return Failure(path, "read", errno);
  return S_ISLNK(about.st_mode) ? absl::StatusOr<FileInfo>(LinkError(path)) : InfoOf(NamePart(path), about);
}

std::vector<FileInfo> SafeFolder::List(const std::string& path) const {
  std::vector<FileInfo> files;
  absl::StatusOr<Descriptor> folder = OpenFolder(path, Missing::kFail);
  if (!folder.ok()) return files;
  // Opened anew: copies of a descriptor share their place in the list, so that a second reader would see
  // nothing.
  DIR* entries = fdopendir(openat(folder->get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (entries == nullptr) return files;
  while (const dirent* entry = readdir(entries)) {
    const std::string name = entry->d_name;
    struct stat about;
    if (name == "." || name == ".." || fstatat(folder->get(), name.c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) files.push_back(InfoOf(name, about));
  }
  closedir(entries);
  return files;
}

absl::Status SafeFolder::Replace(const std::string& path, absl::FunctionRef<bool(int)> write) const {
  const absl::StatusOr<Descriptor> folder = OpenFolder(FolderPart(path), Missing::kMake);
  if (!folder.ok()) return folder.status();
  const std::string name = NamePart(path);
  // Always the same name: what a crash leaves behind is written over the next time.
  const std::string fresh = absl::StrCat(".", name, ".new");
  struct stat old;
  const bool there = fstatat(folder->get(), name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (there && S_ISLNK(old.st_mode)) return LinkError(path);
  unlinkat(folder->get(), fresh.c_str(), 0);
  const Descriptor file(
      openat(folder->get(), fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.get() < 0) return Failure(path, "written", errno);
  const bool good = (!there || fchmod(file.get(), old.st_mode & 0777) == 0) && write(file.get()) &&
                    fsync(file.get()) == 0 &&
                    renameat(folder->get(), fresh.c_str(), folder->get(), name.c_str()) == 0 &&
                    fsync(folder->get()) == 0;
  if (good) return absl::OkStatus();
  const int error = errno;
  unlinkat(folder->get(), fresh.c_str(), 0);
  return Failure(path, "written", error);
}

absl::Status SafeFolder::Write(const std::string& path, absl::string_view content) const {
  return Replace(path, [&](int file) { return WriteAll(file, content); });
}

absl::Status SafeFolder::CopyFrom(const std::string& file, const std::string& path) const {
  absl::StatusOr<RegularFile> source = RegularFile::Open(file);
  if (!source.ok())
    return absl::UnavailableError(absl::StrCat(path, " cannot be written: ", source.status().message(), "."));
  return Replace(path, [&](int target) {
    std::vector<char> block(size_t{1} << 20);
    for (;;) {
      const absl::StatusOr<size_t> got = source->Read(block.data(), block.size());
      if (got.ok() && *got == 0) return true;
      if (!got.ok() || !WriteAll(target, {block.data(), *got})) return false;
    }
  });
}

absl::Status SafeFolder::Move(const std::string& from, const std::string& to) const {
  const absl::StatusOr<Descriptor> source = OpenFolder(FolderPart(from), Missing::kFail);
  if (!source.ok()) return source.status();
  const absl::StatusOr<Descriptor> target = OpenFolder(FolderPart(to), Missing::kMake);
  if (!target.ok()) return target.status();
  if (renameat2(source->get(), NamePart(from).c_str(), target->get(), NamePart(to).c_str(),
                RENAME_NOREPLACE) != 0)
    return Failure(errno == EEXIST ? to : from, "moved", errno);
  fsync(target->get());
  fsync(source->get());
  return absl::OkStatus();
}

absl::Status SafeFolder::Remove(const std::string& path) const {
  const absl::StatusOr<Descriptor> folder = OpenFolder(FolderPart(path), Missing::kFail);
  if (!folder.ok()) return folder.status();
  const std::string name = NamePart(path);
  if (unlinkat(folder->get(), name.c_str(), 0) == 0) return absl::OkStatus();
  if (errno == EISDIR && unlinkat(folder->get(), name.c_str(), AT_REMOVEDIR) == 0) return absl::OkStatus();
  return Failure(path, "removed", errno);
}

absl::StatusOr<Descriptor> SafeFolder::Lock(const std::string& path) const {
  const absl::StatusOr<Descriptor> folder = OpenFolder(FolderPart(path), Missing::kMake);
  if (!folder.ok()) return folder.status();
  Descriptor file(
      openat(folder->get(), NamePart(path).c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.get() < 0) return Failure(path, "written", errno);
  while (flock(file.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return Failure(path, "locked", errno);
  }
  return file;
}

absl::StatusOr<std::string> SafeFolder::FolderPath(const std::string& path, Missing missing) const {
  const absl::StatusOr<Descriptor> folder = OpenFolder(path, missing);
  if (!folder.ok()) return folder.status();
  return path.empty() ? path_ : absl::StrCat(path_, "/", path);
}

}  // namespace voxgrad::studio
