#include "kernels/sums/along_axis.h"

#include <algorithm>
#include <utility>

#include "core/parallel.h"
#include "kernels/elementwise/shared_functions.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

constexpr int64_t kTile = 256;  // columns that are walked side by side

/// Calls body(place of the first element, columns) for tiles of neighbouring columns.
template <class F>
void ForTiles(Exec& exec, const AxisWalk& walk, F body) {
  if (walk.size == 0) return;  // there may be 2^40 columns of nothing
  const int64_t tiles = (walk.inner + kTile - 1) / kTile;
  const int64_t cost = std::max<int64_t>(1, walk.size * std::min(walk.inner, kTile));
  ParallelFor(exec, walk.outer * tiles, cost, [&](int64_t begin, int64_t end) {
    for (int64_t item = begin; item < end; ++item) {
      const int64_t column = item % tiles * kTile;
      body(item / tiles, column, std::min(kTile, walk.inner - column));
    }
  });
}

template <class T, class Index, class Better>
void FindPlaces(Exec& exec, const AxisWalk& walk, const T* in, Index* out, Better better) {
  using V = Computed<T>;
  ForTiles(exec, walk, [&](int64_t outer, int64_t column, int64_t count) {
    V best[kTile];
    const T* row = in + outer * walk.size * walk.inner + column;
    Index* places = out + outer * walk.inner + column;
    for (int64_t j = 0; j < count; ++j) {
      best[j] = static_cast<V>(row[j]);
      places[j] = 0;
    }
    for (int64_t k = 1; k < walk.size; ++k) {
      row += walk.inner;
      for (int64_t j = 0; j < count; ++j) {
        const V value = static_cast<V>(row[j]);
        if (!better(value, best[j]) && (best[j] == best[j] || value != value)) continue;
        best[j] = value;
        places[j] = static_cast<Index>(k);
      }
    }
  });
}

template <bool kProduct, class V>
V Join(V a, V b) {
  return elementwise::Modular(a, b, [](auto x, auto y) {
    if constexpr (kProduct) {
      return x * y;
    } else {
      return x + y;
    }
  });
}

/// What was before a block, joined with what the block has so far: totals of millions keep their digits.
template <bool kProduct, class T>
void CumulateAll(Exec& exec, const Cumulation& how, const AxisWalk& walk, const T* in, T* out) {
  using V = Computed<T>;
  constexpr int64_t kBlock = 1024;
  constexpr auto kNothing = V(kProduct ? 1 : 0);
  ForTiles(exec, walk, [&](int64_t outer, int64_t column, int64_t count) {
    V before[kTile], total[kTile];
    std::fill_n(before, count, kNothing);
    std::fill_n(total, count, kNothing);
    for (int64_t k = 0; k < walk.size; ++k) {
      const int64_t row = outer * walk.size + (how.reverse ? walk.size - 1 - k : k);
      const int64_t place = row * walk.inner + column;
      for (int64_t j = 0; j < count; ++j) {
        const V next = Join<kProduct>(total[j], static_cast<V>(in[place + j]));
        out[place + j] = static_cast<T>(Join<kProduct>(before[j], how.exclusive ? total[j] : next));
        total[j] = next;
      }
      if ((k + 1) % kBlock > 0) continue;
      for (int64_t j = 0; j < count; ++j)
        before[j] = Join<kProduct>(before[j], std::exchange(total[j], kNothing));
    }
  });
}

}  // namespace

void ArgExtreme(Exec& exec, bool largest, DataType type, const AxisWalk& walk, const void* in,
                DataType out_type, void* out) {
  OnlyWay(exec, "reference/arg-extreme");
  VisitType(RealTypesAndBool(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitType(TypeList<int16_t, uint16_t, int32_t, int64_t>(), out_type, [&](auto index) {
      auto* places = static_cast<typename decltype(index)::type*>(out);
      const T* values = static_cast<const T*>(in);
      if (largest) {
        FindPlaces(exec, walk, values, places, [](auto a, auto b) { return a > b; });
      } else {
        FindPlaces(exec, walk, values, places, [](auto a, auto b) { return a < b; });
      }
    });
  });
}

void Cumulate(Exec& exec, const Cumulation& how, DataType type, const AxisWalk& walk, const void* in,
              void* out) {
  OnlyWay(exec, "reference/cumulate");
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (how.product) {
      CumulateAll<true>(exec, how, walk, static_cast<const T*>(in), static_cast<T*>(out));
    } else {
      CumulateAll<false>(exec, how, walk, static_cast<const T*>(in), static_cast<T*>(out));
    }
  });
}

}  // namespace voxgrad
