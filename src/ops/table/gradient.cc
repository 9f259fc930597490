#include "ops/table/gradient.h"

#include "core/host_values.h"

namespace voxgrad {

std::optional<Ints> Grad::known_ints(Value value) const {
  const Tensor* known = value.id < 0 ? nullptr : info(value).value;
  if (known == nullptr) return std::nullopt;
  return IntegersOf(*known);
}

Grad::Value Grad::cast(Value value, DataType type) {
  if (value.id < 0 || info(value).dtype == type) return value;
  return op("Cast", {value}, {{"DstT", type}});
}

// A double holds every number that a gradient rule writes down; Cast brings it to the type that is wanted,
// and a graph of doubles has none.
Grad::Value Grad::scalar(double number, Value like) {
  if (like.id < 0) return like;
  const DataType type = info(like).dtype;
  if (type == DT_FLOAT) return constant(Tensor::Of<float>({static_cast<float>(number)}, TensorShape()));
  return cast(constant(Tensor::Of<double>({number}, TensorShape())), type);
}

Grad::Value Grad::ints(absl::Span<const int64_t> values) { return constant(Tensor::Sizes(values)); }

Grad::Value Grad::integer(int64_t value) {
  return constant(Tensor::Of<int32_t>({static_cast<int32_t>(value)}, TensorShape()));
}

}  // namespace voxgrad
