#include "page/code/cpp_parts.h"

#include "absl/strings/str_cat.h"
#include "page/code/export_code.h"

namespace voxgrad {
namespace {

constexpr char kTensorOf[] = R"cpp(
  // A tensor of these values, in row-major order.
  template <class T, class From = T>
  Tensor TensorOf(std::initializer_list<std::decay_t<From>> values, const TensorShape& shape) {
    Tensor tensor(DataTypeToEnum<T>::value, shape);
    T* element = tensor.flat<T>().data();
    for (const From& value : values) *element++ = static_cast<T>(value);
    return tensor;
  }
)cpp";

constexpr char kFromNpy[] = R"cpp(
  // Reads a file of NumPy's: little-endian, row-major. Paths are from the folder where the program runs.
  Tensor FromNpy(const std::string& path) {
    static const std::map<std::string, DataType> types = {
        {"f2", DT_HALF},   {"V2", DT_BFLOAT16}, {"f4", DT_FLOAT}, {"f8", DT_DOUBLE}, {"i1", DT_INT8},
        {"i2", DT_INT16},  {"i4", DT_INT32},    {"i8", DT_INT64}, {"u1", DT_UINT8},  {"u2", DT_UINT16},
        {"u4", DT_UINT32}, {"u8", DT_UINT64},   {"b1", DT_BOOL}};
    std::ifstream file(path, std::ios::binary);
    char start[10] = {};
    file.read(start, sizeof(start));
    std::string header(static_cast<unsigned char>(start[8]) + 256u * static_cast<unsigned char>(start[9]), ' ');
    file.read(&header[0], static_cast<std::streamsize>(header.size()));
    const size_t type_at = header.find("'descr': '"), shape_at = header.find("'shape': (");
    if (!file || type_at == std::string::npos || shape_at == std::string::npos ||
        header.find("'fortran_order': False") == std::string::npos) {
      std::cerr << path << " cannot be read; a row-major .npy file must be there.\n";
      std::exit(1);
    }
    TensorShape shape;
    std::istringstream sizes(header.substr(shape_at + 10));
    int64_t size = 0;
    while (sizes >> size) {
      shape.AddDim(size);
      sizes.ignore(1, ',');
    }
    Tensor tensor(types.at(header.substr(type_at + 11, 2)), shape);
    file.read(static_cast<char*>(tensor.data()), static_cast<std::streamsize>(tensor.TotalBytes()));
    return tensor;
  }
)cpp";

constexpr char kPrintScalars[] = R"cpp(
  // The single numbers of a step on a line: losses and the like.
  void PrintScalars(int step, const std::vector<Output>& fetches, const std::vector<Tensor>& outputs) {
    std::string line;
    for (size_t i = 0; i < outputs.size(); ++i) {
      Tensor number;
      if (outputs[i].NumElements() == 1 && number.CopyFrom(outputs[i], TensorShape({1})))
        line += "  " + fetches[i].name() + " " + number.SummarizeValue(1);
    }
    if (!line.empty()) std::cout << "step " << step << line << "\n";
  }
)cpp";

constexpr char kPrint[] = R"cpp(
  void PrintTensor(const Output& output, const Tensor& tensor) {
    std::cout << output.name() << ": " << DataTypeString(tensor.dtype()) << " "
              << tensor.shape().DebugString() << "\n"
              << (tensor.NumElements() == 0 ? "(no values)" : tensor.SummarizeValue(-1, true)) << "\n";
  }
)cpp";

}  // namespace

const std::unordered_set<std::string>& CppReservedWords() {
  static const auto* words = new std::unordered_set<std::string>{
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case",
      "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
      "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
      "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export",
      "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
      "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
      "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed",
      "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
      "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
      "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
      // macros of the C library and of compilers
      "assert", "errno", "linux", "unix", "stdin", "stdout", "stderr", "tensorflow", "tsl",
      // names that the program itself uses
      "root", "session", "feeds", "fetches", "outputs", "step", "std", "internal", "bfloat16", "tstring",
      "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t"};
  return *words;
}

std::string CppWord(const std::string& name) {
  static const std::unordered_set<std::string> kept = {"switch",   "default", "export",  "template",
                                                       "typename", "union",   "register"};
  return kept.count(name) > 0 ? absl::StrCat(name, "_") : name;
}

std::string FillCall(const std::string& head, const std::vector<std::string>& arguments,
                     const std::string& tail) {
  const size_t indent = head.find_first_not_of(' ') + 4;
  std::string text = head;
  size_t column = head.size();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string piece = absl::StrCat(arguments[i], i + 1 < arguments.size() ? "," : tail);
    if (column + 1 + piece.size() > kCodeWidth && column > indent) {
      if (text.back() == ' ') text.pop_back();
      absl::StrAppend(&text, "\n", std::string(indent, ' '));
      column = indent;
    }
    absl::StrAppend(&text, piece, i + 1 < arguments.size() ? " " : "");
    column += piece.size() + 1;
  }
  return absl::StrCat(text, arguments.empty() ? tail : "", "\n");
}

std::string CppIncludes(bool reads_files, const std::vector<std::string>& groups) {
  std::string text = "#include <cmath>\n#include <cstdint>\n";
  if (reads_files) text += "#include <cstdlib>\n#include <fstream>\n";
  text += "#include <iostream>\n";
  if (reads_files) text += "#include <map>\n#include <sstream>\n";
  text +=
      "#include <string>\n#include <type_traits>\n#include <vector>\n\n#include "
      "\"tensorflow/cc/client/client_session.h\"\n";
  for (const std::string& group : groups)
    absl::StrAppend(&text, "#include \"tensorflow/cc/ops/", group, ".h\"\n");
  return absl::StrCat(text,
                      "#include \"tensorflow/cc/ops/standard_ops.h\"\n"
                      "#include \"tensorflow/core/framework/tensor.h\"\n\n"
                      "using namespace tensorflow;\nusing namespace tensorflow::ops;\n");
}

std::string CppHelpers(bool tensor_of, bool npy) {
  return absl::StrCat(tensor_of ? kTensorOf : "", npy ? kFromNpy : "");
}

std::string CppPrintScalars() { return kPrintScalars; }
std::string CppPrint() { return kPrint; }

}  // namespace voxgrad
