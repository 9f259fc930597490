#include "ops/rules/undefined_gradient.h"

#include "absl/strings/str_cat.h"

namespace voxgrad::rules {

absl::Status UndefinedGradient(Grad& g) {
  const Op& op = g.call().op();
  return g.call().Unimplemented("", absl::StrCat("has no gradient, in TensorFlow neither; ", op.gradient_of,
                                                 " can be differentiated once, not twice."));
}

}  // namespace voxgrad::rules
