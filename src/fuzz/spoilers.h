// Ways to make a bad call of a good one, by rules that know only the op table: roles, kinds of attributes.
#ifndef VOXGRAD_FUZZ_SPOILERS_H_
#define VOXGRAD_FUZZ_SPOILERS_H_

#include <vector>

#include "check/random_values.h"
#include "fuzz/bad_call.h"

namespace voxgrad::driver {

/// One way to spoil a call. It returns false where the op has nothing of that sort to spoil.
struct Spoiler {
  const char* name;
  bool (*spoil)(RawCall* call, Random* random);
};

/// All of them: those of inputs, then those of attributes.
const std::vector<Spoiler>& Spoilers();
std::vector<Spoiler> InputSpoilers();
std::vector<Spoiler> AttributeSpoilers();

/// A number that size arithmetic gets wrong: 0, negative, just past int32, near 2^63.
int64_t BadNumber(Random* random);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_FUZZ_SPOILERS_H_
