// Fields of the generated `Attrs`: they keep a copy of what they are given, so that nothing dangles.
#ifndef VOXGRAD_OP_ATTRS_H_
#define VOXGRAD_OP_ATTRS_H_

#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {
namespace ops {

/// A string attribute: takes every kind of string, reads as one.
class AttrText {
 public:
  template <class Text, class = std::enable_if_t<std::is_convertible<Text, StringPiece>::value>>
  AttrText(const Text& text) : text_(StringPiece(text).str()) {}

  operator StringPiece() const { return text_; }
  operator const std::string&() const { return text_; }
  const std::string& str() const { return text_; }
  friend bool operator==(const AttrText& a, const AttrText& b) { return a.text_ == b.text_; }

 private:
  std::string text_;
};

/// A list attribute: takes vectors, spans and lists in braces, reads as a span.
template <class T>
class AttrList {
 public:
  AttrList() = default;
  AttrList(std::initializer_list<T> values) : values_(values) {}
  AttrList(const std::vector<T>& values) : values_(values) {}
  AttrList(absl::Span<const T> values) : values_(values.begin(), values.end()) {}

  operator absl::Span<const T>() const { return values_; }
  const std::vector<T>& values() const { return values_; }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  const T& operator[](std::size_t i) const { return values_[i]; }
  typename std::vector<T>::const_iterator begin() const { return values_.begin(); }
  typename std::vector<T>::const_iterator end() const { return values_.end(); }

 private:
  std::vector<T> values_;
};

}  // namespace ops
}  // namespace voxgrad

#endif  // VOXGRAD_OP_ATTRS_H_
