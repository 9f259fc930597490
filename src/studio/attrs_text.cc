#include "studio/attrs_text.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/error.h"
#include "core/nearest.h"

namespace voxgrad::studio {
namespace {

bool IsList(AttrKind kind) { return kind >= AttrKind::kInts; }

/// TensorFlow's C++ name of an attribute, which the texts use, or ours.
std::string CppName(const AttrDef& attr) { return attr.cpp_name.empty() ? attr.name : attr.cpp_name; }

const AttrDef* FindAttr(const Op& op, absl::string_view name) {
  for (const AttrDef& attr : op.attrs) {
    if (absl::EqualsIgnoreCase(attr.name, name) || absl::EqualsIgnoreCase(CppName(attr), name)) return &attr;
  }
  return nullptr;
}

absl::StatusOr<std::string> AttrName(const Op& op, absl::string_view typed) {
  absl::string_view name = absl::StripAsciiWhitespace(typed);
  if (absl::EndsWith(name, "_")) name.remove_suffix(1);
  // As enuSpace's own code and documents spell it.
  if (absl::EqualsIgnoreCase(name, "dialtions")) name = "dilations";
  if (const AttrDef* attr = FindAttr(op, name)) return attr->name;
  std::vector<std::string> names;
  for (const AttrDef& attr : op.attrs) names.push_back(attr.name);
  const std::string nearest = Nearest(name, names);
  return MakeError(absl::StatusCode::kInvalidArgument, {op.name, "", std::string(name)},
                   absl::StrCat("is no attribute of this op",
                                nearest.empty() ? absl::StrCat("; it has ", JoinChoices(names), ".")
                                                : absl::StrCat(". Did you mean ", nearest, "?")));
}

/// `"SAME"` and `{1,2,2,1}` without what is around them.
std::string AttrValueText(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  const auto around = [&](char open, char close) {
    return text.size() >= 2 && text.front() == open && text.back() == close;
  };
  if (around('"', '"') || around('\'', '\'') || around('{', '}') || around('[', ']'))
    text = text.substr(1, text.size() - 2);
  return std::string(absl::StripAsciiWhitespace(text));
}

/// The pieces between `;` and line ends; those within brackets do not count.
std::vector<std::string> Pieces(const std::string& text) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c == ';' || (c == '\n' && depth <= 0)) {
      pieces.emplace_back();
      depth = 0;
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

}  // namespace

absl::StatusOr<Texts> ParseAttrsText(const Op& op, const std::string& text) {
  Texts attrs;
  for (const std::string& piece : Pieces(text)) {
    if (absl::StripAsciiWhitespace(piece).empty()) continue;
    const size_t equals = piece.find('=');
    if (equals == std::string::npos) {
      return MakeError(absl::StatusCode::kInvalidArgument, {op.name, "", "attrs"},
                       absl::StrCat("has `", absl::StripAsciiWhitespace(piece),
                                    "`; write name_ = value; with semicolons between."));
    }
    const absl::StatusOr<std::string> name = AttrName(op, piece.substr(0, equals));
    if (!name.ok()) return name.status();
    attrs[*name] = AttrValueText(piece.substr(equals + 1));
  }
  return attrs;
}

std::string WriteAttrsText(const Op& op, const Texts& attrs) {
  std::string text;
  for (const AttrDef& attr : op.attrs) {
    const auto found = attrs.find(attr.name);
    if (found == attrs.end()) continue;
    const std::string value = AttrValueText(found->second);
    absl::StrAppend(&text, attr.name, "_ = ", IsList(attr.kind) ? absl::StrCat("{", value, "}") : value, ";");
  }
  return text;
}

}  // namespace voxgrad::studio
