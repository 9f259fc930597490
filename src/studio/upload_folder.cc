#include "studio/upload_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/memory.h"

namespace voxgrad::studio {
namespace {

constexpr char kPrefix[] = "voxgrad-uploads-";
constexpr char kMark[] = "/.voxgrad-uploads";  // in each folder: others may have such a name too

std::string TemporaryFolder() {
  const char* base = std::getenv("TMPDIR");
  return base == nullptr || *base == '\0' ? "/tmp" : base;
}

/// Calls `use` with the name of each entry.
void EachEntry(const std::string& path, const std::function<void(const std::string&)>& use) {
  DIR* folder = path.empty() ? nullptr : opendir(path.c_str());
  if (folder == nullptr) return;
  while (const dirent* entry = readdir(folder)) use(entry->d_name);
  closedir(folder);
}

void RemoveFolder(const std::string& path) {
  EachEntry(path, [&](const std::string& name) { unlink(absl::StrCat(path, "/", name).c_str()); });
  rmdir(path.c_str());
}

/// A lock on a folder of this user's that is still there; -1 where another process has it.
int LockFolder(const std::string& path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat about, there;
  if (folder >= 0 && fstat(folder, &about) == 0 && about.st_uid == geteuid() &&
      flock(folder, LOCK_EX | LOCK_NB) == 0 && stat(path.c_str(), &there) == 0 &&
      there.st_ino == about.st_ino) {
    return folder;
  }
  if (folder >= 0) close(folder);
  return -1;
}

void RemoveAbandoned(const std::string& base) {
  EachEntry(base, [&](const std::string& name) {
    if (!absl::StartsWith(name, kPrefix)) return;
    const std::string path = absl::StrCat(base, "/", name);
    if (access(absl::StrCat(path, kMark).c_str(), F_OK) != 0) return;
    const Descriptor lock(LockFolder(path));
    if (lock.get() >= 0) RemoveFolder(path);
  });
}

}  // namespace

UploadFolder::UploadFolder() {
  const std::string base = TemporaryFolder();
  RemoveAbandoned(base);
  // Another Studio may start between the two calls and take the folder for one that was left behind.
  for (int tries = 0; tries < 10 && lock_.get() < 0; ++tries) {
    path_ = absl::StrCat(base, "/", kPrefix, "XXXXXX");
    if (mkdtemp(path_.data()) == nullptr) break;
    lock_ = Descriptor(LockFolder(path_));
    if (lock_.get() >= 0)
      Descriptor(open(absl::StrCat(path_, kMark).c_str(), O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  }
  if (lock_.get() < 0) path_.clear();
}

UploadFolder::~UploadFolder() { RemoveFolder(path_); }

absl::Status CheckRoom(const std::string& folder, size_t bytes) {
  const uint64_t most = PhysicalMemory() / 4;
  uint64_t held = 0;
  EachEntry(folder, [&](const std::string& name) {
    struct stat about;
    if (stat(absl::StrCat(folder, "/", name).c_str(), &about) == 0 && S_ISREG(about.st_mode))
      held += static_cast<uint64_t>(about.st_size);
  });
  if (bytes <= most && held <= most - bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "The uploads hold ", held >> 20, " MiB already, and ", most >> 20,
      " MiB are the most; a page that is saved keeps its values in files of its own, and a restart of "
      "Studio clears the rest."));
}

}  // namespace voxgrad::studio
