// Round trips of random messages, damaged files, and how long a large page takes.
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

#include "fuzz/fuzz_page.h"
#include "page/messages/binary.h"
#include "page/messages/text.h"
#include "page_random.h"
#include "voxgrad/graph_def.h"

namespace voxgrad {
namespace {

TEST(PageFuzz, RandomMessagesComeBack) {
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    GraphDef graph;
    test::RandomMessages(seed, 2).Fill(graph);
    const std::string bytes = graph.SerializeAsString(), text = graph.DebugString();
    ASSERT_EQ(graph.ByteSizeLong(), bytes.size());
    GraphDef from_bytes, from_text;
    ASSERT_EQ(ReadBinary(bytes, &from_bytes), absl::OkStatus());
    ASSERT_EQ(from_bytes.SerializeAsString(), bytes);
    ASSERT_EQ(from_bytes.DebugString(), text);
    ASSERT_EQ(ReadText(text, &from_text), absl::OkStatus()) << text;
    ASSERT_EQ(from_text.SerializeAsString(), bytes);
    ASSERT_EQ(from_text.DebugString(), text);
  }
}

/// What was read is written, and that reads as the same.
void ExpectStable(const GraphDef& graph) {
  const std::string bytes = graph.SerializeAsString();
  GraphDef again;
  ASSERT_EQ(ReadBinary(bytes, &again), absl::OkStatus());
  ASSERT_EQ(again.SerializeAsString(), bytes);
  const std::string text = WriteText(graph);
  ASSERT_EQ(WriteText(again), text);
  ASSERT_EQ(ReadText(text, &again), absl::OkStatus()) << text;
  ASSERT_EQ(WriteText(again), text);
}

TEST(PageFuzz, DamagedFilesAreRefusedOrRead) {
  int taken[2] = {0, 0};
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    test::RandomMessages random(seed, 5);
    GraphDef graph;
    random.Fill(graph);
    NodeDef* node = graph.add_node();
    random.Fill((*node->mutable_attr())["value"]);
    const std::string forms[2] = {graph.SerializeAsString(), graph.DebugString()};
    for (int i = 0; i < 100; ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", case " << i);
      std::string damaged = forms[i % 2];
      driver::Damage(&damaged, &random.random());
      GraphDef read;
      const absl::Status status = i % 2 == 0 ? ReadBinary(damaged, &read) : ReadText(damaged, &read);
      if (status.ok()) {
        ++taken[i % 2];
        ExpectStable(read);
        if (testing::Test::HasFatalFailure()) return;
      } else {
        ASSERT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
        ASSERT_FALSE(status.message().empty());
        ASSERT_EQ(read.ByteSizeLong(), 0u);
      }
    }
  }
  // The damage must be neither fatal nor harmless in general, or nothing is tested.
  for (const int count : taken) {
    EXPECT_GT(count, 2000);
    EXPECT_LT(count, 45000);
  }
}

TEST(PageFuzz, NoiseIsRefusedOrRead) {
  for (uint64_t seed = 1; seed <= 20000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    driver::Random random(seed);
    std::string noise;
    for (int64_t size = random.Int(1, 60); size > 0; --size)
      noise += static_cast<char>(random.Int(0, seed % 2 ? 255 : 63));
    GraphDef graph;
    if (ReadBinary(noise, &graph).ok()) ExpectStable(graph);
    if (ReadText(noise, &graph).ok()) ExpectStable(graph);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(PageFuzz, AHundredThousandNodes) {
  // Processor time: the same on a busy machine.
  std::clock_t last = std::clock();
  const auto lap = [&](const char* what, size_t bytes) {
    const double seconds = static_cast<double>(std::clock() - last) / CLOCKS_PER_SEC;
    std::printf("  100,000 nodes: %-13s %5.2f s, %5.1f MB\n", what, seconds,
                static_cast<double>(bytes) * 1e-6);
    last = std::clock();
  };
  const GraphDef graph = test::ConvolutionNet(100000);
  lap("build", 0);
  const std::string text = graph.DebugString();
  lap("write text", text.size());
  GraphDef from_text, from_bytes;
  ASSERT_EQ(ReadText(text, &from_text), absl::OkStatus());
  lap("read text", text.size());
  const std::string bytes = graph.SerializeAsString();
  lap("write binary", bytes.size());
  ASSERT_EQ(ReadBinary(bytes, &from_bytes), absl::OkStatus());
  lap("read binary", bytes.size());
  EXPECT_TRUE(from_text.SerializeAsString() == bytes);
  EXPECT_TRUE(from_bytes.DebugString() == text);
  EXPECT_EQ(from_text.node_size(), 100000);
}

// Time grows with the size, not with its square: long lists come in every form.
TEST(PageFuzz, LongListsInSmallPieces) {
  std::string bytes, text = "list {";
  for (int i = 0; i < 300000; ++i) {
    bytes += "\x0a\x03\x1a\x01\x05";  // a list of one number, to be merged with the one before
    text += "i:5 i:[6]";
  }
  AttrValue value;
  ASSERT_EQ(ReadBinary(bytes, &value), absl::OkStatus());
  EXPECT_EQ(value.list().i_size(), 300000);
  ASSERT_EQ(ReadText(text + "}", &value), absl::OkStatus());
  EXPECT_EQ(value.list().i_size(), 600000);
}

}  // namespace
}  // namespace voxgrad
