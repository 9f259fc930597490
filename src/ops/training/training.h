// What the steps of optimisers share: variables, their gradient, and rates that are scalars.
#ifndef VOXGRAD_OPS_TRAINING_TRAINING_H_
#define VOXGRAD_OPS_TRAINING_TRAINING_H_

#include <initializer_list>

#include "kernels/training/training.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// An op that changes its variables, which is what it results in: the type attribute and what TensorFlow's
/// list has beyond it, then `use_locking`.
OpBuilder& TrainingStep(OpBuilder& op);

/// The variables and the gradient have one shape, the rates are scalars; the output is the variable.
absl::Status InferStep(Infer& c, std::initializer_list<const char*> variables, const char* gradient,
                       std::initializer_list<const char*> rates);

/// Where a variable is and where its next value goes: in place when nobody else reads it.
class NextVariable {
 public:
  NextVariable(Run& c, const char* input);
  Slot slot() const { return {variable_.data(), next_.data()}; }
  /// The variable has its next value.
  void Commit() { variable_ = next_; }

 private:
  Tensor& variable_;
  Tensor next_;
};

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_TRAINING_TRAINING_H_
