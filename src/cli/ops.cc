// vox ops: what the table says.
#include <cstdio>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/command.h"
#include "cli/text.h"
#include "ops/json/op_json.h"
#include "ops/table/arguments.h"
#include "ops/table/op.h"

namespace voxgrad::cli {
namespace {

template <class Defs>
std::string Names(const Defs& defs) {
  return absl::StrJoin(defs, ", ", [](std::string* out, const auto& def) { *out += def.name; });
}

void PrintList() {
  std::map<std::string, std::vector<const Op*>> groups;
  constexpr size_t kCallWidth = 36;  // a longer call has its line for itself
  size_t name_width = 0;
  for (const Op& op : OpTable()) {
    groups[op.group].push_back(&op);
    name_width = std::max(name_width, op.name.size());
  }
  const size_t indent = 2 + name_width + 2 + kCallWidth + 2;
  for (const auto& [group, ops] : groups) {
    std::printf("%s\n", group.c_str());
    for (const Op* op : ops) {
      std::string head = absl::StrCat("  ", PadRight(op->name, name_width), "  (", Names(op->inputs), ")");
      if (head.size() + 2 > indent) {
        std::printf("%s\n", head.c_str());
        head.clear();
      }
      std::printf("%s", Paragraph(head, indent, op->summary).c_str());
    }
  }
  std::printf("\n%zu ops. vox ops NAME says all about one.\n", OpTable().size());
}

/// Types by name, those that TensorFlow does not have marked with a +.
std::string TypesText(const AttrDef& attr) {
  std::vector<std::string> names;
  for (DataType type : attr.types) names.push_back(DataTypeString(type));
  for (DataType type : attr.extension_types) names.push_back(DataTypeString(type) + "+");
  return names.empty() ? "any" : absl::StrJoin(names, ", ");
}

std::string ArgType(const ArgDef& arg) {
  const std::string type = arg.type_attr.empty() ? DataTypeString(arg.type) : arg.type_attr;
  return arg.number_attr.empty() ? type : absl::StrCat(arg.number_attr, "*", type);
}

void PrintArgs(const char* title, const std::vector<ArgDef>& args, size_t width) {
  if (args.empty()) return;
  std::printf("\n%s\n", title);
  for (const ArgDef& arg : args) {
    const std::string head = absl::StrCat("  ", PadRight(arg.name, width), "  ", PadRight(ArgType(arg), 9));
    std::printf("%s", Paragraph(head, width + 15, arg.doc).c_str());
  }
}

/// "SAME, VALID or EXPLICIT; required", behind the documentation.
std::string AttrFacts(const AttrDef& attr) {
  std::vector<std::string> facts;
  if (!attr.choices.empty()) facts.push_back(absl::StrCat("One of ", absl::StrJoin(attr.choices, ", ")));
  if (attr.default_value.empty()) {
    facts.push_back("Required");
  } else {
    facts.push_back(absl::StrCat("Default: ", attr.default_value.DebugString()));
  }
  if (attr.extension) facts.push_back("Not in TensorFlow");
  return absl::StrCat(absl::StrJoin(facts, ". "), ".");
}

void PrintAttrs(const Op& op, size_t width) {
  const char* title = "\nattributes\n";
  for (const AttrDef& attr : op.attrs) {
    if (FollowsFromInputs(op, attr.name)) continue;
    std::printf("%s", title);
    const std::string head =
        absl::StrCat("  ", PadRight(attr.name, width), "  ", PadRight(driver::KindText(attr.kind), 9));
    std::printf("%s", Paragraph(head, width + 15,
                                absl::StrCat(attr.doc, attr.doc.empty() ? "" : " ", AttrFacts(attr)))
                          .c_str());
    title = "";
  }
  title = "\ntypes (with +: TensorFlow does not have it)\n";
  for (const AttrDef& attr : op.attrs) {
    if (attr.kind != AttrKind::kType) continue;
    std::printf("%s", title);
    title = "";
    std::printf("%s", Paragraph(absl::StrCat("  ", attr.name), width + 4, TypesText(attr)).c_str());
  }
}

void PrintExclusions(const Op& op) {
  bool titled = false;
  for (const AttrDef& attr : op.attrs) {
    for (const Exclusion& excluded : attr.excluded) {
      if (!titled) std::printf("\nleft out\n");
      titled = true;
      const std::string text = absl::StrCat(attr.name, " = ", excluded.value, ", ", excluded.reason);
      std::printf("%s", Paragraph("", 2, text).c_str());
    }
  }
}

void PrintExample(const Op& op) {
  if (op.example.text.empty()) return;
  std::printf("\nexample: %s\n  vox op %s", op.example.text.c_str(), op.name.c_str());
  for (const auto& [name, text] : op.example.arguments) {
    std::printf(" \\\n    '%s=%s'", name.c_str(), text.c_str());
  }
  std::printf("\n");
  for (const std::string& result : op.example.results)
    std::printf("%s", Paragraph("  = ", 4, result).c_str());
}

void PrintOp(const Op& op) {
  size_t width = 0;
  for (const auto* args : {&op.inputs, &op.outputs}) {
    for (const ArgDef& arg : *args) width = std::max(width, arg.name.size());
  }
  for (const AttrDef& attr : op.attrs) width = std::max(width, attr.name.size());
  std::printf("%s (%s)%s\n\n%s", op.name.c_str(), op.group.c_str(),
              op.internal ? ", ops::internal in C++" : "", Paragraph("", 0, op.summary).c_str());
  if (!op.description.empty()) std::printf("%s", Paragraph("", 0, op.description).c_str());
  PrintArgs("inputs", op.inputs, width);
  PrintArgs("outputs", op.outputs, width);
  PrintAttrs(op, width);
  PrintExclusions(op);
  std::printf(
      "\ngradient\n  %s%s\n", op.gradient ? "yes" : "none",
      op.gradient_of.empty() ? "" : absl::StrCat("; itself the gradient of ", op.gradient_of).c_str());
  PrintExample(op);
  std::printf("\nfile\n  %s\n", op.file.c_str());
}

}  // namespace

int Ops(const Words& words) {
  Arguments arguments(words);
  const bool json = arguments.Flag("--json");
  Words names;
  if (absl::Status status = arguments.Rest(&names); !status.ok()) return UsageError("ops", status.message());
  if (names.size() > 1) return UsageError("ops", "Name one op, or none for the list.");
  const Op* op = names.empty() ? nullptr : FindOp(names[0]);
  if (!names.empty() && op == nullptr) return Fail(UnknownOpError(names[0]));
  if (json) {
    std::printf("%s\n", (op ? driver::OpJson(*op) : driver::OpTableJson()).c_str());
  } else if (op != nullptr) {
    PrintOp(*op);
  } else {
    PrintList();
  }
  return 0;
}

}  // namespace voxgrad::cli
