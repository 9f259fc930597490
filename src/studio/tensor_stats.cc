#include "studio/tensor_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <new>

#include "core/parallel.h"
#include "core/type_list.h"

namespace voxgrad::studio {
namespace {

using StatTypes = TypeList<float, double, Half, BFloat16, int8_t, int16_t, int32_t, int64_t, uint8_t,
                           uint16_t, uint32_t, uint64_t, bool>;

/// Pieces of one size, whatever the number of threads, added in order: the same numbers everywhere.
constexpr int64_t kPiece = 1 << 16;

struct Part {
  double min = std::numeric_limits<double>::infinity(), max = -std::numeric_limits<double>::infinity();
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  double sum = 0, squares = 0;  // about the first finite element
  int64_t nan = 0, inf = 0, zeros = 0;
};

template <class T>
Part CountPart(const T* data, int64_t count, double about) {
  Part part;
  for (int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<double>(data[i]);
    if (value - value == 0) {  // finite
      part.low = std::min(part.low, value);
      part.high = std::max(part.high, value);
      const double from = value - about;
      part.sum += from;
      part.squares += from * from;
      part.zeros += value == 0 ? 1 : 0;
    } else if (value != value) {
      ++part.nan;
    } else {
      ++part.inf;
      part.min = std::min(part.min, value);
      part.max = std::max(part.max, value);
    }
  }
  part.min = std::min(part.min, part.low);
  part.max = std::max(part.max, part.high);
  return part;
}

template <class T>
double FirstFinite(const T* data, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<double>(data[i]);
    if (std::isfinite(value)) return value;
  }
  return 0;
}

template <class T>
void Count(const Tensor& tensor, TensorStats* stats) {
  const T* data = static_cast<const T*>(tensor.data());
  const int64_t count = tensor.NumElements();
  const double about = FirstFinite(data, count);
  std::vector<Part> parts(static_cast<size_t>((count + kPiece - 1) / kPiece));
  Exec exec;
  ParallelFor(exec, static_cast<int64_t>(parts.size()), kPiece, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const int64_t first = p * kPiece;
      parts[static_cast<size_t>(p)] = CountPart(data + first, std::min(kPiece, count - first), about);
    }
  });
  Part all;
  for (const Part& part : parts) {
    all.min = std::min(all.min, part.min);
    all.max = std::max(all.max, part.max);
    all.low = std::min(all.low, part.low);
    all.high = std::max(all.high, part.high);
    all.sum += part.sum;
    all.squares += part.squares;
    all.nan += part.nan;
    all.inf += part.inf;
    all.zeros += part.zeros;
  }
  const auto finite = static_cast<double>(count - all.nan - all.inf);
  stats->ordered = all.nan < count;
  stats->min = all.min;
  stats->max = all.max;
  stats->low = finite > 0 ? all.low : 0;
  stats->high = finite > 0 ? all.high : 0;
  stats->nan = all.nan;
  stats->inf = all.inf;
  stats->zeros = all.zeros;
  const double shift = finite > 0 ? all.sum / finite : std::numeric_limits<double>::quiet_NaN();
  stats->mean = about + shift;
  stats->deviation = std::sqrt(std::max(0.0, all.squares / finite - shift * shift));
  if (finite == 0) stats->deviation = shift;
}

}  // namespace

TensorStats CountStats(const Tensor& tensor) {
  TensorStats stats;
  stats.count = tensor.NumElements();
  if (stats.count == 0 || !tensor.IsInitialized()) return stats;
  VisitType(StatTypes(), tensor.dtype(),
            [&](auto tag) { Count<typename decltype(tag)::type>(tensor, &stats); });
  return stats;
}

std::vector<int64_t> Histogram(const Tensor& tensor, double low, double high, int bins) {
  std::vector<int64_t> counts(static_cast<size_t>(bins));
  std::mutex mutex;
  const double scale = high > low ? bins / (high - low) : 0;
  VisitType(StatTypes(), tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = static_cast<const T*>(tensor.data());
    Exec exec;
    ParallelFor(exec, tensor.NumElements(), 2, [&](int64_t begin, int64_t end) {
      std::vector<int64_t> mine(counts.size());
      for (int64_t i = begin; i < end; ++i) {
        const auto value = static_cast<double>(data[i]);
        if (!(value >= low && value <= high)) continue;
        ++mine[std::min(mine.size() - 1, static_cast<size_t>((value - low) * scale))];
      }
      const std::lock_guard<std::mutex> lock(mutex);
      for (size_t b = 0; b < mine.size(); ++b) counts[b] += mine[b];
    });
    if (!exec.status().ok()) throw std::bad_alloc();
  });
  return counts;
}

double ElementAt(const Tensor& tensor, int64_t i) {
  double value = std::numeric_limits<double>::quiet_NaN();
  VisitType(StatTypes(), tensor.dtype(), [&](auto tag) {
    value = static_cast<double>(static_cast<const typename decltype(tag)::type*>(tensor.data())[i]);
  });
  return value;
}

}  // namespace voxgrad::studio
