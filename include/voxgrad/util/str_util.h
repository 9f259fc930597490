// Common work on texts, under the names that TensorFlow programs use.
#ifndef VOXGRAD_UTIL_STR_UTIL_H_
#define VOXGRAD_UTIL_STR_UTIL_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {
namespace str_util {

using absl::AllowEmpty;
using absl::SkipEmpty;
using absl::SkipWhitespace;

inline std::string CEscape(StringPiece text) { return absl::CEscape(text); }
inline std::string Lowercase(StringPiece text) { return absl::AsciiStrToLower(text); }
inline std::string Uppercase(StringPiece text) { return absl::AsciiStrToUpper(text); }
inline bool StrContains(StringPiece text, StringPiece part) { return absl::StrContains(text, part); }
inline bool StartsWith(StringPiece text, StringPiece prefix) { return absl::StartsWith(text, prefix); }
inline bool EndsWith(StringPiece text, StringPiece suffix) { return absl::EndsWith(text, suffix); }
inline void StripTrailingWhitespace(std::string* text) { absl::StripTrailingAsciiWhitespace(text); }

inline std::string StringReplace(StringPiece text, StringPiece old_part, StringPiece new_part, bool all) {
  if (all) return absl::StrReplaceAll(text, {{old_part, absl::string_view(new_part)}});
  std::string result = text.str();
  const size_t at = text.find(old_part);
  if (at != StringPiece::npos) result.replace(at, old_part.size(), new_part.data(), new_part.size());
  return result;
}

/// Cuts the prefix off; false when the text does not begin with it.
inline bool ConsumePrefix(StringPiece* text, StringPiece prefix) {
  if (!StartsWith(*text, prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}
inline bool ConsumeSuffix(StringPiece* text, StringPiece suffix) {
  if (!EndsWith(*text, suffix)) return false;
  text->remove_suffix(suffix.size());
  return true;
}

template <class List>
std::string Join(const List& list, StringPiece separator) {
  return absl::StrJoin(list, absl::string_view(separator));
}
template <class List, class Formatter>
std::string Join(const List& list, StringPiece separator, Formatter&& formatter) {
  return absl::StrJoin(list, absl::string_view(separator), std::forward<Formatter>(formatter));
}

/// Cuts at each of the letters of `delimiters`.
inline std::vector<std::string> Split(StringPiece text, StringPiece delimiters) {
  return absl::StrSplit(absl::string_view(text), absl::ByAnyChar(delimiters));
}
inline std::vector<std::string> Split(StringPiece text, char delimiter) {
  return absl::StrSplit(absl::string_view(text), delimiter);
}
template <class Predicate>
std::vector<std::string> Split(StringPiece text, StringPiece delimiters, Predicate predicate) {
  return absl::StrSplit(absl::string_view(text), absl::ByAnyChar(delimiters), predicate);
}

}  // namespace str_util
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_STR_UTIL_H_
