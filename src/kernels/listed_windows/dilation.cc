#include "kernels/listed_windows/dilation.h"

#include <limits>

#include "core/type_list.h"
#include "kernels/list.h"
#include "kernels/listed_windows/winners.h"

namespace voxgrad {
namespace {

/// A cell plus the filter's tap that lies on it, rounded to T: what competes is what comes out.
template <class T>
struct SumValues {
  const WindowGrid* grid;
  const T* in;
  const T* filter;
  std::vector<T> sums = {};

  const T* operator()(int64_t image, int64_t cell, int64_t tap, const Range& channels) {
    sums.resize(static_cast<size_t>(channels.count()));
    const T* a = in + (image * grid->in_space() + cell) * grid->channels + channels.begin;
    const T* b = filter + tap * grid->channels + channels.begin;
    for (size_t c = 0; c < sums.size(); ++c)
      sums[c] = reference::Narrow<T>(reference::Widen(a[c]) + reference::Widen(b[c]));
    return sums.data();
  }
};

/// Calls f(values, out) with the types in place.
template <class F>
void Visit(const WindowGrid& grid, DataType type, const void* in, const void* filter, F f) {
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    f(tag, SumValues<T>{&grid, static_cast<const T*>(in), static_cast<const T*>(filter)});
  });
}

/// What the windows of some images send to the taps that win them.
template <class T>
std::vector<reference::Wide<T>> SumOverImages(const WindowGrid& grid, const Range& images,
                                              SumValues<T> values, const T* out_grad) {
  std::vector<reference::Wide<T>> sums(static_cast<size_t>(grid.rows.taps * grid.cols.taps * grid.channels));
  Winners<T> winners({0, grid.channels});
  for (int64_t image = images.begin; image < images.end; ++image) {
    for (int64_t window = 0; window < grid.out_space(); ++window) {
      winners.FindTaps(grid, image, window, values);
      const T* sent = out_grad + (image * grid.out_space() + window) * grid.channels;
      for (int64_t c = 0; c < grid.channels; ++c) {
        if (const int64_t tap = winners.place()[c]; tap >= 0)
          sums[static_cast<size_t>(tap * grid.channels + c)] += reference::Widen(sent[c]);
      }
    }
  }
  return sums;
}

}  // namespace

void Dilation(Exec& exec, const WindowGrid& grid, DataType type, const void* in, const void* filter,
              void* out) {
  OnlyWay(exec, "reference/dilation");
  Visit(grid, type, in, filter, [&](auto tag, const auto& values) {
    using T = typename decltype(tag)::type;
    ForEachWinner<T>(exec, grid, values, [&](int64_t image, int64_t window, const Winners<T>& winners) {
      T* to = static_cast<T*>(out) + (image * grid.out_space() + window) * grid.channels;
      for (int64_t c = 0; c < grid.channels; ++c)
        to[c] = winners.place()[c] >= 0 ? winners.value()[c] : std::numeric_limits<T>::lowest();
    });
  });
}

void DilationBackpropInput(Exec& exec, const WindowGrid& grid, DataType type, const void* in,
                           const void* filter, const void* out_grad, void* in_grad) {
  OnlyWay(exec, "reference/dilation-input-gradient");
  Visit(grid, type, in, filter, [&](auto tag, const auto& values) {
    using T = typename decltype(tag)::type;
    SendToWinners<T>(exec, grid, values, static_cast<const T*>(out_grad), static_cast<T*>(in_grad));
  });
}

void DilationBackpropFilter(Exec& exec, const WindowGrid& grid, DataType type, const void* in,
                            const void* filter, const void* out_grad, void* filter_grad) {
  OnlyWay(exec, "reference/dilation-filter-gradient");
  // Groups of images that do not depend on the threads, so that the sums have the same bits.
  const int64_t groups = std::min<int64_t>(grid.outer, 16);
  Visit(grid, type, in, filter, [&](auto tag, const auto& values) {
    using T = typename decltype(tag)::type;
    std::vector<std::vector<reference::Wide<T>>> sums(static_cast<size_t>(groups));
    const int64_t cost = grid.outer / groups * grid.out_space() * grid.window_cells() * grid.channels;
    ParallelFor(exec, groups, cost, [&](int64_t begin, int64_t end) {
      for (int64_t g = begin; g < end; ++g) {
        const Range images = {g * grid.outer / groups, (g + 1) * grid.outer / groups};
        sums[static_cast<size_t>(g)] =
            SumOverImages<T>(grid, images, values, static_cast<const T*>(out_grad));
      }
    });
    for (size_t i = 0; i < sums[0].size(); ++i) {
      reference::Wide<T> sum = 0;
      for (const auto& group : sums) sum += group.empty() ? 0 : group[i];  // empty: the run was cancelled
      static_cast<T*>(filter_grad)[i] = reference::Narrow<T>(sum);
    }
  });
}

}  // namespace voxgrad
