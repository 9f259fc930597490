// What a node costs in a run that is repeated: a chain of 1,000 additions of scalars.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "voxgrad/client_session.h"
#include "voxgrad/const_op.h"
#include "voxgrad/ops/math_ops.h"
#include "voxgrad/tensor_maps.h"

int main() {
  constexpr int kNodes = 1000;
  constexpr int kRuns = 200;
  voxgrad::Scope root = voxgrad::Scope::NewRootScope();
  const voxgrad::Output one = voxgrad::ops::Const(root, 1.0f);
  voxgrad::Output sum = one;
  for (int i = 0; i < kNodes; ++i) sum = voxgrad::ops::Add(root, sum, one);
  const voxgrad::ClientSession session(root);
  std::vector<double> micros;
  for (int i = 0; i < kRuns; ++i) {
    std::vector<voxgrad::Tensor> outputs;
    const auto start = std::chrono::steady_clock::now();
    const absl::Status status = session.Run({sum}, &outputs);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    if (!status.ok() || outputs[0].scalar<float>()() != kNodes + 1) {
      std::printf("the run failed: %s\n", status.ToString().c_str());
      return 1;
    }
    micros.push_back(took.count() / kNodes);
  }
  std::sort(micros.begin(), micros.end());
  std::printf("%d runs of %d additions: %.3f microseconds a node (median), %.3f (best)\n", kRuns, kNodes,
              micros[micros.size() / 2], micros.front());
}
