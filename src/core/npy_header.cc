#include "core/npy_header.h"

#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace voxgrad {
namespace {

/// A value of Python's, as far as a header may hold one.
struct PythonLiteral {
  enum class Kind { kText, kInt, kBool, kTuple, kDict, kOther };
  Kind kind = Kind::kOther;
  std::string text;
  int64_t number = 0;                // also of a bool
  std::vector<PythonLiteral> items;  // of a dictionary: key, value, key, value …
};

class LiteralReader {
 public:
  LiteralReader(absl::string_view text, bool python2) : text_(text), python2_(python2) {}

  /// The only value of the text; false where it is no literal.
  bool ReadAll(PythonLiteral* value) {
    if (text_.find('\0') != absl::string_view::npos) return false;
    if (!Value(value)) return false;
    Blanks();
    return at_ == text_.size();
  }

  /// Whether there is a word somewhere that is no literal; what it stands for is nothing that a header has.
  bool has_names() const { return has_names_; }

 private:
  using Kind = PythonLiteral::Kind;
  static constexpr int kDeepest = 50;

  char Peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool Take(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  /// What may stand between two parts of a literal.
  void Blanks() {
    for (;; ++at_) {
      if (Peek() == '#') {
        while (at_ < text_.size() && Peek() != '\n') ++at_;
      } else if (Peek() == '\\' && Peek(1) == '\n') {
        ++at_;
      }
      const char c = Peek();
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f') return;
    }
  }
  static bool IsWordCharacter(char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
  }

  bool Value(PythonLiteral* value) {
    if (depth_ == kDeepest) return false;
    ++depth_;
    Blanks();
    const bool good = Peek() == '{'   ? Dictionary(value)
                      : Peek() == '(' ? Brackets(')', value)
                      : Peek() == '[' ? Brackets(']', value)
                                      : Atom(value);
    --depth_;
    return good;
  }

  bool Dictionary(PythonLiteral* value) {
    ++at_;
    value->kind = Kind::kDict;
    for (Blanks(); !Take('}'); Blanks()) {
      PythonLiteral key, held;
      if (!Value(&key)) return false;
      Blanks();
      if (!Take(':') || !Value(&held)) return false;
      value->items.push_back(std::move(key));
      value->items.push_back(std::move(held));
      Blanks();
      if (!Take(',') && Peek() != '}') return false;
    }
    return true;
  }

  /// A list; a tuple, whose one element has a comma behind it; or a value in parentheses.
  bool Brackets(char close, PythonLiteral* value) {
    ++at_;
    bool comma = false;
    std::vector<PythonLiteral> items;
    for (Blanks(); !Take(close); Blanks()) {
      items.emplace_back();
      if (!Value(&items.back())) return false;
      Blanks();
      const bool separated = Take(',');
      comma |= separated;
      if (!separated && Peek() != close) return false;
    }
    if (close == ')' && items.size() == 1 && !comma) {
      PythonLiteral only = std::move(items.front());
      *value = std::move(only);
      return true;
    }
    value->kind = close == ')' ? Kind::kTuple : Kind::kOther;
    value->items = std::move(items);
    return true;
  }

  bool Atom(PythonLiteral* value) {
    const char c = Peek();
    if (c == '-' || c == '+' || absl::ascii_isdigit(static_cast<unsigned char>(c))) return Number(value);
    size_t prefix = 0;
    while (IsWordCharacter(Peek(prefix))) ++prefix;
    const char quote = Peek(prefix);
    if (quote == '\'' || quote == '"') return Text(value);
    const absl::string_view word = text_.substr(at_, prefix);
    at_ += prefix;
    value->kind = word == "True" || word == "False" ? Kind::kBool : Kind::kOther;
    value->number = word == "True" ? 1 : 0;
    has_names_ |= value->kind == Kind::kOther && word != "None";
    return !word.empty();
  }

  /// Strings that follow one another are one.
  bool Text(PythonLiteral* value) {
    value->kind = Kind::kText;
    do {
      const char prefix = absl::ascii_tolower(static_cast<unsigned char>(Peek()));
      const bool raw = prefix == 'r';
      if (raw || prefix == 'u') ++at_;  // bytes and formatted strings are no keys and no types
      if (!Quoted(raw, &value->text)) return false;
      Blanks();
    } while (Peek() == '\'' || Peek() == '"' ||
             ((Peek(1) == '\'' || Peek(1) == '"') && IsWordCharacter(Peek())));
    return true;
  }

  bool Quoted(bool raw, std::string* text) {
    const char quote = Peek();
    if (quote != '\'' && quote != '"') return false;
    const bool triple = Peek(1) == quote && Peek(2) == quote;
    at_ += triple ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      const char c = Peek();
      if (c == quote && (!triple || (Peek(1) == quote && Peek(2) == quote))) {
        at_ += triple ? 3 : 1;
        return true;
      }
      if (c == '\n' && !triple) return false;
      if (c == '\\' && !raw) return false;  // no key and no type needs one
      text->push_back(c);
    }
    return false;
  }

  bool Number(PythonLiteral* value) {
    value->kind = Kind::kInt;
    bool negative = false;
    for (; Peek() == '-' || Peek() == '+'; Blanks()) {
      negative ^= Peek() == '-';
      ++at_;
    }
    if (!Digits(&value->number)) return false;
    if (negative) value->number = -value->number;
    if (!python2_) return true;
    const size_t before = at_;
    Blanks();
    if (Peek() == 'L' && !IsWordCharacter(Peek(1))) {
      ++at_;
    } else {
      at_ = before;
    }
    return true;
  }

  /// A whole number in any of Python's ways: 12, 1_000, 0x1f, 0b101, 0o17, and no 012.
  bool Digits(int64_t* number) {
    int base = 10;
    const char kind = absl::ascii_tolower(static_cast<unsigned char>(Peek(1)));
    if (Peek() == '0' && (kind == 'x' || kind == 'o' || kind == 'b')) {
      base = kind == 'x' ? 16 : kind == 'o' ? 8 : 2;
      at_ += 2;
      Take('_');
    }
    const size_t begin = at_;
    bool nonzero = false;
    for (; IsWordCharacter(Peek()) && !(python2_ && Peek() == 'L'); ++at_) {
      const char c = absl::ascii_tolower(static_cast<unsigned char>(Peek()));
      if (c == '_') {
        if (at_ == begin || Peek(1) == '_' || !IsWordCharacter(Peek(1))) return false;
        continue;
      }
      const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
      if (digit >= base || __builtin_mul_overflow(*number, int64_t{base}, number) ||
          __builtin_add_overflow(*number, int64_t{digit}, number)) {
        return false;
      }
      nonzero |= digit != 0;
    }
    const bool leading_zero = base == 10 && text_[begin] == '0' && nonzero;
    return at_ > begin && !leading_zero && Peek() != '.';
  }

  absl::string_view text_;
  bool python2_;
  bool has_names_ = false;
  size_t at_ = 0;
  int depth_ = 0;
};

constexpr char kNoDictionary[] = "its header is no dictionary of Python's";

absl::Status WrongHeader(absl::string_view why) { return absl::InvalidArgumentError(why); }

absl::Status ReadShape(const PythonLiteral& value, Ints* shape) {
  if (value.kind != PythonLiteral::Kind::kTuple) return WrongHeader("its shape is no tuple");
  for (const PythonLiteral& size : value.items) {
    if (size.kind != PythonLiteral::Kind::kInt) return WrongHeader("its shape is no tuple of integers");
    shape->push_back(size.number);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<NpyHeader> ParseNpyHeader(absl::string_view text, bool python2) {
  using Kind = PythonLiteral::Kind;
  PythonLiteral whole;
  LiteralReader reader(text, python2);
  if (!reader.ReadAll(&whole) || whole.kind != Kind::kDict) return WrongHeader(kNoDictionary);
  const PythonLiteral *descr = nullptr, *order = nullptr, *sizes = nullptr;
  for (size_t i = 0; i < whole.items.size(); i += 2) {
    const PythonLiteral& key = whole.items[i];
    const bool is_text = key.kind == Kind::kText;
    if (is_text && key.text == "descr") {
      descr = &whole.items[i + 1];
    } else if (is_text && key.text == "fortran_order") {
      order = &whole.items[i + 1];
    } else if (is_text && key.text == "shape") {
      sizes = &whole.items[i + 1];
    } else {
      return WrongHeader("its header has a key besides `descr`, `fortran_order` and `shape`");
    }
  }
  for (const auto& [name, value] : {std::pair("descr", descr), {"fortran_order", order}, {"shape", sizes}}) {
    if (value == nullptr) return WrongHeader(absl::StrCat("its header has no `", name, "`"));
  }
  NpyHeader header;
  if (descr->kind != Kind::kText) return WrongHeader("its type is no name of one");
  header.descr = descr->text;
  if (order->kind != Kind::kBool) return WrongHeader("its fortran_order is neither True nor False");
  header.fortran_order = order->number != 0;
  if (absl::Status status = ReadShape(*sizes, &header.shape); !status.ok()) return status;
  if (reader.has_names()) return WrongHeader(kNoDictionary);
  return header;
}

}  // namespace voxgrad
