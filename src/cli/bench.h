// The parts of `vox bench`.
#ifndef VOXGRAD_CLI_BENCH_H_
#define VOXGRAD_CLI_BENCH_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bench/bench.h"
#include "cli/text.h"

namespace voxgrad::cli {

/// Prints the table row by row, as results come in.
class BenchTable {
 public:
  BenchTable(const std::vector<driver::BenchCell>& cells,
             const std::vector<std::unique_ptr<driver::Peer>>& peers);
  std::string Head() const;
  std::string Row(const driver::CellResult& result) const;

 private:
  std::string Join(const std::vector<std::string>& cells) const;
  std::vector<std::string> titles_;
  std::vector<size_t> widths_;
};

void PrintCeilings(const driver::Ceilings& ceilings);
void PrintMeans(const std::vector<driver::CellResult>& results);
/// What a reader of the table must know; false when a cell is above its ceiling, which is a bug of the
/// benchmark.
bool PrintRemarks(const std::vector<driver::CellResult>& results);

// The sections on request.
absl::Status BenchScaling(bool quick);
absl::Status BenchOverhead();
absl::Status BenchSweeps(bool quick);
/// Beside the peers that run bench/unet.py.
absl::Status BenchUNet(bool quick, const std::vector<std::unique_ptr<driver::Peer>>& peers);
/// Beside the peers that run bench/matmul.py.
absl::Status BenchMatMul(bool quick, const std::vector<std::unique_ptr<driver::Peer>>& peers);
absl::Status BenchMemory(const std::vector<driver::BenchCell>& cells);

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_BENCH_H_
