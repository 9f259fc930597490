// What connects nodes: operations, their outputs, and what may be given as an input.
#ifndef VOXGRAD_OPS_H_
#define VOXGRAD_OPS_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "voxgrad/array_slice.h"
#include "voxgrad/export.h"
#include "voxgrad/graph.h"
#include "voxgrad/string_piece.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

class Output;
using OutputList = std::vector<Output>;

/// A node of a graph, as programs hold it; what the graph was made of lives as long as this. Without a node
/// it has no inputs or outputs, and what it does not have is of type DT_INVALID.
class VOXGRAD_API Operation {
 public:
  Operation() = default;
  explicit Operation(Node* node);

  int32_t num_inputs() const { return node_ == nullptr ? 0 : node_->num_inputs(); }
  DataType input_type(int32_t i) const { return node_ == nullptr ? DT_INVALID : node_->input_type(i); }
  Output input(int32_t i) const;
  int32_t num_outputs() const { return node_ == nullptr ? 0 : node_->num_outputs(); }
  DataType output_type(int32_t i) const { return node_ == nullptr ? DT_INVALID : node_->output_type(i); }
  Output output(int32_t i) const;

  Node* node() const { return node_.get(); }
  uint64_t hash(int32_t index) const;
  bool operator==(const Operation& other) const { return node_ == other.node_; }

 private:
  std::shared_ptr<Node> node_;
};

/// One output of a node. The default is no output at all (NoGradient()).
class VOXGRAD_API Output {
 public:
  Output() = default;
  explicit Output(Node* node) : op_(node) {}
  Output(Node* node, int32_t index) : op_(node), index_(index) {}
  Output(const Operation& op, int32_t index) : op_(op), index_(index) {}

  Operation op() const { return op_; }
  Node* node() const { return op_.node(); }
  int32_t index() const { return index_; }
  DataType type() const { return op_.output_type(index_); }
  /// "node:0"
  std::string name() const;
  bool operator==(const Output& other) const { return op_ == other.op_ && index_ == other.index_; }
  uint64_t hash() const { return op_.hash(index_); }

 private:
  Operation op_;
  int32_t index_ = 0;
};

struct OutputHash {
  std::size_t operator()(const Output& output) const { return static_cast<std::size_t>(output.hash()); }
};

/// What an op's constructor takes for an input: an output of another op, or a constant in one of many forms.
///
///     ops::Add(scope, x, 1.0f);
///     ops::MatMul(scope, {{1.0f, 2.0f}, {3.0f, 4.0f}}, w);
class VOXGRAD_API Input {
 public:
  /// A constant: a number, a tensor, or (nested) lists of numbers. What is wrong with it stays in `status`.
  struct VOXGRAD_API Initializer {
    template <class T>
    using EnableIfScalar =
        std::enable_if_t<std::is_arithmetic<T>::value || std::is_convertible<T, std::string>::value>;
    /// The type of the elements: strings of any kind are tstring.
    template <class T>
    using Element = std::conditional_t<std::is_arithmetic<T>::value, T, tstring>;

    template <class T, class = EnableIfScalar<T>>
    Initializer(const T& value) : Initializer(value, TensorShape()) {}
    Initializer(const Tensor& value) : tensor(value) {}
    /// All elements have this value.
    template <class T, class = EnableIfScalar<T>>
    Initializer(const T& value, const TensorShape& shape) {
      Make(DataTypeToEnum<Element<T>>::value, shape);
      if (status.ok()) std::fill_n(Data<T>(), tensor.NumElements(), Element<T>(value));
    }
    template <class T, class = EnableIfScalar<T>>
    Initializer(const std::initializer_list<T>& values)
        : Initializer(values, TensorShape({static_cast<int64_t>(values.size())})) {}
    template <class T, class = EnableIfScalar<T>>
    Initializer(const std::initializer_list<T>& values, const TensorShape& shape) {
      if (static_cast<int64_t>(values.size()) != shape.num_elements()) {
        status = CountError(shape.num_elements(), static_cast<int64_t>(values.size()));
        return;
      }
      Make(DataTypeToEnum<Element<T>>::value, shape);
      if (!status.ok()) return;
      Element<T>* to = Data<T>();
      for (const T& value : values) *to++ = Element<T>(value);
    }
    /// Lists of lists: the parts are stacked.
    Initializer(const std::initializer_list<Initializer>& parts);

    TensorProto AsTensorProto() const;

    absl::Status status;
    Tensor tensor;

   private:
    void Make(DataType type, const TensorShape& shape) { status = Tensor::Allocate(type, shape, &tensor); }
    template <class T>
    Element<T>* Data() {
      return static_cast<Element<T>*>(tensor.data());
    }
    static absl::Status CountError(int64_t wanted, int64_t given);
  };

  /// An output without a node (a default one, NoGradient()) is refused by the op that gets it.
  Input(const Output& output);
  template <class T, class = Initializer::EnableIfScalar<T>>
  Input(const T& value) : Input(Initializer(value)) {}
  Input(const Initializer& initializer) : status_(initializer.status), tensor_(initializer.tensor) {}
  Input(const Tensor& tensor) : tensor_(tensor) {}
  Input(const std::initializer_list<Initializer>& parts) : Input(Initializer(parts)) {}
  /// An output that does not exist yet, by the name of its node: an edge that leads back.
  Input(const std::string& name, int32_t index, DataType type)
      : output_(Operation(nullptr), index), node_name_(name), data_type_(type) {}

  Node* node() const { return output_.node(); }
  std::string node_name() const { return node_name_; }
  int32_t index() const { return output_.index(); }
  DataType data_type() const { return data_type_; }
  absl::Status status() const { return status_; }
  const Tensor& tensor() const { return tensor_; }

 private:
  absl::Status status_;
  Output output_ = Output(Operation(nullptr), 0);
  Tensor tensor_;
  std::string node_name_;
  DataType data_type_ = DT_INVALID;
};

/// A list of inputs for ops such as AddN and Concat.
class VOXGRAD_API InputList {
 public:
  InputList(const OutputList& outputs) : inputs_(outputs.begin(), outputs.end()) {}
  InputList(const std::initializer_list<Output>& inputs) : inputs_(inputs.begin(), inputs.end()) {}
  InputList(const absl::Span<const Input>& inputs) : inputs_(inputs.begin(), inputs.end()) {}
  InputList(const std::initializer_list<Input>& inputs) : inputs_(inputs) {}

  std::vector<Input>::iterator begin() { return inputs_.begin(); }
  std::vector<Input>::iterator end() { return inputs_.end(); }
  std::vector<Input>::const_iterator begin() const { return inputs_.begin(); }
  std::vector<Input>::const_iterator end() const { return inputs_.end(); }
  std::size_t size() const { return inputs_.size(); }

 private:
  std::vector<Input> inputs_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_OPS_H_
