// The text form: what is written, what is taken, and where an error is.
#include <gtest/gtest.h>

#include "page/messages/text.h"
#include "page_random.h"
#include "voxgrad/page/graph_def.h"

namespace voxgrad {
namespace {

std::string TextError(const std::string& text, Message* message) {
  const absl::Status status = ReadText(text, message);
  EXPECT_FALSE(status.ok()) << text;
  EXPECT_EQ(message->ByteSizeLong(), 0u) << "a failure leaves nothing behind";
  return std::string(status.message());
}
std::string GraphError(const std::string& text) {
  GraphDef graph;
  return TextError(text, &graph);
}
std::string AttrError(const std::string& text) {
  AttrValue value;
  return TextError(text, &value);
}

/// Reads and writes again.
template <class T>
std::string Again(const std::string& text) {
  T message;
  const absl::Status status = ReadText(text, &message);
  return status.ok() ? message.DebugString() : std::string(status.message());
}

TEST(PageText, LooksAsProtobufPrintsIt) {
  GraphDef graph = test::ConvolutionNet(1);
  graph.mutable_node(0)->mutable_experimental_type();
  (*graph.mutable_node(0)->mutable_attr())[""];
  EXPECT_EQ(graph.DebugString(), R"(node {
  name: "model/block_0/conv"
  op: "Conv3D"
  input: "x"
  input: "model/filter_0"
  attr {
    key: ""
    value {
    }
  }
  attr {
    key: "T"
    value {
      type: DT_FLOAT
    }
  }
  attr {
    key: "data_format"
    value {
      s: "NDHWC"
    }
  }
  attr {
    key: "dilations"
    value {
      list {
        i: 1
        i: 1
        i: 1
        i: 1
        i: 1
      }
    }
  }
  attr {
    key: "padding"
    value {
      s: "SAME"
    }
  }
  attr {
    key: "strides"
    value {
      list {
        i: 1
        i: 1
        i: 1
        i: 1
        i: 1
      }
    }
  }
  experimental_type {
  }
}
versions {
  producer: 2474
}
)");
}

TEST(PageText, ValuesAreWrittenShort) {
  AttrValue value;
  value.set_s(std::string("a\0\x01\n\r\t\"'\\\x7f\xc3\xa9?", 13));
  EXPECT_EQ(value.DebugString(), "s: \"a\\000\\001\\n\\r\\t\\\"\\'\\\\\\177\\303\\251?\"\n");
  value.set_type(static_cast<DataType>(77));
  EXPECT_EQ(value.DebugString(), "type: 77\n");
  for (const auto& [number, text] : std::vector<std::pair<float, std::string>>{{0, "0"},
                                                                               {-0.0f, "-0"},
                                                                               {0.1f, "0.1"},
                                                                               {1e-40f, "9.9999461e-41"},
                                                                               {1e20f, "1e+20"},
                                                                               {16777216, "16777216"},
                                                                               {1.0f / 3, "0.333333343"},
                                                                               {INFINITY, "inf"},
                                                                               {-INFINITY, "-inf"},
                                                                               {NAN, "nan"}}) {
    value.set_f(number);
    EXPECT_EQ(value.DebugString(), "f: " + text + "\n");
  }
}

TEST(PageText, TakesWhatProtobufTakes) {
  EXPECT_EQ(Again<AttrValue>("s: 'a' \"b\"\n# comment \"\n'\\x41\\101\\u00e9\\U0001F600\\?\\a'"),
            "s: \"abAA\\303\\251\\360\\237\\230\\200?\\007\"\n");
  EXPECT_EQ(
      Again<AttrValue>("list < i: [1, -0x10, 017, - 5]; i: 9223372036854775807, i: -9223372036854775808 >"),
      "list {\n  i: 1\n  i: -16\n  i: 15\n  i: -5\n  i: 9223372036854775807\n  i: -9223372036854775808\n}\n");
  EXPECT_EQ(Again<AttrValue>(
                "list: { b: [true, False, t, 0, 1] b: [] f: [1, .5, 1.5f, 1e3, -inf, NaN, Infinity, 1e60] }"),
            "list {\n  f: 1\n  f: 0.5\n  f: 1.5\n  f: 1000\n  f: -inf\n  f: nan\n  f: inf\n  f: inf\n"
            "  b: true\n  b: false\n  b: true\n  b: false\n  b: true\n}\n");
  EXPECT_EQ(Again<AttrValue>("list { type: [DT_FLOAT, 19, 1000, -1] }"),
            "list {\n  type: DT_FLOAT\n  type: DT_HALF\n  type: 1000\n  type: -1\n}\n");
  EXPECT_EQ(Again<AttrValue>("shape { dim [{size: 1}, <size: 2>] dim: [] dim { } }"),
            "shape {\n  dim {\n    size: 1\n  }\n  dim {\n    size: 2\n  }\n  dim {\n  }\n}\n");
  EXPECT_EQ(Again<NodeDef>(
                "attr { value { i: 1 } key: \"b\" } attr { key: \"a\" } attr { key: \"b\" value { i: 2 } }"),
            "attr {\n  key: \"a\"\n  value {\n  }\n}\nattr {\n  key: \"b\"\n  value {\n    i: 2\n  }\n}\n");
  EXPECT_EQ(Again<GraphDef>(" \t\r\n\v\f# nothing"), "");
  EXPECT_EQ(Again<GraphDef>("library { }"), "library {\n}\n");
}

TEST(PageText, ErrorsSayWhere) {
  EXPECT_EQ(GraphError("node {\n  nmae: \"x\"\n}"), "2:3: NodeDef has no field `nmae`; did you mean `name`?");
  EXPECT_EQ(GraphError("node {\n  name: \"x\"\n"), "3:1: the text ends where a field or `}` should stand.");
  EXPECT_EQ(GraphError("node { } }"), "1:10: `}` stands where a field should stand.");
  EXPECT_EQ(GraphError("node < }"), "1:8: `}` stands where a field or `>` should stand.");
  EXPECT_EQ(GraphError("node { name \"x\" }"), "1:13: `\"x\"` stands where `:` should stand.");
  EXPECT_EQ(GraphError("node { name: x }"), "1:14: `x` stands where a string in quotes should stand.");
  EXPECT_EQ(GraphError("node { name: 'x\n' }"), "1:14: this string does not end on its line.");
  EXPECT_EQ(GraphError("node { name: '\\q' }"), "1:14: this string has an escape that stands for nothing.");
  EXPECT_EQ(GraphError("node { name: '\\377' }"), "1:14: `name` is not UTF-8.");
  EXPECT_EQ(GraphError("node { name: '' name: '' }"), "1:17: `name` of NodeDef is set twice.");
  EXPECT_EQ(GraphError("node { attr { key: 'a' key: 'b' } }"), "1:24: `key` of a map's entry is set twice.");
  EXPECT_EQ(GraphError("node: [{} {}]"), "1:11: `{` stands where `,` or `]` should stand.");
  EXPECT_EQ(GraphError("node: [{},]"), "1:11: `]` stands where `{` should stand.");
  EXPECT_EQ(GraphError("versions: 5"), "1:11: `5` stands where `{` should stand.");
  EXPECT_EQ(GraphError("version: 2147483648"),
            "1:10: `2147483648` stands where a number of 32 bits should stand.");
  EXPECT_EQ(GraphError("version: 1.5"), "1:10: `1.5` stands where a number of 32 bits should stand.");
  EXPECT_EQ(GraphError("version: 08"), "1:10: `08` stands where a number of 32 bits should stand.");
  EXPECT_EQ(GraphError("version: [1]"), "1:10: `[` stands where a number of 32 bits should stand.");
  EXPECT_EQ(GraphError("{ }"), "1:1: `{` stands where a field should stand.");
  EXPECT_EQ(GraphError("[a.b]: 1"), "1:1: `[` stands where a field should stand.");
  EXPECT_EQ(GraphError(std::string("\0", 1)), "1:1: this character cannot stand here.");
  EXPECT_EQ(GraphError("\xff"), "1:1: this character cannot stand here.");
  EXPECT_EQ(AttrError("i: 1 f: 2"), "1:6: AttrValue can hold `i` or `f`, not both.");
  EXPECT_EQ(AttrError("type: DT_FLOTA"), "1:7: `DT_FLOTA` stands where a value of DataType should stand.");
  EXPECT_EQ(AttrError("b: 2"), "1:4: `2` stands where `true` or `false` should stand.");
  EXPECT_EQ(AttrError("f: 0x10"), "1:4: `0x10` stands where a decimal number should stand.");
  EXPECT_EQ(AttrError("f: 1.2.3"), "1:4: `1.2.3` stands where a decimal number should stand.");
  EXPECT_EQ(AttrError("i: 9223372036854775808"),
            "1:4: `9223372036854775808` stands where a number of 64 bits should stand.");
  EXPECT_EQ(AttrError("tensor { uint32_val: -1 }"),
            "1:23: `1` stands where a number of 32 bits, 0 or more, should stand.");
  EXPECT_EQ(AttrError("s: '\\ud800'"), "1:4: this string has an escape that stands for nothing.");
  EXPECT_EQ(AttrError("s: 'a"), "1:4: this string does not end on its line.");
  EXPECT_EQ(AttrError("s: 'a\\"), "1:4: this string does not end on its line.");
}

std::string NestedText(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "args{";
  return text + std::string(static_cast<size_t>(depth), '}');
}

TEST(PageText, DepthIsLimited) {
  FullTypeDef type;
  EXPECT_TRUE(ReadText(NestedText(100), &type).ok());
  EXPECT_EQ(TextError(NestedText(101), &type), "1:505: messages stand more than 100 deep in each other.");
  EXPECT_EQ(TextError(NestedText(1000000), &type), "1:505: messages stand more than 100 deep in each other.");
}

TEST(PageText, TenMegabytesOfAnythingEnd) {
  constexpr size_t kSize = 10'000'000;
  static constexpr char kCharacters[] = "{}[]<>:;,-\"'#\\0a.\0\xff ";
  for (const char c : std::string(kCharacters, sizeof(kCharacters) - 1)) {
    GraphDef graph;
    const bool blank = c == ' ' || c == '#';
    EXPECT_EQ(ReadText(std::string(kSize, c), &graph).ok(), blank) << c;
    EXPECT_FALSE(ReadText("node { name: " + std::string(kSize, c), &graph).ok()) << c;
    EXPECT_EQ(ReadText("version: " + std::string(kSize, c), &graph).ok(), c == '0') << c;  // an octal zero
    EXPECT_FALSE(ReadText("node: [" + std::string(kSize, c), &graph).ok()) << c;
  }
}

}  // namespace
}  // namespace voxgrad
