// Texts put together from pieces, under the names that TensorFlow programs use.
#ifndef VOXGRAD_UTIL_STRCAT_H_
#define VOXGRAD_UTIL_STRCAT_H_

#include <cstdarg>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "voxgrad/export.h"
#include "voxgrad/string_piece.h"
#include "voxgrad/tstring.h"

namespace voxgrad {
namespace strings {
namespace internal {

/// What absl::StrCat takes as it is, any kind of view as one it knows, and all else as a stream prints it.
template <class T>
decltype(auto) Piece(const T& value) {
  if constexpr (std::is_same<T, tstring>::value || std::is_same<T, StringPiece>::value ||
                std::is_same<T, std::string_view>::value) {
    return absl::string_view(value.data(), value.size());
  } else if constexpr (std::is_convertible<const T&, absl::AlphaNum>::value) {
    return (value);
  } else {
    std::ostringstream stream;
    stream << value;
    return stream.str();
  }
}

}  // namespace internal

using absl::AlphaNum;
using absl::Hex;

/// StrCat("size ", 3, " of ", 2.5) is "size 3 of 2.5".
template <class... Pieces>
std::string StrCat(const Pieces&... pieces) {
  return absl::StrCat(internal::Piece(pieces)...);
}

template <class... Pieces>
void StrAppend(std::string* text, const Pieces&... pieces) {
  absl::StrAppend(text, internal::Piece(pieces)...);
}

/// As printf and its kin.
VOXGRAD_API std::string Printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
VOXGRAD_API void Appendf(std::string* text, const char* format, ...) __attribute__((format(printf, 2, 3)));
VOXGRAD_API void Appendv(std::string* text, const char* format, va_list arguments);

}  // namespace strings
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_STRCAT_H_
