#include "page/graph/tensor_value.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/bools.h"
#include "core/memory.h"
#include "core/type_list.h"
#include "page/messages/wire.h"

namespace voxgrad {
namespace {

using ConstantTypes = TypeList<Half, BFloat16, float, double, int8_t, int16_t, int32_t, int64_t, uint8_t,
                               uint16_t, uint32_t, uint64_t, bool, tstring>;

template <class T>
constexpr bool kIs16BitFloat = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

/// The list that holds elements of type T.
template <class T>
auto* List(TensorProto* proto) {
  if constexpr (kIs16BitFloat<T>) {
    return proto->mutable_half_val();
  } else if constexpr (std::is_same_v<T, float>) {
    return proto->mutable_float_val();
  } else if constexpr (std::is_same_v<T, double>) {
    return proto->mutable_double_val();
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return proto->mutable_int64_val();
  } else if constexpr (std::is_same_v<T, uint32_t>) {
    return proto->mutable_uint32_val();
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return proto->mutable_uint64_val();
  } else if constexpr (std::is_same_v<T, bool>) {
    return proto->mutable_bool_val();
  } else if constexpr (std::is_same_v<T, tstring>) {
    return proto->mutable_string_val();
  } else {
    return proto->mutable_int_val();
  }
}
template <class T>
const auto& List(const TensorProto& proto) {
  return *List<T>(const_cast<TensorProto*>(&proto));  // only looked up, never changed
}

template <class T, class Listed>
T FromListed(const Listed& value) {
  if constexpr (kIs16BitFloat<T>) {
    T element;
    element.bits = static_cast<uint16_t>(value);
    return element;
  } else {
    return static_cast<T>(value);
  }
}

template <class T>
auto ToListed(const T& value) {
  if constexpr (kIs16BitFloat<T>) {
    return value.bits;
  } else if constexpr (std::is_same_v<T, tstring>) {
    return std::string(value);
  } else {
    return value;
  }
}

/// Strings in tensor_content: all sizes, then all texts.
absl::Status ReadStrings(const std::string& content, Tensor* tensor) {
  WireReader reader(content);
  std::vector<uint64_t> sizes(static_cast<size_t>(tensor->NumElements()));
  bool read =
      std::all_of(sizes.begin(), sizes.end(), [&](uint64_t& size) { return reader.ReadVarint(&size); });
  const char* at = reader.position();
  const char* end = content.data() + content.size();
  for (size_t i = 0; read && i < sizes.size(); ++i) {
    read = sizes[i] <= static_cast<uint64_t>(end - at);
    if (!read) break;
    tensor->mutable_values<tstring>()[i].assign(at, sizes[i]);
    at += sizes[i];
  }
  if (read && at == end) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("has ", content.size(), " bytes of content, which are not ",
                                                 tensor->NumElements(), " strings"));
}

/// The same string over and over can be more than the machine holds, from a small file.
absl::Status CheckStrings(const TensorProto& proto, const Tensor& tensor) {
  const int listed = proto.string_val_size();
  if (listed == 0) return absl::OkStatus();
  const auto size = static_cast<int64_t>(proto.string_val(listed - 1).size());
  int64_t bytes = 0;
  if (!__builtin_mul_overflow(tensor.NumElements(), size, &bytes) &&
      static_cast<uint64_t>(bytes) <= PhysicalMemory()) {
    return absl::OkStatus();
  }
  return absl::ResourceExhaustedError(absl::StrCat("repeats a string of ", size, " bytes ",
                                                   tensor.NumElements(),
                                                   " times, which is more than this machine holds"));
}

template <class T>
absl::Status ReadContent(const std::string& content, Tensor* tensor) {
  if constexpr (std::is_same_v<T, tstring>) return ReadStrings(content, tensor);
  if (content.size() != tensor->TotalBytes()) {
    return absl::InvalidArgumentError(
        absl::StrCat("has ", content.size(), " bytes of content, but a ", DataTypeString(tensor->dtype()),
                     " tensor of ", tensor->shape().DebugString(), " has ", tensor->TotalBytes()));
  }
  if constexpr (std::is_same_v<T, bool>) {
    // A bool in memory is 0 or 1; a byte of a file may be anything.
    std::transform(content.begin(), content.end(), tensor->mutable_values<bool>().begin(),
                   [](char byte) { return byte != 0; });
  } else {
    std::memcpy(tensor->data(), content.data(), content.size());
  }
  return absl::OkStatus();
}

/// The elements as they lie in memory; of strings all lengths, then all letters.
template <class T>
void WriteContent(const Tensor& tensor, std::string* content) {
  if constexpr (!std::is_same_v<T, tstring>) {
    content->assign(static_cast<const char*>(tensor.data()), tensor.TotalBytes());
  } else {
    for (const tstring& text : tensor.values<tstring>()) {
      uint64_t size = text.size();
      for (; size >= 0x80; size >>= 7) content->push_back(static_cast<char>(size | 0x80));
      content->push_back(static_cast<char>(size));
    }
    for (const tstring& text : tensor.values<tstring>()) content->append(text.data(), text.size());
  }
}

template <class T>
absl::Status ReadList(const TensorProto& proto, Tensor* tensor) {
  const auto& list = List<T>(proto);
  const auto elements = tensor->mutable_values<T>();
  if (static_cast<size_t>(list.size()) > elements.size()) {
    return absl::InvalidArgumentError(absl::StrCat("has ", list.size(), " values, but a ",
                                                   DataTypeString(tensor->dtype()), " tensor of ",
                                                   tensor->shape().DebugString(), " has ", elements.size()));
  }
  if constexpr (std::is_same_v<T, tstring>) {
    if (absl::Status status = CheckStrings(proto, *tensor); !status.ok()) return status;
  }
  const auto rest = std::transform(list.begin(), list.end(), elements.begin(),
                                   [](const auto& value) { return FromListed<T>(value); });
  std::fill(rest, elements.end(), list.empty() ? T() : FromListed<T>(list[list.size() - 1]));
  return absl::OkStatus();
}

absl::Status NoNumbers(DataType type) {
  return absl::UnimplementedError(absl::StrCat("is of type ", DataTypeString(type),
                                               "; constants are real numbers, bools or strings here"));
}

}  // namespace

absl::StatusOr<Tensor> TensorFromProto(const TensorProto& proto) {
  const absl::StatusOr<PartialTensorShape> partial = ShapeFromProto(proto.tensor_shape());
  if (!partial.ok()) return partial.status();
  if (!partial->IsFullyDefined()) {
    return absl::InvalidArgumentError(
        absl::StrCat("has the shape ", partial->DebugString(), "; a constant's is known"));
  }
  TensorShape shape;
  if (absl::Status status = TensorShape::BuildTensorShape(partial->dim_sizes(), &shape); !status.ok())
    return status;
  absl::Status status = NoNumbers(proto.dtype());
  Tensor tensor;
  VisitType(ConstantTypes(), proto.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    status = Tensor::Allocate(proto.dtype(), shape, &tensor);
    if (!status.ok()) return;
    status = proto.tensor_content().empty() ? ReadList<T>(proto, &tensor)
                                            : ReadContent<T>(proto.tensor_content(), &tensor);
  });
  if (!status.ok()) return status;
  MakePlainBools(&tensor);
  return tensor;
}

absl::StatusOr<TensorProto> TensorToProto(const Tensor& tensor) {
  TensorProto proto;
  const TensorForm form = tensor.NumElements() > 1 ? TensorForm::kContent : TensorForm::kList;
  if (absl::Status status = TensorToProto(tensor, form, &proto); !status.ok()) return status;
  return proto;
}

absl::Status TensorToProto(const Tensor& tensor, TensorForm form, TensorProto* proto) {
  *proto = TensorProto();
  proto->set_dtype(tensor.dtype());
  *proto->mutable_tensor_shape() = ShapeToProto(tensor.shape());
  const bool known = VisitType(ConstantTypes(), tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (tensor.NumElements() == 0) return;
    if (form == TensorForm::kContent) return WriteContent<T>(tensor, proto->mutable_tensor_content());
    for (const T& value : tensor.values<T>()) List<T>(proto)->Add(ToListed(value));
  });
  return known ? absl::OkStatus() : NoNumbers(tensor.dtype());
}

absl::StatusOr<PartialTensorShape> ShapeFromProto(const TensorShapeProto& proto) {
  if (proto.unknown_rank()) {
    if (proto.dim_size() == 0) return PartialTensorShape();
    return absl::InvalidArgumentError("has an unknown number of dimensions and yet sizes");
  }
  if (proto.dim_size() > TensorShape::kMaxDims) {
    return absl::InvalidArgumentError(
        absl::StrCat("has ", proto.dim_size(), " dimensions; there are at most ", TensorShape::kMaxDims));
  }
  Ints dims;
  for (const TensorShapeProto::Dim& dim : proto.dim()) {
    if (dim.size() < -1) {
      return absl::InvalidArgumentError(absl::StrCat("has a size of ", dim.size(), "; -1 is an unknown one"));
    }
    dims.push_back(dim.size());
  }
  return PartialTensorShape(dims);
}

TensorShapeProto ShapeToProto(const PartialTensorShape& shape) {
  TensorShapeProto proto;
  proto.set_unknown_rank(shape.unknown_rank());
  for (const int64_t size : shape.dim_sizes()) proto.add_dim()->set_size(size);
  return proto;
}

}  // namespace voxgrad
