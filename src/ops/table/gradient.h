// Building the gradient of an op out of other ops.
#ifndef VOXGRAD_OPS_TABLE_GRADIENT_H_
#define VOXGRAD_OPS_TABLE_GRADIENT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ops/table/context.h"

namespace voxgrad {

/// What an op's `gradient` sees: the op's inputs and outputs, the gradient that comes in from above, and the
/// means to make more values out of them. The ops floor does not know what a graph is: the floor above it
/// implements this.
///
///     .gradient([](Grad& g) {
///       g.none("orig_input_shape");
///       return g.of("grad", g.op("AvgPool3D", {g.upstream()}));
///     })
///
/// A call that fails leaves an empty value behind, later calls on such a value do nothing, and `of` returns
/// the first error.
class Grad {
 public:
  /// A tensor that will exist when the graph runs.
  struct Value {
    int id = -1;
  };
  using Values = std::vector<Value>;

  explicit Grad(const OpCall& call) : call_(call) {}
  virtual ~Grad() = default;
  Grad(const Grad&) = delete;
  Grad& operator=(const Grad&) = delete;

  const OpCall& call() const { return call_; }

  Value input(absl::string_view name) { return inputs(name).front(); }
  virtual Values inputs(absl::string_view name) = 0;  // of a list argument
  virtual Value output(size_t i = 0) = 0;
  /// The gradient with respect to output i; zeros where none arrives.
  virtual Value upstream(size_t i = 0) = 0;
  virtual bool has_upstream(size_t i) const = 0;

  /// What is known of a value before the graph runs.
  virtual InputInfo info(Value value) const = 0;
  /// Its integers, where they are known.
  std::optional<Ints> known_ints(Value value) const;

  virtual Value constant(Tensor tensor) = 0;
  /// One number of the type of `like`.
  Value scalar(double number, Value like);
  /// A vector of 32-bit integers, and one of them.
  Value ints(absl::Span<const int64_t> values);
  Value integer(int64_t value);

  /// Adds an op and returns all its outputs. Attributes that it shares by name with the op at hand (strides,
  /// padding, …) are copied unless they are given; types and numbers of tensors follow from the inputs.
  virtual Values op_all(absl::string_view name, const Values& inputs,
                        std::vector<NamedAttribute> attributes = {}) = 0;
  Value op(absl::string_view name, const Values& inputs, std::vector<NamedAttribute> attributes = {}) {
    const Values outputs = op_all(name, inputs, std::move(attributes));
    return outputs.empty() ? Value() : outputs.front();
  }
  /// The sizes of a value, as an int32 vector.
  Value shape(Value value) { return op("Shape", {value}, {{"out_type", DT_INT32}}); }
  Value zeros_like(Value value) { return op("ZerosLike", {value}); }
  Value cast(Value value, DataType type);

  /// The gradient with respect to an input is this value, or these for a list, or does not exist (sizes,
  /// indices).
  absl::Status of(absl::string_view input, Value value) { return of(input, Values{value}); }
  virtual absl::Status of(absl::string_view input, const Values& values) = 0;
  virtual void none(absl::string_view input) = 0;

 private:
  const OpCall& call_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_TABLE_GRADIENT_H_
