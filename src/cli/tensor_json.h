// Tensors and traces as JSON.
#ifndef VOXGRAD_CLI_TENSOR_JSON_H_
#define VOXGRAD_CLI_TENSOR_JSON_H_

#include <string>
#include <vector>

#include "graph/session.h"
#include "page/pages/page_run.h"

namespace voxgrad::cli {

/// {"y:0": {"dtype": "float32", "shape": [1,2], "data": [1,2.5]}}: values flat, in row-major order and exact;
/// NaN and infinities are the strings "NaN", "Inf" and "-Inf".
std::string TensorsJson(const std::vector<NamedTensor>& tensors);

/// One step of a run in a trace.
struct TracedStep {
  double start_us = 0;
  std::vector<TraceEvent> events;
};

/// As chrome://tracing and ui.perfetto.dev read it: the time of every node, and the bytes between nodes.
std::string TraceJson(const std::vector<TracedStep>& steps);

}  // namespace voxgrad::cli

#endif  // VOXGRAD_CLI_TENSOR_JSON_H_
