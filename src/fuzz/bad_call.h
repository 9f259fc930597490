// A call that may have anything wrong with it, and whether it was answered properly.
#ifndef VOXGRAD_FUZZ_BAD_CALL_H_
#define VOXGRAD_FUZZ_BAD_CALL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "check/prepared_call.h"

namespace voxgrad::driver {

/// A call as a program writes it, before anything is checked: attributes may be missing, unknown or given
/// twice.
struct RawCall {
  const Op* op = nullptr;
  std::vector<Tensor> inputs;
  std::vector<NamedAttribute> attributes;

  static RawCall From(const PreparedCall& call);
  /// What reproduces it: `vox op NAME …` with all values.
  std::string Text() const;
};

/// Makes the call (unless the result is too large to compute in passing). OK when the op refuses it with a
/// proper error (then *refused is true) or gives what the reference gives; else what is wrong with the
/// answer.
absl::Status CheckRawCall(const RawCall& call, bool* refused);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_FUZZ_BAD_CALL_H_
