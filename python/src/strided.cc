#include "strided.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace voxgrad::python {
namespace {

/// Whether each axis steps beyond all that the axes of smaller steps reach: so it is for every slice and
/// transpose of an array.
bool StepsBeyond(std::vector<std::pair<int64_t, int64_t>> axes, int64_t item) {
  std::sort(axes.begin(), axes.end());
  int64_t reach = item;
  for (const auto& [step, count] : axes) {
    if (step < reach) return false;
    reach += (count - 1) * step;
  }
  return true;
}

}  // namespace

bool OverlapsItself(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides, int64_t item) {
  std::vector<std::pair<int64_t, int64_t>> axes;  // step and count of those that step at all
  int64_t elements = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0) return false;
    if (shape[d] == 1) continue;
    if (strides[d] == 0) return true;
    axes.emplace_back(std::abs(strides[d]), shape[d]);
    elements *= shape[d];
  }
  if (StepsBeyond(axes, item)) return false;
  const Extent extent = ExtentOf(shape, strides, item);
  if (elements > (extent.end - extent.begin) / item) return true;
  // Rare: strides that interleave. There are fewer elements than the memory has room for, so they are
  // counted.
  std::vector<int64_t> places = {0};
  for (const auto& [step, count] : axes) {
    const size_t before = places.size();
    for (int64_t i = 1; i < count; ++i) {
      for (size_t k = 0; k < before; ++k) places.push_back(places[k] + i * step);
    }
  }
  std::sort(places.begin(), places.end());
  const auto touch = [item](int64_t a, int64_t b) { return b - a < item; };
  return std::adjacent_find(places.begin(), places.end(), touch) != places.end();
}

}  // namespace voxgrad::python
