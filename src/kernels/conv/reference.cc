// Convolution and its two gradients, as defined: out[o] = Σ in[o·stride - before + t·dilation] · filter[t]
// over the taps t and the input channels of a group. The gradients are the same sum read the other two ways.
#include <algorithm>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/arithmetic.h"
#include "kernels/filter_parts.h"
#include "kernels/reference.h"

namespace voxgrad::reference {
namespace {

using Point = std::array<int64_t, 3>;

/// A cell of an image: batch, place in the whole volume, channel (counted over all groups).
struct ImageCell {
  int64_t batch;
  Point at;
  int64_t channel;
};

ImageCell CellAt(const ConvProblem& p, Extent Axis::* side, int64_t channels, int64_t place) {
  ImageCell cell;
  if (!p.channels_first) {
    cell.channel = place % channels;
    place /= channels;
  }
  for (size_t d = 3; d-- > 0;) {
    const Extent& extent = p.axis[d].*side;
    cell.at[d] = extent.origin + place % extent.size;
    place /= extent.size;
  }
  if (p.channels_first) {
    cell.channel = place % channels;
    place /= channels;
  }
  cell.batch = place;
  return cell;
}

/// Where the first channel of a group stands at a point of the image.
int64_t Locate(const ConvProblem& p, Extent Axis::* side, const ImageStrides& strides, int64_t batch,
               const Point& at, int64_t first_channel) {
  int64_t place = batch * strides.batch + first_channel * strides.channel;
  for (size_t d = 0; d < 3; ++d) place += (at[d] - (p.axis[d].*side).origin) * strides.space[d];
  return place;
}

/// Calls f(tap, point) for every tap whose partner exists: partner(axis, tap) along each axis, -1 for none.
template <class Partner, class F>
void ForEachTap(const ConvProblem& p, Partner partner, F f) {
  const auto& a = p.axis;
  Point at;
  for (int64_t d = 0; d < a[0].window; ++d) {
    if ((at[0] = partner(0, d)) < 0) continue;
    for (int64_t h = 0; h < a[1].window; ++h) {
      if ((at[1] = partner(1, h)) < 0) continue;
      for (int64_t w = 0; w < a[2].window; ++w) {
        if ((at[2] = partner(2, w)) < 0) continue;
        f((d * a[1].window + h) * a[2].window + w, at);
      }
    }
  }
}

/// Zeros where the filter is empty, whose window may still be too large to walk: [2^24, 2^28, 4, 0] has no
/// numbers.
template <class T>
bool FillWithoutFilter(const ConvProblem& p, T* image, int64_t cells) {
  if (p.filter_cells() > 0) return false;
  std::fill_n(image, cells, Narrow<T>(Wide<T>(0)));
  return true;
}

template <class T>
void Forward(Exec& exec, const ConvProblem& p, const T* in, const T* filter, T* out) {
  if (FillWithoutFilter(p, out, p.out_cells())) return;
  const int64_t out_channels = p.groups * p.out_channels;
  const ImageStrides strides = p.in_strides();
  ParallelFor(exec, p.out_cells(), p.taps() * p.in_channels, [&](int64_t begin, int64_t end) {
    for (int64_t place = begin; place < end; ++place) {
      const ImageCell cell = CellAt(p, &Axis::out, out_channels, place);
      const int64_t first = cell.channel / p.out_channels * p.in_channels;
      Wide<T> sum = 0;
      ForEachTap(
          p, [&](size_t d, int64_t t) { return p.axis[d].CellAt(cell.at[d], t); },
          [&](int64_t tap, const Point& at) {
            const T* x = in + Locate(p, &Axis::in, strides, cell.batch, at, first);
            const T* f = filter + tap * p.in_channels * out_channels + cell.channel;
            for (int64_t c = 0; c < p.in_channels; ++c) {
              sum += Widen(x[c * strides.channel]) * Widen(f[c * out_channels]);
            }
          });
      out[place] = Narrow<T>(sum);
    }
  });
}

template <class T>
void InputGradient(Exec& exec, const ConvProblem& p, const T* filter, const T* out_grad, T* in_grad) {
  if (FillWithoutFilter(p, in_grad, p.in_cells())) return;
  const int64_t in_channels = p.groups * p.in_channels;
  const int64_t out_channels = p.groups * p.out_channels;
  const ImageStrides strides = p.out_strides();
  ParallelFor(exec, p.in_cells(), p.taps() * p.out_channels, [&](int64_t begin, int64_t end) {
    for (int64_t place = begin; place < end; ++place) {
      const ImageCell cell = CellAt(p, &Axis::in, in_channels, place);
      const int64_t first = cell.channel / p.in_channels * p.out_channels;
      Wide<T> sum = 0;
      ForEachTap(
          p, [&](size_t d, int64_t t) { return p.axis[d].WindowAt(cell.at[d], t); },
          [&](int64_t tap, const Point& at) {
            const T* g = out_grad + Locate(p, &Axis::out, strides, cell.batch, at, first);
            const T* f = filter + (tap * p.in_channels + cell.channel % p.in_channels) * out_channels + first;
            for (int64_t c = 0; c < p.out_channels; ++c) sum += Widen(g[c * strides.channel]) * Widen(f[c]);
          });
      in_grad[place] = Narrow<T>(sum);
    }
  });
}

/// Images, depths, heights and widths of the output, counted from the first held.
using OutputBox = std::array<Range, 4>;

OutputBox WholeOutput(const ConvProblem& p) {
  return {Range{0, p.batch}, {0, p.axis[0].out.size}, {0, p.axis[1].out.size}, {0, p.axis[2].out.size}};
}

/// The sum over all positions of a box, of one tap and one pair of channels.
template <class T>
Wide<T> Correlate(const ConvProblem& p, const OutputBox& box, const T* in, const T* out_grad,
                  const Point& tap, int64_t in_channel, int64_t out_channel) {
  const ImageStrides in_strides = p.in_strides();
  const ImageStrides out_strides = p.out_strides();
  Wide<T> sum = 0;
  if (p.out_space() == 0) return sum;  // its other sizes may be too large to walk
  const auto begin = [&](size_t d) { return p.axis[d].out.origin + box[d + 1].begin; };
  const auto end = [&](size_t d) { return p.axis[d].out.origin + box[d + 1].end; };
  for (int64_t n = box[0].begin; n < box[0].end; ++n) {
    for (int64_t d = begin(0); d < end(0); ++d) {
      for (int64_t h = begin(1); h < end(1); ++h) {
        for (int64_t w = begin(2); w < end(2); ++w) {
          const Point at = {p.axis[0].CellAt(d, tap[0]), p.axis[1].CellAt(h, tap[1]),
                            p.axis[2].CellAt(w, tap[2])};
          if (at[0] < 0 || at[1] < 0 || at[2] < 0) continue;
          sum += Widen(in[Locate(p, &Axis::in, in_strides, n, at, in_channel)]) *
                 Widen(out_grad[Locate(p, &Axis::out, out_strides, n, {d, h, w}, out_channel)]);
        }
      }
    }
  }
  return sum;
}

template <class T, class Out>
void FilterGradient(Exec& exec, const ConvProblem& p, const OutputBox& box, const T* in, const T* out_grad,
                    Out* filter_grad) {
  const int64_t out_channels = p.groups * p.out_channels;
  ParallelFor(exec, p.filter_cells(), p.batch * p.out_space(), [&](int64_t begin, int64_t end) {
    for (int64_t place = begin; place < end; ++place) {
      const int64_t out_channel = place % out_channels;
      const int64_t c = place / out_channels % p.in_channels;
      const int64_t tap = place / out_channels / p.in_channels;
      const int64_t in_channel = out_channel / p.out_channels * p.in_channels + c;
      const Point at = {tap / (p.axis[1].window * p.axis[2].window),
                        tap / p.axis[2].window % p.axis[1].window, tap % p.axis[2].window};
      filter_grad[place] = Narrow<Out>(Correlate(p, box, in, out_grad, at, in_channel, out_channel));
    }
  });
}

using ConvTypes = TypeList<Half, BFloat16, float, double, int32_t>;

}  // namespace

void Conv(Exec& exec, const ConvProblem& p, const void* in, ConstView filter, void* out) {
  VisitType(ConvTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Forward(exec, p, static_cast<const T*>(in), filter.as<T>(), static_cast<T*>(out));
  });
}

void ConvBackpropInput(Exec& exec, const ConvProblem& p, ConstView filter, const void* out_grad,
                       void* in_grad) {
  VisitType(ConvTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    InputGradient(exec, p, filter.as<T>(), static_cast<const T*>(out_grad), static_cast<T*>(in_grad));
  });
}

void ConvBackpropFilter(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                        void* filter_grad) {
  VisitType(ConvTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    FilterGradient(exec, p, WholeOutput(p), static_cast<const T*>(in), static_cast<const T*>(out_grad),
                   static_cast<T*>(filter_grad));
  });
}

void ConvBackpropFilterParts(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                             void* parts) {
  const SumBlocks blocks = FilterSumBlocks(p);
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    using Out = std::conditional_t<std::is_same_v<T, double>, double, float>;
    auto* to = static_cast<Out*>(parts);
    for (const SumNode& node : SubtreesOf(blocks.all(), blocks.held())) {
      OutputBox box;
      for (size_t a = 0; a < box.size(); ++a) box[a] = blocks.CellsOf(a, node[a]);
      FilterGradient(exec, p, box, static_cast<const T*>(in), static_cast<const T*>(out_grad), to);
      to += p.filter_cells();
    }
  });
}

}  // namespace voxgrad::reference
