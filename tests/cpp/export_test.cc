// Pages as programs: every page is either written or refused with a sentence, and what is written follows
// from the page alone.
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "fuzz/fuzz_page.h"
#include "page/code/export_code.h"
#include "support.h"

namespace voxgrad {
namespace {

using ExportFunction = absl::StatusOr<std::string> (*)(const std::shared_ptr<const Page>&,
                                                       const ExportOptions&, std::vector<ExportedFile>*);

/// The part of a random page that is sound, so that there is something to export.
std::shared_ptr<const Page> SoundPage(uint64_t seed) {
  Random random(seed);
  const Page whole(driver::RandomPage(25, &random), "/nowhere");
  GraphDef sound;
  for (const Node* node : whole.graph().op_nodes()) {
    if (node->finding().ok()) *sound.add_node() = node->def();
  }
  // What read from a node with a finding goes with it, until nothing does.
  while (true) {
    const Import import = ImportGraph(sound);
    if (import.problems.empty()) break;
    GraphDef less;
    for (const Node* node : import.graph->op_nodes()) {
      if (node->finding().ok()) *less.add_node() = node->def();
    }
    if (less.node_size() == sound.node_size()) break;
    sound = less;
  }
  return std::make_shared<const Page>(sound, "/nowhere");
}

TEST(Export, RandomPagesAreWrittenOrRefused) {
  int written = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const std::shared_ptr<const Page> page = SoundPage(seed);
    for (const ExportFunction function : {ExportFunction(ExportCpp), ExportFunction(ExportPython)}) {
      std::vector<ExportedFile> files, again_files;
      const absl::StatusOr<std::string> text = function(page, {}, &files);
      if (!text.ok()) {
        EXPECT_FALSE(text.status().message().empty()) << "seed " << seed;
        continue;
      }
      ++written;
      const absl::StatusOr<std::string> again = function(page, {}, &again_files);
      EXPECT_EQ(*text, *again) << "seed " << seed;
      EXPECT_EQ(files.size(), again_files.size());
      for (const Node* node : page->graph().op_nodes()) {
        const bool there = absl::StrContains(*text, node->name());
        EXPECT_TRUE(there || node->name() == kPageNode) << node->name() << ", seed " << seed;
      }
    }
    EXPECT_TRUE(absl::StartsWith(ExportDot(*page), "digraph"));
  }
  EXPECT_GT(written, 100);
}

TEST(Export, AProblemIsTheAnswer) {
  GraphDef def;
  NodeDef* node = def.add_node();
  node->set_name("x");
  node->set_op("AvgPol");
  std::vector<ExportedFile> files;
  const auto page = std::make_shared<const Page>(def, ".");
  const absl::StatusOr<std::string> text = ExportPython(page, {}, &files);
  EXPECT_EQ(text.status(), page->import().status());
  EXPECT_FALSE(text.ok());
}

TEST(Export, LongValuesAreFilesOnce) {
  GraphDef def;
  NodeDef* node = def.add_node();
  node->set_name("a/b");
  node->set_op("Const");
  (*node->mutable_attr())["dtype"].set_type(DT_FLOAT);
  Tensor value(DT_FLOAT, TensorShape({100}));
  for (float& number : value.mutable_values<float>()) number = 2;
  value.AsProtoTensorContent((*node->mutable_attr())["value"].mutable_tensor());
  std::vector<ExportedFile> files;
  ExportOptions options;
  options.data_folder = "net.data";
  const auto page = std::make_shared<const Page>(def, ".");
  const absl::StatusOr<std::string> text = ExportCpp(page, options, &files);
  ASSERT_TRUE(text.ok()) << text.status();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].path, "net.data/a%2fb.npy");
  EXPECT_TRUE(absl::StrContains(*text, "FromNpy(\"net.data/a%2fb.npy\")"));
  options.most_inline = 100;
  EXPECT_FALSE(absl::StrContains(*ExportCpp(page, options, &files), "FromNpy"));
  EXPECT_TRUE(files.empty());
}

}  // namespace
}  // namespace voxgrad
