#include "fuzz/random_call.h"

#include <algorithm>
#include <map>

#include "core/type_list.h"
#include "fuzz/spoilers.h"
#include "ops/table/arguments.h"

namespace voxgrad::driver {
namespace {

constexpr DataType kAllTypes[] = {DT_FLOAT, DT_DOUBLE, DT_INT32,  DT_UINT8,  DT_INT16,  DT_INT8,    DT_INT64,
                                  DT_BOOL,  DT_HALF,   DT_UINT16, DT_UINT32, DT_UINT64, DT_BFLOAT16};

DataType RandomType(const AttrDef& attr, Random* random) {
  if (random->OneIn(30)) return random->OneIn(2) ? DT_COMPLEX64 : DT_QINT8;
  std::vector<DataType> types = attr.types;
  types.insert(types.end(), attr.extension_types.begin(), attr.extension_types.end());
  if (types.empty()) types.assign(std::begin(kAllTypes), std::end(kAllTypes));
  return random->Pick(types);
}

/// The rank of the tensors that an op slides windows over, as the shortest list about it says; 0 for other
/// ops.
int64_t WindowRank(const Op& op) {
  for (const AttrDef& attr : op.attrs) {
    if (attr.part != WindowPart::kNone && attr.min_count > 0) return attr.min_count;
  }
  return 0;
}

Ints RandomDims(Random* random) {
  Ints dims(static_cast<size_t>(random->OneIn(20) ? random->Int(5, 9) : random->Int(0, 4)));
  for (int64_t& dim : dims) dim = random->OneIn(12) ? 0 : random->Int(1, dims.size() > 4 ? 2 : 5);
  return dims;
}

/// The sizes that most inputs of a call have.
Ints BaseDims(const Op& op, Random* random) {
  const int64_t rank = WindowRank(op);
  if (rank == 0 || random->OneIn(8)) return RandomDims(random);
  Ints dims(static_cast<size_t>(rank));
  for (int64_t& dim : dims) dim = random->OneIn(12) ? 0 : random->Int(1, 5);
  return dims;
}

/// The shape that most inputs have, or one that is stretched to it, or another.
Ints NearDims(const Ints& base, Random* random) {
  if (!random->OneIn(3)) return base;
  if (random->OneIn(3)) return RandomDims(random);
  Ints dims(base.begin() + random->Int(0, static_cast<int64_t>(base.size())), base.end());
  for (int64_t& dim : dims) {
    if (random->OneIn(3)) dim = random->Int(1, 2);
  }
  return dims;
}

int64_t RandomIndex(Random* random) {
  return random->OneIn(25) ? BadNumber(random) : random->Int(random->OneIn(3) ? -3 : 0, 4);
}

/// The entries of a list of windows, strides or dilations; those of batch and channels are mostly 1.
Ints RandomEntries(int64_t count, Random* random) {
  Ints entries(static_cast<size_t>(count));
  for (int64_t& entry : entries) entry = random->OneIn(25) ? RandomIndex(random) : random->Int(1, 3);
  if (count > 0 && !random->OneIn(12)) entries.front() = entries.back() = 1;
  return entries;
}

/// Axes, sizes, permutations or paddings for a tensor of that rank: nobody knows which, so any of them.
Tensor RandomIndices(DataType type, int64_t rank, Random* random) {
  TensorShape shape({random->OneIn(8) ? random->Int(0, 5) : rank});
  if (random->OneIn(3)) shape = TensorShape();
  if (random->OneIn(6)) shape = TensorShape({rank, random->OneIn(6) ? random->Int(0, 3) : 2});
  Ints values;
  for (int64_t i = 0; i < shape.num_elements(); ++i) values.push_back(RandomIndex(random));
  if (random->OneIn(3)) {  // a permutation
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int64_t>(i);
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[static_cast<size_t>(random->Int(0, static_cast<int64_t>(i) - 1))]);
  }
  if (type == DT_INT64) return Tensor::Of<int64_t>(absl::MakeConstSpan(values), shape);
  const std::vector<int32_t> narrow(values.begin(), values.end());
  return Tensor::Of<int32_t>(absl::MakeConstSpan(narrow), shape);
}

bool OnlyIndices(const std::vector<DataType>& types) {
  return !types.empty() && std::all_of(types.begin(), types.end(), [](DataType type) {
    return type == DT_INT32 || type == DT_INT64 || type == DT_INT16;
  });
}

Tensor RandomInput(const Op& op, const ArgDef& arg, DataType type, const Ints& base, Random* random) {
  const int attr = op.AttrIndex(arg.type_attr);
  const bool indices = attr < 0 ? type == DT_INT32 || type == DT_INT64
                                : OnlyIndices(op.attrs[static_cast<size_t>(attr)].types);
  if (indices && (type == DT_INT32 || type == DT_INT64))
    return RandomIndices(type, static_cast<int64_t>(base.size()), random);
  Ints dims = random->OneIn(8) ? Ints() : NearDims(base, random);
  if (WindowRank(op) > 0 && &arg != &op.inputs.front() && !base.empty() && random->OneIn(3)) {
    dims.assign(base.begin() + 1, base.end());  // a filter has no batch
    for (size_t i = 0; i + 1 < dims.size(); ++i) dims[i] = random->Int(1, 2);
  }
  absl::StatusOr<Tensor> tensor = RandomTensor(type, TensorShape(dims), Values::kEighths, random);
  if (!tensor.ok()) return Tensor();
  const bool drawn = VisitType(RealTypes(), type, [](auto) {});
  char* bytes = static_cast<char*>(tensor->data());
  if (!drawn)
    std::generate_n(bytes, tensor->TotalBytes(), [&] { return static_cast<char>(random->Int(0, 1)); });
  return *std::move(tensor);
}

Attribute RandomAttribute(const AttrDef& attr, const Ints& base, Random* random) {
  switch (attr.kind) {
    case AttrKind::kInt:
      return RandomIndex(random);
    case AttrKind::kFloat:
      return static_cast<float>(random->Int(-8, 8)) / 4;
    case AttrKind::kBool:
      return random->OneIn(2);
    case AttrKind::kString:
      return attr.choices.empty() ? "" : random->Pick(attr.choices);
    case AttrKind::kType:
      return RandomType(attr, random);
    case AttrKind::kShape:
      return random->OneIn(4) ? PartialTensorShape() : PartialTensorShape(NearDims(base, random));
    case AttrKind::kTensor:
      return Tensor::Of<float>({1, 2}, {2});
    case AttrKind::kInts: {
      // An op takes no shorter list than its definition says; that it refuses one is tried now and then.
      const int64_t least = random->OneIn(30) ? 0 : attr.min_count;
      if (attr.part != WindowPart::kNone) return RandomEntries(least, random);
      Ints values(static_cast<size_t>(random->Int(least, std::max<int64_t>(least, 3))));
      for (int64_t& value : values) value = RandomIndex(random);
      return values;
    }
    case AttrKind::kFloats: {
      std::vector<float> values(static_cast<size_t>(random->Int(std::min<int64_t>(attr.min_count, 5), 5)));
      for (float& value : values) value = static_cast<float>(random->Int(random->OneIn(8) ? -8 : 4, 12)) / 4;
      return values;
    }
    default:
      return {};
  }
}

}  // namespace

RawCall RandomCall(const Op& op, Random* random) {
  RawCall call;
  call.op = &op;
  const Ints base = BaseDims(op, random);
  std::map<std::string, DataType> types;
  std::map<std::string, int64_t> numbers;
  for (const ArgDef& arg : op.inputs) {
    DataType type = arg.type;
    if (!arg.type_attr.empty()) {
      const AttrDef& attr = op.attrs[static_cast<size_t>(op.AttrIndex(arg.type_attr))];
      type = types.try_emplace(arg.type_attr, RandomType(attr, random)).first->second;
    }
    int64_t count = 1;
    if (!arg.number_attr.empty())
      count = numbers.try_emplace(arg.number_attr, random->Int(random->OneIn(20) ? 0 : 1, 3)).first->second;
    if (!arg.type_list_attr.empty()) count = random->Int(random->OneIn(20) ? 0 : 1, 3);
    for (int64_t i = 0; i < count; ++i) {
      if (!arg.type_list_attr.empty()) type = RandomType(AttrDef(), random);  // each its own
      call.inputs.push_back(RandomInput(op, arg, type, base, random));
    }
  }
  for (const AttrDef& attr : op.attrs) {
    if (FollowsFromInputs(op, attr.name)) continue;
    if (!attr.default_value.empty() && random->OneIn(2)) continue;
    call.attributes.push_back({attr.name, RandomAttribute(attr, base, random)});
  }
  return call;
}

}  // namespace voxgrad::driver
