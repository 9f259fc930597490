#include "core/container_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace voxgrad {
namespace {

constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

std::vector<std::string> LinesOf(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

bool HoldsMemory(absl::string_view controllers) {
  for (const absl::string_view name : absl::StrSplit(controllers, ',')) {
    if (name == "memory") return true;
  }
  return false;
}

/// Where the process stands in one hierarchy of groups, of version 2 or of version 1's memory controller.
struct Membership {
  bool version2 = false;
  std::string path;
};

/// Lines such as `4:memory:/docker/1f` and, for version 2, `0::/user.slice`.
std::vector<Membership> Memberships(const std::string& proc) {
  std::vector<Membership> found;
  for (const std::string& line : LinesOf(proc + "/cgroup")) {
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() < 3) continue;
    const bool version2 = parts[0] == "0" && parts[1].empty();
    if (version2 || HoldsMemory(parts[1])) found.push_back({version2, parts[2]});
  }
  return found;
}

/// `36 35 0:31 /docker/1f /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw`: what of a hierarchy is seen where.
struct Mount {
  bool version2 = false;
  std::string root, folder;
};

std::vector<Mount> Mounts(const std::string& proc) {
  std::vector<Mount> found;
  for (const std::string& line : LinesOf(proc + "/mountinfo")) {
    const size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    const std::vector<std::string> place = absl::StrSplit(line.substr(0, dash), ' ');
    const std::vector<std::string> kind = absl::StrSplit(line.substr(dash + 3), ' ');
    if (place.size() < 5 || kind.size() < 3) continue;
    const bool version2 = kind[0] == "cgroup2";
    if (version2 || (kind[0] == "cgroup" && HoldsMemory(kind[2])))
      found.push_back({version2, place[3], place[4]});
  }
  return found;
}

/// "max" and whatever else is no number are no limit; version 1 writes a number past all memory.
uint64_t LimitIn(const std::string& file) {
  std::ifstream stream(file);
  std::string text;
  uint64_t limit = 0;
  return stream >> text && absl::SimpleAtoi(text, &limit) ? limit : kNoLimit;
}

/// The least limit from a group up to what is mounted. A group outside of that is seen as the mount's own.
uint64_t LeastAlong(const Mount& mount, absl::string_view path) {
  const std::string file = mount.version2 ? "/memory.max" : "/memory.limit_in_bytes";
  if (mount.root != "/" && !absl::ConsumePrefix(&path, mount.root)) path = "";
  std::string below(path == "/" ? "" : path);
  if (below.find("/..") != std::string::npos) below.clear();
  uint64_t least = kNoLimit;
  for (;;) {
    least = std::min(least, LimitIn(absl::StrCat(mount.folder, below, file)));
    if (below.empty()) return least;
    const size_t slash = below.rfind('/');
    below.resize(slash == std::string::npos ? 0 : slash);
  }
}

}  // namespace

uint64_t ContainerMemory(const std::string& proc) {
  uint64_t least = kNoLimit;
  const std::vector<Mount> mounts = Mounts(proc);
  for (const Membership& member : Memberships(proc)) {
    for (const Mount& mount : mounts) {
      if (mount.version2 == member.version2) least = std::min(least, LeastAlong(mount, member.path));
    }
  }
  return least;
}

}  // namespace voxgrad
