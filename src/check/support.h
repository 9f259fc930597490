// What works: every op in every type, layout and padding, found out by running it.
#ifndef VOXGRAD_CHECK_SUPPORT_H_
#define VOXGRAD_CHECK_SUPPORT_H_

#include <functional>
#include <string>
#include <vector>

#include "voxgrad/types.h"

namespace voxgrad::driver {

struct SupportCell {
  enum class State { kOk, kEmpty, kExcluded };
  std::string op;
  DataType type = DT_INVALID;  // DT_INVALID: of an excluded layout
  bool extension = false;      // TensorFlow's definition does not list the type
  std::string layout;          // empty: of an excluded type
  std::string padding;
  std::string variant;  // "plain", "strides", "dilations", "groups", or what is special about it
  std::string line;     // what was run
  State state = State::kOk;
  std::string reason;
};

/// Runs every cell that the table documents: each small problem must give the reference's result in every
/// implementation, on 1, 2 and 5 threads. `progress` hears how many cells have run.
std::vector<SupportCell> RunSupport(const std::function<void(size_t)>& progress);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_SUPPORT_H_
