// Studio's pages as files and back, and pages that mean harm.
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/random.h"
#include "page/messages/text.h"
#include "page/pages/page_file.h"
#include "studio/api.h"
#include "studio/page_json.h"
#include "studio_pages.h"

namespace voxgrad::studio {
namespace {

/// Wires have no order.
NamedJson Sorted(NamedJson page) {
  std::sort(page["wires"].begin(), page["wires"].end());
  return page;
}

NamedJson ThereAndBack(const NamedJson& page) {
  const absl::StatusOr<GraphDef> def = PageToGraphDef(page, "/tmp");
  EXPECT_TRUE(def.ok()) << def.status();
  // By way of text, as a file would.
  const absl::StatusOr<GraphDef> read = ParsePage(def->DebugString());
  EXPECT_TRUE(read.ok()) << read.status();
  return GraphDefToPage(*read, "/tmp");
}

/// What changes on the way there and back, as a JSON patch; [] when nothing does.
NamedJson Changes(const NamedJson& page) { return NamedJson::diff(Sorted(page), Sorted(ThereAndBack(page))); }

TEST(StudioPage, ComesBackFromItsFile) {
  for (TestPage page : {TrainingPage(), PoolPage()}) {
    page.json()["groups"]["g1"] = {{"title", "Net"}, {"x", 1},      {"y", 2},
                                   {"width", 30.5},  {"height", 4}, {"collapsed", true}};
    page.json()["comments"]["c1"] = {{"text", "why ∂"}, {"x", 1}, {"y", 2}, {"width", 3}, {"height", 4}};
    page.json()["views"].push_back({{"kind", "trend"}, {"output", "loss:0"}});
    page.json()["about"] = "A page.";
    EXPECT_EQ(Changes(page.json()), NamedJson::array());
  }
}

TEST(StudioPage, KeepsMistakes) {
  TestPage page = PoolPage();
  NamedJson& blocks = page.json()["blocks"];
  blocks["pool"]["attrs"]["ksize"] = "1,2,x";
  blocks["pool"]["attrs"]["data_format"] = "NDHWC";
  blocks["pool"]["attrs"]["nonsense"] = "7";
  blocks["dx"]["literals"]["orig_input_shape"] = "{1, 4, 4, 4, 2}";
  blocks["dx"]["literals"]["grad"] = "unseen below the wire";
  page.Const("c", "1,2,3", "2,2");
  page.Add("unknown", "NoSuchOp")["attrs"]["a"] = "b";
  page.Add("raw", "AlsoUnknown")["raw"] = "attr { key: \"k\" value { i: 3 } }";
  page.Wire("c", 0, "raw", "input[0]");
  page.Wire("c", 0, "dx", "grad");
  page.Wire("c", 9, "nowhere", "grad");
  page.Wire("dx", 0, "pool", "input");
  page.Add("two:words^", "Relu")["note"] = "odd";
  page.Wire("two:words^", 0, "dx", "orig_input_shape");
  page.Add("", "NoOp");
  page.Add("voxgrad/page", "NoOp");
  page.Add("s1", "Session");
  page.Add("s2", "Session");
  EXPECT_EQ(Changes(page.json()), NamedJson::array());
}

TEST(StudioPage, HandMadeChangesWinOverWhatWasTyped) {
  TestPage page = PoolPage();
  GraphDef def = *PageToGraphDef(page.json(), "/tmp");
  for (int i = 0; i < def.node_size(); ++i) {
    if (def.node(i).name() != "pool") continue;
    EXPECT_EQ(def.node(i).attr().at("_typed_strides").s(), "{1,2,2,2,1}");
    auto& strides = *(*def.mutable_node(i)->mutable_attr())["strides"].mutable_list();
    strides.set_i(1, 1);
  }
  EXPECT_EQ(GraphDefToPage(def, "")["blocks"]["pool"]["attrs"]["strides"], "1,1,2,2,1");
}

/// A page of sound and unsound blocks, drawn at random.
TestPage RandomPage(Random* random) {
  TestPage page;
  const int64_t count = random->Int(1, 12);
  const auto name = [](int64_t i) { return absl::StrCat("b", i); };
  for (int64_t i = 0; i < count; ++i) {
    switch (random->Int(0, 7)) {
      case 0:
        page.Const(name(i), "1,2,3,4", random->OneIn(2) ? "2,2" : "");
        break;
      case 1:
        page.Add(name(i), "Const")["value"] = {{"dtype", "half"}, {"shape", "2,2"}, {"generator", "ramp"}};
        break;
      case 2:
        page.Add(name(i), "AddV2")["literals"]["y"] = random->OneIn(2) ? "1" : "{ 1, 2 }";
        break;
      case 3:
        page.Add(name(i), "ConcatV2")["literals"] = {{"axis", "0"}, {"values[1]", "1,2"}};
        break;
      case 4:
        page.Add(name(i), "Gradients");
        break;
      case 5:
        page.Add(name(i), random->OneIn(3) ? "Session" : "Relu")["group"] = "g";
        break;
      case 6:
        page.Add(name(i), "MatMul")["attrs"] = {{"transpose_a", random->OneIn(2) ? "true" : "false"}};
        break;
      default:
        page.Add(name(i), "Square")["note"] = "n";
    }
  }
  constexpr const char* kPins[] = {"x",
                                   "y",
                                   "a",
                                   "b",
                                   "features",
                                   "values[0]",
                                   "values[1]",
                                   "outputs[0]",
                                   "inputs[0]",
                                   "inputs[1]",
                                   "grad_outputs[0]",
                                   "fetch_outputs[0]",
                                   "run_outputs[0]",
                                   "^",
                                   "t"};
  for (int64_t i = random->Int(0, 25); i > 0; --i) {
    page.Wire(name(random->Int(0, count)), static_cast<int>(random->Int(-1, 1)), name(random->Int(0, count)),
              random->Pick(kPins));
  }
  return page;
}

TEST(StudioPage, RandomPagesComeBack) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    TestPage page = RandomPage(&random);
    ASSERT_EQ(Changes(page.json()), NamedJson::array()) << "seed " << seed << ": " << page.json();
  }
}

/// Changes one thing somewhere in a JSON value.
void Mutate(NamedJson* json, Random* random) {
  NamedJson* at = json;
  for (int64_t depth = random->Int(1, 5); depth > 0 && at->is_structured() && !at->empty(); --depth) {
    auto next = at->begin();
    std::advance(next, random->Int(0, static_cast<int64_t>(at->size()) - 1));
    at = &*next;
  }
  static const auto* values = new std::vector<NamedJson>{nullptr,
                                                         true,
                                                         -1,
                                                         1e300,
                                                         18446744073709551615u,
                                                         "",
                                                         "^",
                                                         "a:b",
                                                         "1e999999",
                                                         "{{{{",
                                                         "values[99999999]",
                                                         "float[9999999999,9999999999]:1",
                                                         "upload:x",
                                                         "../../etc/passwd",
                                                         "@/etc/passwd",
                                                         NamedJson::array(),
                                                         NamedJson::object(),
                                                         NamedJson::array({1, "x"}),
                                                         "Session",
                                                         "Gradients",
                                                         "Const",
                                                         "x",
                                                         "y",
                                                         "inputs[0]",
                                                         "2147483648,2147483648,2147483648",
                                                         "\xff\xfe",
                                                         std::string("\0", 1),
                                                         "half:1",
                                                         "ball radius=nan"};
  *at = random->Pick(*values);
}

TEST(StudioPage, NoPageDoesHarm) {
  Studio studio("/tmp/nowhere");
  const std::atomic<bool> cancel = false;
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    Random random(seed);
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    NamedJson body = (random.OneIn(3)   ? TrainingPage()
                      : random.OneIn(2) ? PoolPage()
                                        : RandomPage(&random))
                         .Body();
    body["block"] = random.OneIn(2) ? "g" : "pool";
    body["from"] = "x";
    for (int64_t i = random.Int(1, 4); i > 0; --i) Mutate(&body, &random);
    for (const char* path : {"/api/infer", "/api/gradients", "/api/window", "/api/export"}) {
      const Answer answer = studio.Post(path, body);
      ASSERT_TRUE(answer.status == 200 || answer.status == 400 || answer.status == 404)
          << path << answer.json;
      ASSERT_FALSE(JsonText(answer.json).empty());
    }
    if (seed % 10 == 0) studio.Post("/api/fits", body);
    std::string last;
    if (seed % 4 == 0) {
      studio.Run(body, cancel, [&](const std::string& line) { last = line; });
      ASSERT_EQ(NamedJson::parse(last)["event"], "done");
    }
  }
}

TEST(StudioPage, DeepJsonIsAnError) {
  std::string deep(100000, '[');
  deep += std::string(100000, ']');
  Studio studio("/tmp");
  NamedJson body = {{"page", {{"blocks", NamedJson::object()}}}};
  body["page"]["views"].push_back(NamedJson::parse(deep));
  EXPECT_EQ(studio.Post("/api/infer", body).status, 400);
}

TEST(StudioPage, ADeviceStays) {
  GraphDef def;
  ASSERT_TRUE(ReadText(R"(
      node { name: "x" op: "Const" device: "/cpu:0" attr { key: "dtype" value { type: DT_FLOAT } }
             attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape {} float_val: 1 } } } }
      node { name: "y" op: "Relu" device: "/job:w/gpu:1" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "wrong" op: "Relu" device: "/cpu:1" }
      node { name: "z" op: "Strange" device: "/cpu:2" input: "y" })",
                       &def)
                  .ok());
  const NamedJson page = GraphDefToPage(def, "");
  EXPECT_EQ(page["blocks"]["y"]["device"], "/job:w/gpu:1");
  const GraphDef again = *PageToGraphDef(page, "/tmp");
  std::map<std::string, std::string> devices;
  for (const NodeDef& node : again.node()) devices[node.name()] = node.device();
  for (const NodeDef& node : def.node()) EXPECT_EQ(devices[node.name()], node.device()) << node.name();
  EXPECT_EQ(Changes(page), NamedJson::array());
}

TEST(StudioPage, ImportsGraphsOfOthers) {
  Studio studio("/tmp");
  const Answer answer = studio.Post("/api/import", {{"text", R"(
      node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
      node { name: "y" op: "Relu" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
      node { name: "z" op: "Strange" input: "y" attr { key: "k" value { i: 1 } } })"}});
  ASSERT_EQ(answer.status, 200) << answer.json;
  EXPECT_EQ(answer.json["page"]["wires"].size(), 2u);
  EXPECT_EQ(answer.json["problems"].size(), 1u);
  EXPECT_EQ(answer.json["page"]["blocks"]["y"]["attrs"].size(), 0u);
  EXPECT_FALSE(answer.json["page"]["blocks"]["z"]["raw"].get<std::string>().empty());
  EXPECT_LT(answer.json["page"]["blocks"]["x"]["x"], answer.json["page"]["blocks"]["y"]["x"]);
  EXPECT_EQ(studio.Post("/api/import", {{"text", "node {"}}).status, 400);
}

}  // namespace
}  // namespace voxgrad::studio
