// TopK and InTopK, each in two forms: k is an attribute, or an input.
#ifndef VOXGRAD_OPS_NN_TOP_K_RULE_H_
#define VOXGRAD_OPS_NN_TOP_K_RULE_H_

#include <optional>

#include "ops/table/gradient.h"

namespace voxgrad::rules {

/// `k` where it is known.
absl::Status InferTopK(Infer& c, std::optional<int64_t> k);
void RunTopK(Run& c, int64_t k);
/// Each value goes back to its place.
Grad::Value TopKGradient(Grad& g);

absl::Status InferInTopK(Infer& c);
void RunInTopK(Run& c, int64_t k);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_NN_TOP_K_RULE_H_
