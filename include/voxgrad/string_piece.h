// A string parameter that takes whatever a caller has.
#ifndef VOXGRAD_STRING_PIECE_H_
#define VOXGRAD_STRING_PIECE_H_

#include <string>
#include <string_view>

#include "absl/strings/string_view.h"

namespace voxgrad {

/// Accepts literals, std::string, std::string_view and absl::string_view. The last two are one type in some
/// builds of Abseil and two in others; this class hides the difference in public signatures.
class StringPiece {
 public:
  StringPiece() = default;
  StringPiece(const char* text) : view_(text == nullptr ? "" : text) {}
  StringPiece(const std::string& text) : view_(text) {}
  StringPiece(std::string_view text) : view_(text) {}
  template <class View, class = std::enable_if_t<std::is_same<View, absl::string_view>::value &&
                                                 !std::is_same<View, std::string_view>::value>>
  StringPiece(View text) : view_(text.data(), text.size()) {}

  const char* data() const { return view_.data(); }
  size_t size() const { return view_.size(); }
  bool empty() const { return view_.empty(); }
  std::string str() const { return std::string(view_); }
  operator std::string_view() const { return view_; }
  explicit operator std::string() const { return str(); }

 private:
  std::string_view view_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_STRING_PIECE_H_
