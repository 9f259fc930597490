// Paths of files, put together and taken apart as TensorFlow programs do it.
#ifndef VOXGRAD_UTIL_PATH_H_
#define VOXGRAD_UTIL_PATH_H_

#include <initializer_list>
#include <string>

#include "voxgrad/export.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {
namespace io {
namespace internal {

VOXGRAD_API std::string JoinPathImpl(std::initializer_list<StringPiece> paths);

}  // namespace internal

/// JoinPath("a", "b/", "/c.pb") is "a/b/c.pb"; empty parts are left out.
template <class... Parts>
std::string JoinPath(const Parts&... parts) {
  return internal::JoinPathImpl({parts...});
}

inline bool IsAbsolutePath(StringPiece path) { return !path.empty() && path[0] == '/'; }
/// What stands before the last "/", behind it, and behind the last dot of that.
VOXGRAD_API StringPiece Dirname(StringPiece path);
VOXGRAD_API StringPiece Basename(StringPiece path);
VOXGRAD_API StringPiece Extension(StringPiece path);

}  // namespace io
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_PATH_H_
