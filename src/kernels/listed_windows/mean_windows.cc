#include "kernels/listed_windows/mean_windows.h"

#include <limits>

#include "core/type_list.h"
#include "kernels/list.h"
#include "kernels/listed_windows/winners.h"

namespace voxgrad {
namespace {

using MeanTypes = TypeList<float, double, int32_t, int64_t>;

int64_t CellsOf(const WindowGrid& grid, int64_t window) {
  const WindowCells& rows = grid.rows.windows[static_cast<size_t>(window / grid.cols.out())];
  const WindowCells& cols = grid.cols.windows[static_cast<size_t>(window % grid.cols.out())];
  return (rows.end - rows.begin) * (cols.end - cols.begin);
}

template <class T>
T Mean(ImageSum<T> sum, int64_t cells) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<T>(sum) / cells);
  return static_cast<T>(sum / static_cast<ImageSum<T>>(cells));
}

/// A double as T; integers are cut, and end at their bounds.
template <class T>
T Cut(double value) {
  if constexpr (std::is_integral_v<T>) {
    constexpr auto kEnd = -static_cast<double>(std::numeric_limits<T>::min());
    if (value >= kEnd) return std::numeric_limits<T>::max();
    return value > -kEnd ? static_cast<T>(value) : std::numeric_limits<T>::min();
  }
  return static_cast<T>(value);
}

}  // namespace

void MeanOfWindows(Exec& exec, const WindowGrid& grid, DataType type, const void* in, void* out) {
  OnlyWay(exec, "reference/mean-of-windows");
  const int64_t cost = grid.cols.out() * grid.window_cells() * grid.channels;
  VisitType(MeanTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    ParallelFor(exec, grid.outer * grid.rows.out(), cost, [&](int64_t begin, int64_t end) {
      std::vector<ImageSum<T>> sums(static_cast<size_t>(grid.channels));
      for (int64_t at = begin * grid.cols.out(); at < end * grid.cols.out(); ++at) {
        const int64_t window = at % grid.out_space();
        const T* image = static_cast<const T*>(in) + at / grid.out_space() * grid.in_space() * grid.channels;
        std::fill(sums.begin(), sums.end(), ImageSum<T>(0));
        ForEachWindowCell(grid, window, [&](int64_t cell, int64_t) {
          for (size_t c = 0; c < sums.size(); ++c)
            sums[c] += static_cast<ImageSum<T>>(image[cell * grid.channels + static_cast<int64_t>(c)]);
        });
        T* to = static_cast<T*>(out) + at * grid.channels;
        for (size_t c = 0; c < sums.size(); ++c) to[c] = Mean<T>(sums[c], CellsOf(grid, window));
      }
    });
  });
}

namespace {

/// For each cell of an image: how many cells the windows over it have, 0 if not all have as many.
std::vector<int64_t> EvenShares(const WindowGrid& grid) {
  std::vector<int64_t> shares(static_cast<size_t>(grid.in_space()), -1);
  for (int64_t window = 0; window < grid.out_space(); ++window) {
    const int64_t cells = CellsOf(grid, window);
    ForEachWindowCell(grid, window, [&](int64_t cell, int64_t) {
      int64_t& share = shares[static_cast<size_t>(cell)];
      share = share < 0 || share == cells ? cells : 0;
    });
  }
  return shares;
}

}  // namespace

void MeanOfWindowsGrad(Exec& exec, const WindowGrid& grid, DataType type, const void* out_grad,
                       void* in_grad) {
  OnlyWay(exec, "reference/mean-of-windows-grad");
  const int64_t cost = (grid.out_space() * grid.window_cells() + grid.in_space()) * grid.channels;
  const std::vector<int64_t> shares = EvenShares(grid);  // equal ones are divided when they are added up
  VisitType(MeanTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    ParallelFor(exec, grid.outer, cost, [&](int64_t begin, int64_t end) {
      std::vector<double> sums(static_cast<size_t>(grid.in_space() * grid.channels));
      for (int64_t image = begin; image < end; ++image) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (int64_t window = 0; window < grid.out_space(); ++window) {
          const auto cells = static_cast<double>(CellsOf(grid, window));
          const T* sent =
              static_cast<const T*>(out_grad) + (image * grid.out_space() + window) * grid.channels;
          ForEachWindowCell(grid, window, [&](int64_t cell, int64_t) {
            double* to = sums.data() + cell * grid.channels;
            const double by = shares[static_cast<size_t>(cell)] > 0 ? 1 : cells;
            for (int64_t c = 0; c < grid.channels; ++c) to[c] += static_cast<double>(sent[c]) / by;
          });
        }
        T* to = static_cast<T*>(in_grad) + image * grid.in_space() * grid.channels;
        for (int64_t i = 0; i < grid.in_space() * grid.channels; ++i) {
          const int64_t share = shares[static_cast<size_t>(i / grid.channels)];
          const double sum = sums[static_cast<size_t>(i)];
          to[i] = Cut<T>(share > 0 ? sum / static_cast<double>(share) : sum);
        }
      }
    });
  });
}

}  // namespace voxgrad
