// What is said about a run: means, and everything as JSON.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "bench/bench.h"
#include "bench/statistics.h"

namespace voxgrad::driver {
namespace {

using Json = nlohmann::ordered_json;

BenchMean MeanOf(const std::string& group, bool beyond_cache, const std::vector<const CellResult*>& results) {
  BenchMean mean;
  mean.group = group;
  mean.beyond_cache = beyond_cache;
  std::vector<double> shares, ratios;
  for (const CellResult* result : results) {
    shares.push_back(result->share());
    if (result->faster() > 0) ratios.push_back(result->faster());
  }
  mean.cells = shares.size();
  mean.share = GeometricMean(shares);
  mean.compared = ratios.size();
  if (ratios.empty()) return mean;
  mean.faster = GeometricMean(ratios);
  mean.least_faster = *std::min_element(ratios.begin(), ratios.end());
  return mean;
}

Json PeersJson(const std::vector<PeerTime>& peers) {
  Json object = Json::object();
  for (const PeerTime& peer : peers) {
    object[peer.library] =
        peer.seconds > 0 ? Json{{"ms", peer.seconds * 1e3}} : Json{{"refused", peer.refused}};
  }
  return object;
}

Json ResultJson(const CellResult& result) {
  const Line& line = result.cell.line;
  Json json = {{"name", result.cell.name},
               {"line", line.Text()},
               {"kind", result.cell.convolves() ? "convolution" : "pooling"},
               {"type", ShortTypeString(line.type)},
               {"layout", line.layout}};
  if (!result.error.empty()) {
    json["error"] = result.error;
    return json;
  }
  json.update({{"ms", result.seconds * 1e3},
               {"fastest_ms", result.fastest * 1e3},
               {"runs", result.runs},
               {"implementation", result.implementation},
               {"bytes_read", result.work.traffic.read},
               {"bytes_written", result.work.traffic.written},
               {"flops", result.work.flops},
               {"ceiling_ms", result.ceiling_seconds * 1e3},
               {"bound", result.memory_bound ? "memory" : "arithmetic"},
               {"share", result.share()},
               {"beyond_cache", result.beyond_cache},
               {"peers", PeersJson(result.peers)}});
  if (result.faster() > 0) json["faster"] = result.faster();
  return json;
}

Json CeilingsJson(const Ceilings& c) {
  return {{"copy", c.copy * 1e-9},
          {"store", c.store * 1e-9},
          {"read", c.read * 1e-9},
          {"gflops_f32", c.flops_f32 * 1e-9},
          {"gflops_bf16", c.flops_bf16 * 1e-9}};
}

Json MachineJson(const Machine& m) {
  return {{"cpu", m.cpu},       {"simd", m.simd}, {"threads", m.threads}, {"shared_cache", m.shared_cache},
          {"memory", m.memory}, {"load", m.load}};
}

}  // namespace

std::vector<BenchMean> Means(const std::vector<CellResult>& results) {
  std::vector<BenchMean> means;
  for (const bool convolves : {false, true}) {
    for (const DataType type : {DT_FLOAT, DT_BFLOAT16, DT_INVALID}) {
      for (const bool beyond_cache : {false, true}) {
        std::vector<const CellResult*> group;
        for (const CellResult& result : results) {
          if (!result.error.empty() || result.cell.convolves() != convolves) continue;
          if (type != DT_INVALID && result.cell.line.type != type) continue;
          if (result.beyond_cache || !beyond_cache) group.push_back(&result);
        }
        const std::string name =
            absl::StrCat(convolves ? "convolution" : "pooling",
                         type == DT_INVALID ? "" : absl::StrCat(" ", ShortTypeString(type)));
        if (!group.empty()) means.push_back(MeanOf(name, beyond_cache, group));
      }
    }
  }
  return means;
}

std::string ReportJson(const BenchReport& report) {
  Json json = {{"command", report.command},
               {"date", report.date},
               {"runs", report.runs},
               {"machine", MachineJson(report.ceilings.machine)},
               {"ceilings", CeilingsJson(report.ceilings)},
               {"peers", report.peers},
               {"means", Json::array()},
               {"cells", Json::array()}};
  for (const BenchMean& mean : Means(report.results)) {
    Json entry = {{"group", mean.group},
                  {"cells", mean.beyond_cache ? "beyond the cache" : "all"},
                  {"count", mean.cells},
                  {"share", mean.share}};
    if (mean.compared > 0) {
      entry.update(
          {{"compared", mean.compared}, {"faster", mean.faster}, {"least_faster", mean.least_faster}});
    }
    json["means"].push_back(entry);
  }
  for (const CellResult& result : report.results) json["cells"].push_back(ResultJson(result));
  return json.dump(1) + "\n";
}

}  // namespace voxgrad::driver
