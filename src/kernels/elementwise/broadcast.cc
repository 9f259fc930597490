#include "kernels/elementwise/broadcast.h"

#include <algorithm>
#include <cstring>

namespace voxgrad {
namespace {

/// A run along the innermost axis, where an operand is stretched or stands element by element.
template <size_t kSize>
void CopyRun(const char* from, bool stretched, int64_t count, char* to) {
  if (!stretched) {
    std::memcpy(to, from, static_cast<size_t>(count) * kSize);
    return;
  }
  char element[kSize];
  std::memcpy(element, from, kSize);
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * static_cast<int64_t>(kSize), element, kSize);
}

void CopyRun(int64_t element_size, const char* from, bool stretched, int64_t count, char* to) {
  switch (element_size) {
    case 1:
      return CopyRun<1>(from, stretched, count, to);
    case 2:
      return CopyRun<2>(from, stretched, count, to);
    case 4:
      return CopyRun<4>(from, stretched, count, to);
    default:
      return CopyRun<8>(from, stretched, count, to);
  }
}

}  // namespace

BroadcastOperand::BroadcastOperand(absl::Span<const int64_t> whole, absl::Span<const int64_t> operand) {
  const size_t missing = whole.size() - operand.size();
  int64_t stride = 1;
  for (size_t i = whole.size(); i-- > 0;) {
    const int64_t size = i < missing ? 1 : operand[i - missing];
    if (whole[i] != 1) {
      const int64_t step = size == 1 ? 0 : stride;
      // Along the axis before, the same walk goes on: one axis serves both.
      if (!axes_.empty() && step == axes_.back().stride * axes_.back().size) {
        axes_.back().size *= whole[i];
      } else {
        axes_.push_back({whole[i], step});
      }
    }
    stride *= size;
  }
  std::reverse(axes_.begin(), axes_.end());
  if (axes_.empty()) axes_.push_back({1, 1});
  whole_ = axes_.size() == 1 && axes_[0].stride == 1;
  if (axes_.size() == 1 && axes_[0].stride == 0) period_ = 1;
  if (axes_.size() == 2 && axes_[0].stride == 0 && axes_[1].stride == 1) period_ = axes_[1].size;
}

void BroadcastOperand::Gather(const void* from, int64_t element_size, int64_t begin, int64_t count,
                              void* to) const {
  absl::InlinedVector<int64_t, 6> at(axes_.size());
  int64_t place = 0;
  for (size_t i = axes_.size(), rest = static_cast<size_t>(begin); i-- > 0;) {
    const size_t size = static_cast<size_t>(axes_[i].size);
    at[i] = static_cast<int64_t>(rest % size);
    rest /= size;
    place += at[i] * axes_[i].stride;
  }
  const size_t last = axes_.size() - 1;
  char* out = static_cast<char*>(to);
  while (count > 0) {
    const int64_t run = std::min(count, axes_[last].size - at[last]);
    const char* in = static_cast<const char*>(from) + place * element_size;
    CopyRun(element_size, in, axes_[last].stride == 0, run, out);
    out += run * element_size;
    count -= run;
    at[last] += run;
    place += run * axes_[last].stride;
    for (size_t i = last; i > 0 && at[i] == axes_[i].size; --i) {  // on to the next row
      place += axes_[i - 1].stride - at[i] * axes_[i].stride;
      at[i] = 0;
      ++at[i - 1];
    }
  }
}

}  // namespace voxgrad
