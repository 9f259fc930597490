#include "kernels/listed_windows/max_windows.h"

#include "core/type_list.h"
#include "kernels/list.h"
#include "kernels/listed_windows/winners.h"

namespace voxgrad {
namespace {

/// The values of an image as they are.
template <class T>
struct CellValues {
  const WindowGrid* grid;
  const T* in;

  const T* operator()(int64_t image, int64_t cell, int64_t /*tap*/, const Range& channels) const {
    return in + (image * grid->in_space() + cell) * grid->channels + channels.begin;
  }
};

template <class F>
void VisitArgmax(const ArgmaxForm& form, F f) {
  VisitType(TypeList<int32_t, int64_t>(), form.type, f);
}

/// Calls f(image, first) for every image; `first` is the place of its first element.
template <class F>
void ForEachImage(Exec& exec, const ArgmaxProblem& p, F f) {
  ParallelFor(exec, p.outer, p.in_size + p.out_size * 2, [&](int64_t begin, int64_t end) {
    for (int64_t image = begin; image < end; ++image) f(image, p.form.with_batch ? image * p.in_size : 0);
  });
}

}  // namespace

void MaxOfWindows(Exec& exec, const WindowGrid& grid, DataType type, const void* in, void* out,
                  const ArgmaxForm& form, void* argmax) {
  OnlyWay(exec, "reference/max-of-windows");
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitArgmax(form, [&](auto index) {
      using Index = typename decltype(index)::type;
      const auto take = [&](int64_t image, int64_t window, const Winners<T>& winners) {
        const int64_t at = (image * grid.out_space() + window) * grid.channels;
        std::copy_n(winners.value(), grid.channels, static_cast<T*>(out) + at);
        if (argmax == nullptr) return;
        const int64_t first = form.with_batch ? image * grid.in_space() * grid.channels : 0;
        for (int64_t c = 0; c < grid.channels; ++c) {
          static_cast<Index*>(argmax)[at + c] =
              static_cast<Index>(first + winners.place()[c] * grid.channels + c);
        }
      };
      ForEachWinner<T>(exec, grid, CellValues<T>{&grid, static_cast<const T*>(in)}, take);
    });
  });
}

void MaxOfWindowsGrad(Exec& exec, const WindowGrid& grid, DataType type, const void* in, const void* out_grad,
                      void* in_grad) {
  OnlyWay(exec, "reference/max-of-windows-grad");
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    SendToWinners<T>(exec, grid, CellValues<T>{&grid, static_cast<const T*>(in)},
                     static_cast<const T*>(out_grad), static_cast<T*>(in_grad));
  });
}

void SendToArgmax(Exec& exec, const ArgmaxProblem& p, const void* out_grad, const void* argmax,
                  void* in_grad) {
  OnlyWay(exec, "reference/send-to-argmax");
  VisitType(RealTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitArgmax(p.form, [&](auto index) {
      const auto* places = static_cast<const typename decltype(index)::type*>(argmax);
      ForEachImage(exec, p, [&](int64_t image, int64_t first) {
        std::vector<ImageSum<T>> sums(static_cast<size_t>(p.in_size));
        for (int64_t o = image * p.out_size; o < (image + 1) * p.out_size; ++o) {
          sums[static_cast<size_t>(places[o] - first)] +=
              static_cast<ImageSum<T>>(static_cast<const T*>(out_grad)[o]);
        }
        T* to = static_cast<T*>(in_grad) + image * p.in_size;
        for (size_t i = 0; i < sums.size(); ++i) to[i] = static_cast<T>(sums[i]);
      });
    });
  });
}

void PickAtArgmax(Exec& exec, const ArgmaxProblem& p, const void* in, const void* argmax, void* out) {
  OnlyWay(exec, "reference/pick-at-argmax");
  VisitType(RealTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    VisitArgmax(p.form, [&](auto index) {
      const auto* places = static_cast<const typename decltype(index)::type*>(argmax);
      ForEachImage(exec, p, [&](int64_t image, int64_t first) {
        const T* from = static_cast<const T*>(in) + image * p.in_size;
        for (int64_t o = image * p.out_size; o < (image + 1) * p.out_size; ++o)
          static_cast<T*>(out)[o] = from[places[o] - first];
      });
    });
  });
}

}  // namespace voxgrad
