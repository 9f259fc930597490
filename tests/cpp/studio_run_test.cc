// Studio's runs: what they tell, what they do not do twice, and that `vox run` gives the same numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "absl/strings/match.h"
#include "check/element_check.h"
#include "ops/table/op.h"
#include "page/pages/page_run.h"
#include "some_calls.h"
#include "studio/api.h"
#include "studio/page_json.h"
#include "studio_pages.h"

namespace voxgrad::studio {
namespace {

class StudioRun : public ::testing::Test {
 protected:
  std::vector<NamedJson> Run(const NamedJson& body) {
    std::vector<NamedJson> events;
    studio_.Run(body, cancel_, [&](const std::string& line) { events.push_back(NamedJson::parse(line)); });
    EXPECT_EQ(events.back()["event"], "done");
    return events;
  }
  static NamedJson Result(const std::vector<NamedJson>& events, const std::string& block) {
    for (const NamedJson& event : events) {
      if (event["event"] == "result" && event["block"] == block) return event["result"];
    }
    return nullptr;
  }
  static std::vector<NamedJson> Of(const std::vector<NamedJson>& events, const std::string& kind) {
    std::vector<NamedJson> found;
    for (const NamedJson& event : events) {
      if (event["event"] == kind) found.push_back(event);
    }
    return found;
  }

  Studio studio_{"/tmp"};
  std::atomic<bool> cancel_ = false;
};

TEST_F(StudioRun, TellsWhatItDoes) {
  const std::vector<NamedJson> events = Run(PoolPage().Body());
  EXPECT_EQ(events.front()["event"], "start");
  EXPECT_EQ(events.front()["blocks"], NamedJson::parse(R"(["x","pool","dx"])")) << events.front();
  const NamedJson pool = Result(events, "pool");
  EXPECT_EQ(pool["outputs"][0]["output"], "pool:0");
  EXPECT_EQ(pool["outputs"][0]["shape"], NamedJson::parse("[1,2,2,2,2]"));
  EXPECT_EQ(pool["bytes"], 4 * (128 + 16));
  EXPECT_FALSE(pool["cached"].get<bool>());
  EXPECT_TRUE(pool["outputs"][0].contains("thumbnail"));
  EXPECT_EQ(events.back()["stopped"], "");
}

TEST_F(StudioRun, OnlyWhatChangedRunsAgain) {
  TestPage page = PoolPage();
  const NamedJson first = Result(Run(page.Body()), "dx");
  std::vector<NamedJson> events = Run(page.Body());
  for (const char* block : {"x", "pool", "dx"})
    EXPECT_TRUE(Result(events, block)["cached"].get<bool>()) << block;
  page.json()["blocks"]["dx"]["attrs"]["ksize"] = "1,1,1,1,1";
  events = Run(page.Body());
  EXPECT_TRUE(Result(events, "pool")["cached"].get<bool>());
  EXPECT_FALSE(Result(events, "dx")["cached"].get<bool>());
  EXPECT_NE(Result(events, "dx")["outputs"], first["outputs"]);
}

TEST_F(StudioRun, TrainsAndKeepsVariables) {
  NamedJson body = TrainingPage().Body();
  body["steps"] = 4;
  std::vector<NamedJson> events = Run(body);
  EXPECT_TRUE(Of(events, "error").empty()) << Of(events, "error").front();
  const double loss = Result(events, "loss")["outputs"][0]["max"];
  EXPECT_LT(loss, 0.1);
  const std::vector<NamedJson> steps =
      Of(events, "step");  // each of them, however short: a trend needs them all
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps.front()["scalars"]["loss:0"], 28);
  body["steps"] = 1;
  EXPECT_LT(Result(Run(body), "loss")["outputs"][0]["max"].get<double>(), loss);
  body["reset"] = true;
  EXPECT_EQ(Result(Run(body), "loss")["outputs"][0]["max"], 28);
  body["reset"] = false;
  body["page"]["blocks"]["train"]["literals"]["alpha"] = "0.01";  // goes on from where it was
  EXPECT_LT(Result(Run(body), "loss")["outputs"][0]["max"].get<double>(), 28);
}

TEST_F(StudioRun, RunsUntilNothingChanges) {
  NamedJson body = TrainingPage().Body();
  body["steps"] = 1000;
  body["until"] = {{"output", "g:0"}, {"tolerance", 0.8}};
  const NamedJson done = Run(body).back();
  EXPECT_EQ(done["stopped"], "until");
  EXPECT_LT(done["steps"], 1000);
}

TEST_F(StudioRun, GivesTheNumbersOfVoxRun) {
  const TestPage page = TrainingPage();
  NamedJson body = page.Body();
  body["steps"] = 7;
  const std::vector<NamedJson> events = Run(body);
  const absl::StatusOr<GraphDef> def = PageToGraphDef(page.Body()["page"], "/tmp");
  ASSERT_TRUE(def.ok()) << def.status();
  PageRun run(std::make_shared<const Page>(*def, "/tmp"));
  ASSERT_TRUE(run.page().import().status().ok()) << run.page().import().status();
  absl::StatusOr<std::vector<NamedTensor>> results;
  for (int step = 0; step < 7; ++step) results = run.Run({});
  ASSERT_TRUE(results.ok()) << results.status();
  ASSERT_EQ(results->size(), 2u);
  EXPECT_EQ((*results)[0].tensor.values<float>()[0],
            Result(events, "loss")["outputs"][0]["max"].get<float>());
  EXPECT_EQ((*results)[1].tensor.values<float>()[0], Result(events, "g")["outputs"][0]["max"].get<float>());
}

TEST_F(StudioRun, RunsWhatIsRightAndNamesWhatIsNot) {
  TestPage page = PoolPage();
  page.Add("bad", "MatMul");
  page.Const("a", "{{1,2}}");
  page.Wire("a", 0, "bad", "a");
  page.Wire("a", 0, "bad", "b");
  page.Add("lonely", "Relu");
  const std::vector<NamedJson> events = Run(page.Body());
  std::set<std::string> blamed;
  for (const NamedJson& error : Of(events, "error")) blamed.insert(error["block"].get<std::string>());
  EXPECT_EQ(blamed, (std::set<std::string>{"bad", "lonely"}));
  EXPECT_FALSE(Result(events, "dx").is_null());
}

TEST_F(StudioRun, ErrorsOfARunNameTheirBlock) {
  TestPage page;
  page.Add("p", "Placeholder")["attrs"] = {{"dtype", "float"}};
  page.Add("r", "Relu");
  page.Wire("p", 0, "r", "features");
  std::vector<NamedJson> events = Run(page.Body());
  EXPECT_EQ(Of(events, "error")[0]["block"], "p") << Of(events, "error")[0];
  page.Add("s", "Session")["attrs"]["inputs"] = "p=-1,2,-3";
  page.Wire("r", 0, "s", "fetch_outputs[0]");
  events = Run(page.Body());
  EXPECT_EQ(Result(events, "r")["outputs"][0]["text"], "{0,2,0}") << Of(events, "error").size();
}

TEST_F(StudioRun, CanBeCancelled) {
  NamedJson body = TrainingPage().Body();
  body["steps"] = 1000000000;
  std::vector<NamedJson> events;
  studio_.Run(body, cancel_, [&](const std::string& line) {
    events.push_back(NamedJson::parse(line));
    if (events.back()["event"] == "step") cancel_ = true;
  });
  EXPECT_EQ(events.back()["stopped"], "cancelled");
}

TEST_F(StudioRun, LooksAtResults) {
  TestPage page;
  page.Const("x", "1,2,nan,inf,-3,0", "2,3");
  page.Const("z", "1,2,nan,5,-3,0", "2,3");
  Run(page.Body());
  const auto look = [&](NamedJson body) {
    body["session"] = "test";
    if (!body.contains("output")) body["output"] = "x:0";
    return studio_.Post("/api/tensor", body);
  };
  const auto summary = look({{"what", "summary"}}).json;
  EXPECT_EQ(summary["text"], "{{1,2,nan},{inf,-3,0}}");
  EXPECT_EQ(summary["max"], "Inf");
  EXPECT_EQ(summary["min"], -3);
  EXPECT_EQ(summary["nan"], 1);
  EXPECT_EQ(summary["inf"], 1);
  EXPECT_EQ(summary["zeros"], 1);
  EXPECT_EQ(summary["mean"], 0);
  const Answer slice = look({{"what", "slice"}, {"rows", 0}, {"columns", 1}, {"low", -3}, {"high", 2}});
  EXPECT_EQ(slice.bytes, std::string("\xCC\xFF\x00\xFF\x01\x99", 6));
  EXPECT_EQ(slice.headers[0].first, "X-Voxgrad-Slice");
  EXPECT_EQ(look({{"what", "table"}, {"from", {1, 1}}, {"size", {1, 2}}}).json["cells"],
            NamedJson::parse(R"([["-3","0"]])"));
  EXPECT_EQ(look({{"what", "value"}, {"index", {1, 0}}}).json["text"], "inf");
  EXPECT_EQ(look({{"what", "value"}, {"index", {1, 3}}}).status, 400);
  const auto histogram = look({{"what", "histogram"}, {"bins", 5}}).json;
  EXPECT_EQ(histogram["counts"], NamedJson::parse("[1,0,0,1,2]"));
  const auto compare = look({{"what", "compare"}, {"other", "z:0"}}).json;
  EXPECT_FALSE(compare["equal"].get<bool>());
  EXPECT_EQ(compare["largest"]["index"], NamedJson::parse("[1,0]"));
  EXPECT_EQ(look({{"what", "summary"}, {"output", compare["output"]}}).status, 200);
  EXPECT_EQ(look({{"what", "summary"}, {"output", "no:0"}}).status, 404);
  EXPECT_EQ(look({{"what", "dance"}}).status, 400);
}

TEST_F(StudioRun, ChecksGradientsOfForwardAndGradientOps) {
  const TestPage page = PoolPage();
  for (const char* block : {"pool", "dx"}) {
    NamedJson body = page.Body();
    body["block"] = block;
    const Answer answer = studio_.Post("/api/gradcheck", body);
    ASSERT_EQ(answer.status, 200) << answer.json;
    EXPECT_TRUE(answer.json["ok"].get<bool>()) << answer.json;
    EXPECT_GT(answer.json["checked"], 10);
  }
  NamedJson body = page.Body();
  body["block"] = "x";
  EXPECT_EQ(studio_.Post("/api/gradcheck", body).status, 400);
}

TEST(StudioGradientCheck, EveryGradientOpIsTheDerivativeOfItsForwardOp) {
  // A gradient of fractional pooling does not say what was drawn.
  const std::set<std::string> cannot = {"FractionalAvgPoolGrad", "FractionalMaxPoolGrad"};
  int checked = 0;
  for (const Op& op : OpTable()) {
    if (op.gradient_of.empty() || op.example.arguments.empty()) continue;
    const absl::StatusOr<driver::PreparedCall> call = driver::PrepareTyped(op, op.example.arguments);
    ASSERT_TRUE(call.ok()) << call.status();
    const absl::StatusOr<driver::ElementCheck> check = driver::CheckElements(*call, 1);
    if (cannot.count(op.name) > 0 || test::IsFloatOnly(op)) {
      EXPECT_FALSE(check.ok()) << op.name;
      continue;
    }
    ASSERT_TRUE(check.ok()) << op.name << ": " << check.status();
    EXPECT_GT(check->checked + check->kinks, 0) << op.name;
    EXPECT_LT(check->error, 1e-6) << op.name << " " << check->input << " " << check->analytic << " "
                                  << check->numeric;
    // None of them is checked as a mere function of its inputs, but for one that does not know them: its size
    // is another one than that of its forward op.
    EXPECT_EQ(absl::StrContains(check->note, "of its own inputs"), op.name == "ResizeNearestNeighborGrad")
        << op.name;
    ++checked;
  }
  EXPECT_GE(checked, 15);
}

TEST(StudioGradientCheck, SeesThatAKinkHasNoDerivative) {
  const absl::StatusOr<driver::PreparedCall> call =
      driver::PrepareTyped(*FindOp("Relu"), {{"features", "-1,0,2"}});
  ASSERT_TRUE(call.ok());
  const absl::StatusOr<driver::ElementCheck> check = driver::CheckElements(*call, 1);
  ASSERT_TRUE(check.ok()) << check.status();
  EXPECT_EQ(check->checked, 2);
  EXPECT_EQ(check->kinks, 1);
}

TEST_F(StudioRun, TakesFilesAndTables) {
  Answer answer = studio_.Upload("text/csv", "a,b\n1,2\n3,4.5\n");
  EXPECT_EQ(answer.json["text"], "{{1,2},{3,4.5}}") << answer.json;
  EXPECT_EQ(studio_.Upload("text/csv", "1,2\n3\n").status, 400);
  EXPECT_EQ(studio_.Upload("application/octet-stream", "no file").status, 400);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += std::to_string(i) + "\n";
  answer = studio_.Upload("text/csv", many);
  const std::string file = answer.json["file"];
  EXPECT_TRUE(absl::StartsWith(file, "upload:")) << file;
  TestPage page;
  page.Add("x", "Const")["value"] = {{"dtype", "float"}, {"shape", "1000"}, {"file", file}};
  EXPECT_EQ(Result(Run(page.Body()), "x")["outputs"][0]["max"], 999);
  const absl::StatusOr<GraphDef> def = PageToGraphDef(page.json(), "/tmp", studio_.upload_folder());
  ASSERT_TRUE(def.ok()) << def.status();
  EXPECT_EQ(def->node(0).op(), "Const");
  page.json()["blocks"]["x"]["value"]["file"] = "upload:../../etc/passwd";
  EXPECT_TRUE(Result(Run(page.Body()), "x").is_null());
}

}  // namespace
}  // namespace voxgrad::studio
