#include "voxgrad/util/path.h"

namespace voxgrad {
namespace io {
namespace internal {

std::string JoinPathImpl(std::initializer_list<StringPiece> paths) {
  std::string joined;
  for (StringPiece path : paths) {
    if (path.empty()) continue;
    if (joined.empty()) {
      joined = path.str();
      continue;
    }
    if (joined.back() != '/') joined += '/';
    if (IsAbsolutePath(path)) path.remove_prefix(1);
    joined.append(path.data(), path.size());
  }
  return joined;
}

}  // namespace internal

StringPiece Dirname(StringPiece path) {
  const size_t slash = path.rfind('/');
  if (slash == StringPiece::npos) return path.substr(0, 0);
  return path.substr(0, slash == 0 ? 1 : slash);
}

StringPiece Basename(StringPiece path) {
  const size_t slash = path.rfind('/');
  return slash == StringPiece::npos ? path : path.substr(slash + 1);
}

StringPiece Extension(StringPiece path) {
  const StringPiece base = Basename(path);
  const size_t dot = base.rfind('.');
  return dot == StringPiece::npos ? path.substr(path.size()) : base.substr(dot + 1);
}

}  // namespace io
}  // namespace voxgrad
