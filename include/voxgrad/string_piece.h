// A string parameter that takes whatever a caller has.
#ifndef VOXGRAD_STRING_PIECE_H_
#define VOXGRAD_STRING_PIECE_H_

#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/strings/string_view.h"
#include "voxgrad/export.h"
#include "voxgrad/integral_types.h"  // IWYU pragma: export

namespace voxgrad {

/// Accepts literals, std::string, std::string_view and absl::string_view. The last two are one type in some
/// builds of Abseil and two in others; this class hides the difference in public signatures. It can be used
/// as either of them, and has the members of a view that programs use most.
class StringPiece {
  /// absl::string_view where that is a type of its own, else a type that nobody has.
  struct None {};
  using AbseilView =
      std::conditional_t<std::is_same<absl::string_view, std::string_view>::value, None, absl::string_view>;

 public:
  using value_type = char;
  using size_type = size_t;
  using const_iterator = const char*;
  using iterator = const_iterator;
  static constexpr size_t npos = std::string_view::npos;

  constexpr StringPiece() = default;
  StringPiece(const char* text) : view_(text == nullptr ? "" : text) {}
  constexpr StringPiece(const char* text, size_t size) : view_(text, size) {}
  StringPiece(const std::string& text) : view_(text) {}
  constexpr StringPiece(std::string_view text) : view_(text) {}
  template <class View, class = std::enable_if_t<std::is_same<View, AbseilView>::value>>
  constexpr StringPiece(View text) : view_(text.data(), text.size()) {}

  const char* data() const { return view_.data(); }
  size_t size() const { return view_.size(); }
  size_t length() const { return view_.size(); }
  bool empty() const { return view_.empty(); }
  const char& operator[](size_t i) const { return view_[i]; }
  const char& front() const { return view_.front(); }
  const char& back() const { return view_.back(); }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + size(); }

  StringPiece substr(size_t start, size_t count = npos) const { return view_.substr(start, count); }
  size_t find(StringPiece text, size_t start = 0) const { return view_.find(text.view_, start); }
  size_t find(char letter, size_t start = 0) const { return view_.find(letter, start); }
  size_t rfind(char letter, size_t start = npos) const { return view_.rfind(letter, start); }
  int compare(StringPiece other) const { return view_.compare(other.view_); }
  void remove_prefix(size_t count) { view_.remove_prefix(count); }
  void remove_suffix(size_t count) { view_.remove_suffix(count); }

  std::string str() const { return std::string(view_); }
  operator std::string_view() const { return view_; }
  template <class View, class = std::enable_if_t<std::is_same<View, AbseilView>::value>>
  operator View() const {
    return View(view_.data(), view_.size());
  }
  explicit operator std::string() const { return str(); }

  friend bool operator==(StringPiece a, StringPiece b) { return a.view_ == b.view_; }
  friend bool operator!=(StringPiece a, StringPiece b) { return a.view_ != b.view_; }
  friend bool operator<(StringPiece a, StringPiece b) { return a.view_ < b.view_; }

 private:
  std::string_view view_;
};

VOXGRAD_API std::ostream& operator<<(std::ostream& stream, StringPiece text);

}  // namespace voxgrad

template <>
struct std::hash<voxgrad::StringPiece> {
  size_t operator()(voxgrad::StringPiece text) const { return std::hash<std::string_view>()(text); }
};

#endif  // VOXGRAD_STRING_PIECE_H_
