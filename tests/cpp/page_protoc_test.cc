// Protobuf's own compiler as the judge: it encodes and decodes the same bytes and text as we do.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"
#include "page_random.h"
#include "source_dir.h"
#include "voxgrad/page/graph_def.h"

namespace voxgrad {
namespace {

const std::string kFolder = test::InSource("/tests/proto");
constexpr char kFile[] = "voxgrad_graph.proto";

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}
void WriteFile(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

class PageProtoc : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("protoc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "protoc is not installed";
    std::string folder = testing::TempDir() + "voxgrad_protoc_XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
  }
  void TearDown() override {
    for (const char* name : {"in", "out", "err"}) std::remove((folder_ + "/" + name).c_str());
    std::remove(folder_.c_str());
  }

  /// What `protoc OPTION=voxgrad.MESSAGE` makes of `input`; false when it refuses.
  bool Protoc(const std::string& option, const std::string& message, const std::string& input,
              std::string* output) {
    WriteFile(folder_ + "/in", input);
    const std::string command =
        absl::StrCat("protoc ", option, "=voxgrad.", message, " --proto_path='", kFolder, "' ", kFile, " < '",
                     folder_, "/in' > '", folder_, "/out' 2> '", folder_, "/err'");
    const bool good = std::system(command.c_str()) == 0;
    *output = ReadFile(folder_ + (good ? "/out" : "/err"));
    return good;
  }
  bool Encode(const std::string& message, const std::string& text, std::string* bytes) {
    return Protoc("--deterministic_output --encode", message, text, bytes);
  }
  bool Decode(const std::string& message, const std::string& bytes, std::string* text) {
    return Protoc("--decode", message, bytes, text);
  }

  /// Both forms of a message are protoc's, byte for byte.
  void ExpectSame(const Message& message) {
    const std::string name = message.GetTable().name;
    const std::string bytes = message.SerializeAsString(), text = message.DebugString();
    std::string protoc_bytes, protoc_text;
    ASSERT_TRUE(Encode(name, text, &protoc_bytes)) << protoc_bytes << text;
    EXPECT_TRUE(protoc_bytes == bytes) << text;
    ASSERT_TRUE(Decode(name, bytes, &protoc_text)) << protoc_text;
    EXPECT_EQ(protoc_text, text);
  }

  std::string folder_;
};

// The .proto file, written from the tables.

std::string TypeName(const Field& field) {
  static const char* const kNames[] = {"int32",  "int64", "uint32", "uint64", "float",
                                       "double", "bool",  "",       "string", "bytes"};
  if (field.kind == Kind::kEnum) return field.names->name;
  if (field.kind != Kind::kMessage) return kNames[static_cast<int>(field.kind)];
  const MessageTable& table = field.message();
  if (*table.name != '\0') return table.name;
  return absl::StrCat("map<", TypeName(table.fields[0]), ", ", TypeName(table.fields[1]), ">");
}

std::string FieldLine(const Field& field) {
  const std::string type = TypeName(field);
  const bool label = field.repeated && !absl::StartsWith(type, "map<");
  return absl::StrCat(label ? "repeated " : "", type, " ", field.name, " = ", field.number, ";\n");
}

/// `message Dim { … }`, with the messages in it whose names begin with its own.
std::string MessageText(const MessageTable& table, const std::string& short_name,
                        const std::vector<const MessageTable*>& tables, const std::string& indent) {
  std::string text = absl::StrCat(indent, "message ", short_name, " {\n"), cases;
  for (const MessageTable* inner : tables) {
    absl::string_view name = inner->name;
    if (absl::ConsumePrefix(&name, absl::StrCat(table.name, "."))) {
      text += MessageText(*inner, std::string(name), tables, indent + "  ");
    }
  }
  for (const Field& field : table.fields) {
    absl::StrAppend(field.one_of ? &cases : &text, indent, field.one_of ? "    " : "  ", FieldLine(field));
  }
  if (!cases.empty()) absl::StrAppend(&text, indent, "  oneof value {\n", cases, indent, "  }\n");
  return text + indent + "}\n";
}

std::string ProtoText() {
  std::vector<const MessageTable*> tables;
  test::CollectTables(GraphDef::Table(), &tables);
  std::string text =
      "// The messages of a page, for protoc. Written from the tables of src/page; a test compares the two.\n"
      "syntax = \"proto3\";\n\npackage voxgrad;\n";
  std::set<const EnumTable*> enums;
  for (const MessageTable* table : tables) {
    if (!absl::StrContains(table->name, "."))
      absl::StrAppend(&text, "\n", MessageText(*table, table->name, tables, ""));
    for (const Field& field : table->fields) {
      if (field.names == nullptr || !enums.insert(field.names).second) continue;
      absl::StrAppend(&text, "\nenum ", field.names->name, " {\n");
      for (const EnumValue& value : field.names->values)
        absl::StrAppend(&text, "  ", value.name, " = ", value.number, ";\n");
      text += "}\n";
    }
  }
  return text;
}

TEST(PageProto, TheFileIsWhatTheTablesSay) {
  const std::string path = absl::StrCat(kFolder, "/", kFile), text = ProtoText();
  if (text == ReadFile(path)) return;
  const std::string fresh = testing::TempDir() + kFile;
  WriteFile(fresh, text);
  ADD_FAILURE() << path << " is stale; what it should be stands in " << fresh;
}

TEST_F(PageProtoc, RandomGraphs) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    GraphDef graph;
    test::RandomMessages random(seed, 2);
    while (graph.ByteSizeLong() < 3000) random.Fill(graph);
    ExpectSame(graph);
    if (HasFailure()) return;
  }
}

TEST_F(PageProtoc, EveryFieldAlone) {
  // One graph for each field of each message would be many processes; so all in one, a node each.
  GraphDef graph = test::ConvolutionNet(3);
  test::RandomMessages random(1, 1);
  TensorProto tensor;
  random.Fill(tensor);
  for (const Field& field : AttrValue::Table().fields) {
    AttrValue& value = (*graph.add_node()->mutable_attr())[field.name];
    if (field.kind == Kind::kMessage) {
      field.add(value, [&](Message& inner) { return random.Fill(inner, 2), true; });
    } else {
      field.mutable_get(value);  // set, and 0 or empty
    }
  }
  random.Fill(*graph.mutable_library());
  random.Fill(*graph.add_node(), 3);
  *(*graph.add_node()->mutable_attr())["value"].mutable_tensor() = tensor;
  ExpectSame(graph);
  ExpectSame(tensor);
  ExpectSame(GraphDef());
}

TEST_F(PageProtoc, TextIsTakenAlike) {
  for (const char* text :
       {"s: 'a' \"b\"\n# c\n'\\x41\\101\\u00e9\\U0001F600\\?\\a\\v\\x4'",
        "s: '\\1018\\x414'",
        "list < i: [1, -0x10, 017, - 5]; i: 9223372036854775807, i: -9223372036854775808 >",
        "list: { b: [true, False, t, 0, 1] b: [] f: [1, .5, 1.5f, 1e3, -inf, NaN, Infinity, 1e60, 1., 1.e2, "
        "3F] }",
        "list { type: [DT_FLOAT, 19, 1000, -1, 0x13] }",
        "shape { dim [{size: 1}, <size: 2>] dim: [] dim { } }",
        "func { attr { value { i: 1 } key: 'b' } attr { key: 'a' } }",
        "tensor { half_val: [1, 2] double_val: [0.1, 1e-320, 1.7976931348623157e308, 123456789.123456789] }",
        "tensor { float_val: [3.4028235e38, 1e-45, 8388609.5, 0.1, 16777217, 1e-40] uint64_val: "
        "18446744073709551615 }",
        "list { } ; ",
        "",
        "i: 0",
        "i: 1;;",
        "i: 1 f: 2",
        "i: 1 i: 2",
        "i 1",
        "i: 1.5",
        "i: 08",
        "i: 0x",
        "i: '1'",
        "i: --1",
        "f: 0x10",
        "f: 010",
        "f: 1.2.3",
        "f: 1e",
        "f: -'1'",
        "f: 1ff",
        "b: 2",
        "b: T",
        "b: TRUE",
        "type: DT_NOTHING",
        "type: dt_float",
        "s: a",
        "s: '\\q'",
        "s: '\\x'",
        "s: '\\u12'",
        "s: 'a\nb'",
        "s: 'a",
        "s: ['a']",
        "list { i: [1 2] }",
        "list { i: [1,] }",
        "list { i: [,] }",
        "list { i: [[1]] }",
        "list {",
        "list }",
        "list < }",
        "list: 5",
        "shape { dim: [{} {}] }",
        "[a.b]: 1",
        "5: 1",
        "i: 9223372036854775808",
        "tensor { uint32_val: -1 }",
        "tensor { int_val: 2147483648 }",
        "placeholder: 'é'",
        "\x01",
        "i: 1 $",
        "i:1i:2",
        "list{i:1i:2}",
        "list{i:1f:2}",
        "list { i: 5,; }"}) {
    SCOPED_TRACE(text);
    AttrValue value;
    std::string bytes;
    const bool taken = Encode("AttrValue", text, &bytes);
    const absl::Status status = ReadText(text, &value);
    EXPECT_EQ(status.ok(), taken) << status << bytes;
    if (status.ok() && taken) {
      EXPECT_TRUE(value.SerializeAsString() == bytes) << value.DebugString();
    }
  }
}

TEST_F(PageProtoc, BytesAreTakenAlike) {
  std::vector<std::string> cases;
  for (int depth = 98; depth <= 102; ++depth) {
    FullTypeDef outermost, *type = &outermost;
    for (int i = 0; i < depth; ++i) type = type->add_args();
    cases.push_back(outermost.SerializeAsString());
  }
  test::RandomMessages random(5, 2);
  for (int i = 0; i < 60; ++i) {
    FullTypeDef type;
    while (type.ByteSizeLong() < 20) random.Fill(type);
    std::string bytes = type.SerializeAsString();
    for (int64_t times = random.random().Int(1, 2); times > 0; --times) {
      bytes[static_cast<size_t>(random.random().Int(0, static_cast<int64_t>(bytes.size()) - 1))] =
          static_cast<char>(random.random().Int(0, 255));
    }
    cases.push_back(bytes);
  }
  // Unknown fields: numbers, bytes that look like a message and bytes that do not, groups, wrong wire types.
  cases.emplace_back(
      "\x28\x05\x2a\x02\x08\x07\x2a\x03\xff\xff\xff\x35\x78\x56\x34\x12\x39\x01\x02\x03\x04\x05\x06\x07\x08",
      25);
  cases.emplace_back("\x4b\x53\x08\x01\x54\x4c\x0a\x01\x61\x2a\x00", 11);
  int taken_count = 0;
  for (const std::string& bytes : cases) {
    SCOPED_TRACE(testing::PrintToString(bytes));
    FullTypeDef type;
    std::string text;
    const bool taken = Decode("FullTypeDef", bytes, &text);
    const absl::Status status = ReadBinary(bytes, &type);
    EXPECT_EQ(status.ok(), taken) << status << text;
    taken_count += taken ? 1 : 0;
    if (status.ok() && taken) {
      EXPECT_EQ(type.DebugString(), text);
    }
  }
  EXPECT_GT(taken_count, 10);
  EXPECT_LT(taken_count, static_cast<int>(cases.size()) - 10);
}

}  // namespace
}  // namespace voxgrad
