// The binary form: bytes, what is kept of what is not known, and bytes that are no message.
#include <gtest/gtest.h>

#include "page/messages/binary.h"
#include "page_random.h"
#include "voxgrad/page/graph_def.h"

namespace voxgrad {
namespace {

std::string Hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    char digits[4];
    std::snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned char>(c));
    text += digits;
  }
  return text;
}
std::string Unhex(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

template <class T>
std::string BinaryError(const std::string& bytes) {
  T message;
  const absl::Status status = ReadBinary(bytes, &message);
  EXPECT_FALSE(status.ok()) << Hex(bytes.substr(0, 40));
  EXPECT_EQ(message.ByteSizeLong(), 0u) << "a failure leaves nothing behind";
  return std::string(status.message());
}

TEST(PageBinary, Bytes) {
  GraphDef graph;
  graph.mutable_versions()->set_producer(300);
  graph.mutable_versions()->add_bad_consumers(1);
  graph.mutable_versions()->add_bad_consumers(-1);
  NodeDef* node = graph.add_node();
  node->set_name("x");
  (*node->mutable_attr())["T"].set_type(DT_FLOAT);
  (*node->mutable_attr())["f"].set_f(1);
  EXPECT_EQ(Hex(graph.SerializeAsString()),
            "0a18"
            "0a0178"
            "2a07"
            "0a0154"
            "12023001"
            "2a0a"
            "0a0166"
            "1205250000803f"
            "2210"
            "08ac02"
            "1a0b01ffffffffffffffffff01");
  EXPECT_EQ(graph.ByteSizeLong(), graph.SerializeAsString().size());
}

TEST(PageBinary, ListsMayComeUnpacked) {
  VersionDef versions;
  EXPECT_TRUE(
      versions.ParseFromString(Unhex("18011802"
                                     "1a020304"
                                     "1805"
                                     "1a00")));
  EXPECT_EQ(std::vector<int>(versions.bad_consumers().begin(), versions.bad_consumers().end()),
            (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(Hex(versions.SerializeAsString()), "1a050102030405");
}

TEST(PageBinary, TheLastValueCountsAndMessagesMerge) {
  AttrValue value;
  EXPECT_TRUE(
      value.ParseFromString(Unhex("1801"
                                  "2801"
                                  "1807")));
  EXPECT_EQ(value.i(), 7);
  EXPECT_TRUE(
      value.ParseFromString(Unhex("0a021801"
                                  "0a021802")));
  EXPECT_EQ(value.list().i_size(), 2);
  // A map's entry without a value has an empty one; of two with one key, the second counts.
  NodeDef node;
  EXPECT_TRUE(
      node.ParseFromString(Unhex("2a070a01541202180a"
                                 "2a030a0154"
                                 "2a0412021801")));
  EXPECT_EQ(node.attr_size(), 2);
  EXPECT_EQ(node.attr().at("T").value_case(), AttrValue::VALUE_NOT_SET);
  EXPECT_EQ(node.attr().at("").i(), 1);
}

TEST(PageBinary, WhatIsNotKnownIsKept) {
  // Field 5 as bytes, a known field of a wrong wire type, a group of field 9 with a group in it, field 6 of
  // 32 and field 7 of 64 bits.
  const std::string unknown = Unhex(
      "2a0161"
      "2001"
      "4b530801544c"
      "3578563412"
      "390102030405060708");
  GraphDef graph;
  ASSERT_TRUE(graph.ParseFromString(unknown + Unhex("1805")));
  EXPECT_EQ(graph.version(), 5);
  EXPECT_EQ(Hex(graph.SerializeAsString()), "1805" + Hex(unknown));
  GraphDef copy = graph;
  EXPECT_EQ(copy.unknown_fields(), unknown);
  copy.Clear();
  EXPECT_FALSE(copy.has_unknown_fields());
  // A type that has no name here stays the number it is.
  AttrValue value;
  ASSERT_TRUE(value.ParseFromString(Unhex("30ffffffff0f")));
  EXPECT_EQ(static_cast<int>(value.type()), -1);
}

TEST(PageBinary, ErrorsSayWhere) {
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("0a")), "byte 1: a number is cut off.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("0a05610000")), "byte 2: a length goes past the end.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("0affffffffffffffffff01")), "byte 11: a length goes past the end.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("18ffffffffffffffffffff01")),
            "byte 11: a number has more than ten bytes.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("00")), "byte 1: there is no field of that number.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("ffffffffffff01")), "byte 7: there is no field of that number.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("0e")), "byte 1: there is no wire type 6 or 7.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("4c")), "byte 1: a group ends that never began.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("4b54")), "byte 2: a group ends that never began.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("4b")), "byte 1: a number is cut off.");
  EXPECT_EQ(BinaryError<GraphDef>(Unhex("1801"
                                        "0a030a01ff")),
            "byte 6: name is not UTF-8.");
  EXPECT_EQ(BinaryError<TensorProto>(Unhex("2a03000000")), "byte 2: a number is cut off.");
  EXPECT_EQ(BinaryError<VersionDef>(Unhex("1a01ff")), "byte 3: a number is cut off.");
}

TEST(PageBinary, Utf8IsChecked) {
  for (const char* good :
       {"", "61", "c3a9", "e28882", "f09d9b81", "ed9fbf", "ee8080", "f48fbfbf", "6161616161616161c3a9"}) {
    NodeDef node;
    const std::string bytes = Unhex(good);
    EXPECT_TRUE(node.ParseFromString(std::string("\x0a") + static_cast<char>(bytes.size()) + bytes)) << good;
  }
  for (const char* bad : {"80", "c3", "c0af", "c1bf", "e08080", "eda080", "edbfbf", "f0808080", "f4908080",
                          "f5808080", "e28", "c328", "e228a1", "61616161616161ff"}) {
    NodeDef node;
    const std::string bytes = Unhex(bad);
    EXPECT_FALSE(node.ParseFromString(std::string("\x0a") + static_cast<char>(bytes.size()) + bytes)) << bad;
  }
}

/// FullTypeDefs in each other, made from the inside out.
std::string NestedBinary(int depth) {
  std::string bytes;
  for (; depth > 0; --depth) {
    std::string start = "\x12";
    size_t size = bytes.size();
    for (; size >= 0x80; size >>= 7) start += static_cast<char>(size | 0x80);
    bytes = start + static_cast<char>(size) + bytes;
  }
  return bytes;
}

TEST(PageBinary, DepthIsLimited) {
  FullTypeDef type;
  EXPECT_TRUE(type.ParseFromString(NestedBinary(100)));
  EXPECT_EQ(type.SerializeAsString(), NestedBinary(100));
  EXPECT_NE(BinaryError<FullTypeDef>(NestedBinary(101)).find("messages stand more than 100 deep"),
            std::string::npos);
  EXPECT_FALSE(type.ParseFromString(NestedBinary(20000)));
  EXPECT_FALSE(type.ParseFromString(std::string(10'000'000, '\x4b')));  // groups in groups
  GraphDef graph;
  std::string groups(100, '\x4b');
  EXPECT_TRUE(graph.ParseFromString(groups + std::string(100, '\x4c')));
  EXPECT_FALSE(graph.ParseFromString("\x4b" + groups + std::string(101, '\x4c')));
}

TEST(PageBinary, EveryCutIsRefusedOrRead) {
  test::RandomMessages random(1);
  GraphDef graph;
  while (graph.ByteSizeLong() < 2000) random.Fill(graph);
  const std::string bytes = graph.SerializeAsString();
  for (size_t size = 0; size < bytes.size(); ++size) {
    GraphDef part;
    if (ReadBinary(absl::string_view(bytes).substr(0, size), &part).ok()) {
      EXPECT_EQ(part.ByteSizeLong(), size);
    } else {
      EXPECT_EQ(part.ByteSizeLong(), 0u);
    }
  }
}

}  // namespace
}  // namespace voxgrad
