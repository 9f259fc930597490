// Random problem lines that the ops must take, made from what the table says about them.
#ifndef VOXGRAD_CHECK_RANDOM_LINE_H_
#define VOXGRAD_CHECK_RANDOM_LINE_H_

#include <optional>
#include <vector>

#include "check/line.h"
#include "check/random_values.h"
#include "ops/table/op.h"

namespace voxgrad::driver {

/// What a window op can be asked for, read from its definition and that of the op it is the gradient of.
struct WindowTraits {
  std::vector<DataType> types;        // the definition's, then the extensions
  size_t own_types = 0;               // so many of them are the definition's
  std::vector<DataType> value_types;  // of orig_input, where its type is an attribute of its own
  std::vector<std::string> layouts;
  std::vector<std::string> paddings;
  bool convolves = false;  // a filter instead of ksize
  bool dilates = false;
  bool over_depth = false;  // may pool over the channels
};

/// Nothing for an op that is no window op.
std::optional<WindowTraits> TraitsOf(const Op& op);

/// Odd sizes and borders first: small volumes, every type, layout and padding, windows larger than the input,
/// dilations, groups, now and then no batch or no cells. `max_work` bounds the multiplications of the
/// reference.
Line RandomLine(const Op& op, const WindowTraits& traits, int64_t max_work, Random* random);

/// The same for a gradient check: double, values without ties, sizes above 0.
Line RandomSmoothLine(const Op& op, const WindowTraits& traits, Random* random);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_RANDOM_LINE_H_
