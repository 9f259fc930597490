// Gradients checked element by element against finite differences, at given values.
#ifndef VOXGRAD_CHECK_ELEMENT_CHECK_H_
#define VOXGRAD_CHECK_ELEMENT_CHECK_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "check/prepared_call.h"

namespace voxgrad::driver {

struct ElementCheck {
  int64_t checked = 0;
  int64_t kinks = 0;  // elements at which the function has no derivative: left out
  /// The worst element: |analytic - numeric| / (1 + |analytic|).
  double error = 0;
  std::string input;  // the argument, and its place in a list where it is one
  Ints index;
  double analytic = 0, numeric = 0;
  /// What one should know about how it was checked.
  std::string note;
};

/// Checks the gradients of a call at its own values, in double, on a sample of the elements of each input. An
/// op that is itself a gradient is compared with its forward op: its result must be the derivative of that,
/// at these values. Where it does not take the values that say where (a sigmoid's gradient takes the result),
/// it is checked at values of our choice, and the note says so. Ends early after about two seconds.
absl::StatusOr<ElementCheck> CheckElements(const PreparedCall& call, uint64_t seed);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_ELEMENT_CHECK_H_
