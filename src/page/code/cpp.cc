// A page as a program for TensorFlow's C++ API. What classes, members and arguments are called follows from
// the op table, by the rules of tools/voxgen/cpp_face.py.
#include <limits>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/number_text.h"
#include "page/code/cpp_parts.h"
#include "page/code/program.h"

namespace voxgrad {
namespace {

/// `squeeze_dims` as SqueezeDims.
std::string Camel(const std::string& name) {
  std::string camel;
  for (const absl::string_view part : absl::StrSplit(name, '_', absl::SkipEmpty())) {
    camel += absl::ascii_toupper(static_cast<unsigned char>(part[0]));
    absl::StrAppend(&camel, part.substr(1));
  }
  return camel;
}

std::string CppText(absl::string_view text) { return absl::StrCat("\"", absl::CHexEscape(text), "\""); }

/// Sizes in braces, where a TensorShape is wanted.
std::string ShapeText(const TensorShape& shape) {
  return absl::StrCat("{", absl::StrJoin(shape.dim_sizes(), ", "), "}");
}

std::string PartialShapeText(const PartialTensorShape& shape) {
  if (shape.dims() < 0) return "PartialTensorShape()";
  if (shape.dims() == 0) return "TensorShape()";  // {} would be a shape of which nothing is known
  return absl::StrCat("{", absl::StrJoin(shape.dim_sizes(), ", "), "}");
}

struct CppType {
  DataType type;
  const char* name;
};
constexpr CppType kTypes[] = {{DT_FLOAT, "float"},
                              {DT_DOUBLE, "double"},
                              {DT_INT8, "int8_t"},
                              {DT_INT16, "int16_t"},
                              {DT_INT32, "int32_t"},
                              {DT_INT64, "int64_t"},
                              {DT_UINT8, "uint8_t"},
                              {DT_UINT16, "uint16_t"},
                              {DT_UINT32, "uint32_t"},
                              {DT_UINT64, "uint64_t"},
                              {DT_BOOL, "bool"},
                              {DT_STRING, "tstring"},
                              {DT_HALF, "Eigen::half, float"},
                              {DT_BFLOAT16, "bfloat16, float"}};

std::string RealText(const std::string& number, bool is_double) {
  if (number == "nan") return "NAN";
  if (number == "inf") return "INFINITY";
  if (number == "-inf") return "-INFINITY";
  const bool whole = number.find_first_of(".e") == std::string::npos;
  if (is_double) return whole ? absl::StrCat(number, ".0") : number;
  return absl::StrCat(number, whole ? ".f" : "f");
}

/// An element as one writes it, of the C++ type that TensorOf takes.
std::string ElementCode(const Tensor& tensor, int64_t i) {
  const DataType type = tensor.dtype();
  if (type == DT_STRING) return CppText(tensor.values<tstring>()[static_cast<size_t>(i)]);
  const std::string text = ElementText(type, tensor.data(), i);
  if (type == DT_BOOL) return text == "1" ? "true" : "false";
  if (type == DT_INT64 && text == absl::StrCat(std::numeric_limits<int64_t>::min())) return "INT64_MIN";
  if (type == DT_UINT64) return absl::StrCat(text, "u");
  const bool real = type == DT_FLOAT || type == DT_DOUBLE || type == DT_HALF || type == DT_BFLOAT16;
  return real ? RealText(text, type == DT_DOUBLE) : text;
}

class CppWriter {
 public:
  explicit CppWriter(Program program) : program_(std::move(program)) {}

  absl::StatusOr<std::string> Write() {
    Section("Constants", program_.constants);
    Section("Placeholders", program_.placeholders);
    Section("Variables", program_.variables);
    Section("Graph", program_.graph);
    Session();
    if (!status_.ok()) return status_;
    return absl::StrCat(Head(), "int main() {\n  Scope root = Scope::NewRootScope();\n", body_, "}\n");
  }

  std::vector<ExportedFile> TakeFiles() { return std::move(program_.files); }

 private:
  /// The name of the variable that holds a node.
  const std::string& Id(const Node* node) const { return program_.ids.at(node); }

  /// Const is a function that gives an Output; all else are classes.
  static bool IsClass(const Node& node) { return node.type_string() != "Const"; }

  std::string OutputCode(const Endpoint& output) const {
    const Node& node = *output.node;
    const OutputPlace place = PlaceOf(output);
    if (!IsClass(node)) return Id(&node);
    std::string code = Id(&node);
    const bool alone = node.body().op->outputs.size() == 1;
    if (!alone) absl::StrAppend(&code, ".", CppWord(FaceName(*place.arg)));
    if (place.in_list >= 0) absl::StrAppend(&code, "[", place.in_list, "]");
    return code;
  }

  std::string OperationCode(const Node& node) const {
    return absl::StrCat(Id(&node), IsClass(node) ? ".operation" : ".op()");
  }

  std::string OperationsCode(const std::vector<const Node*>& nodes) const {
    return absl::StrJoin(nodes, ", ",
                         [&](std::string* text, const Node* node) { text->append(OperationCode(*node)); });
  }

  std::string ScopeCode(const Node& node) const {
    std::string code = absl::StrCat("root.WithOpName(", CppText(node.name()), ")");
    const auto& before = node.control_inputs();
    if (!before.empty())
      absl::StrAppend(&code, ".WithControlDependencies({", OperationsCode({before.begin(), before.end()}),
                      "})");
    if (!node.requested_device().empty())
      absl::StrAppend(&code, ".WithDevice(", CppText(node.requested_device()), ")");
    return code;
  }

  /// A tensor as an expression: its values, or the file that holds them.
  std::string TensorCode(const Tensor& tensor, absl::string_view name) {
    if (const std::string file = program_.FileOf(tensor, name); !file.empty()) return FileCode(file);
    needs_tensor_of_ = true;
    for (const CppType& row : kTypes) {
      if (row.type == tensor.dtype())
        return absl::StrCat("TensorOf<", row.name, ">({", ElementsCode(tensor), "}, ",
                            ShapeText(tensor.shape()), ")");
    }
    return "Tensor()";
  }

  std::string FileCode(const std::string& file) {
    needs_npy_ = true;
    return absl::StrCat("FromNpy(", CppText(absl::StrCat(program_.options.data_folder, "/", file)), ")");
  }

  static std::string ElementsCode(const Tensor& tensor) {
    std::vector<std::string> elements;
    for (int64_t i = 0; i < tensor.NumElements(); ++i) elements.push_back(ElementCode(tensor, i));
    return absl::StrJoin(elements, ", ");
  }

  /// What stands for a constant behind the scope. Numbers whose literals have the constant's type need no
  /// help.
  std::string ConstantCode(const Node& node, const Tensor& tensor) {
    const bool plain = tensor.dtype() == DT_FLOAT || tensor.dtype() == DT_INT32;
    const std::string elements =
        plain && tensor.NumElements() <= program_.options.most_inline ? ElementsCode(tensor) : "";
    const bool odd = elements.empty() || absl::StrContains(elements, "N") ||  // NAN, INFINITY
                     absl::StrContains(elements, "-2147483648");              // a long
    if (odd) return TensorCode(tensor, node.name());
    if (tensor.dims() == 0) return elements;
    return absl::StrCat("{", elements, "}, ", ShapeText(tensor.shape()));
  }

  std::string AttributeCode(const Node& node, const AttrDef& def, const Attribute& value) {
    const auto braces = [](const auto& list, auto code) {
      return absl::StrCat(
          "{",
          absl::StrJoin(list, ", ",
                        [&](std::string* text, const auto& element) { text->append(code(element)); }),
          "}");
    };
    const auto flag = [](bool truth) { return std::string(truth ? "true" : "false"); };
    switch (def.kind) {
      case AttrKind::kInt:
        return absl::StrCat(*value.get<int64_t>());
      case AttrKind::kFloat:
        return RealText(NumberText(*value.get<float>()), false);
      case AttrKind::kBool:
        return flag(*value.get<bool>());
      case AttrKind::kString:
        return CppText(*value.get<std::string>());
      case AttrKind::kType:
        return DataType_Name(*value.get<DataType>());
      case AttrKind::kShape:
        return PartialShapeText(*value.get<PartialTensorShape>());
      case AttrKind::kTensor:
        return TensorCode(*value.get<Tensor>(), absl::StrCat(node.name(), ".", def.name));
      case AttrKind::kInts:
        return braces(*value.get<Ints>(), [](int64_t number) { return absl::StrCat(number); });
      case AttrKind::kFloats:
        return braces(*value.get<std::vector<float>>(),
                      [](float number) { return RealText(NumberText(number), false); });
      case AttrKind::kBools:
        return braces(*value.get<std::vector<bool>>(), flag);
      case AttrKind::kStrings:
        return braces(*value.get<std::vector<std::string>>(), CppText);
      case AttrKind::kTypes:
        return braces(*value.get<std::vector<DataType>>(), DataType_Name);
      case AttrKind::kShapes:
        return braces(*value.get<std::vector<PartialTensorShape>>(), PartialShapeText);
      case AttrKind::kTensors:
        break;
    }
    Fail(CannotExport(node, absl::StrCat(def.name, " is a list of tensors, which no C++ program spells.")));
    return "{}";
  }

  /// An input that is a list is spelled out as one.
  std::vector<std::string> InputCodes(const Node& node) const {
    const NodeBody& body = node.body();
    std::vector<std::string> codes;
    for (size_t i = 0; i < body.op->inputs.size(); ++i) {
      const ArgRange range = RangeOf(*body.op, body.op->inputs, i, body.slots);
      std::vector<std::string> outputs;
      for (size_t k = range.begin; k < range.end; ++k) outputs.push_back(OutputCode(body.inputs[k]));
      const bool list = body.op->inputs[i].is_list();
      codes.push_back(list ? absl::StrCat("OutputList{", absl::StrJoin(outputs, ", "), "}") : outputs[0]);
    }
    return codes;
  }

  std::string ClassCode(const Op& op) {
    headers_.insert(op.internal ? absl::StrCat(op.group, "_internal") : "");
    return absl::StrCat(op.internal ? "ops::internal::" : "", op.cpp_name);
  }

  /// An op whose name TensorFlow gave to the class of another has none (Concat).
  static bool HasClass(const Op& op) {
    for (const Op& other : OpTable()) {
      if (&other != &op && op.cpp_name == op.name && other.cpp_name == op.name) return false;
    }
    return true;
  }

  void Statement(const Node& node) {
    const Op& op = *node.body().op;
    std::vector<std::string> arguments = {ScopeCode(node)};
    std::string callee = "Const";
    if (IsClass(node)) {
      if (!HasClass(op)) Fail(CannotExport(node, "TensorFlow's C++ API has no class of this op."));
      callee = ClassCode(op);
      for (std::string& code : InputCodes(node)) arguments.push_back(std::move(code));
      for (const auto& [def, value] : RequiredAttributes(node))
        arguments.push_back(AttributeCode(node, *def, *value));
      std::string attrs;
      for (const auto& [def, value] : ChangedAttributes(node))
        absl::StrAppend(&attrs, attrs.empty() ? absl::StrCat(callee, "::") : ".", Camel(FaceName(*def)), "(",
                        AttributeCode(node, *def, *value), ")");
      if (!attrs.empty()) arguments.push_back(attrs);
    } else {
      arguments.push_back(ConstantCode(node, ConstantOf(node)));
    }
    const auto id = program_.ids.find(&node);
    const std::string left = id == program_.ids.end() ? "" : absl::StrCat("auto ", id->second, " = ");
    body_ += FillCall(absl::StrCat("  ", left, callee, "("), arguments, ");");
  }

  void Section(const char* title, const std::vector<const Node*>& nodes) {
    if (nodes.empty()) return;
    absl::StrAppend(&body_, "\n  // ", title, "\n");
    for (const Node* node : nodes) Statement(*node);
  }

  void Session() {
    body_ += "\n  // Session\n  TF_CHECK_OK(root.status());\n  ClientSession session(root);\n";
    std::vector<std::string> feeds;
    for (const ProgramFeed& feed : program_.feeds) {
      const std::string& name = feed.output.node->name();
      const std::string value =
          feed.value ? TensorCode(*feed.value, name) : FileCode(absl::StrCat(FileName(name), ".npy"));
      feeds.push_back(absl::StrCat("{", OutputCode(feed.output), ", ", value, "}"));
    }
    absl::StrAppend(&body_, "  const ClientSession::FeedType feeds = {", feeds.empty() ? "" : "\n      ",
                    absl::StrJoin(feeds, ",\n      "), "};\n");
    std::vector<std::string> fetches;
    for (const Endpoint& fetch : program_.fetches) fetches.push_back(OutputCode(fetch));
    body_ += FillCall("  const std::vector<Output> fetches = {", fetches, "};");
    body_ += "  std::vector<Tensor> outputs;\n";
    if (!program_.initializers.empty())
      absl::StrAppend(&body_, "  TF_CHECK_OK(session.Run(feeds, {}, {", OperationsCode(program_.initializers),
                      "}, &outputs));\n");
    const std::string run = absl::StrCat("TF_CHECK_OK(session.Run(feeds, fetches, {",
                                         OperationsCode(program_.targets), "}, &outputs));\n");
    const int64_t steps = program_.options.steps;
    if (steps == 1) {
      absl::StrAppend(&body_, "  ", run);
    } else {
      const std::string shown = program_.ShownSteps("||");
      absl::StrAppend(&body_, "  for (int step = 1; step <= ", steps, "; ++step) {\n    ", run, "    ",
                      shown.empty() ? "" : absl::StrCat("if (", shown, ") "),
                      "PrintScalars(step, fetches, outputs);\n  }\n");
    }
    body_ += "  for (size_t i = 0; i < fetches.size(); ++i) PrintTensor(fetches[i], outputs[i]);\n";
  }

  std::string Head() const {
    std::string text =
        absl::StrCat("// What ", program_.options.page, " computes, written by `vox export`.\n");
    std::vector<std::string> headers;
    for (const std::string& header : headers_) {
      if (!header.empty()) headers.push_back(header);
    }
    absl::StrAppend(&text, CppIncludes(needs_npy_, headers), CppHelpers(needs_tensor_of_, needs_npy_),
                    program_.options.steps > 1 ? CppPrintScalars() : "", CppPrint());
    return text;
  }

  void Fail(const absl::Status& status) { status_.Update(status); }

  Program program_;
  std::set<std::string> headers_;
  std::string body_;
  bool needs_tensor_of_ = false, needs_npy_ = false;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<std::string> ExportCpp(const std::shared_ptr<const Page>& page, const ExportOptions& options,
                                      std::vector<ExportedFile>* files) {
  absl::StatusOr<Program> program = MakeProgram(page, options, CppReservedWords());
  if (!program.ok()) return program.status();
  CppWriter writer(*std::move(program));
  absl::StatusOr<std::string> text = writer.Write();
  *files = writer.TakeFiles();
  return text;
}

}  // namespace voxgrad
