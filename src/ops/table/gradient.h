// Building the gradient of an op out of other ops.
#ifndef VOXGRAD_OPS_TABLE_GRADIENT_H_
#define VOXGRAD_OPS_TABLE_GRADIENT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "ops/table/context.h"

namespace voxgrad {

/// What an op's `gradient` sees: the op's inputs and outputs, the gradient that comes in from above, and the
/// means to make more values out of them. Whether an op added here runs at once or becomes a node of a graph
/// is the implementation's business.
///
///     .gradient([](Grad& g) {
///       g.none("orig_input_shape");
///       return g.of("grad", g.op("AvgPool3D", {g.upstream()}));
///     })
class Grad {
 public:
  /// A tensor: one that exists, or will when the graph runs.
  struct Value {
    int id = -1;
  };

  explicit Grad(const OpCall& call) : call_(call) {}
  virtual ~Grad() = default;
  Grad(const Grad&) = delete;
  Grad& operator=(const Grad&) = delete;

  const OpCall& call() const { return call_; }

  virtual Value input(absl::string_view name) = 0;
  virtual Value output(size_t i = 0) = 0;
  /// The gradient with respect to output i.
  virtual Value upstream(size_t i = 0) = 0;
  /// The sizes of a value, as an int32 vector.
  virtual Value shape(Value value) = 0;
  virtual Value zeros_like(Value value) = 0;
  /// Adds an op. Attributes it shares by name with the op at hand (strides, padding, …) are copied.
  virtual Value op(absl::string_view name, std::vector<Value> inputs) = 0;

  /// The gradient with respect to an input is this value, or does not exist (sizes, indices).
  virtual absl::Status of(absl::string_view input, Value value) = 0;
  virtual void none(absl::string_view input) = 0;

 private:
  const OpCall& call_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_GRADIENT_H_
