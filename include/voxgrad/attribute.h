// The value of an op's attribute.
#ifndef VOXGRAD_ATTRIBUTE_H_
#define VOXGRAD_ATTRIBUTE_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "voxgrad/export.h"
#include "voxgrad/string_piece.h"
#include "voxgrad/tensor.h"
#include "voxgrad/tensor_shape.h"
#include "voxgrad/types.h"

namespace voxgrad {

class AttrValue;

/// What an attribute holds: one of the kinds that a TensorFlow op definition knows, or, for the attributes
/// that mean nothing to an op, whatever a page had there: a function, say.
///
///     Attribute ksize = {1, 2, 2, 2, 1};
///     Attribute padding = "SAME";
///     Attribute use_cudnn = true;
class VOXGRAD_API Attribute {
 public:
  using Variant =
      std::variant<std::monostate, int64_t, float, bool, std::string, DataType, PartialTensorShape, Tensor,
                   Ints, std::vector<float>, std::vector<bool>, std::vector<std::string>,
                   std::vector<DataType>, std::vector<PartialTensorShape>, std::vector<Tensor>,
                   std::shared_ptr<const AttrValue>>;

  Attribute() = default;
  Attribute(int value) : value_(int64_t{value}) {}
  Attribute(int64_t value) : value_(value) {}
  Attribute(long long value) : value_(int64_t{value}) {}
  Attribute(float value) : value_(value) {}
  Attribute(double value) : value_(static_cast<float>(value)) {}
  Attribute(bool value) : value_(value) {}
  Attribute(const char* value) : value_(std::string(value)) {}
  Attribute(std::string value) : value_(std::move(value)) {}
  Attribute(StringPiece value) : value_(value.str()) {}
  Attribute(DataType value) : value_(value) {}
  Attribute(PartialTensorShape value) : value_(std::move(value)) {}
  Attribute(Tensor value) : value_(std::move(value)) {}
  Attribute(std::initializer_list<int> values) : value_(Ints(values.begin(), values.end())) {}
  Attribute(Ints values) : value_(std::move(values)) {}
  Attribute(const std::vector<int>& values) : value_(Ints(values.begin(), values.end())) {}
  Attribute(std::vector<float> values) : value_(std::move(values)) {}
  Attribute(std::vector<bool> values) : value_(std::move(values)) {}
  Attribute(std::vector<std::string> values) : value_(std::move(values)) {}
  Attribute(std::vector<DataType> values) : value_(std::move(values)) {}
  Attribute(std::vector<PartialTensorShape> values) : value_(std::move(values)) {}
  Attribute(std::vector<Tensor> values) : value_(std::move(values)) {}
  explicit Attribute(std::shared_ptr<const AttrValue> value) : value_(std::move(value)) {}

  bool empty() const { return std::holds_alternative<std::monostate>(value_); }
  /// The value as a T of the list above, or null when it holds something else.
  template <class T>
  const T* get() const {
    return std::get_if<T>(&value_);
  }
  const Variant& variant() const { return value_; }

  /// As one types it: `1,2,2,2,1`, `SAME`, `true`, `float`.
  std::string DebugString() const;

 private:
  Variant value_;
};

/// An attribute with its name: `{"ksize", {1, 2, 2, 2, 1}}`.
struct NamedAttribute {
  std::string name;
  Attribute value;
};

}  // namespace voxgrad

#endif  // VOXGRAD_ATTRIBUTE_H_
