#include "voxgrad/ops.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "voxgrad/page/tensor_proto.h"

namespace voxgrad {

Operation::Operation(Node* node) {
  if (node != nullptr) node_ = std::shared_ptr<Node>(node->body().home.lock(), node);
}

Output Operation::input(int32_t i) const {
  const Endpoint from = node_ == nullptr ? Endpoint() : node_->input(i);
  return Output(from.node, from.index);
}

Output Operation::output(int32_t i) const { return Output(*this, i); }

Input::Input(const Output& output) : output_(output) {
  if (output.node() != nullptr) return;
  status_ = absl::InvalidArgumentError(
      "An input is no output of any node: the op it came from could not be made, or there is no gradient.");
}

uint64_t Operation::hash(int32_t index) const {
  const uint64_t bits =
      reinterpret_cast<uintptr_t>(node()) + 0x9e3779b97f4a7c15U * (static_cast<uint64_t>(index) + 1);
  return (bits ^ (bits >> 29)) * 0xbf58476d1ce4e5b9U;
}

std::string Output::name() const { return node() ? absl::StrCat(node()->name(), ":", index_) : ""; }

absl::Status Input::Initializer::CountError(int64_t wanted, int64_t given) {
  return absl::InvalidArgumentError(absl::StrCat("Cannot construct a tensor with ", wanted,
                                                 " from an initializer list with ", given, " elements"));
}

TensorProto Input::Initializer::AsTensorProto() const {
  TensorProto proto;
  if (tensor.NumElements() > 1) {
    tensor.AsProtoTensorContent(&proto);
  } else {
    tensor.AsProtoField(&proto);
  }
  return proto;
}

Input::Initializer::Initializer(const std::initializer_list<Initializer>& parts) {
  if (parts.size() == 0) return;  // a float tensor of shape [0]
  const Tensor& first = parts.begin()->tensor;
  for (const Initializer& part : parts) {
    if (!part.status.ok()) {
      status = part.status;
    } else if (part.tensor.shape() != first.shape()) {
      status = absl::InvalidArgumentError("Initializer list components should all have the same shape");
    } else if (part.tensor.dtype() != first.dtype()) {
      status = absl::InvalidArgumentError("Initializer list components should all have the same data type");
    }
    if (!status.ok()) return;
  }
  TensorShape shape = first.shape();
  shape.InsertDim(0, static_cast<int64_t>(parts.size()));
  Make(first.dtype(), shape);
  if (!status.ok()) return;
  int64_t at = 0;
  for (const Initializer& part : parts) {
    if (first.dtype() == DT_STRING) {
      const auto strings = part.tensor.values<tstring>();
      std::copy(strings.begin(), strings.end(), tensor.mutable_values<tstring>().begin() + at);
    } else if (part.tensor.NumElements() > 0) {
      std::memcpy(static_cast<char*>(tensor.data()) + at * DataTypeSize(first.dtype()), part.tensor.data(),
                  part.tensor.TotalBytes());
    }
    at += part.tensor.NumElements();
  }
}

}  // namespace voxgrad
