// Fields that the tables do not know, as newer versions of TensorFlow write them: they survive text and
// binary.
#include <gtest/gtest.h>

#include <string>

#include "core/random.h"
#include "fuzz/fuzz.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"
#include "page/messages/wire.h"
#include "voxgrad/graph_def.h"

namespace voxgrad {
namespace {

/// Fields of any number and kind, none of which a GraphDef or NodeDef has.
std::string AnyFields(Random* random, int depth) {
  std::string bytes;
  for (int64_t count = random->Int(0, 3); count > 0; --count) {
    const int number =
        static_cast<int>(random->Int(0, 3) == 0 ? random->Int(100, (1 << 29) - 1) : random->Int(20, 30));
    const auto value = static_cast<uint64_t>(random->Int(0, 300)) << random->Int(0, 50);
    switch (random->Int(0, depth > 0 ? 5 : 3)) {
      case 0:
        AppendTag({number, WireType::kVarint}, &bytes);
        AppendVarint(value, &bytes);
        break;
      case 1:
        AppendTag({number, WireType::kFixed32}, &bytes);
        AppendFixed(static_cast<uint32_t>(value), &bytes);
        break;
      case 2:
        AppendTag({number, WireType::kFixed64}, &bytes);
        AppendFixed(value, &bytes);
        break;
      case 3: {
        std::string text;
        for (int64_t size = random->Int(0, 6); size > 0; --size)
          text += static_cast<char>(random->Int(0, 255));
        AppendTag({number, WireType::kLength}, &bytes);
        AppendBytes(text, &bytes);
        break;
      }
      case 4:
        AppendTag({number, WireType::kLength}, &bytes);
        AppendBytes(AnyFields(random, depth - 1), &bytes);
        break;
      default:
        AppendTag({number, WireType::kGroup}, &bytes);
        bytes += AnyFields(random, depth - 1);
        AppendTag({number, WireType::kEndGroup}, &bytes);
    }
  }
  return bytes;
}

TEST(PageUnknown, FieldsSurviveTextAndBinary) {
  for (uint64_t seed = 1; seed <= 5000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    GraphDef graph;
    NodeDef* node = graph.add_node();
    node->set_name("x");
    node->set_op("NoOp");
    (*node->mutable_attr())["_a"].set_i(3);
    *node->mutable_unknown_fields() = AnyFields(&random, 12);
    *(*node->mutable_attr())["_a"].mutable_unknown_fields() = AnyFields(&random, 2);
    *graph.mutable_unknown_fields() = AnyFields(&random, 2);
    const std::string bytes = graph.SerializeAsString(), text = WriteText(graph);
    GraphDef from_text, from_bytes;
    ASSERT_EQ(ReadText(text, &from_text), absl::OkStatus()) << text;
    ASSERT_EQ(from_text.SerializeAsString(), bytes) << text;
    ASSERT_EQ(ReadBinary(bytes, &from_bytes), absl::OkStatus());
    ASSERT_EQ(WriteText(from_bytes), text);
  }
}

std::string Refusal(const std::string& text) {
  GraphDef graph;
  return std::string(ReadText(text, &graph).message());
}

TEST(PageUnknown, WhatIsWrongInTextIsSaid) {
  EXPECT_EQ(Refusal("77: 1 88 { 1: 0x00000001 2: \"a\" \"b\" 3: { 4: 5 } }; 99 { }"), "");
  EXPECT_EQ(Refusal("1: \"x\""), "1:1: field 1 of GraphDef is `node`, and goes by that name.");
  EXPECT_EQ(Refusal("77: 0x01"),
            "1:5: `0x01` stands where a number, 8 or 16 digits behind `0x`, a string in quotes or `{` should "
            "stand.");
  EXPECT_EQ(Refusal("77: -1"),
            "1:5: `-` stands where a number, 8 or 16 digits behind `0x`, a string in quotes or "
            "`{` should stand.");
  EXPECT_EQ(Refusal("77 5"), "1:4: `5` stands where `:` should stand.");
  EXPECT_EQ(Refusal("0: 5"), "1:1: `0` stands where a field's name or number should stand.");
  EXPECT_EQ(Refusal("99999999999: 5"),
            "1:1: `99999999999` stands where a field's name or number should stand.");
  EXPECT_EQ(Refusal("77 { name: 5 }"), "1:6: `name` stands where a field's number or `}` should stand.");
  EXPECT_EQ(Refusal("77 { 5: 5"), "1:10: the text ends where a field's number or `}` should stand.");
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "7 {";
  EXPECT_NE(Refusal(deep).find("too deep"), std::string::npos);
}

}  // namespace
}  // namespace voxgrad
