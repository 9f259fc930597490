#include "kernels/sums/top_k.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/parallel.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

template <class T, class Place>
void FindLargest(Exec& exec, const TopKProblem& p, const T* in, T* values, Place* places) {
  ParallelFor(exec, p.rows, p.columns * 4 + p.k * 16, [&](int64_t begin, int64_t end) {
    std::vector<int64_t> order(static_cast<size_t>(p.columns));
    for (int64_t row = begin; row < end; ++row) {
      const T* from = in + row * p.columns;
      const auto before = [from](int64_t a, int64_t b) {
        const auto x = static_cast<Computed<T>>(from[a]);
        const auto y = static_cast<Computed<T>>(from[b]);
        if ((x != x) != (y != y)) return x != x;
        return x > y || (!(y > x) && a < b);
      };
      std::iota(order.begin(), order.end(), int64_t{0});
      std::partial_sort(order.begin(), order.begin() + p.k, order.end(), before);
      for (int64_t i = 0; i < p.k; ++i) {
        const int64_t place = order[static_cast<size_t>(i)];
        values[row * p.k + i] = from[place];
        places[row * p.k + i] = static_cast<Place>(place);
      }
    }
  });
}

bool IsInTopK(const float* row, int64_t columns, int64_t target, int64_t k) {
  if (target < 0 || target >= columns || !std::isfinite(row[target])) return false;
  int64_t larger = 0;
  for (int64_t i = 0; i < columns && larger <= k; ++i) {
    if (!std::isfinite(row[i])) return false;
    larger += row[i] > row[target] ? 1 : 0;
  }
  return larger < k;
}

}  // namespace

void TopK(Exec& exec, const TopKProblem& p, const void* in, void* values, void* places) {
  OnlyWay(exec, "reference/top-k");
  VisitType(RealTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitType(TypeList<int16_t, int32_t, int64_t>(), p.place_type, [&](auto place) {
      FindLargest(exec, p, static_cast<const T*>(in), static_cast<T*>(values),
                  static_cast<typename decltype(place)::type*>(places));
    });
  });
}

void InTopK(Exec& exec, int64_t rows, int64_t columns, const void* in, absl::Span<const int64_t> targets,
            int64_t k, void* out) {
  OnlyWay(exec, "reference/in-top-k");
  const auto* values = static_cast<const float*>(in);
  auto* answers = static_cast<bool*>(out);
  ParallelFor(exec, rows, columns, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      answers[row] = IsInTopK(values + row * columns, columns, targets[static_cast<size_t>(row)], k);
  });
}

}  // namespace voxgrad
