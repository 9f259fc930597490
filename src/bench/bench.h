// One run of the benchmark: every cell beside its ceiling and, when they are there, beside other libraries.
#ifndef VOXGRAD_BENCH_BENCH_H_
#define VOXGRAD_BENCH_BENCH_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/ceilings.h"
#include "bench/peers.h"
#include "bench/workloads.h"

namespace voxgrad::driver {

/// What the machine does at best, all threads.
struct Ceilings {
  Machine machine;
  double copy = 0, store = 0, read = 0;  // bytes a second through memory far beyond the caches
  double flops_f32 = 0, flops_bf16 = 0;  // a second

  double flops(DataType type) const { return type == DT_BFLOAT16 ? flops_bf16 : flops_f32; }
};
Ceilings MeasureCeilings(double seconds);

struct PeerTime {
  std::string library;
  double seconds = 0;   // median; 0 where it has none
  std::string refused;  // why
};

struct CellResult {
  BenchCell cell;
  Work work;
  std::string implementation;
  std::string error;   // why it did not run
  double seconds = 0;  // median
  double fastest = 0;
  size_t runs = 0;
  double ceiling_seconds =
      0;  // moving the same bytes, or multiplying at the peak rate: whichever takes longer
  bool memory_bound = true;
  bool beyond_cache = true;  // what must be moved does not fit into the shared cache
  std::vector<PeerTime> peers;

  double share() const { return ceiling_seconds / seconds; }
  /// A ceiling that is exceeded is none; 3 % is noise. Where all fits into the cache there is none to memory:
  /// how much of it is found there differs from one sweep to the next.
  bool above_ceiling() const { return error.empty() && (beyond_cache || !memory_bound) && share() > 1.03; }
  /// The fastest other library's time; 0 without one.
  double best_peer() const;
  /// That over ours: above 1 is faster than all of them; 0 without one.
  double faster() const { return best_peer() / seconds; }
};

/// Of several runs of a cell the one in the middle, by how much faster than the other libraries it was or,
/// without them, by its share of the ceiling: all that it says is of the same minutes. One that failed, if
/// one did.
const CellResult& MiddleRun(const std::vector<CellResult>& runs);

struct BenchOptions {
  int rounds = 3;         // of asking everyone in turn, so that noise hits all alike
  double seconds = 0.15;  // of each in a round
};

CellResult MeasureCell(const BenchCell& cell, const BenchOptions& options, const Ceilings& ceilings,
                       const std::vector<std::unique_ptr<Peer>>& peers);

/// Geometric means over a group of cells.
struct BenchMean {
  std::string group;          // "pooling bf16"
  bool beyond_cache = false;  // only those
  size_t cells = 0;
  double share = 0;
  size_t compared = 0;      // cells that another library runs too
  double faster = 0;        // than the fastest of them; above 1 is faster
  double least_faster = 0;  // the worst of these cells
};
std::vector<BenchMean> Means(const std::vector<CellResult>& results);

struct BenchReport {
  Ceilings ceilings;
  std::string command, date;
  int runs = 1;                    // of which the results are the middle
  std::vector<std::string> peers;  // "TensorFlow 2.21.0"
  std::vector<CellResult> results;
};
std::string ReportJson(const BenchReport& report);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_BENCH_H_
