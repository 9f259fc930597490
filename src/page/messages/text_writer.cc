#include <cmath>
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/number_text.h"
#include "page/messages/enum_tables.h"
#include "page/messages/text.h"
#include "page/messages/wire.h"

namespace voxgrad {
namespace {

/// Bytes in quotes: what is not printable ASCII as three octal digits.
void AppendQuoted(absl::string_view bytes, std::string* text) {
  *text += '"';
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    const char* const kEscaped = "\n\r\t\"'\\";
    const char* const kLetters = "nrt\"'\\";
    const char* found = c == '\0' ? nullptr : __builtin_strchr(kEscaped, c);
    if (found != nullptr) {
      *text += '\\';
      *text += kLetters[found - kEscaped];
    } else if (byte >= 0x20 && byte < 0x7f) {
      *text += c;
    } else {
      const char octal[] = {'\\', static_cast<char>('0' + (byte >> 6)),
                            static_cast<char>('0' + ((byte >> 3) & 7)), static_cast<char>('0' + (byte & 7))};
      text->append(octal, sizeof(octal));
    }
  }
  *text += '"';
}

/// What becomes of fields that the table does not know.
enum class Unknown { kLeftOut, kAsProtobuf, kReadable };

/// Whether bytes of an unknown field read as fields; then they are taken for a message.
bool LooksLikeFields(absl::string_view bytes, int budget) {
  WireReader wire(bytes);
  for (Tag tag; !wire.done();) {
    if (!wire.ReadTag(&tag) || !wire.Skip(tag, kMaxDepth - budget)) return false;
  }
  return !bytes.empty();
}

/// The same fields, with no number longer than it must be, up to the end of the bytes or of the group.
void AppendShortest(WireReader& wire, std::string* bytes) {
  for (Tag tag; !wire.done() && wire.ReadTag(&tag);) {
    uint64_t number = 0;
    uint32_t four_bytes = 0;
    absl::string_view content;
    AppendTag(tag, bytes);
    switch (tag.type) {
      case WireType::kVarint:
        wire.ReadVarint(&number);
        AppendVarint(number, bytes);
        break;
      case WireType::kFixed64:
        wire.ReadFixed(&number);
        AppendFixed(number, bytes);
        break;
      case WireType::kFixed32:
        wire.ReadFixed(&four_bytes);
        AppendFixed(four_bytes, bytes);
        break;
      case WireType::kLength:
        wire.ReadBytes(&content);
        AppendBytes(content, bytes);
        break;
      case WireType::kGroup:
        AppendShortest(wire, bytes);
        AppendTag({tag.number, WireType::kEndGroup}, bytes);
        break;
      case WireType::kEndGroup:
        bytes->resize(bytes->size() - TagSize(tag));
        return;
    }
  }
}

/// Whether a reader of the fields would make the same bytes of them.
bool AreShortest(absl::string_view bytes) {
  WireReader wire(bytes);
  std::string shortest;
  AppendShortest(wire, &shortest);
  return shortest == bytes;
}

class TextWriter {
 public:
  explicit TextWriter(Unknown unknown) : unknown_(unknown) {}

  std::string TakeText() { return std::move(text_); }

  void WriteFields(const Message& message) {
    for (const Field& field : message.GetTable().fields) {
      if (!field.has(message)) continue;
      if (field.kind == Kind::kMessage) {
        field.each(message, [&](const Message& element) {
          Open(field.name);
          WriteFields(element);
          Close();
        });
      } else {
        VisitKind(field.kind, [&](auto tag) {
          using T = typename decltype(tag)::type;
          EachValue<T>(field, message, [&](const T& value) {
            Name(field.name);
            Value(field, value);
            text_ += '\n';
          });
        });
      }
    }
    // Ten levels, as protobuf: what is not known might be anything.
    if (unknown_ != Unknown::kLeftOut && message.has_unknown_fields())
      WriteUnknown(WireReader(message.unknown_fields()), 10);
  }

 private:
  template <class Label>
  void Name(const Label& label) {
    text_.append(indent_, ' ');
    absl::StrAppend(&text_, label, ": ");
  }
  template <class Label>
  void Open(const Label& label) {
    text_.append(indent_, ' ');
    absl::StrAppend(&text_, label, " {\n");
    indent_ += 2;
  }
  void Close() {
    indent_ -= 2;
    text_.append(indent_, ' ');
    text_ += "}\n";
  }

  void Value(const Field&, const std::string& value) { AppendQuoted(value, &text_); }
  void Value(const Field&, bool value) { text_ += value ? "true" : "false"; }
  void Value(const Field&, float value) {
    if (std::fpclassify(value) != FP_SUBNORMAL) {
      text_ += NumberText(value);
    } else {  // protobuf's check whether six digits are enough fails for all of these
      char digits[24];
      std::snprintf(digits, sizeof(digits), "%.9g", static_cast<double>(value));
      text_ += digits;
    }
  }
  void Value(const Field&, double value) { text_ += NumberText(value); }
  template <class T>
  void Value(const Field& field, T value) {
    const char* name =
        field.kind == Kind::kEnum ? EnumName(*field.names, static_cast<int32_t>(value)) : nullptr;
    if (name != nullptr) {
      text_ += name;
    } else {
      absl::StrAppend(&text_, value);
    }
  }

  /// Fields by number, up to the end of the bytes or of the group.
  void WriteUnknown(WireReader&& wire, int budget) { WriteUnknown(wire, budget); }
  void WriteUnknown(WireReader& wire, int budget) {
    for (Tag tag; !wire.done() && wire.ReadTag(&tag) && tag.type != WireType::kEndGroup;) {
      uint64_t number = 0;
      uint32_t four_bytes = 0;
      absl::string_view bytes;
      switch (tag.type) {
        case WireType::kVarint:
          wire.ReadVarint(&number);
          Name(tag.number);
          absl::StrAppend(&text_, number, "\n");
          break;
        case WireType::kFixed64:
          wire.ReadFixed(&number);
          Name(tag.number);
          absl::StrAppend(&text_, "0x", absl::Hex(number, absl::kZeroPad16), "\n");
          break;
        case WireType::kFixed32:
          wire.ReadFixed(&four_bytes);
          Name(tag.number);
          absl::StrAppend(&text_, "0x", absl::Hex(four_bytes, absl::kZeroPad8), "\n");
          break;
        case WireType::kLength:
          wire.ReadBytes(&bytes);
          if (budget > 0 && LooksLikeFields(bytes, budget) &&
              (unknown_ == Unknown::kAsProtobuf || AreShortest(bytes))) {
            Open(tag.number);
            WriteUnknown(WireReader(bytes), budget - 1);
            Close();
          } else {
            Name(tag.number);
            AppendQuoted(bytes, &text_);
            text_ += '\n';
          }
          break;
        case WireType::kGroup:
          Open(absl::StrCat(tag.number, unknown_ == Unknown::kReadable ? ":" : ""));
          WriteUnknown(wire, budget - 1);
          Close();
          break;
        case WireType::kEndGroup:
          break;
      }
    }
  }

  const Unknown unknown_;
  std::string text_;
  size_t indent_ = 0;
};

std::string Write(const Message& message, Unknown unknown) {
  TextWriter writer(unknown);
  writer.WriteFields(message);
  return writer.TakeText();
}

}  // namespace

std::string WriteText(const Message& message) { return Write(message, Unknown::kReadable); }
std::string WriteDebugText(const Message& message) { return Write(message, Unknown::kAsProtobuf); }
std::string WriteKnownText(const Message& message) { return Write(message, Unknown::kLeftOut); }

}  // namespace voxgrad
