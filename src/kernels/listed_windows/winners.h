// The winner of every window of an image and channel: the first NaN, else the first maximum in row-major
// order.
//
// What competes is given as `values`: values(image, cell, tap, channels) points at the values of some
// channels, side by side, of a cell under a tap of a window. Each piece of a loop works with a copy of it, so
// it may have a buffer.
#ifndef VOXGRAD_KERNELS_LISTED_WINDOWS_WINNERS_H_
#define VOXGRAD_KERNELS_LISTED_WINDOWS_WINNERS_H_

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/parallel.h"
#include "kernels/arithmetic.h"
#include "kernels/listed_windows/windows.h"

namespace voxgrad {

/// What wins a window in each of some channels.
template <class T>
class Winners {
 public:
  explicit Winners(Range channels) : channels_(channels), value_(Count()), place_(Count()) {}

  const T* value() const { return value_.data(); }
  /// The cell in the image, or the tap, that it was found at; -1 where the window holds no cell.
  const int64_t* place() const { return place_.data(); }
  const Range& channels() const { return channels_; }

  template <class Values>
  void FindCells(const WindowGrid& grid, int64_t image, int64_t window, Values& values) {
    Find(grid, window, [&](int64_t cell, int64_t tap, bool first) {
      Challenge(values(image, cell, tap, channels_), cell, first);
    });
  }
  template <class Values>
  void FindTaps(const WindowGrid& grid, int64_t image, int64_t window, Values& values) {
    Find(grid, window, [&](int64_t cell, int64_t tap, bool first) {
      Challenge(values(image, cell, tap, channels_), tap, first);
    });
  }

 private:
  size_t Count() const { return static_cast<size_t>(channels_.count()); }

  template <class F>
  void Find(const WindowGrid& grid, int64_t window, F challenge) {
    bool first = true;
    ForEachWindowCell(grid, window, [&](int64_t cell, int64_t tap) {
      challenge(cell, tap, first);
      first = false;
    });
    if (first) std::fill(place_.begin(), place_.end(), -1);
  }

  void Challenge(const T* row, int64_t place, bool first) {
    if (first) {
      std::copy_n(row, Count(), value_.begin());
      std::fill(place_.begin(), place_.end(), place);
      return;
    }
    for (size_t c = 0; c < Count(); ++c) {
      const bool wins = row[c] > value_[c] || (reference::IsNan(row[c]) && !reference::IsNan(value_[c]));
      value_[c] = wins ? row[c] : value_[c];
      place_[c] = wins ? place : place_[c];
    }
  }

  Range channels_;
  std::vector<T> value_;
  std::vector<int64_t> place_;
};

/// Calls take(image, window, winners) for every window, with the cells that win it.
template <class T, class Values, class Take>
void ForEachWinner(Exec& exec, const WindowGrid& grid, const Values& values, Take take) {
  const int64_t cost = grid.cols.out() * grid.window_cells() * grid.channels;
  ParallelFor(exec, grid.outer * grid.rows.out(), cost, [&](int64_t begin, int64_t end) {
    Values own = values;
    Winners<T> winners({0, grid.channels});
    for (int64_t window = begin * grid.cols.out(); window < end * grid.cols.out(); ++window) {
      winners.FindCells(grid, window / grid.out_space(), window % grid.out_space(), own);
      take(window / grid.out_space(), window % grid.out_space(), winners);
    }
  });
}

/// What sums of T over an image are kept in: the 16-bit floats in float, integers modulo 2^64.
template <class T>
using ImageSum = std::conditional_t<std::is_integral_v<T>, uint64_t,
                                    std::conditional_t<std::is_same_v<T, double>, double, float>>;

/// in_grad[i] = the sum of out_grad over the windows that cell i wins. A few channels of an image at a time,
/// whose windows are added in their order.
template <class T, class Values>
void SendToWinners(Exec& exec, const WindowGrid& grid, const Values& values, const T* out_grad, T* in_grad) {
  constexpr int64_t kChannels = 16;
  const int64_t parts = (grid.channels + kChannels - 1) / kChannels;
  const int64_t width = std::min(kChannels, grid.channels);
  const int64_t cost = grid.out_space() * grid.window_cells() * width + grid.in_space() * width;
  ParallelFor(exec, grid.outer * parts, cost, [&](int64_t begin, int64_t end) {
    Values own = values;
    std::vector<ImageSum<T>> sums(static_cast<size_t>(grid.in_space() * width));
    for (int64_t piece = begin; piece < end; ++piece) {
      const int64_t image = piece / parts;
      const int64_t first = piece % parts * kChannels;
      Winners<T> winners({first, std::min(first + kChannels, grid.channels)});
      const int64_t count = winners.channels().count();
      std::fill(sums.begin(), sums.end(), ImageSum<T>(0));
      for (int64_t window = 0; window < grid.out_space(); ++window) {
        winners.FindCells(grid, image, window, own);
        const T* sent = out_grad + (image * grid.out_space() + window) * grid.channels + first;
        for (int64_t c = 0; c < count; ++c) {
          if (const int64_t cell = winners.place()[c]; cell >= 0)
            sums[static_cast<size_t>(cell * count + c)] += static_cast<ImageSum<T>>(sent[c]);
        }
      }
      for (int64_t cell = 0; cell < grid.in_space(); ++cell) {
        T* to = in_grad + (image * grid.in_space() + cell) * grid.channels + first;
        for (int64_t c = 0; c < count; ++c)
          to[c] = static_cast<T>(sums[static_cast<size_t>(cell * count + c)]);
      }
    }
  });
}

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LISTED_WINDOWS_WINNERS_H_
