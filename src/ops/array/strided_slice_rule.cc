#include "ops/array/strided_slice_rule.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"

namespace voxgrad::rules {
namespace {

constexpr int64_t kMostEntries = 32;  // the bits of a mask

/// What the arguments say, one entry for each thing between the brackets.
struct Entries {
  int64_t count = 0;
  bool known = false;  // what `begin`, `end` and `strides` hold; otherwise it is 0, 0 and 1
  Ints begin, end, strides;
  int64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_axis_mask = 0;

  static bool Has(int64_t mask, int64_t i) { return (mask >> i & 1) != 0; }
};

absl::StatusOr<Entries> ReadEntries(const Infer& c) {
  Entries e;
  e.count = -1;
  for (const char* name : {"begin", "end", "strides"}) {
    if (absl::Status status = ExpectVector(c, name); !status.ok()) return status;
    const int64_t size = VectorSize(c.input(name));
    if (size < 0) continue;
    if (e.count >= 0 && size != e.count) {
      return c.Invalid(name,
                       absl::StrCat("has ", size, " values, but begin, end and strides must have as many ",
                                    "as each other, and another has ", e.count, "."));
    }
    e.count = size;
  }
  if (e.count > kMostEntries)
    return c.Invalid("begin",
                     absl::StrCat("has ", e.count, " values; more than 32 have no place in a mask."));
  const std::optional<Ints> begin = KnownInts(c, "begin"), end = KnownInts(c, "end"),
                            strides = KnownInts(c, "strides");
  const auto count = static_cast<size_t>(std::max<int64_t>(e.count, 0));
  e.known = begin && end && strides;
  e.begin = e.known ? begin.value_or(Ints()) : Ints(count, 0);
  e.end = e.known ? end.value_or(Ints()) : Ints(count, 0);
  e.strides = e.known ? strides.value_or(Ints()) : Ints(count, 1);
  e.begin_mask = c.integer("begin_mask");
  e.end_mask = c.integer("end_mask");
  e.ellipsis_mask = c.integer("ellipsis_mask") & 0xffffffff;
  e.new_axis_mask = c.integer("new_axis_mask");
  e.shrink_axis_mask = c.integer("shrink_axis_mask");
  if ((e.ellipsis_mask & (e.ellipsis_mask - 1)) != 0)
    return c.Invalid("ellipsis_mask",
                     absl::StrCat("is ", e.ellipsis_mask, ", but only one ellipsis may be set."));
  return e;
}

/// One entry, which takes a part of one axis.
struct Range {
  int64_t begin, end, stride;
  bool from_first, to_last, single;
};

/// A place as it was given, brought into the axis; the one behind the last, or before the first, is the
/// limit.
int64_t Bound(int64_t given, bool open, bool is_end, int64_t size, int64_t stride) {
  const int64_t low = stride > 0 ? 0 : -1;
  const int64_t high = stride > 0 ? size : size - 1;
  if (open) return (stride > 0) == is_end ? high : low;
  return std::clamp(given < 0 ? given + size : given, low, high);
}

absl::StatusOr<StridedAxis> TakeRange(const Infer& c, const Range& range, int64_t size, size_t axis) {
  StridedAxis taken;
  if (range.stride == 0)
    return c.Invalid("strides", absl::StrCat("is 0 for axis ", axis, ", which leads nowhere."));
  if (range.single && range.stride < 0) {
    return c.Invalid("strides", absl::StrCat("is ", range.stride, " for axis ", axis,
                                             ", of which shrink_axis_mask takes one element; it must be 1."));
  }
  if (size < 0) {
    taken.size = range.single ? 1 : -1;
    return taken;
  }
  if (range.single) {
    taken.begin = range.begin < 0 ? range.begin + size : range.begin;
    taken.size = 1;
    if (taken.begin >= 0 && taken.begin < size) return taken;
    return c.Invalid("begin", absl::StrCat("is ", range.begin, " for axis ", axis, ", which has ", size,
                                           size == 1 ? " element." : " elements."));
  }
  taken.begin = Bound(range.begin, range.from_first, false, size, range.stride);
  const int64_t way = Bound(range.end, range.to_last, true, size, range.stride) - taken.begin;
  if (way == 0 || (way < 0) != (range.stride < 0)) return taken;
  taken.size = way / range.stride + (way % range.stride != 0 ? 1 : 0);
  // Where it leads nowhere, the stride may be too long to count with.
  if (taken.size > 1) taken.stride = range.stride;
  return taken;
}

}  // namespace

OpBuilder& StridedSliceMasks(OpBuilder& op) {
  const auto mask = [&](const char* name, const char* doc) { op.attr(name, AttrKind::kInt, doc, 0); };
  mask("begin_mask",
       "A bitmask where a bit i being 1 means to ignore the begin value and instead use the largest interval "
       "possible.");
  mask("end_mask", "Analogous to `begin_mask`.");
  mask("ellipsis_mask",
       "A bitmask where bit `i` being 1 means the `i`th position is actually an ellipsis. One bit at most "
       "can be 1.");
  mask("new_axis_mask",
       "A bitmask where bit `i` being 1 means the `i`th specification creates a new shape 1 dimension.");
  mask("shrink_axis_mask",
       "A bitmask where bit `i` implies that the `i`th specification should shrink the dimensionality: one "
       "element is taken, and its axis disappears.");
  return op;
}

absl::StatusOr<StridedBox> ReadStridedSlice(const Infer& c, const PartialTensorShape& shape) {
  const absl::StatusOr<Entries> read = ReadEntries(c);
  if (!read.ok()) return read.status();
  const Entries& e = *read;
  StridedBox box;
  Ints sizes;
  const int rank = shape.dims();
  const auto take_whole = [&] {
    box.axes.push_back({0, 1, shape.dim_size(static_cast<int>(box.axes.size()))});
    sizes.push_back(box.axes.back().size);
  };
  // The axes that entries behind the ellipsis take for themselves.
  const auto axes_from = [&](int64_t i) {
    int64_t axes = 0;
    for (; i < e.count; ++i) axes += Entries::Has(e.new_axis_mask, i) ? 0 : 1;
    return axes;
  };
  for (int64_t i = 0; i < e.count; ++i) {
    if (Entries::Has(e.ellipsis_mask, i)) {
      const int64_t behind = axes_from(i + 1);
      while (static_cast<int64_t>(box.axes.size()) + behind < rank) take_whole();
      continue;
    }
    if (Entries::Has(e.new_axis_mask, i)) {
      sizes.push_back(1);
      continue;
    }
    const size_t axis = box.axes.size();
    if (static_cast<int>(axis) == rank) {
      return c.Invalid("begin", absl::StrCat("has a value for axis ", axis, ", but the tensor is ",
                                             shape.DebugString(), " and has ", Dimensions(rank), "."));
    }
    const bool single = Entries::Has(e.shrink_axis_mask, i);
    const auto at = static_cast<size_t>(i);
    const int64_t size = shape.dim_size(static_cast<int>(axis));
    const Range range = {
        e.begin[at], e.end[at], e.strides[at], Entries::Has(e.begin_mask, i), Entries::Has(e.end_mask, i),
        single};
    const absl::StatusOr<StridedAxis> taken = TakeRange(c, range, e.known ? size : -1, axis);
    if (!taken.ok()) return taken.status();
    box.axes.push_back(*taken);
    if (!single) sizes.push_back(taken->size);
  }
  while (static_cast<int>(box.axes.size()) < rank) take_whole();
  if (e.count >= 0) box.shape = PartialTensorShape(sizes);
  return box;
}

BoxAxes BoxOf(const StridedBox& box, const Tensor& tensor, int64_t* offset) {
  const int64_t bytes = DataTypeSize(tensor.dtype());
  const auto strides = RowMajorStrides(tensor.shape().dim_sizes(), bytes);
  Ints sizes;
  for (const StridedAxis& axis : box.axes) sizes.push_back(axis.size);
  const auto packed = RowMajorStrides(sizes, bytes);
  BoxAxes axes;
  *offset = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    axes.push_back({sizes[i], box.axes[i].stride * strides[i], packed[i]});
    *offset += box.axes[i].begin * strides[i];
  }
  return axes;
}

}  // namespace voxgrad::rules
