// Max pooling that also says where the maxima are, and the gradients that are told.
#ifndef VOXGRAD_OPS_POOLING_ARGMAX_H_
#define VOXGRAD_OPS_POOLING_ARGMAX_H_

#include "absl/status/status.h"
#include "kernels/listed_windows/max_windows.h"
#include "ops/table/context.h"

namespace voxgrad::window {

/// `include_batch_in_index`, and the types of what is pooled and of the places.
AttrDef include_batch_in_index();
std::vector<DataType> RealNumberTypes();

/// Checks and shape rule of the op and of its gradients: that of pooling over space, and every argmax in its
/// own image.
absl::Status InferArgmaxPool(Infer& c);

/// The problems for the kernels, once the rule has passed and unless the result is empty.
WindowGrid ArgmaxGrid(const Run& c);
ArgmaxForm ReadArgmaxForm(const OpCall& call);
ArgmaxProblem MakeArgmaxProblem(const Run& c);

}  // namespace voxgrad::window

#endif  // VOXGRAD_OPS_POOLING_ARGMAX_H_
