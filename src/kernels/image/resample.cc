#include "kernels/image/resample.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/parallel.h"
#include "kernels/elementwise/shared_functions.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

constexpr int64_t kTile = 256;  // channels

float ScaleOf(const Stretch& s) {
  return s.align_corners && s.out > 1 ? static_cast<float>(s.in - 1) / static_cast<float>(s.out - 1)
                                      : static_cast<float>(s.in) / static_cast<float>(s.out);
}

/// One pixel of the result, some of its channels: the sum of the cells that its row and column are made of.
template <bool kWeighted, class Sum, class In>
void AddCells(const ResampleProblem& p, const AxisTaps& y, size_t at_y, const AxisTaps& x, size_t at_x,
              const In* image, int64_t count, Sum* sums) {
  const auto end_y = static_cast<size_t>(y.ends[at_y + 1]), end_x = static_cast<size_t>(x.ends[at_x + 1]);
  for (auto i = static_cast<size_t>(y.ends[at_y]); i < end_y; ++i) {
    for (auto j = static_cast<size_t>(x.ends[at_x]); j < end_x; ++j) {
      const In* cell = image + (y.cells[i] * p.columns + x.cells[j]) * p.channels;
      if constexpr (kWeighted) {
        const Sum weight = static_cast<Sum>(y.weights[i]) * static_cast<Sum>(x.weights[j]);
        for (int64_t c = 0; c < count; ++c) sums[c] += weight * static_cast<Sum>(cell[c]);
      } else {
        const auto add = [](auto a, auto b) { return a + b; };
        for (int64_t c = 0; c < count; ++c)
          sums[c] = elementwise::Modular(sums[c], static_cast<Sum>(cell[c]), add);
      }
    }
  }
}

template <bool kWeighted, class Sum, class In, class Out>
void ResampleAll(Exec& exec, const ResampleProblem& p, const AxisTaps& y, const AxisTaps& x, const In* in,
                 Out* out) {
  const int64_t pixels = y.places() * x.places();  // of an image
  const auto taps_each = static_cast<int64_t>(y.cells.size() * x.cells.size()) / std::max<int64_t>(1, pixels);
  ParallelFor(exec, p.batch * pixels, (taps_each + 1) * p.channels, [&](int64_t begin, int64_t end) {
    for (int64_t pixel = begin; pixel < end; ++pixel) {
      const auto at_x = static_cast<size_t>(pixel % x.places());
      const auto at_y = static_cast<size_t>(pixel / x.places() % y.places());
      const In* image = in + pixel / pixels * p.rows * p.columns * p.channels;
      for (int64_t first = 0; first < p.channels; first += kTile) {
        const int64_t count = std::min(kTile, p.channels - first);
        Sum sums[kTile];
        std::fill_n(sums, count, Sum(0));
        AddCells<kWeighted>(p, y, at_y, x, at_x, image + first, count, sums);
        for (int64_t c = 0; c < count; ++c) out[pixel * p.channels + first + c] = static_cast<Out>(sums[c]);
      }
    }
  });
}

}  // namespace

AxisTaps NearestTaps(const Stretch& s) {
  AxisTaps taps;
  const float scale = ScaleOf(s);
  for (int64_t i = 0; i < s.out; ++i) {
    const float place = (static_cast<float>(i) + (s.half_pixel_centers ? 0.5F : 0.0F)) * scale;
    const auto cell = static_cast<int64_t>(s.align_corners ? std::round(place) : std::floor(place));
    taps.cells.push_back(std::clamp<int64_t>(cell, 0, s.in - 1));
    taps.weights.push_back(1);
    taps.Close();
  }
  return taps;
}

AxisTaps LinearTaps(const Stretch& s) {
  AxisTaps taps;
  const float scale = ScaleOf(s);
  for (int64_t i = 0; i < s.out; ++i) {
    const float place =
        s.half_pixel_centers ? (static_cast<float>(i) + 0.5F) * scale - 0.5F : static_cast<float>(i) * scale;
    const float below = std::floor(place);
    const auto cell = static_cast<int64_t>(below);
    const float share = place - below;
    taps.cells.push_back(std::clamp<int64_t>(cell, 0, s.in - 1));  // a long axis is rounded beyond its end
    taps.weights.push_back(1 - share);
    taps.cells.push_back(std::min(cell + 1, s.in - 1));
    taps.weights.push_back(share);
    taps.Close();
  }
  return taps;
}

AxisTaps Transposed(const AxisTaps& taps, int64_t cells) {
  std::vector<AxisTaps> by_cell(static_cast<size_t>(cells));
  for (int64_t place = 0; place < taps.places(); ++place) {
    for (auto i = static_cast<size_t>(taps.ends[static_cast<size_t>(place)]);
         i < static_cast<size_t>(taps.ends[static_cast<size_t>(place) + 1]); ++i) {
      AxisTaps& cell = by_cell[static_cast<size_t>(taps.cells[i])];
      cell.cells.push_back(place);
      cell.weights.push_back(taps.weights[i]);
    }
  }
  AxisTaps transposed;
  for (const AxisTaps& cell : by_cell) {
    transposed.cells.insert(transposed.cells.end(), cell.cells.begin(), cell.cells.end());
    transposed.weights.insert(transposed.weights.end(), cell.weights.begin(), cell.weights.end());
    transposed.Close();
  }
  return transposed;
}

void Resample(Exec& exec, const ResampleProblem& p, const AxisTaps& y, const AxisTaps& x, const void* in,
              void* out) {
  OnlyWay(exec, "reference/resample");
  if (!p.weighted) {
    VisitType(RealTypes(), p.in_type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      ResampleAll<false, Computed<T>>(exec, p, y, x, static_cast<const T*>(in), static_cast<T*>(out));
    });
  } else if (p.out_type == DT_FLOAT) {
    VisitType(RealTypes(), p.in_type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      using Sum = std::conditional_t<std::is_same_v<T, double>, double, float>;
      ResampleAll<true, Sum>(exec, p, y, x, static_cast<const T*>(in), static_cast<float*>(out));
    });
  } else {
    VisitType(FloatTypes(), p.out_type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      ResampleAll<true, Computed<T>>(exec, p, y, x, static_cast<const float*>(in), static_cast<T*>(out));
    });
  }
}

}  // namespace voxgrad
