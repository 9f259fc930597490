#include "page/messages/text_scanner.h"

#include <charconv>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "page/messages/utf8.h"

namespace voxgrad {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordCharacter(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Reads up to `count` digits of `base` from the front of `text`; false when there is none.
bool TakeDigits(absl::string_view* text, size_t count, int base, uint32_t* value) {
  const char* end = text->data() + std::min(count, text->size());
  const auto result = std::from_chars(text->data(), end, *value, base);
  if (result.ec != std::errc()) return false;
  text->remove_prefix(static_cast<size_t>(result.ptr - text->data()));
  return true;
}

/// `\u` and `\U` name a code point by exactly `count` hexadecimal digits.
bool AppendCodePoint(absl::string_view* rest, size_t count, std::string* bytes) {
  const size_t before = rest->size();
  uint32_t value = 0;
  return TakeDigits(rest, count, 16, &value) && before - rest->size() == count && AppendUtf8(value, bytes);
}

}  // namespace

void TextScanner::SkipBlanks() {
  while (at_ < end_) {
    if (*at_ == '#') {
      const void* line_end = std::memchr(at_, '\n', static_cast<size_t>(end_ - at_));
      at_ = line_end == nullptr ? end_ : static_cast<const char*>(line_end);
    } else if (absl::ascii_isspace(static_cast<unsigned char>(*at_))) {
      ++at_;
    } else {
      return;
    }
  }
}

void TextScanner::Next() {
  SkipBlanks();
  if (at_ == end_) return Take(Token::kEnd, end_);
  if (IsDigit(*at_) || (*at_ == '.' && end_ - at_ > 1 && IsDigit(at_[1]))) return TakeNumber();
  if (*at_ == '"' || *at_ == '\'') return TakeString();
  if (*at_ != '\0' && std::strchr("{}<>[]:;,-", *at_) != nullptr) return Take(Token::kSymbol, at_ + 1);
  const char* end = at_;
  while (end < end_ && IsWordCharacter(*end)) ++end;
  if (end > at_) return Take(Token::kName, end);
  Take(Token::kBad, at_ + 1);
  token_.problem = "this character cannot stand here";
}

void TextScanner::TakeNumber() {
  const bool hexadecimal = end_ - at_ > 1 && at_[0] == '0' && (at_[1] == 'x' || at_[1] == 'X');
  const char* end = at_;
  for (; end < end_; ++end) {
    const bool sign = (*end == '-' || *end == '+') && !hexadecimal && (end[-1] == 'e' || end[-1] == 'E');
    if (!IsWordCharacter(*end) && *end != '.' && !sign) break;
  }
  Take(Token::kNumber, end);
}

void TextScanner::TakeString() {
  const char* end = at_ + 1;
  while (end < end_ && *end != *at_ && *end != '\n')
    end += *end == '\\' && end_ - end > 1 && end[1] != '\n' ? 2 : 1;
  if (end < end_ && *end == *at_) return Take(Token::kString, end + 1);
  Take(Token::kBad, end);
  token_.problem = "this string does not end on its line";
}

bool ReadInteger(absl::string_view text, uint64_t* value) {
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const bool hexadecimal = text[1] == 'x' || text[1] == 'X';
    base = hexadecimal ? 16 : 8;
    text.remove_prefix(hexadecimal ? 2 : 1);
  }
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, *value, base);
  return result.ec == std::errc() && result.ptr == end;
}

bool ReadDecimal(absl::string_view text, double* value) {
  if (text.size() > 1 && text[0] == '0' && absl::ascii_isalnum(static_cast<unsigned char>(text[1])) &&
      std::strchr("eEfF", text[1]) == nullptr) {
    return false;  // hexadecimal or octal
  }
  if (text.size() > 1 && (text.back() == 'f' || text.back() == 'F')) text.remove_suffix(1);
  // What begins with a digit or point is a number or nothing for SimpleAtod: no sign, no blank, no "inf".
  return absl::SimpleAtod(text, value);
}

bool AppendUnescaped(absl::string_view quoted, std::string* bytes, const char** problem) {
  absl::string_view rest = quoted.substr(1, quoted.size() - 2);
  while (!rest.empty()) {
    const size_t plain = std::min(rest.find('\\'), rest.size());
    bytes->append(rest.data(), plain);
    rest.remove_prefix(plain);
    if (rest.empty()) break;
    const char letter = rest[1];  // a string never ends on a single backslash
    rest.remove_prefix(2);
    static constexpr char kLetters[] = "abfnrtv\\?'\"", kMeanings[] = "\a\b\f\n\r\t\v\\?'\"";
    uint32_t value = 0;
    bool good = true;
    if (const void* found = std::memchr(kLetters, letter, sizeof(kLetters) - 1)) {
      *bytes += kMeanings[static_cast<const char*>(found) - kLetters];
    } else if (letter >= '0' && letter <= '7') {
      rest = absl::string_view(rest.data() - 1, rest.size() + 1);
      good = TakeDigits(&rest, 3, 8, &value);
      *bytes += static_cast<char>(value);
    } else if (letter == 'x' || letter == 'X') {
      good = TakeDigits(&rest, 2, 16, &value);
      *bytes += static_cast<char>(value);
    } else {
      good = (letter == 'u' || letter == 'U') && AppendCodePoint(&rest, letter == 'u' ? 4 : 8, bytes);
    }
    if (!good) {
      *problem = "this string has an escape that stands for nothing";
      return false;
    }
  }
  return true;
}

}  // namespace voxgrad
