// The words of the text form.
#ifndef VOXGRAD_PAGE_MESSAGES_TEXT_SCANNER_H_
#define VOXGRAD_PAGE_MESSAGES_TEXT_SCANNER_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace voxgrad {

struct Token {
  enum Kind { kEnd, kName, kNumber, kString, kSymbol, kBad };
  Kind kind = kEnd;
  absl::string_view text;    // as it stands in the file, quotes and all
  const char* problem = "";  // kBad: what is wrong with it

  bool Is(char symbol) const { return kind == kSymbol && text[0] == symbol; }
};

/// Cuts text into tokens; blanks and `#` comments lie between them. A number is whatever begins like one:
/// what it is worth is found out by the functions below.
class TextScanner {
 public:
  explicit TextScanner(absl::string_view text) : at_(text.data()), end_(text.data() + text.size()) { Next(); }

  /// The current token.
  const Token& token() const { return token_; }
  void Next();

 private:
  void SkipBlanks();
  void Take(Token::Kind kind, const char* end) {
    token_ = Token{kind, absl::string_view(at_, static_cast<size_t>(end - at_))};
    at_ = end;
  }
  void TakeNumber();
  void TakeString();

  const char* at_;
  const char* end_;
  Token token_;
};

/// `12`, `0x1f` or, after a leading zero, octal `017`; false when the text is none of these or past 64 bits.
bool ReadInteger(absl::string_view text, uint64_t* value);

/// `1`, `.5`, `1e-3`, `2.5f`. Past the range of a double it is infinite.
bool ReadDecimal(absl::string_view text, double* value);

/// Appends what a string in quotes stands for; false and why not when it has an escape that does not exist.
bool AppendUnescaped(absl::string_view quoted, std::string* bytes, const char** problem);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_TEXT_SCANNER_H_
