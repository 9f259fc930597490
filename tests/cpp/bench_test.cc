// The benchmark's arithmetic: bytes and flops of a workload, statistics, filter, report. No time is asserted.
#include "bench/bench.h"
#include "source_dir.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bench/fresh.h"
#include "bench/products.h"
#include "bench/statistics.h"
#include "support.h"
#include "voxgrad/threads.h"

namespace voxgrad::driver {
namespace {

using OrderedJson = nlohmann::ordered_json;
using test::Must;
using test::MustParse;

Work WorkOfText(const std::string& text) { return Must(WorkOf(MustParse(text)), text); }

TEST(BenchWork, AveragePoolingReadsTheGradientAndWritesTheResult) {
  const Work work = WorkOfText("AvgPool3DGrad f32 ndhwc 2x5x6x7x3 k3 s2 same");
  EXPECT_EQ(work.traffic.written, 4 * 2 * 5 * 6 * 7 * 3);
  EXPECT_EQ(work.traffic.read, 4 * 2 * 3 * 3 * 4 * 3);
  EXPECT_EQ(work.flops, 0);
}

TEST(BenchWork, MaxPoolingReadsTheInputToo) {
  const Work work = WorkOfText("MaxPoolGrad bf16 nchw 2x3x8x9 k2 s2 valid");
  EXPECT_EQ(work.traffic.written, 2 * 2 * 3 * 8 * 9);
  EXPECT_EQ(work.traffic.read, 2 * 2 * 3 * (8 * 9 + 4 * 4));
  EXPECT_EQ(WorkOfText("MaxPool3DGrad bf16 ndhwc 1x4x4x4x1 k2 s2 valid in=f32").traffic.read, 4 * 64 + 2 * 8);
}

TEST(BenchWork, ConvolutionCountsTheTapsOnCells) {
  // VALID: every tap of each of the 6·5·4 windows lies on a cell.
  const Work valid = WorkOfText("Conv3DBackpropInputV2 f32 ndhwc 1x8x7x6x5 o4 k3 s1 valid");
  EXPECT_EQ(valid.flops, 2.0 * 6 * 5 * 4 * 27 * 5 * 4);
  EXPECT_EQ(valid.traffic.read, 4.0 * (6 * 5 * 4 * 4 + 27 * 5 * 4));
  EXPECT_EQ(valid.traffic.written, 4.0 * 8 * 7 * 6 * 5);
  // SAME: the two border windows of each axis have a tap in the padding; of 3·n taps 3·n - 2 count.
  const Work same = WorkOfText("Conv2DBackpropInput f32 nhwc 1x8x5x2 o3 k3 s1 same");
  EXPECT_EQ(same.flops, 2.0 * (3 * 8 - 2) * (3 * 5 - 2) * 2 * 3);
  // Groups: each output channel meets its group's channels alone.
  const Work groups = WorkOfText("Conv2DBackpropInput f32 nhwc 1x4x4x6 o4 g2 k1 s1 valid");
  EXPECT_EQ(groups.flops, 2.0 * 16 * 3 * 4);
}

TEST(BenchWork, TheThreeOpsOfAConvolutionMoveTheSameThreeTensors) {
  const double in = 8 * 7 * 6 * 5, filter = 27 * 5 * 4, out = 6 * 5 * 4 * 4;
  const std::string sizes = " f32 ndhwc 1x8x7x6x5 o4 k3 s1 valid";
  const Work forward = WorkOfText("Conv3D" + sizes), by_filter = WorkOfText("Conv3DBackpropFilterV2" + sizes);
  EXPECT_EQ(forward.traffic.read, 4 * (in + filter));
  EXPECT_EQ(forward.traffic.written, 4 * out);
  EXPECT_EQ(by_filter.traffic.read, 4 * (in + out));
  EXPECT_EQ(by_filter.traffic.written, 4 * filter);
  const double flops = WorkOfText("Conv3DBackpropInputV2" + sizes).flops;
  EXPECT_EQ(forward.flops, flops);
  EXPECT_EQ(by_filter.flops, flops);
}

TEST(BenchWorkloads, ConvolutionsAsTheOtherOpsOfTheirFamily) {
  const std::vector<BenchCell> all = Must(ReadWorkloads(R"({"a": "AvgPoolGrad f32 nhwc 1x4x4x2 k2 s2 same",
                             "b": "Conv2DBackpropInput f32 nhwc 1x4x4x2 o3 k2 s2 same",
                             "c": "Conv3DBackpropInputV2 f32 ncdhw 1x2x4x4x4 o3 k2 s2 same"})"));
  const auto texts = [&](driver::ConvolutionOp op) {
    std::string text;
    for (const BenchCell& cell : ConvolutionsAs(op, all))
      absl::StrAppend(&text, cell.name, cell.line.op, " ");
    return text;
  };
  EXPECT_EQ(texts(driver::ConvolutionOp::kForward), "bConv2D cConv3D ");
  EXPECT_EQ(texts(driver::ConvolutionOp::kFilterGradient), "bConv2DBackpropFilter cConv3DBackpropFilterV2 ");
}

TEST(BenchWorkloads, PoolingsOfTheGradients) {
  const std::vector<BenchCell> all = Must(ReadWorkloads(BuiltInWorkloads()));
  int poolings = 0;
  for (const BenchCell& cell : driver::ForwardPoolings(all)) {
    ++poolings;
    EXPECT_TRUE(cell.line.op == "AvgPool" || cell.line.op == "AvgPool3D" || cell.line.op == "MaxPool" ||
                cell.line.op == "MaxPool3D")
        << cell.line.op;
    const Work work = Must(WorkOf(cell.line));
    EXPECT_GT(work.traffic.read, 0) << cell.name;
    EXPECT_EQ(work.flops, 0) << cell.name;
  }
  EXPECT_GT(poolings, 10);
}

TEST(BenchWork, APoolingReadsItsInputAndWritesItsOutput) {
  const Work work = WorkOfText("MaxPool3D bf16 ndhwc 1x8x7x6x5 k3 s1 valid");
  EXPECT_EQ(work.traffic.read, 2 * 8 * 7 * 6 * 5);
  EXPECT_EQ(work.traffic.written, 2 * 6 * 5 * 4 * 5);
}

TEST(BenchWork, IsTheSameInBothLayouts) {
  for (const BenchCell& cell : Must(ReadWorkloads(BuiltInWorkloads()))) {
    const Line other = OtherLayout(cell.line);
    EXPECT_NE(other.layout, cell.line.layout);
    EXPECT_EQ(OtherLayout(other).Text(), cell.line.Text());
    const Work a = Must(WorkOf(cell.line)), b = Must(WorkOf(other));
    EXPECT_EQ(a.traffic.read, b.traffic.read) << cell.name;
    EXPECT_EQ(a.traffic.written, b.traffic.written) << cell.name;
    EXPECT_EQ(a.flops, b.flops) << cell.name;
  }
}

TEST(BenchWork, AgreesWithTheTensorsOfTheCall) {
  for (const char* text :
       {"AvgPool3DGrad f32 ndhwc 2x5x6x7x3 k3x2x1 s2x1x3 same", "MaxPoolGrad f16 nchw 2x3x8x9 k3 s2 valid",
        "Conv3DBackpropInputV2 bf16 ncdhw 1x4x6x7x5 o6 k2x3x1 s1x2x1 d2x1x1 same",
        "Conv2DBackpropInput f32 nhwc 1x6x7x3 o2 k3 s2 pad1.0x2.1"}) {
    const PreparedCall call = test::MustPrepare(text);
    double read = 0;
    for (size_t i = 0; i < call.inputs.size(); ++i) {
      const ArgDef& arg = call.op->inputs[i];
      if (!arg.sizes && arg.name != "orig_output") read += static_cast<double>(call.inputs[i].TotalBytes());
    }
    EXPECT_EQ(WorkOfText(text).traffic.read, read) << text;
    EXPECT_EQ(WorkOfText(text).traffic.written, static_cast<double>(test::MustRun(call).TotalBytes()))
        << text;
  }
}

TEST(BenchWork, OtherOpsAreRefused) {
  EXPECT_FALSE(WorkOf(MustParse("MaxPoolGradGrad f32 nhwc 1x4x4x1 k2 s2 valid")).ok());
  EXPECT_FALSE(ReadWorkloads(R"({"a": "MaxPoolGradGrad f32 nhwc 1x4x4x1 k2 s2 valid"})").ok());
  EXPECT_FALSE(ReadWorkloads(R"({"a": 3})").ok());
  EXPECT_FALSE(ReadWorkloads("[").ok());
}

TEST(BenchWorkloads, AreThoseOfTheFile) {
  std::ifstream file(test::InSource("/bench/workloads.json"));
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), BuiltInWorkloads());
  const std::vector<BenchCell> workloads = Must(ReadWorkloads(BuiltInWorkloads()));
  std::set<std::string> names;
  size_t convolutions = 0;
  for (const BenchCell& cell : workloads) {
    names.insert(cell.name);
    convolutions += cell.convolves() ? 1 : 0;
  }
  EXPECT_EQ(names.size(), 28u);
  EXPECT_EQ(convolutions, 12u);
  EXPECT_EQ(ExpandCells(workloads).size(), 4 * 28u);
}

size_t CountMatches(const std::vector<std::string>& patterns) {
  const CellFilter filter = Must(CellFilter::Parse(patterns));
  size_t count = 0;
  for (const BenchCell& cell : ExpandCells(Must(ReadWorkloads(BuiltInWorkloads()))))
    count += filter.Matches(cell) ? 1 : 0;
  return count;
}

TEST(BenchFilter, FindsNamesTypesLayoutsAndOps) {
  EXPECT_EQ(CountMatches({}), 112u);
  EXPECT_EQ(CountMatches({"unet3d_max222"}), 4u);
  EXPECT_EQ(CountMatches({"UNET3D"}), 4u);
  EXPECT_EQ(CountMatches({"unet3d_max222", "bf16"}), 2u);
  EXPECT_EQ(CountMatches({"unet3d_max222", "f32", "ncdhw"}), 1u);
  EXPECT_EQ(CountMatches({"^(head|resnet)_avg", " nd?hwc$"}), 4u);
  EXPECT_EQ(CountMatches({"Conv3DBackpropInputV2"}), 48u);
  EXPECT_EQ(CountMatches({"nothing"}), 0u);
  EXPECT_FALSE(CellFilter::Parse({"("}).ok());
}

TEST(BenchStatistics, MedianAndGeometricMean) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Median({4, 1, 2, 3}), 2.5);
  EXPECT_TRUE(std::isnan(Median({})));
  EXPECT_DOUBLE_EQ(GeometricMean({2, 8}), 4);
  EXPECT_DOUBLE_EQ(GeometricMean({5}), 5);
  EXPECT_TRUE(std::isnan(GeometricMean({})));
}

CellResult Result(const std::string& text, double seconds, double ceiling, std::vector<PeerTime> peers) {
  CellResult result;
  result.cell = {"cell", MustParse(text)};
  result.work = WorkOfText(text);
  result.seconds = result.fastest = seconds;
  result.runs = 1;
  result.ceiling_seconds = ceiling;
  result.peers = std::move(peers);
  return result;
}

constexpr char kPool[] = "AvgPoolGrad f32 nhwc 1x4x4x1 k2 s2 valid";
constexpr char kConv[] = "Conv2DBackpropInput bf16 nhwc 1x4x4x2 o2 k2 s2 valid";

TEST(BenchReport, BestPeerAndCeiling) {
  const CellResult result = Result(kPool, 2, 1, {{"a", 0, "refused"}, {"b", 6, ""}, {"c", 4, ""}});
  EXPECT_EQ(result.best_peer(), 4);
  EXPECT_EQ(result.share(), 0.5);
  EXPECT_FALSE(result.above_ceiling());
  CellResult fast = Result(kPool, 2, 2.1, {});
  EXPECT_TRUE(fast.above_ceiling());
  fast.beyond_cache = false;
  EXPECT_FALSE(fast.above_ceiling());
  fast.memory_bound = false;
  EXPECT_TRUE(fast.above_ceiling());
  EXPECT_EQ(Result(kPool, 2, 1, {{"a", 0, "refused"}}).best_peer(), 0);
}

TEST(BenchReport, TheRunInTheMiddle) {
  // 2, 8 and 3 times as fast as the other; by their times the first would be in the middle.
  const std::vector<CellResult> runs = {Result(kPool, 2, 1, {{"a", 4, ""}}),
                                        Result(kPool, 1, 1, {{"a", 8, ""}}),
                                        Result(kPool, 4, 1, {{"a", 12, ""}})};
  EXPECT_EQ(MiddleRun(runs).seconds, 4);
  EXPECT_EQ(MiddleRun(runs).faster(), 3);
  // Of an even number the slower one of the two.
  EXPECT_EQ(MiddleRun({runs[1], runs[2]}).faster(), 3);
  // Where nobody else runs it, the share decides.
  EXPECT_EQ(MiddleRun({Result(kPool, 2, 1, {}), Result(kPool, 4, 1, {}), Result(kPool, 8, 1, {})}).seconds,
            4);
  std::vector<CellResult> failed = runs;
  failed[0].error = "no memory";
  EXPECT_EQ(MiddleRun(failed).error, "no memory");
}

TEST(BenchReport, MeansByGroupAndCache) {
  std::vector<CellResult> results = {Result(kPool, 4, 1, {{"a", 8, ""}}), Result(kPool, 1, 1, {{"a", 8, ""}}),
                                     Result(kConv, 1, 0.5, {{"a", 0, "no"}})};
  results[1].beyond_cache = false;
  results.push_back(Result(kConv, 1, 1, {}));
  results.back().error = "failed";
  const std::vector<BenchMean> means = Means(results);
  ASSERT_EQ(means.size(), 8u);  // pooling f32, pooling, convolution bf16, convolution; each twice
  EXPECT_EQ(means[0].group, "pooling f32");
  EXPECT_EQ(means[0].cells, 2u);
  EXPECT_DOUBLE_EQ(means[0].share, 0.5);
  EXPECT_DOUBLE_EQ(means[0].faster, 4);
  EXPECT_DOUBLE_EQ(means[0].least_faster, 2);
  EXPECT_TRUE(means[1].beyond_cache);
  EXPECT_EQ(means[1].cells, 1u);
  EXPECT_DOUBLE_EQ(means[1].share, 0.25);
  EXPECT_EQ(means[4].group, "convolution bf16");
  EXPECT_EQ(means[4].cells, 1u);
  EXPECT_EQ(means[4].compared, 0u);
}

TEST(BenchReport, OrderedJson) {
  BenchReport report;
  report.command = "./vox bench";
  report.peers = {"A 1"};
  report.results = {Result(kPool, 2e-3, 1e-3, {{"a", 4e-3, ""}, {"b", 0, "why not"}})};
  report.results.push_back(Result(kConv, 1, 1, {}));
  report.results.back().error = "no memory";
  const OrderedJson json = OrderedJson::parse(ReportJson(report));
  for (const char* key : {"command", "date", "machine", "ceilings", "peers", "means", "cells"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  ASSERT_EQ(json["cells"].size(), 2u);
  const OrderedJson& cell = json["cells"][0];
  EXPECT_EQ(cell["line"], kPool);
  EXPECT_EQ(cell["kind"], "pooling");
  EXPECT_DOUBLE_EQ(cell["ms"].get<double>(), 2);
  EXPECT_DOUBLE_EQ(cell["share"].get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(cell["faster"].get<double>(), 2);
  EXPECT_EQ(cell["bytes_written"], 64);
  EXPECT_DOUBLE_EQ(cell["peers"]["a"]["ms"].get<double>(), 4);
  EXPECT_EQ(cell["peers"]["b"]["refused"], "why not");
  EXPECT_EQ(json["cells"][1]["error"], "no memory");
  EXPECT_FALSE(json["cells"][1].contains("ms"));
}

TEST(BenchPeers, RequestSaysEverything) {
  const BenchCell cell = {"x", MustParse("Conv3DBackpropInputV2 bf16 ncdhw 1x4x6x7x8 o5 k3 s2 d2 same real")};
  const OrderedJson json = OrderedJson::parse(PeerRequest(cell, {2, 3, 0.5}));
  EXPECT_EQ(json["op"], "Conv3DBackpropInputV2");
  EXPECT_EQ(json["type"], "bf16");
  EXPECT_EQ(json["layout"], "NCDHW");
  EXPECT_EQ(json["shape"], OrderedJson({1, 4, 6, 7, 8}));
  EXPECT_EQ(json["dilation"], OrderedJson({2, 2, 2}));
  EXPECT_EQ(json["out_channels"], 5);
  EXPECT_EQ(json["threads"], 2);
}

TEST(BenchPeers, AnswersRefusalsAndDeaths) {
  const BenchCell cell = {"x", MustParse(kPool)};
  const auto script = [](const std::string& answer) {
    return std::vector<std::string>{"sh", "-c", "echo '{\"title\": \"Shell 1\"}'; read request; " + answer};
  };
  Peer good(script("echo '{\"seconds\": [0.25, 0.5]}'"), "good");
  ASSERT_TRUE(good.Start().ok());
  EXPECT_EQ(good.title(), "Shell 1");
  EXPECT_EQ(Must(good.Time(cell, {})), (std::vector<double>{0.25, 0.5}));
  Peer refuses(script("echo '{\"refused\": \"why not\"}'"), "refuses");
  EXPECT_EQ(refuses.Time(cell, {}).status(), absl::UnimplementedError("why not"));
  Peer dies(script("exit 3"), "dies");
  EXPECT_EQ(dies.Time(cell, {}).status().code(), absl::StatusCode::kAborted);
  EXPECT_EQ(dies.Time(cell, {}).status().code(), absl::StatusCode::kAborted) << "is started again";
  Peer missing({"/no/such/program"}, "missing");
  EXPECT_EQ(missing.Start().code(), absl::StatusCode::kNotFound);
  Peer lacking({"sh", "-c", "echo '{\"error\": \"No module\"}'"}, "lacking");
  EXPECT_EQ(lacking.Start().code(), absl::StatusCode::kNotFound);
}

TEST(BenchProducts, AreCallsOfTheirSizes) {
  for (BenchProduct product : {BenchProduct{3, 5, 7}, BenchProduct{3, 5, 7, 2}}) {
    for (int transposed = 0; transposed < 4; ++transposed) {
      product.type = transposed % 2 == 0 ? DT_FLOAT : DT_BFLOAT16;
      product.transpose_a = (transposed & 1) != 0;
      product.transpose_b = (transposed & 2) != 0;
      const PreparedCall call = Must(PrepareProduct(product));
      const Tensor result = test::MustRun(call);
      EXPECT_EQ(result.dtype(), product.type);
      EXPECT_EQ(result.shape(), product.batch == 1 ? TensorShape({3, 7}) : TensorShape({2, 3, 7}));
      EXPECT_EQ(product.flops(), 210.0 * static_cast<double>(product.batch));
    }
  }
  EXPECT_EQ((BenchProduct{3, 5, 7}).Name(), "3×5×7");
  EXPECT_EQ((BenchProduct{3, 5, 7, 2}).Name(), "2 of 3×5×7");
}

TEST(BenchProducts, RequestHasTheShapesOfTheCall) {
  BenchProduct product = {3, 5, 7, 2, DT_BFLOAT16};
  product.transpose_b = true;
  const OrderedJson json = OrderedJson::parse(ProductRequest(product, 4, {2, 3, 0.5}));
  EXPECT_EQ(json["type"], "bf16");
  EXPECT_EQ(json["a"], OrderedJson({2, 3, 5}));
  EXPECT_EQ(json["b"], OrderedJson({2, 7, 5}));
  EXPECT_EQ(json["transpose_a"], false);
  EXPECT_EQ(json["transpose_b"], true);
  EXPECT_EQ(json["calls"], 4);
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["runs"], 3);
  EXPECT_EQ(json["seconds"], 0.5);
}

TEST(Bench, RunsATinyWorkload) {
  Ceilings ceilings;
  ceilings.machine = ThisMachine();
  ceilings.flops_f32 = ceilings.flops_bf16 = PeakFlops(DT_FLOAT, 0);
  EXPECT_GT(ceilings.flops_f32, 0);
  EXPECT_GE(ceilings.machine.threads, 1);
  for (const char* text : {"MaxPool3DGrad bf16 ncdhw 1x2x4x4x4 k2 s2 valid", kConv}) {
    const CellResult result = MeasureCell({"tiny", MustParse(text)}, {1, 1e-3}, ceilings, {});
    EXPECT_EQ(result.error, "") << text;
    EXPECT_GE(result.runs, 3u);
    EXPECT_GT(result.seconds, 0);
    EXPECT_GE(result.seconds, result.fastest);
    EXPECT_GT(result.ceiling_seconds, 0);
    EXPECT_FALSE(result.implementation.empty());
  }
  const CellResult refused = MeasureCell({"bad", MustParse("MaxPoolGradGrad f32 nhwc 1x4x4x1 k2 s2 valid")},
                                         {1, 1e-3}, ceilings, {});
  EXPECT_NE(refused.error, "");
}

TEST(Bench, FreshCallSeesTheResultsMemory) {
  const PreparedCall call = test::MustPrepare("AvgPoolGrad f32 nhwc 1x1024x1024x4 k1 s1 valid");
  const FreshCall fresh = Must(RunFresh(call));
  EXPECT_EQ(fresh.result_bytes, 16 << 20);
  EXPECT_GT(fresh.first_seconds, 0);
#if !defined(__SANITIZE_ADDRESS__)
  EXPECT_GE(fresh.peak_bytes, 15 << 20);
  EXPECT_LT(fresh.peak_bytes, 256 << 20);
#endif
}

}  // namespace
}  // namespace voxgrad::driver
