#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/nearest.h"
#include "page/messages/enum_tables.h"
#include "page/messages/text.h"
#include "page/messages/text_scanner.h"
#include "page/messages/utf8.h"
#include "page/messages/wire.h"

namespace voxgrad {
namespace {

class TextReader {
 public:
  explicit TextReader(absl::string_view text) : text_(text), scanner_(text) {}

  absl::Status Read(Message* message) {
    if (text_.size() > kMaxSize) {
      status_ = absl::InvalidArgumentError("1:1: a file has at most 2 GiB.");
    } else {
      ReadFields(*message, '\0', 0);
    }
    return status_;
  }

 private:
  const Token& token() const { return scanner_.token(); }

  bool Fail(const Token& where, absl::string_view sentence) {
    const absl::string_view before = text_.substr(0, static_cast<size_t>(where.text.data() - text_.data()));
    const size_t line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
    const size_t line_start = before.rfind('\n') == absl::string_view::npos ? 0 : before.rfind('\n') + 1;
    status_ =
        absl::InvalidArgumentError(absl::StrCat(line, ":", before.size() - line_start + 1, ": ", sentence));
    return false;
  }
  /// About the current token: "`{` stands where `:` should."
  bool Expected(absl::string_view what) {
    if (token().kind == Token::kBad) return Fail(token(), absl::StrCat(token().problem, "."));
    const std::string found = token().kind == Token::kEnd
                                  ? "the text ends"
                                  : absl::StrCat("`", token().text.substr(0, 40), "` stands");
    return Fail(token(), absl::StrCat(found, " where ", what, " should stand."));
  }
  bool Accept(char symbol) {
    const bool is = token().Is(symbol);
    if (is) scanner_.Next();
    return is;
  }

  /// The fields of a message up to `close`, or to the end of the text where that is 0.
  bool ReadFields(Message& message, char close, int depth) {
    uint64_t seen = 0;
    for (;;) {
      if (close != '\0' && Accept(close)) return true;
      if (close == '\0' && token().kind == Token::kEnd) return true;
      if (token().kind == Token::kNumber) {
        if (!ReadUnknown(&message.GetTable(), message.mutable_unknown_fields(), depth)) return false;
        continue;
      }
      if (token().kind != Token::kName) {
        return Expected(close == '\0' ? "a field" : absl::StrCat("a field or `", std::string(1, close), "`"));
      }
      if (!ReadField(message, &seen, depth)) return false;
    }
  }

  bool ReadField(Message& message, uint64_t* seen, int depth) {
    const Field* field = FindField(message.GetTable(), seen);
    if (field == nullptr) return false;
    scanner_.Next();
    if (!Accept(':') && field->kind != Kind::kMessage) return Expected("`:`");
    if (!field->repeated || !Accept('[')) {
      if (!ReadElement(*field, message, depth)) return false;
    } else if (!Accept(']')) {
      do {
        if (!ReadElement(*field, message, depth)) return false;
      } while (Accept(','));
      if (!Accept(']')) return Expected("`,` or `]`");
    }
    if (!Accept(';')) Accept(',');
    return true;
  }

  /// A field that goes by its number, as WriteText prints one that is not in the table. Within another one
  /// there is no table.
  bool ReadUnknown(const MessageTable* table, std::string* bytes, int depth, bool in_bytes = false) {
    constexpr uint64_t kMostFields = (uint64_t{1} << 29) - 1;
    const Token name = token();
    uint64_t number = 0;
    if (!ReadInteger(name.text, &number) || number < 1 || number > kMostFields)
      return Expected("a field's name or number");
    scanner_.Next();
    const bool colon = Accept(':');
    Tag tag{static_cast<int>(number), WireType::kLength};
    std::string value;
    if (token().Is('{')) {
      if (colon) tag.type = WireType::kGroup;
      if (!ReadUnknowns(&value, depth, in_bytes || !colon)) return false;
    } else if (!colon) {
      return Expected("`:`");
    } else if (token().kind == Token::kString) {
      if (!ReadString(&value)) return false;
    } else if (!ReadUnknownNumber(&tag.type, &value)) {
      return false;
    }
    const Field* known = table == nullptr ? nullptr : table->Find(tag.number);
    if (known != nullptr &&
        (tag.type == WireTypeOf(known->kind) || (known->repeated && tag.type == WireType::kLength))) {
      return Fail(name, absl::StrCat("field ", number, " of ", table->name, " is `", known->name,
                                     "`, and goes by that name."));
    }
    AppendTag(tag, bytes);
    if (tag.type == WireType::kLength) {
      AppendBytes(value, bytes);
    } else {
      bytes->append(value);
    }
    if (tag.type == WireType::kGroup) AppendTag({tag.number, WireType::kEndGroup}, bytes);
    if (!Accept(';')) Accept(',');
    return true;
  }

  /// What stands between `{` and `}`. Groups count as messages to the binary form, which refuses what is
  /// deeper; what lies in bytes is no more than bytes there.
  bool ReadUnknowns(std::string* bytes, int depth, bool in_bytes) {
    if (depth >= (in_bytes ? 2 * kMaxDepth : kMaxDepth))
      return Fail(token(), "fields stand too deep in each other.");
    scanner_.Next();
    while (!Accept('}')) {
      if (token().kind != Token::kNumber) return Expected("a field's number or `}`");
      if (!ReadUnknown(nullptr, bytes, depth + 1, in_bytes)) return false;
    }
    return true;
  }

  bool ReadUnknownNumber(WireType* type, std::string* bytes) {
    const absl::string_view text = token().text;
    uint64_t value = 0;
    const bool hex = absl::StartsWith(text, "0x");
    if (token().kind != Token::kNumber || !ReadInteger(text, &value) ||
        (hex && text.size() != 10 && text.size() != 18)) {
      return Expected("a number, 8 or 16 digits behind `0x`, a string in quotes or `{`");
    }
    *type = !hex ? WireType::kVarint : text.size() == 10 ? WireType::kFixed32 : WireType::kFixed64;
    if (*type == WireType::kVarint) AppendVarint(value, bytes);
    if (*type == WireType::kFixed32) AppendFixed(static_cast<uint32_t>(value), bytes);
    if (*type == WireType::kFixed64) AppendFixed(value, bytes);
    scanner_.Next();
    return true;
  }

  /// Strings that follow one another are one.
  bool ReadString(std::string* value) {
    for (; token().kind == Token::kString; scanner_.Next()) {
      const char* problem = "";
      if (!AppendUnescaped(token().text, value, &problem)) return Fail(token(), absl::StrCat(problem, "."));
    }
    return true;
  }

  /// The field that the current token names, provided that it may stand here; `seen` has a bit for each row
  /// of the table.
  const Field* FindField(const MessageTable& table, uint64_t* seen) {
    const std::string name(token().text);
    const std::string owner = *table.name == '\0' ? "a map's entry" : table.name;
    const Field* field = table.Find(name);
    if (field == nullptr) {
      std::vector<std::string> names;
      for (const Field& each : table.fields) names.push_back(each.name);
      const std::string nearest = Nearest(name, names);
      Fail(token(), absl::StrCat(owner, " has no field `", name.substr(0, 40), "`",
                                 nearest.empty() ? "." : absl::StrCat("; did you mean `", nearest, "`?")));
      return nullptr;
    }
    for (size_t i = 0; i < table.fields.size() && !field->repeated; ++i) {
      const Field& other = table.fields[i];
      if ((*seen >> i & 1) == 0 || (&other != field && !(other.one_of && field->one_of))) continue;
      Fail(token(), &other == field
                        ? absl::StrCat("`", name, "` of ", owner, " is set twice.")
                        : absl::StrCat(owner, " can hold `", other.name, "` or `", name, "`, not both."));
      return nullptr;
    }
    *seen |= uint64_t{1} << (field - table.fields.data());
    return field;
  }

  bool ReadElement(const Field& field, Message& message, int depth) {
    if (field.kind != Kind::kMessage) {
      return VisitKind(field.kind, [&](auto tag) {
        return ReadValue(field, NewValue<typename decltype(tag)::type>(field, message));
      });
    }
    const char close = token().Is('<') ? '>' : '}';
    if (!token().Is('{') && !token().Is('<')) return Expected("`{`");
    if (depth >= kMaxDepth) {
      return Fail(token(), absl::StrCat("messages stand more than ", kMaxDepth, " deep in each other."));
    }
    scanner_.Next();
    return field.add(message, [&](Message& inner) { return ReadFields(inner, close, depth + 1); });
  }

  bool ReadValue(const Field& field, std::string* value) {
    const Token first = token();
    if (first.kind != Token::kString) return Expected("a string in quotes");
    if (!ReadString(value)) return false;
    if (field.kind == Kind::kBytes || IsUtf8(*value)) return true;
    return Fail(first, absl::StrCat("`", field.name, "` is not UTF-8."));
  }

  bool ReadValue(const Field&, bool* value) {
    const absl::string_view text = token().text;
    uint64_t number = 2;
    if (token().kind == Token::kName) {
      number = text == "true" || text == "True" || text == "t"     ? 1
               : text == "false" || text == "False" || text == "f" ? 0
                                                                   : 2;
    } else if (token().kind != Token::kNumber || !ReadInteger(text, &number)) {
      number = 2;
    }
    if (number > 1) return Expected("`true` or `false`");
    *value = number == 1;
    scanner_.Next();
    return true;
  }

  template <class T>
  bool ReadValue(const Field& field, T* value) {
    if (field.kind == Kind::kEnum && token().kind == Token::kName) return ReadEnum(field, value);
    const bool negative = Accept('-');
    bool good = token().kind == Token::kNumber;
    if constexpr (std::is_integral_v<T>) {
      uint64_t number = 0;
      const uint64_t limit = static_cast<uint64_t>(std::numeric_limits<T>::max());
      good = good && ReadInteger(token().text, &number) &&
             number <= (negative && std::is_signed_v<T> ? limit + 1 : limit);
      good = good && !(negative && std::is_unsigned_v<T>);
      *value = static_cast<T>(negative ? 0 - number : number);
    } else {
      double number = 0;
      good = good ? ReadDecimal(token().text, &number) : ReadSpecial(&number);
      *value = static_cast<T>(negative ? -number : number);
    }
    if (!good) return Expected(NumberName(field.kind));
    scanner_.Next();
    return true;
  }

  template <class T>
  bool ReadEnum(const Field& field, T* value) {
    const int32_t* number = EnumNumber(*field.names, token().text);
    if (number == nullptr) return Expected(absl::StrCat("a value of ", field.names->name));
    *value = static_cast<T>(*number);
    scanner_.Next();
    return true;
  }

  bool ReadSpecial(double* value) {
    if (token().kind != Token::kName) return false;
    const absl::string_view text = token().text;
    const bool infinite = absl::EqualsIgnoreCase(text, "inf") || absl::EqualsIgnoreCase(text, "infinity");
    *value = infinite ? HUGE_VAL : std::nan("");
    return infinite || absl::EqualsIgnoreCase(text, "nan");
  }

  static const char* NumberName(Kind kind) {
    switch (kind) {
      case Kind::kInt32:
        return "a number of 32 bits";
      case Kind::kInt64:
        return "a number of 64 bits";
      case Kind::kUint32:
        return "a number of 32 bits, 0 or more,";
      case Kind::kUint64:
        return "a number of 64 bits, 0 or more,";
      case Kind::kEnum:
        return "a name or number of 32 bits";
      default:
        return "a decimal number";
    }
  }

  absl::string_view text_;
  TextScanner scanner_;
  absl::Status status_;
};

}  // namespace

absl::Status ReadText(absl::string_view text, Message* message) {
  message->Clear();
  absl::Status status = TextReader(text).Read(message);
  if (!status.ok()) message->Clear();
  return status;
}

}  // namespace voxgrad
