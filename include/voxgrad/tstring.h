// The element type of string tensors.
#ifndef VOXGRAD_TSTRING_H_
#define VOXGRAD_TSTRING_H_

#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/string_view.h"
#include "voxgrad/export.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {

/// A string of bytes with the members of TensorFlow's class of that name.
///
///     Tensor words(DT_STRING, TensorShape({2}));
///     words.vec<tstring>()(0) = "hello";
class tstring {
 public:
  using const_iterator = const char*;

  tstring() = default;
  tstring(const std::string& text) : text_(text) {}
  explicit tstring(std::string&& text) : text_(std::move(text)) {}
  tstring(const char* text) : text_(text) {}
  tstring(const char* text, size_t size) : text_(text, size) {}
  tstring(size_t count, char letter) : text_(count, letter) {}
  explicit tstring(StringPiece text) : text_(text.data(), text.size()) {}
  explicit tstring(absl::string_view text) : text_(text.data(), text.size()) {}

  tstring& operator=(const std::string& text) { return text_ = text, *this; }
  tstring& operator=(std::string&& text) { return text_ = std::move(text), *this; }
  tstring& operator=(const char* text) { return text_ = text, *this; }
  tstring& operator=(char letter) { return text_ = letter, *this; }
  tstring& operator=(StringPiece text) { return assign(text.data(), text.size()); }
  tstring& operator=(absl::string_view text) { return assign(text.data(), text.size()); }

  size_t size() const { return text_.size(); }
  size_t length() const { return text_.size(); }
  size_t capacity() const { return text_.capacity(); }
  bool empty() const { return text_.empty(); }
  const char* data() const { return text_.data(); }
  const char* c_str() const { return text_.c_str(); }
  char* data() { return text_.data(); }
  char* mdata() { return text_.data(); }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + size(); }
  const char& operator[](size_t i) const { return text_[i]; }
  char& operator[](size_t i) { return text_[i]; }
  const char& back() const { return text_.back(); }

  void resize(size_t size, char letter = 0) { text_.resize(size, letter); }
  void resize_uninitialized(size_t size) { text_.resize(size); }
  void reserve(size_t size) { text_.reserve(size); }
  void clear() noexcept { text_.clear(); }
  void swap(tstring& other) noexcept { text_.swap(other.text_); }
  void push_back(char letter) { text_.push_back(letter); }
  tstring& assign(const char* text, size_t size) { return text_.assign(text, size), *this; }
  tstring& assign(const char* text) { return text_.assign(text), *this; }
  tstring& append(const tstring& text) { return text_.append(text.text_), *this; }
  tstring& append(const char* text, size_t size) { return text_.append(text, size), *this; }
  tstring& append(const char* text) { return text_.append(text), *this; }
  tstring& append(size_t count, char letter) { return text_.append(count, letter), *this; }
  tstring& erase(size_t start, size_t count) { return text_.erase(start, count), *this; }
  tstring& insert(size_t at, const tstring& text, size_t start, size_t count) {
    return text_.insert(at, text.text_, start, count), *this;
  }
  tstring& insert(size_t at, size_t count, char letter) { return text_.insert(at, count, letter), *this; }

  operator std::string() const { return text_; }
  operator absl::string_view() const { return absl::string_view(data(), size()); }
  operator StringPiece() const { return StringPiece(data(), size()); }

  int compare(const char* text, size_t size) const { return text_.compare(0, text_.size(), text, size); }
  friend bool operator==(const tstring& a, const tstring& b) { return a.text_ == b.text_; }
  friend bool operator!=(const tstring& a, const tstring& b) { return a.text_ != b.text_; }
  friend bool operator<(const tstring& a, const tstring& b) { return a.text_ < b.text_; }
  friend bool operator>(const tstring& a, const tstring& b) { return b < a; }
  friend bool operator==(const tstring& a, const char* b) { return a.text_ == b; }
  friend bool operator!=(const tstring& a, const char* b) { return a.text_ != b; }
  friend bool operator==(const char* a, const tstring& b) { return b.text_ == a; }
  friend bool operator!=(const char* a, const tstring& b) { return b.text_ != a; }
  friend bool operator==(const tstring& a, const std::string& b) { return a.text_ == b; }
  friend bool operator!=(const tstring& a, const std::string& b) { return a.text_ != b; }
  friend bool operator==(const std::string& a, const tstring& b) { return a == b.text_; }
  friend bool operator!=(const std::string& a, const tstring& b) { return a != b.text_; }
  friend tstring operator+(const tstring& a, const tstring& b) { return tstring(a.text_ + b.text_); }

 private:
  std::string text_;
};

VOXGRAD_API std::ostream& operator<<(std::ostream& stream, const tstring& text);

}  // namespace voxgrad

template <>
struct std::hash<voxgrad::tstring> {
  size_t operator()(const voxgrad::tstring& text) const {
    return std::hash<std::string_view>()(std::string_view(text.data(), text.size()));
  }
};

#endif  // VOXGRAD_TSTRING_H_
