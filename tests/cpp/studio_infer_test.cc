// What Studio is told of a page before it runs.
#include <gtest/gtest.h>

#include <chrono>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "ops/table/op.h"
#include "studio/api.h"
#include "studio_pages.h"

namespace voxgrad::studio {
namespace {

Json Infer(const TestPage& page) {
  Studio studio("/tmp");
  const Answer answer = studio.Post("/api/infer", page.Body());
  EXPECT_EQ(answer.status, 200) << answer.json;
  return answer.json;
}

TEST(StudioInfer, SaysShapesOnEveryOutput) {
  const Json json = Infer(PoolPage());
  EXPECT_EQ(json["blocks"]["pool"]["outputs"][0]["text"], "float [1,2,2,2,2] · 64 B");
  EXPECT_EQ(json["blocks"]["dx"]["outputs"][0]["shape"], "[1,4,4,4,2]");
  EXPECT_EQ(json["blocks"]["dx"]["attrs"]["T"], "float");
  EXPECT_EQ(json["blocks"]["dx"]["pins"][0]["text"], "int32 [5] · 20 B");
  EXPECT_TRUE(json["blocks"]["dx"]["problems"].empty());
  EXPECT_TRUE(json["wires"].empty());
}

TEST(StudioInfer, MendsTheLayoutOfAnotherRank) {
  TestPage page = PoolPage();
  page.json()["blocks"]["pool"]["attrs"]["data_format"] = "NHWC";
  const Json problem = Infer(page)["blocks"]["pool"]["problems"][0];
  EXPECT_EQ(problem["argument"], "data_format");
  EXPECT_EQ(problem["fix"]["label"], "Use NDHWC");
  EXPECT_EQ(problem["fix"]["value"], "NDHWC");
  EXPECT_TRUE(absl::StartsWith(problem["message"].get<std::string>(), "AvgPool3D (pool): data_format"))
      << problem["message"];
}

TEST(StudioInfer, OneMistakeDoesNotHideAnother) {
  TestPage page = PoolPage();
  page.json()["blocks"]["pool"]["attrs"]["ksize"] = "1,2,x";
  page.Add("lonely", "Relu");
  page.Add("odd", "NoSuchOp");
  page.Const("i", "1,2", "", "int32");
  page.Const("f", "1,2");
  page.Add("sum", "AddV2");
  page.Wire("i", 0, "sum", "x");
  page.Wire("f", 0, "sum", "y");
  page.Wire("nowhere", 0, "lonely", "features");
  page.Wire("f", 3, "lonely", "^^");
  const Json json = Infer(page);
  EXPECT_EQ(json["blocks"]["pool"]["problems"][0]["argument"], "ksize");
  EXPECT_TRUE(json["blocks"]["dx"]["problems"].empty());
  EXPECT_TRUE(json["blocks"]["dx"].value("blocked", false));
  EXPECT_EQ(json["blocks"]["odd"]["problems"].size(), 1u);
  EXPECT_EQ(json["blocks"]["lonely"]["problems"].size(), 2u) << json["blocks"]["lonely"];
  EXPECT_FALSE(json["blocks"]["sum"]["problems"].empty());
  EXPECT_EQ(json["wires"]["4"], "No block is called nowhere.") << json["wires"];
  EXPECT_TRUE(json["wires"].contains("3")) << "int32 and float do not add up: " << json["wires"];
  EXPECT_TRUE(json["wires"].contains("5")) << json["wires"];
}

TEST(StudioInfer, FindsCyclesDuplicatesAndSecondSessions) {
  TestPage page;
  page.Add("a", "Relu");
  page.Add("b", "Relu");
  page.Wire("a", 0, "b", "features");
  page.Wire("b", 0, "a", "features");
  page.Const("c", "1");
  page.Wire("c", 0, "b", "features");
  page.Add("s1", "Session");
  page.Add("s2", "Session");
  const Json json = Infer(page);
  EXPECT_TRUE(json["wires"].contains("2"));
  EXPECT_TRUE(json["wires"].contains("0") || json["wires"].contains("1")) << json;
  EXPECT_TRUE(json["blocks"]["s1"]["problems"].empty());
  EXPECT_EQ(json["blocks"]["s2"]["problems"].size(), 1u);
}

TEST(StudioInfer, LiteralsTakeTheTypeOfTheirPin) {
  TestPage page;
  page.Const("x", "1,2,3", "", "double");
  page.Add("y", "Mul")["literals"]["y"] = "2";
  page.Wire("x", 0, "y", "x");
  page.Add("r", "Reshape")["literals"] = {{"shape", "3,1"}, {"tensor", "1,2,3"}};
  const Json json = Infer(page);
  EXPECT_EQ(json["blocks"]["y"]["outputs"][0]["text"], "double [3] · 24 B") << json["blocks"]["y"];
  EXPECT_EQ(json["blocks"]["r"]["outputs"][0]["text"], "float [3,1] · 12 B") << json["blocks"]["r"];
}

TEST(StudioInfer, GradientsAreNodesUnderOneBlock) {
  const Json json = Infer(TrainingPage());
  EXPECT_EQ(json["blocks"]["g"]["outputs"][0]["text"], "float [1,1] · 4 B") << json["blocks"]["g"];
  for (const auto& [name, block] : json["blocks"].items())
    EXPECT_TRUE(block["problems"].empty()) << name << block;
  Studio studio("/tmp");
  nlohmann::json body = TrainingPage().Body();
  body["block"] = "g";
  const Answer answer = studio.Post("/api/gradients", body);
  EXPECT_EQ(answer.status, 200);
  EXPECT_GT(answer.json["blocks"].size(), 2u);
  EXPECT_EQ(answer.json["outputs"].size(), 1u);
}

TEST(StudioInfer, ManyBlocks) {
  TestPage page;
  page.Const("b0", "1,2,3");
  for (int i = 1; i < 2000; ++i) {
    page.Add(absl::StrCat("b", i), "AddV2");
    page.Wire(absl::StrCat("b", i - 1), 0, absl::StrCat("b", i), "x");
    page.Wire(absl::StrCat("b", i / 2), 0, absl::StrCat("b", i), "y");
  }
  const Json json = Infer(page);
  EXPECT_EQ(json["nodes"], 2000);
  EXPECT_EQ(json["blocks"]["b1999"]["outputs"][0]["shape"], "[3]");
}

TEST(StudioOps, FreshBlocksAreValidAndEveryOpIsThere) {
  Studio studio("/tmp");
  const Json table = studio.Post("/api/ops", nlohmann::json::object()).json;
  EXPECT_EQ(table["ops"].size(), OpTable().size() + 2);
  TestPage page;
  for (const Json& op : table["ops"]) {
    if (op["special"].get<bool>()) continue;
    const std::string name = op["name"];
    nlohmann::json& block = page.Add(name, name);
    block["attrs"] = nlohmann::json::parse(op["fresh"]["attrs"].dump());
    if (op["fresh"].contains("value")) block["value"] = nlohmann::json::parse(op["fresh"]["value"].dump());
  }
  const Json json = Infer(page);
  for (const Json& op : table["ops"]) {
    if (op["special"].get<bool>()) continue;
    const std::string name = op["name"];
    for (const Json& problem : json["blocks"][name]["problems"]) {
      // A fresh block lacks its wires and nothing else.
      const std::string message = problem["message"];
      EXPECT_TRUE(absl::StrContains(message, "has neither a wire nor a value")) << message;
    }
    EXPECT_EQ(op["arguments"][0]["cpp"], "Scope");
  }
}

TEST(StudioOps, ArgumentsAreInTheOrderOfTheDocuments) {
  Studio studio("/tmp");
  const Json table = studio.Post("/api/ops", nlohmann::json::object()).json;
  for (const Json& op : table["ops"]) {
    if (op["name"] != "AvgPool3DGrad") continue;
    std::string text;
    for (const Json& argument : op["arguments"])
      absl::StrAppend(&text, argument["cpp"].get<std::string>(), " ", argument["name"].get<std::string>(),
                      "; ");
    EXPECT_EQ(
        text,
        "Scope scope; Input orig_input_shape; Input grad; ArraySlice<int> ksize; ArraySlice<int> strides; "
        "StringPiece padding; AvgPool3DGrad::Attrs attrs; ");
    EXPECT_TRUE(op["window"].get<bool>());
    EXPECT_TRUE(op["checkable"].get<bool>());
    EXPECT_EQ(op["fresh"]["attrs"]["ksize"], "1,2,2,2,1");
    return;
  }
  FAIL() << "AvgPool3DGrad is not in the table";
}

TEST(StudioAttrs, ReadsWhatEnuSpaceUsersPaste) {
  Studio studio("/tmp");
  const auto read = [&](const std::string& text) {
    return studio.Post("/api/attrs", {{"op", "Conv3D"}, {"text", text}});
  };
  const Json both = {{"data_format", "NDHWC"}, {"dilations", "1,1,1,1,1"}};
  EXPECT_EQ(read("data_format_ = NDHWC;dilations_ = {1,1,1,1,1};").json["attrs"], both);
  EXPECT_EQ(read(" data_format_=\"NDHWC\" ;\n dialtions_ = { 1,1,1,1,1 }").json["attrs"], both);
  EXPECT_EQ(read("").json["attrs"], Json::object());
  const Answer wrong = read("data_fromat_ = NDHWC;");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_TRUE(absl::StrContains(wrong.json["error"].get<std::string>(), "Did you mean data_format?"))
      << wrong.json;
  const Answer back = studio.Post("/api/attrs", {{"op", "Conv3D"}, {"attrs", nlohmann::json(both)}});
  EXPECT_EQ(read(back.json["text"]).json["attrs"], both) << back.json;
}

TEST(StudioFits, DimsWhatCannotBe) {
  TestPage page = PoolPage();
  page.Const("image", "0", "1,4,4,2");
  page.Add("free", "AvgPool3D")["attrs"] = {
      {"ksize", "1,2,2,2,1"}, {"strides", "1,2,2,2,1"}, {"padding", "SAME"}};
  page.Add("list", "ConcatV2")["literals"]["axis"] = "0";
  Studio studio("/tmp");
  nlohmann::json body = page.Body();
  body["from"] = "image";
  body["output"] = 0;
  const Json fits = studio.Post("/api/fits", body).json;
  EXPECT_NE(fits["pins"]["free/input"], "") << "four sizes are no volume";
  EXPECT_EQ(fits["pins"]["list/values[0]"], "");
  EXPECT_NE(fits["pins"]["dx/orig_input_shape"], "") << "float is no size";
  std::set<std::string> ops;
  for (const Json& op : fits["ops"]) ops.insert(op["op"].get<std::string>());
  EXPECT_TRUE(ops.count("AvgPool") > 0 && ops.count("Relu") > 0);
  EXPECT_EQ(ops.count("MaxPool3D"), 0u);
  body["from"] = "dx";
  EXPECT_TRUE(absl::StrContains(studio.Post("/api/fits", body).json["pins"]["pool/input"].get<std::string>(),
                                "cycle"));
  nlohmann::json back = page.Body();
  back["to"] = "free";
  back["input"] = "input";
  const Json sources = studio.Post("/api/fits", back).json;
  EXPECT_EQ(sources["pins"]["x/0"], "");
  EXPECT_NE(sources["pins"]["image/0"], "");
}

TEST(StudioFits, OffersBlocksThatAreNoNodes) {
  TestPage page;
  page.Const("x", "1,2");
  page.Add("count", "Size");
  page.Wire("x", 0, "count", "input");
  Studio studio("/tmp");
  const auto offered = [&](const std::string& from, int output) {
    nlohmann::json body = page.Body();
    body["from"] = from;
    body["output"] = output;
    const Json answer = studio.Post("/api/fits", body).json;
    std::map<std::string, std::string> pins;
    for (const Json& op : answer["ops"]) pins[op["op"].get<std::string>()] = op["pin"].get<std::string>();
    return pins;
  };
  std::map<std::string, std::string> pins = offered("x", 0);
  EXPECT_EQ(pins["Session"], "fetch_outputs[0]");
  EXPECT_EQ(pins["Gradients"], "outputs[0]");
  EXPECT_EQ(offered("count", 0).count("Gradients"), 0u) << "a whole number has no derivative";
  pins = offered("x", -1);
  EXPECT_EQ(pins["Session"], "run_outputs[0]");
  EXPECT_EQ(pins["Relu"], "^");
  EXPECT_EQ(pins.count("Gradients"), 0u);
  page.Add("session", "Session");
  EXPECT_EQ(offered("x", 0).count("Session"), 0u) << "a page has one";

  nlohmann::json back = page.Body();
  back["to"] = "count";
  back["input"] = "input";
  const Json answer = studio.Post("/api/fits", back).json;  // kept: a range-for would outlive it
  for (const Json& op : answer["ops"]) {
    const Op* entry = FindOp(op["op"].get<std::string>());
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->outputs[op["output"].get<size_t>()].name, op["pin"].get<std::string>());
  }
}

TEST(StudioWindow, ListsTheCellsOfBothDirections) {
  TestPage page;
  page.Const("x", "0", "1,1,5,1");
  page.Add("pool", "MaxPool")["attrs"] = {{"ksize", "1,1,3,1"}, {"strides", "1,1,2,1"}, {"padding", "SAME"}};
  page.Wire("x", 0, "pool", "input");
  Studio studio("/tmp");
  nlohmann::json body = page.Body();
  body["block"] = "pool";
  const Json axis = studio.Post("/api/window", body).json["axes"][1];
  EXPECT_EQ(axis["cells"], Json::parse("[[-1,0,1],[1,2,3],[3,4,-1]]"));
  EXPECT_EQ(axis["feeds"], Json::parse("[[0],[0,1],[1],[1,2],[2]]"));
}

TEST(StudioInfer, ConvolutionsSayTheirGroups) {
  TestPage page;
  page.Const("x", "1", "1,5,5,4");
  page.Const("f", "1", "3,3,2,6");
  page.Add("c", "Conv2D")["attrs"] = {{"strides", "1,1,1,1"}, {"padding", "VALID"}};
  page.Wire("x", 0, "c", "input");
  page.Wire("f", 0, "c", "filter");
  EXPECT_EQ(Infer(page)["blocks"]["c"]["groups"], 2);
}

}  // namespace
}  // namespace voxgrad::studio
