// Values of a graph for tests: one call, and the process ends when it fails.
#ifndef VOXGRAD_UTIL_TESTUTIL_H_
#define VOXGRAD_UTIL_TESTUTIL_H_

#include <vector>

#include "voxgrad/client_session.h"
#include "voxgrad/status.h"

namespace voxgrad {
namespace test {

/// The values of some outputs, after other outputs were assigned once where there are any.
inline void GetTensors(const Scope& scope, const std::vector<Output>& assign_vars, const OutputList& tensors,
                       std::vector<Tensor>* out) {
  ClientSession session(scope);
  if (!assign_vars.empty()) TF_CHECK_OK(session.Run(assign_vars, nullptr));
  TF_CHECK_OK(session.Run(tensors, out));
}
inline void GetTensors(const Scope& scope, OutputList tensors, std::vector<Tensor>* out) {
  GetTensors(scope, {}, tensors, out);
}

inline void GetTensor(const Scope& scope, const std::vector<Output>& assign_vars, Output tensor,
                      Tensor* out) {
  std::vector<Tensor> outputs;
  GetTensors(scope, assign_vars, {std::move(tensor)}, &outputs);
  *out = outputs[0];
}
inline void GetTensor(const Scope& scope, Output tensor, Tensor* out) {
  GetTensor(scope, {}, std::move(tensor), out);
}

}  // namespace test
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_TESTUTIL_H_
