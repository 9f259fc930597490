// The ops that go once over their tensors, held against the memory's speed: element by element, and sums.
#include <cstdio>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/ceilings.h"
#include "bench/statistics.h"
#include "check/prepared_call.h"
#include "cli/bench.h"
#include "ops/table/invoke.h"

namespace voxgrad::cli {
namespace {

using driver::PreparedCall;
using driver::Stopwatch;

constexpr int64_t kRows = 4096, kChannels = 64;

/// What one row of the table calls: an op, how many large tensors it takes, and what besides: the axes it
/// sums over; or tensors of kChannels channels, with so many numbers a channel, and so many empty tensors.
struct Sweep {
  const char* op;
  int tensors = 1;
  std::vector<int32_t> axes = {};
  bool channels = false;
  int of_channels = 0;
  int empty = 0;
};

const std::vector<Sweep>& Sweeps() {
  constexpr bool kOfChannels = true;
  static const auto* const kSweeps = new std::vector<Sweep>{
      {"Neg"},
      {"Abs"},
      {"Square"},
      {"Sqrt"},
      {"Rsqrt"},
      {"Exp"},
      {"Log"},
      {"Tanh"},
      {"Sigmoid"},
      {"Erf"},
      {"Sin"},
      {"Relu"},
      {"Elu"},
      {"Softplus"},
      {"AddV2", 2},
      {"Mul", 2},
      {"RealDiv", 2},
      {"Maximum", 2},
      {"TanhGrad", 2},
      {"ReluGrad", 2},
      {"Sum", 1, {0, 1}},
      {"Sum", 1, {0}},
      {"Sum", 1, {1}},
      {"Max", 1, {1}},
      {"Mean", 1, {0}},
      {"L2Loss"},
      {"BiasAdd", 1, {}, kOfChannels, 1},
      {"Softmax", 1, {}, kOfChannels},
      {"FusedBatchNormV3", 1, {}, kOfChannels, 2, 2},
  };
  return *kSweeps;
}

Tensor Numbers(const TensorShape& shape) {
  Tensor tensor(DT_FLOAT, shape);
  auto values = tensor.mutable_values<float>();
  for (size_t i = 0; i < values.size(); ++i) values[i] = 0.25F + static_cast<float>(i * 37 % 1024) / 512;
  return tensor;
}

absl::StatusOr<PreparedCall> Prepare(const Sweep& sweep, int64_t columns) {
  PreparedCall call{FindOp(sweep.op), {}, {}};
  const TensorShape shape = sweep.channels ? TensorShape({kRows, columns / kChannels, 1, kChannels})
                                           : TensorShape({kRows, columns});
  for (int i = 0; i < sweep.tensors; ++i) call.inputs.push_back(Numbers(shape));
  for (int i = 0; i < sweep.of_channels; ++i) call.inputs.push_back(Numbers(TensorShape({kChannels})));
  for (int i = 0; i < sweep.empty; ++i) call.inputs.push_back(Numbers(TensorShape({0})));
  if (!sweep.axes.empty()) {
    Tensor axes(DT_INT32, TensorShape({static_cast<int64_t>(sweep.axes.size())}));
    std::copy(sweep.axes.begin(), sweep.axes.end(), axes.mutable_values<int32_t>().begin());
    call.inputs.push_back(axes);
  }
  if (absl::Status status = FillSlots(*call.op, "", {}, &call.slots); !status.ok()) return status;
  return call;
}

std::string NameOf(const Sweep& sweep) {
  if (sweep.axes.empty()) return sweep.op;
  return absl::StrCat(sweep.op, sweep.axes.size() == 2 ? ", all"
                                : sweep.axes[0] == 0   ? ", columns"
                                                       : ", rows");
}

}  // namespace

absl::Status BenchSweeps(bool quick) {
  Progress progress;
  Columns table("lrrrr");
  table.Row({"op", "ms", "GB/s", "of ceiling", "ceiling GB/s"});
  const int64_t columns = quick ? 2048 : 8192;
  for (const Sweep& sweep : Sweeps()) {
    progress.ShowNow(absl::StrCat(NameOf(sweep), " …"));
    const absl::StatusOr<PreparedCall> call = Prepare(sweep, columns);
    if (!call.ok()) return call.status();
    const auto results = call->Run();
    if (!results.ok()) return results.status();
    driver::Traffic traffic;
    for (const Tensor& input : call->inputs) traffic.read += static_cast<double>(input.TotalBytes());
    for (const Tensor& result : *results) traffic.written += static_cast<double>(result.TotalBytes());
    driver::Mover mover(traffic);
    double seconds = std::numeric_limits<double>::infinity(), ceiling = seconds;
    for (int turn = 0; turn < (quick ? 2 : 5); ++turn) {  // the op and its ceiling in turn
      for (int i = 0; i < 3; ++i) {
        const Stopwatch watch;
        if (auto again = call->Run(); !again.ok()) return again.status();
        seconds = std::min(seconds, watch.Seconds());
      }
      ceiling = std::min(ceiling, mover.Sweep(quick ? 0.05 : 0.2));
    }
    table.Row({NameOf(sweep), absl::StrFormat("%.2f", seconds * 1e3),
               absl::StrFormat("%.1f", traffic.total() / seconds * 1e-9),
               absl::StrFormat("%.0f %%", 100 * ceiling / seconds),
               absl::StrFormat("%.1f", traffic.total() / ceiling * 1e-9)});
  }
  progress.Clear();
  std::printf(
      "%s\nfloat, %lld rows of %lld; from BiasAdd on %lld channels. Best of several calls, result "
      "allocated in each.\nceiling: the same bytes in one sweep over memory.\n",
      table.Text().c_str(), static_cast<long long>(kRows), static_cast<long long>(columns),
      static_cast<long long>(kChannels));
  return absl::OkStatus();
}

}  // namespace voxgrad::cli
