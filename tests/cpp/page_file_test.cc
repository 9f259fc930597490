// Pages on disk: text or binary, data beside the page, saves that fail.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "absl/strings/match.h"
#include "core/npy.h"
#include "page/graph/attribute_value.h"
#include "page/pages/page_data.h"
#include "page/pages/page_run.h"
#include "page_support.h"

namespace voxgrad {
namespace {

using test::Folder;
using test::kPages;
using test::MakePage;
using test::Parse;
using test::Unary;

TEST(PageFile, TextOrBinaryByContent) {
  const GraphDef def = Parse(Unary("Neg", "b", "a"));
  EXPECT_EQ(Parse(def.SerializeAsString()).DebugString(), def.DebugString());
  EXPECT_EQ(Parse("\n\n # a page\n" + def.DebugString()).DebugString(), def.DebugString());
  EXPECT_EQ(Parse("").node_size(), 0);
  EXPECT_EQ(ParsePage("node { nmae: 'x' }").status().message(),
            "1:8: NodeDef has no field `nmae`; did you mean `name`?");
  EXPECT_TRUE(absl::StartsWith(ParsePage(std::string("\x0a\x7f\x01", 3)).status().message(),
                               "(read as binary) byte"));
  EXPECT_EQ(ReadPage(kPages).status().message(), kPages + " is a folder, not a page.");
  EXPECT_EQ(ReadPage("/none.pbtxt").status().message(),
            "/none.pbtxt cannot be read: No such file or directory.");
}

TEST(PageFile, LargeValuesLieBesideThePage) {
  const Folder folder;
  GraphDef def;
  Tensor large = test::NewTensor(DT_FLOAT, {600, 500});
  large.mutable_values<float>()[7] = 3;
  NodeDef* node = def.add_node();
  node->set_name("a/large");
  node->set_op("Const");
  (*node->mutable_attr())["dtype"].set_type(DT_FLOAT);
  (*node->mutable_attr())["value"] = AttributeToValue(large);
  ASSERT_EQ(WritePage(folder / "page.pbtxt", def, "."), absl::OkStatus());
  const GraphDef written = test::Must(ReadPage(folder / "page.pbtxt"));
  EXPECT_EQ(written.node(0).op(), "Placeholder");
  EXPECT_EQ(written.node(0).attr().at("_file").s(), "page.data/a%2flarge.npy");
  EXPECT_LT(written.ByteSizeLong(), 500u);
  EXPECT_EQ(test::Must(ReadNpy(folder / "page.data/a%2flarge.npy")).values<float>()[7], 3);

  const auto page = test::Must(Page::Load(folder / "page.pbtxt"));
  EXPECT_EQ(test::Must(PageRun(page).Run({})).at(0).tensor.values<float>()[7], 3);

  SavePolicy embed;
  embed.embed = true;
  ASSERT_EQ(page->Save(folder / "whole.pb", embed), absl::OkStatus());
  EXPECT_EQ(test::Must(ReadPage(folder / "whole.pb")).SerializeAsString(), def.SerializeAsString());

  ASSERT_EQ(mkdir((folder / "other").c_str(), 0777), 0);
  ASSERT_EQ(page->Save(folder / "other/moved.pbtxt"), absl::OkStatus());
  const auto moved = test::Must(Page::Load(folder / "other/moved.pbtxt"));
  EXPECT_EQ(test::Must(PageRun(moved).Run({})).at(0).tensor.values<float>()[7], 3);
}

TEST(PageFile, DataStaysBesideThePage) {
  for (const char* name : {"/etc/passwd", "../x.npy", "a/../../x.npy", "", "a//b"})
    EXPECT_FALSE(DataPath("folder", name).ok()) << name;
  EXPECT_EQ(test::Must(DataPath("folder", "page.data/x.npy")), "folder/page.data/x.npy");
  EXPECT_EQ(FileName("../a b:1"), "%2e.%2fa%20b%3a1");
}

TEST(PageFile, DataOfTheWrongKind) {
  const Folder folder;
  ASSERT_EQ(WriteNpy(folder / "x.npy", Tensor::Of<float>({1, 2}, {2})), absl::OkStatus());
  const auto run = [&](const std::string& attrs) {
    const auto page = MakePage("node { name: 'x' op: 'Placeholder' " + attrs + "}", folder / "");
    PageRequest request;
    request.fetches = {"x"};
    return std::string(PageRun(page).Run(request).status().message());
  };
  const std::string float_type = "attr { key: 'dtype' value { type: DT_FLOAT } } ";
  EXPECT_EQ(run(float_type + "attr { key: '_file' value { s: 'x.npy' } }"), "");
  EXPECT_EQ(run("attr { key: 'dtype' value { type: DT_INT32 } } attr { key: '_file' value { s: 'x.npy' } }"),
            "Placeholder (x): _file `x.npy` holds float [2], but the node is int32 <unknown>.");
  EXPECT_EQ(run(float_type + "attr { key: '_generator' value { s: 'ramp' } }"),
            "Placeholder (x): _generator needs a shape that is known, and this one is <unknown>.");
  const std::string shape = "attr { key: 'shape' value { shape { dim { size: 2 } } } } ";
  EXPECT_EQ(run(float_type + shape + "attr { key: '_generator' value { s: 'rmap' } }"),
            "Placeholder (x): _generator is `rmap`; there is no such recipe. Did you mean ramp?");
}

TEST(PageFile, FailedSavesLeaveThePage) {
  const Folder folder;
  ASSERT_EQ(WritePage(folder / "page.pbtxt", Parse(Unary("Neg", "b", "a")), "."), absl::OkStatus());
  EXPECT_FALSE(WritePage(folder / "none/page.pbtxt", GraphDef(), ".").ok());
  ASSERT_EQ(mkdir((folder / "taken.pbtxt").c_str(), 0777), 0);
  EXPECT_FALSE(WritePage(folder / "taken.pbtxt", GraphDef(), ".").ok());
  EXPECT_EQ(std::system(("ls '" + (folder / "") + "' | grep -q new").c_str()), 256);  // nothing is left over
}

}  // namespace
}  // namespace voxgrad
