// Ways to spoil the inputs of a call.
#include <algorithm>
#include <limits>

#include "fuzz/spoilers.h"

namespace voxgrad::driver {
namespace {

constexpr int64_t kInt32Max = std::numeric_limits<int32_t>::max();

/// The places of inputs that hold numbers (or sizes, when `sizes`); empty when the op has none.
std::vector<size_t> InputPlaces(const RawCall& call, bool sizes) {
  std::vector<size_t> places;
  for (size_t i = 0; i < call.inputs.size() && i < call.op->inputs.size(); ++i) {
    if (call.op->inputs[i].sizes == sizes) places.push_back(i);
  }
  return places;
}

Tensor* PickInput(RawCall* call, bool sizes, Random* random) {
  const std::vector<size_t> places = InputPlaces(*call, sizes);
  return places.empty() ? nullptr : &call->inputs[random->Pick(places)];
}

Ints DimsOf(const Tensor& tensor) {
  return Ints(tensor.shape().dim_sizes().begin(), tensor.shape().dim_sizes().end());
}

/// Gives the tensor another shape, with new values. False when such a tensor is too large to make here.
bool Reshape(Tensor* tensor, const Ints& dims, Random* random) {
  TensorShape shape;
  if (!TensorShape::BuildTensorShape(dims, &shape).ok() || shape.num_elements() > 100'000) return false;
  absl::StatusOr<Tensor> made = RandomTensor(tensor->dtype(), shape, Values::kEighths, random);
  if (!made.ok()) return false;
  *tensor = *std::move(made);
  return true;
}

/// None where an earlier spoiler has made something else of the sizes.
Ints SizesIn(const Tensor& tensor) {
  Ints sizes;
  if (tensor.dtype() != DT_INT64 && tensor.dtype() != DT_INT32) return sizes;
  for (int64_t i = 0; i < tensor.NumElements(); ++i) {
    sizes.push_back(tensor.dtype() == DT_INT64 ? tensor.values<int64_t>()[static_cast<size_t>(i)]
                                               : tensor.values<int32_t>()[static_cast<size_t>(i)]);
  }
  return sizes;
}

/// Sizes in the tensor's own type; those past int32 are cut to its largest.
void SetSizes(Tensor* tensor, const Ints& sizes, const TensorShape& shape) {
  if (tensor->dtype() == DT_INT64) {
    *tensor = Tensor::Of<int64_t>(absl::MakeConstSpan(sizes), shape);
    return;
  }
  std::vector<int32_t> values;
  for (int64_t size : sizes) {
    values.push_back(
        static_cast<int32_t>(std::clamp<int64_t>(size, std::numeric_limits<int32_t>::min(), kInt32Max)));
  }
  *tensor = Tensor::Of<int32_t>(absl::MakeConstSpan(values), shape);
}

// Tensors.

bool Rank(RawCall* call, Random* random) {
  Tensor* tensor = PickInput(call, /*sizes=*/false, random);
  if (tensor == nullptr) return false;
  Ints dims = DimsOf(*tensor);
  dims.resize(static_cast<size_t>(random->Int(0, 6)), random->Int(0, 3));
  return Reshape(tensor, dims, random);
}

/// A dimension a little too large or too small: batch, channels, space, of any tensor.
bool Size(RawCall* call, Random* random) {
  Tensor* tensor = PickInput(call, /*sizes=*/false, random);
  if (tensor == nullptr || tensor->dims() == 0) return false;
  Ints dims = DimsOf(*tensor);
  int64_t& dim = dims[static_cast<size_t>(random->Int(0, tensor->dims() - 1))];
  const int64_t choices[] = {dim + 1, dim - 1, 2 * dim, dim / 2, dim + random->Int(1, 9), 1};
  dim = std::max<int64_t>(choices[random->Int(0, 5)], 0);
  return Reshape(tensor, dims, random);
}

bool ZeroSize(RawCall* call, Random* random) {
  Tensor* tensor = PickInput(call, /*sizes=*/false, random);
  if (tensor == nullptr || tensor->dims() == 0) return false;
  Ints dims = DimsOf(*tensor);
  dims[static_cast<size_t>(random->Int(0, tensor->dims() - 1))] = 0;
  return Reshape(tensor, dims, random);
}

/// No elements, but sizes whose products overflow.
bool HugeAndEmpty(RawCall* call, Random* random) {
  Tensor* tensor = PickInput(call, /*sizes=*/false, random);
  if (tensor == nullptr || tensor->dims() < 2) return false;
  Ints dims = DimsOf(*tensor);
  for (int64_t& dim : dims) {
    if (random->OneIn(2)) dim = random->OneIn(2) ? kInt32Max : int64_t{1} << random->Int(20, 62);
  }
  dims[static_cast<size_t>(random->Int(0, tensor->dims() - 1))] = 0;
  return Reshape(tensor, dims, random);
}

/// One input, or all inputs, in another type. Size vectors too.
bool ElementType(RawCall* call, Random* random) {
  constexpr DataType kTypes[] = {DT_FLOAT,  DT_DOUBLE, DT_INT32,  DT_UINT8,  DT_INT16,    DT_INT8,
                                 DT_INT64,  DT_BOOL,   DT_QINT8,  DT_QUINT8, DT_HALF,     DT_BFLOAT16,
                                 DT_UINT16, DT_UINT32, DT_UINT64, DT_QINT32, DT_COMPLEX64};
  const DataType type = kTypes[random->Int(0, 16)];
  const bool sizes = random->OneIn(4);
  const bool all = random->OneIn(2);
  const std::vector<size_t> places = InputPlaces(*call, sizes);
  if (places.empty()) return false;
  const size_t chosen = random->Pick(places);
  for (size_t i : places) {
    if (!all && i != chosen) continue;
    Tensor& tensor = call->inputs[i];
    if (sizes && (type == DT_INT64 || type == DT_INT32)) {
      const Ints values = SizesIn(tensor);
      const TensorShape shape = tensor.shape();
      if (!Tensor::Allocate(type, TensorShape({0}), &tensor).ok()) return false;
      SetSizes(&tensor, values, shape);
    } else {
      absl::StatusOr<Tensor> made = RandomTensor(type, tensor.shape(), Values::kEighths, random);
      if (!made.ok()) return false;
      tensor = *std::move(made);
      std::fill_n(static_cast<char*>(tensor.data()), tensor.TotalBytes(), char{1});
    }
  }
  return true;
}

bool InputCount(RawCall* call, Random* random) {
  if (random->OneIn(2) && !call->inputs.empty()) {
    call->inputs.erase(call->inputs.begin() + random->Int(0, static_cast<int64_t>(call->inputs.size()) - 1));
  } else {
    call->inputs.push_back(Tensor());
  }
  return true;
}

// Size vectors.

bool SizesCount(RawCall* call, Random* random) {
  Tensor* tensor = PickInput(call, /*sizes=*/true, random);
  if (tensor == nullptr) return false;
  Ints sizes = SizesIn(*tensor);
  sizes.resize(static_cast<size_t>(random->Int(0, 7)), random->Int(0, 3));
  SetSizes(tensor, sizes, TensorShape({static_cast<int64_t>(sizes.size())}));
  return true;
}

bool SizesRank(RawCall* call, Random* random) {
  Tensor* tensor = PickInput(call, /*sizes=*/true, random);
  if (tensor == nullptr) return false;
  Ints sizes = SizesIn(*tensor);
  if (random->OneIn(2)) {
    SetSizes(tensor, {random->Int(0, 5)}, TensorShape({}));
  } else {
    const auto count = static_cast<int64_t>(sizes.size());
    SetSizes(tensor, sizes, random->OneIn(2) ? TensorShape({1, count}) : TensorShape({count, 1}));
  }
  return true;
}

bool SizesValue(RawCall* call, Random* random) {
  Tensor* tensor = PickInput(call, /*sizes=*/true, random);
  if (tensor == nullptr || tensor->NumElements() == 0) return false;
  Ints sizes = SizesIn(*tensor);
  const bool all = random->OneIn(6);
  const size_t chosen = static_cast<size_t>(random->Int(0, tensor->NumElements() - 1));
  const bool near = random->OneIn(2);
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (all || i == chosen) sizes[i] = near ? sizes[i] + random->Int(-2, 2) : BadNumber(random);
  }
  SetSizes(tensor, sizes, tensor->shape());
  return true;
}

// Windows.

/// A window that is too large with VALID; gradient ops then get a grad without cells, which they must take.
bool NoWindowFits(RawCall* call, Random* random) {
  std::string layout;
  for (NamedAttribute& attribute : call->attributes) {
    if (attribute.name == "padding") attribute.value = "VALID";
    if (attribute.name == "explicit_paddings") attribute.value = Ints();
    if (attribute.name == "data_format") layout = attribute.value.DebugString();
  }
  if (layout.size() < 4 || layout.size() > 5) return false;
  const int64_t axis = random->Int(0, static_cast<int64_t>(layout.size()) - 3);
  const auto place = static_cast<size_t>(axis + (layout[1] == 'C' ? 2 : 1));
  const int64_t window = random->Int(34, 60);  // above any size that random lines have
  for (NamedAttribute& attribute : call->attributes) {
    const int at = call->op->AttrIndex(attribute.name);
    const bool window = at >= 0 && call->op->attrs[static_cast<size_t>(at)].part == WindowPart::kWindow;
    const Ints* ksize = window ? attribute.value.get<Ints>() : nullptr;
    if (ksize == nullptr || ksize->size() <= place) continue;
    Ints values = *ksize;
    values[place] = window;
    attribute.value = values;
  }
  const bool empty_grad = random->OneIn(2);
  for (size_t i = 0; i < std::min(call->inputs.size(), call->op->inputs.size()); ++i) {
    const ArgDef& arg = call->op->inputs[i];
    Ints dims = arg.sizes ? SizesIn(call->inputs[i]) : DimsOf(call->inputs[i]);
    if (dims.size() != layout.size()) continue;
    if (arg.role == Role::kFilter) {
      dims[static_cast<size_t>(axis)] = window;
      if (arg.sizes) {
        SetSizes(&call->inputs[i], dims, call->inputs[i].shape());
      } else if (!Reshape(&call->inputs[i], dims, random)) {
        return false;
      }
    }
    if (arg.role == Role::kOutput && !arg.sizes && empty_grad) {
      dims[place] = 0;
      if (!Reshape(&call->inputs[i], dims, random)) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Spoiler> InputSpoilers() {
  return {
      {"rank", Rank},
      {"size", Size},
      {"zero size", ZeroSize},
      {"huge and empty", HugeAndEmpty},
      {"element type", ElementType},
      {"input count", InputCount},
      {"sizes: count", SizesCount},
      {"sizes: rank", SizesRank},
      {"sizes: value", SizesValue},
      {"no window fits", NoWindowFits},
  };
}

}  // namespace voxgrad::driver
