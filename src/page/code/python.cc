// A page as a program for voxgrad.Graph. The functions, their arguments and defaults are those of raw_ops,
// which come from the same table.
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/number_text.h"
#include "page/code/program.h"

namespace voxgrad {
namespace {

const std::unordered_set<std::string>& ReservedWords() {
  static const auto* words = new std::unordered_set<std::string>{
      "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
      "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
      "or", "pass", "raise", "return", "try", "while", "with", "yield", "match", "case", "type",
      // names that the program itself uses
      "np", "g", "voxgrad", "raw_ops", "feeds", "fetches", "values", "step", "tensor", "value", "float",
      "range", "zip"};
  return *words;
}

std::string PythonText(absl::string_view text) {
  return absl::StrCat("\"", absl::Utf8SafeCHexEscape(text), "\"");
}

std::string TypeText(DataType type) { return absl::StrCat("\"", NumpyTypeString(BaseType(type)), "\""); }

std::string ShapeList(const PartialTensorShape& shape) {
  if (shape.dims() < 0) return "None";
  return absl::StrCat("[",
                      absl::StrJoin(shape.dim_sizes(), ", ",
                                    [](std::string* text, int64_t size) {
                                      absl::StrAppend(text, size < 0 ? "None" : absl::StrCat(size));
                                    }),
                      "]");
}

std::string NumberCode(const std::string& number, bool real) {
  if (!real) return number;
  if (number == "nan" || number == "inf" || number == "-inf") return absl::StrCat("float(\"", number, "\")");
  return number.find_first_of(".e") == std::string::npos ? absl::StrCat(number, ".0") : number;
}

bool IsReal(DataType type) {
  return type == DT_FLOAT || type == DT_DOUBLE || type == DT_HALF || type == DT_BFLOAT16;
}

/// Nested lists.
std::string ListCode(const Tensor& tensor, int axis, int64_t first) {
  if (axis == tensor.dims()) {
    const std::string text = ElementText(tensor.dtype(), tensor.data(), first);
    if (tensor.dtype() == DT_BOOL) return text == "1" ? "True" : "False";
    return NumberCode(text, IsReal(tensor.dtype()));
  }
  std::vector<std::string> parts;
  const int64_t size = tensor.dim_size(axis);
  for (int64_t i = 0; i < size; ++i) parts.push_back(ListCode(tensor, axis + 1, first * size + i));
  return absl::StrCat("[", absl::StrJoin(parts, ", "), "]");
}

/// A call on one line, or an argument a line.
std::string CallCode(const std::string& head, const std::vector<std::string>& arguments,
                     const std::string& tail) {
  const std::string line = absl::StrCat(head, absl::StrJoin(arguments, ", "), tail);
  if (line.size() <= kCodeWidth || arguments.empty()) return absl::StrCat(line, "\n");
  const std::string indent(std::min(head.find_first_not_of(' '), head.size()), ' ');
  std::string text = absl::StrCat(head, "\n");
  for (const std::string& argument : arguments) absl::StrAppend(&text, indent, "    ", argument, ",\n");
  return absl::StrCat(text, indent, tail, "\n");
}

class PythonWriter {
 public:
  explicit PythonWriter(Program program) : program_(std::move(program)) {}

  absl::StatusOr<std::string> Write() {
    Section("Constants", program_.constants);
    Section("Placeholders", program_.placeholders);
    Section("Variables", program_.variables);
    Section("Graph", program_.graph);
    if (body_.empty()) body_ = "    pass\n";
    Session();
    if (!status_.ok()) return status_;
    return absl::StrCat(Head(), "with voxgrad.Graph() as g:\n", body_, session_);
  }

  std::vector<ExportedFile> TakeFiles() { return std::move(program_.files); }

 private:
  const std::string& Id(const Node* node) const { return program_.ids.at(node); }

  std::string OutputCode(const Endpoint& output) const {
    const OutputPlace place = PlaceOf(output);
    std::string code = Id(output.node);
    if (output.node->body().op->outputs.size() > 1) absl::StrAppend(&code, ".", place.arg->name);
    if (place.in_list >= 0) absl::StrAppend(&code, "[", place.in_list, "]");
    return code;
  }

  std::string NodesCode(const std::vector<const Node*>& nodes) const {
    std::vector<std::string> codes;
    for (const Node* node : nodes) codes.push_back(NodeCode(*node));
    return absl::StrCat("[", absl::StrJoin(codes, ", "), "]");
  }

  /// The node itself, by one of its outputs where it has any.
  std::string NodeCode(const Node& node) const {
    if (node.num_outputs() == 0) return Id(&node);
    return OutputCode({program_.page->graph().FindNode(node.name()), 0});
  }

  std::string FileCode(const std::string& file, DataType type) {
    needs_data_ = true;
    // NumPy has no bfloat16 of its own and writes two bytes without a type.
    return absl::StrCat("np.load(DATA / ", PythonText(file), ")",
                        type == DT_BFLOAT16 ? ".view(\"bfloat16\")" : "");
  }

  std::string TensorCode(const Node& node, const Tensor& tensor) {
    if (tensor.dtype() == DT_STRING)
      Fail(CannotExport(node, "holds strings, and arrays of strings do not go into a Python graph."));
    const std::string file = program_.FileOf(tensor, node.name());
    if (!file.empty()) return FileCode(file, tensor.dtype());
    if (tensor.NumElements() > 0) return ListCode(tensor, 0, 0);
    needs_numpy_ = true;
    return absl::StrCat("np.zeros(", ShapeList(tensor.shape()), ", ", TypeText(tensor.dtype()), ")");
  }

  std::string AttributeCode(const Node& node, const AttrDef& def, const Attribute& value) {
    switch (def.kind) {
      case AttrKind::kInt:
        return absl::StrCat(*value.get<int64_t>());
      case AttrKind::kFloat:
        return NumberCode(NumberText(*value.get<float>()), true);
      case AttrKind::kBool:
        return *value.get<bool>() ? "True" : "False";
      case AttrKind::kString:
        return PythonText(*value.get<std::string>());
      case AttrKind::kType:
        return TypeText(*value.get<DataType>());
      case AttrKind::kShape:
        return ShapeList(*value.get<PartialTensorShape>());
      case AttrKind::kTensor:
        return TensorCode(node, *value.get<Tensor>());
      case AttrKind::kInts:
        return absl::StrCat("[", absl::StrJoin(*value.get<Ints>(), ", "), "]");
      case AttrKind::kFloats: {
        const auto append = [](std::string* text, float number) {
          absl::StrAppend(text, NumberCode(NumberText(number), true));
        };
        return absl::StrCat("[", absl::StrJoin(*value.get<std::vector<float>>(), ", ", append), "]");
      }
      default:
        Fail(CannotExport(node, absl::StrCat(def.name, " is of a kind that has no Python form.")));
        return "None";
    }
  }

  std::vector<std::string> CallArguments(const Node& node) {
    const NodeBody& body = node.body();
    std::vector<std::string> arguments;
    for (size_t i = 0; i < body.op->inputs.size(); ++i) {
      const ArgDef& arg = body.op->inputs[i];
      const ArgRange range = RangeOf(*body.op, body.op->inputs, i, body.slots);
      std::vector<std::string> outputs;
      for (size_t k = range.begin; k < range.end; ++k) outputs.push_back(OutputCode(body.inputs[k]));
      const std::string code =
          arg.is_list() ? absl::StrCat("[", absl::StrJoin(outputs, ", "), "]") : outputs[0];
      arguments.push_back(absl::StrCat(FaceName(arg), "=", code));
    }
    for (const std::vector<GivenAttribute>& part : {RequiredAttributes(node), ChangedAttributes(node)}) {
      for (const auto& [def, value] : part)
        arguments.push_back(absl::StrCat(FaceName(*def), "=", AttributeCode(node, *def, *value)));
    }
    return arguments;
  }

  void Statement(const Node& node) {
    std::string callee = absl::StrCat("raw_ops.", node.type_string());
    std::vector<std::string> arguments;
    if (node.type_string() == "Const") {
      callee = "g.constant";
      arguments = {TensorCode(node, ConstantOf(node)), TypeText(node.output_type(0))};
    } else if (node.type_string() == "Placeholder") {
      callee = "g.placeholder";
      arguments = {TypeText(node.output_type(0))};
      const PartialTensorShape shape = node.output_shape(0);
      if (shape.dims() >= 0) arguments.push_back(ShapeList(shape));
    } else {
      needs_raw_ops_ = true;
      arguments = CallArguments(node);
    }
    arguments.push_back(absl::StrCat("name=", PythonText(node.name())));
    std::string indent = "    ";
    if (!node.control_inputs().empty()) {
      const auto& before = node.control_inputs();
      absl::StrAppend(&body_, "    with g.control_dependencies(", NodesCode({before.begin(), before.end()}),
                      "):\n");
      indent = "        ";
    }
    const auto id = program_.ids.find(&node);
    const std::string left = id == program_.ids.end() ? "" : absl::StrCat(id->second, " = ");
    body_ += CallCode(absl::StrCat(indent, left, callee, "("), arguments, ")");
  }

  void Section(const char* title, const std::vector<const Node*>& nodes) {
    if (nodes.empty()) return;
    absl::StrAppend(&body_, body_.empty() ? "" : "\n", "    # ", title, "\n");
    for (const Node* node : nodes) Statement(*node);
  }

  void Session() {
    std::vector<std::string> feeds, fetches;
    for (const ProgramFeed& feed : program_.feeds) {
      const Node& node = *feed.output.node;
      const std::string value =
          feed.value ? TensorCode(node, *feed.value)
                     : FileCode(absl::StrCat(FileName(node.name()), ".npy"), node.output_type(0));
      feeds.push_back(absl::StrCat(OutputCode(feed.output), ": ", value));
    }
    for (const Endpoint& fetch : program_.fetches) fetches.push_back(OutputCode(fetch));
    session_ = "\n";
    if (!feeds.empty()) session_ += CallCode("feeds = {", feeds, "}");
    session_ += CallCode("fetches = [", fetches, "]");
    const std::string fed = feeds.empty() ? "" : ", feeds";
    if (!program_.initializers.empty())
      absl::StrAppend(&session_, "g.run([]", fed, ", targets=", NodesCode(program_.initializers), ")\n");
    const std::string targets =
        program_.targets.empty() ? "" : absl::StrCat(", targets=", NodesCode(program_.targets));
    const std::string run = absl::StrCat("values = g.run(fetches", fed, targets, ")\n");
    const int64_t steps = program_.options.steps;
    if (steps == 1) {
      session_ += run;
    } else {
      const std::string shown = program_.ShownSteps("or");
      absl::StrAppend(&session_, "for step in range(1, ", steps + 1, "):\n    ", run,
                      shown.empty() ? "" : absl::StrCat("    if ", shown, ":\n    "),
                      "    voxgrad.show_scalars(step, fetches, values)\n");
    }
    session_ += "for tensor, value in zip(fetches, values):\n    voxgrad.show(tensor, value)\n";
  }

  std::string Head() const {
    std::string text =
        absl::StrCat("\"\"\"What ", program_.options.page, " computes, written by `vox export`.\"\"\"\n\n");
    if (needs_data_) text += "from pathlib import Path\n\n";
    if (needs_data_ || needs_numpy_) text += "import numpy as np\n";
    text += "import voxgrad\n";
    if (needs_raw_ops_) text += "from voxgrad import raw_ops\n";
    text += "\n";
    if (needs_data_)
      absl::StrAppend(&text, "DATA = Path(__file__).parent / ", PythonText(program_.options.data_folder),
                      "\n\n");
    return text;
  }

  void Fail(const absl::Status& status) { status_.Update(status); }

  Program program_;
  std::string body_, session_;
  bool needs_data_ = false, needs_numpy_ = false, needs_raw_ops_ = false;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<std::string> ExportPython(const std::shared_ptr<const Page>& page,
                                         const ExportOptions& options, std::vector<ExportedFile>* files) {
  absl::StatusOr<Program> program = MakeProgram(page, options, ReservedWords());
  if (!program.ok()) return program.status();
  PythonWriter writer(*std::move(program));
  absl::StatusOr<std::string> text = writer.Write();
  *files = writer.TakeFiles();
  return text;
}

}  // namespace voxgrad
