// Random and damaged pages: none may crash, hang or be half understood.
#ifndef VOXGRAD_FUZZ_FUZZ_PAGE_H_
#define VOXGRAD_FUZZ_FUZZ_PAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/random.h"
#include "fuzz/harness.h"
#include "voxgrad/graph_def.h"

namespace voxgrad::driver {

/// Pages of random nodes, and such pages with damage to their text or bytes.
std::vector<std::string> PageFuzzKinds();

/// Page number `index` of the run with this seed: read, checked, exported, imported again, and run where it
/// is small.
void FuzzOnePage(uint64_t seed, int64_t index, CallLog& log);

/// A page of up to `nodes` nodes made from the op table: inputs, attributes and names may be anything.
GraphDef RandomPage(int nodes, Random* random);

/// Changes, removes, doubles or inserts a few bytes.
void Damage(std::string* bytes, Random* random);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_FUZZ_FUZZ_PAGE_H_
