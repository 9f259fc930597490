// Products of matrices beside the peak of multiply-adds, NumPy's OpenBLAS and PyTorch.
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/products.h"
#include "bench/statistics.h"
#include "cli/bench.h"
#include "voxgrad/threads.h"

namespace voxgrad::cli {
namespace {

using driver::BenchProduct;
using driver::Effort;
using driver::Peer;
using driver::PreparedCall;
using driver::Stopwatch;
using Peers = std::vector<std::unique_ptr<Peer>>;

constexpr double kNoRatio = std::numeric_limits<double>::infinity();

constexpr std::array<const char*, 4> kTranspositions = {"a·b", "aᵀ·b", "a·bᵀ", "aᵀ·bᵀ"};

/// The same product with its operands as they are, the first transposed, the second, both.
BenchProduct Transposed(BenchProduct product, size_t which) {
  product.transpose_a = (which & 1) != 0;
  product.transpose_b = (which & 2) != 0;
  return product;
}

/// Seconds of one call, the best of several means.
absl::StatusOr<double> BestSeconds(const PreparedCall& call, int calls, const Effort& effort) {
  double best = kNoRatio, total = 0;
  for (int i = -1; i < effort.runs || total < effort.seconds; ++i) {
    const Stopwatch watch;
    for (int j = 0; j < calls; ++j) {
      if (auto result = call.Run(); !result.ok()) return result.status();
    }
    const double seconds = watch.Seconds();
    if (i < 0) continue;  // threads and memory not there yet
    best = std::min(best, seconds / calls);
    total += seconds;
  }
  return best;
}

/// Of one product: seconds, ours first, infinite where a library refuses.
absl::StatusOr<std::vector<double>> MeasureProduct(const BenchProduct& product, bool quick,
                                                   const Peers& peers) {
  const absl::StatusOr<PreparedCall> call = driver::PrepareProduct(product);
  if (!call.ok()) return call.status();
  constexpr double kFlopsOfATime = 1e7;  // long against the clock's own time
  const int calls = std::max(1, static_cast<int>(kFlopsOfATime / product.flops()));
  const Effort effort = {GetNumThreads(), 3, quick ? 0.01 : 0.05};
  std::vector<double> seconds(1 + peers.size(), kNoRatio);
  for (int round = 0; round < (quick ? 1 : 4); ++round) {  // in turn, so that all see the same machine
    const absl::StatusOr<double> ours = BestSeconds(*call, calls, effort);
    if (!ours.ok()) return ours.status();
    seconds[0] = std::min(seconds[0], *ours);
    for (size_t i = 0; i < peers.size(); ++i) {
      const auto theirs = peers[i]->Time(driver::ProductRequest(product, calls, effort));
      if (theirs.status().code() == absl::StatusCode::kUnimplemented) continue;
      if (!theirs.ok())
        return absl::Status(theirs.status().code(), absl::StrCat(peers[i]->title(), ", ", product.Name(),
                                                                 ": ", theirs.status().message()));
      for (const double one : *theirs) seconds[i + 1] = std::min(seconds[i + 1], one);
    }
  }
  return seconds;
}

/// The rows of one type, and what they say together.
class ProductTable {
 public:
  ProductTable(DataType type, double peak, const Peers& peers)
      : type_(type), peak_(peak), peers_(peers), ratios_(peers.size()) {}

  absl::Status Measure(const BenchProduct& product, bool quick, Progress* progress) {
    names_.push_back(product.Name());
    for (size_t t = 0; t < kTranspositions.size(); ++t) {
      BenchProduct one = Transposed(product, t);
      one.type = type_;
      progress->ShowNow(absl::StrCat(one.Name(), " ", ShortTypeString(type_), " ", kTranspositions[t], " …"));
      const absl::StatusOr<std::vector<double>> seconds = MeasureProduct(one, quick, peers_);
      if (!seconds.ok()) return seconds.status();
      rates_.push_back(one.flops() / seconds->front());
      for (size_t i = 0; i < peers_.size(); ++i) {
        const double theirs = (*seconds)[i + 1];
        if (theirs < kNoRatio) ratios_[i].push_back(theirs / seconds->front());
      }
    }
    return absl::OkStatus();
  }

  /// A peer that refuses one product of a type refuses all.
  void Print() const {
    Columns table(std::string("llrrrrr") + std::string(4 * peers_.size(), 'r'));
    std::vector<std::string> head = {"product", "type"};
    head.insert(head.end(), kTranspositions.begin(), kTranspositions.end());
    head.push_back("of ceiling");
    for (size_t i = 0; i < peers_.size(); ++i) {
      if (ratios_[i].empty()) continue;
      head.push_back(absl::StrCat("over ", peers_[i]->title().substr(0, peers_[i]->title().find(' '))));
      head.insert(head.end(), kTranspositions.begin() + 1, kTranspositions.end());
    }
    table.Row(head);
    for (size_t row = 0; row < names_.size(); ++row) table.Row(Row(row));
    std::printf("%s", table.Text().c_str());
    for (size_t i = 0; i < peers_.size(); ++i) {
      if (ratios_[i].empty()) continue;
      std::printf("%s, %zu products: %.2f× as a geometric mean, %.2f× the least\n",
                  peers_[i]->title().c_str(), ratios_[i].size(), driver::GeometricMean(ratios_[i]),
                  *std::min_element(ratios_[i].begin(), ratios_[i].end()));
    }
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  std::vector<std::string> Row(size_t row) const {
    std::vector<std::string> cells = {names_[row], ShortTypeString(type_)};
    std::vector<double> shares;
    for (size_t t = 0; t < kTranspositions.size(); ++t) {
      const double rate = rates_[row * kTranspositions.size() + t];
      cells.push_back(ShortNumber(rate * 1e-9));
      shares.push_back(rate / peak_);
    }
    cells.push_back(absl::StrFormat("%.0f %%", 100 * driver::GeometricMean(shares)));
    for (const std::vector<double>& ratios : ratios_) {
      for (size_t t = 0; t < kTranspositions.size() && !ratios.empty(); ++t)
        cells.push_back(absl::StrFormat("%.2f×", ratios[row * kTranspositions.size() + t]));
    }
    return cells;
  }

  const DataType type_;
  const double peak_;  // multiplications and additions a second
  const Peers& peers_;
  std::vector<std::string> names_;
  std::vector<double> rates_;                // four of each name
  std::vector<std::vector<double>> ratios_;  // of each peer, likewise: its time over ours
};

}  // namespace

absl::Status BenchMatMul(bool quick, const Peers& peers) {
  Progress progress;
  std::printf("GFLOP/s of rows×depth×columns on %d thread%s, for the operands as they lie in memory.\n\n",
              GetNumThreads(), GetNumThreads() == 1 ? "" : "s");
  for (const DataType type : {DT_FLOAT, DT_BFLOAT16}) {
    progress.ShowNow("measuring the machine's ceiling …");
    const double peak = driver::PeakFlops(type, quick ? 0.1 : 0.5);
    ProductTable table(type, peak, peers);
    for (const BenchProduct& product : driver::BenchProducts()) {
      if (absl::Status status = table.Measure(product, quick, &progress); !status.ok()) return status;
    }
    progress.Clear();
    std::printf("Multiply-adds of %s: %s GFLOP/s at most.\n", ShortTypeString(type).c_str(),
                ShortNumber(peak * 1e-9).c_str());
    table.Print();
  }
  std::printf(
      "Best of several calls in turn; ours allocates its result in each, the others write where they did "
      "before.\nof ceiling: geometric mean of the four. over: their time over ours, above 1 is faster.\n");
  return absl::OkStatus();
}

}  // namespace voxgrad::cli
