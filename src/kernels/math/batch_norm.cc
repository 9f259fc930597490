#include "kernels/math/batch_norm.h"

#include <algorithm>

#include "core/parallel.h"
#include "kernels/math/float16.h"

namespace voxgrad {
namespace {

constexpr int64_t kPieceElements = 1 << 16;
constexpr int64_t kTile = 64;  // channels

/// Sums over some of the outer places and a tile of the channels.
template <class T>
class PieceSums {
 public:
  PieceSums(const ChannelProblem& problem, const T* p, const ChannelValues& p_origin, const T* q,
            const ChannelValues& q_origin)
      : problem_(problem), p_(p), q_(q), p_origin_(p_origin.data()), q_origin_(q_origin.data()) {}

  void Add(int64_t begin, int64_t end, int64_t channel, int64_t count, double* sum, double* product) const {
    for (int64_t outer = begin; outer < end; ++outer) {
      const int64_t place = (outer * problem_.channels + channel) * problem_.inner;
      if (problem_.inner == 1) {  // the channels lie side by side
        for (int64_t c = 0; c < count; ++c) AddOne(place + c, channel + c, &sum[c], &product[c]);
        continue;
      }
      for (int64_t c = 0; c < count; ++c) {
        double s = 0, t = 0;
        for (int64_t i = 0; i < problem_.inner; ++i)
          AddOne(place + c * problem_.inner + i, channel + c, &s, &t);
        sum[c] += s;
        product[c] += t;
      }
    }
  }

 private:
  void AddOne(int64_t place, int64_t channel, double* sum, double* product) const {
    const double p = static_cast<double>(p_[place]) - p_origin_[channel];
    *sum += p;
    *product += p * (static_cast<double>(q_[place]) - q_origin_[channel]);
  }

  const ChannelProblem& problem_;
  const T* p_;
  const T* q_;
  const double* p_origin_;
  const double* q_origin_;
};

/// A line in the type that is computed in.
template <class V>
struct ComputedLine {
  explicit ComputedLine(const ChannelLine& line)
      : p_slope(line.p_slope.begin(), line.p_slope.end()),
        p_origin(line.p_origin.begin(), line.p_origin.end()),
        q_slope(line.q_slope.begin(), line.q_slope.end()),
        q_origin(line.q_origin.begin(), line.q_origin.end()),
        offset(line.offset.begin(), line.offset.end()) {}
  std::vector<V> p_slope, p_origin, q_slope, q_origin, offset;

  V At(size_t c, V p) const { return p_slope[c] * (p - p_origin[c]) + offset[c]; }
  V At(size_t c, V p, V q) const { return At(c, p) + q_slope[c] * (q - q_origin[c]); }
};

}  // namespace

ChannelValues FirstOf(const ChannelProblem& problem, const void* in) {
  ChannelValues first(static_cast<size_t>(problem.channels), 0.0);
  if (problem.elements() == 0) return first;
  VisitType(FloatTypes(), problem.type, [&](auto tag) {
    const auto* values = static_cast<const typename decltype(tag)::type*>(in);
    for (size_t c = 0; c < first.size(); ++c)
      first[c] = static_cast<double>(values[static_cast<int64_t>(c) * problem.inner]);
  });
  return first;
}

ChannelSums SumChannels(const ChannelProblem& problem, const void* p, const ChannelValues& p_origin,
                        const void* q, const ChannelValues& q_origin) {
  const auto channels = static_cast<size_t>(problem.channels);
  ChannelSums sums = {ChannelValues(channels, 0.0), ChannelValues(channels, 0.0)};
  if (problem.channels == 0 || problem.elements() == 0) return sums;
  const int64_t row = std::min(problem.channels, kTile) * problem.inner;
  const int64_t rows = std::max<int64_t>(1, kPieceElements / row);
  const int64_t parts = (problem.outer - 1) / rows + 1;
  const int64_t tiles = (problem.channels - 1) / kTile + 1;
  std::vector<double> partial(static_cast<size_t>(parts) * channels * 2, 0.0);
  VisitType(FloatTypes(), problem.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const PieceSums<T> pieces(problem, static_cast<const T*>(p), p_origin, static_cast<const T*>(q),
                              q_origin);
    ParallelFor(parts * tiles, rows * row, [&](int64_t begin, int64_t end) {
      for (int64_t item = begin; item < end; ++item) {
        const int64_t part = item / tiles, channel = item % tiles * kTile;
        double* sum = partial.data() + part * problem.channels * 2 + channel;
        pieces.Add(part * rows, std::min(problem.outer, (part + 1) * rows), channel,
                   std::min(kTile, problem.channels - channel), sum, sum + problem.channels);
      }
    });
  });
  for (size_t part = 0; part < static_cast<size_t>(parts); ++part) {
    for (size_t c = 0; c < channels; ++c) {
      sums.sum[c] += partial[part * channels * 2 + c];
      sums.product[c] += partial[part * channels * 2 + channels + c];
    }
  }
  return sums;
}

void ApplyLine(const ChannelProblem& problem, const ChannelLine& line, const void* p, const void* q,
               void* out) {
  VisitType(FloatTypes(), problem.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    using V = Computed<T>;
    const ComputedLine<V> computed(line);
    const T* a = static_cast<const T*>(p);
    const T* b = static_cast<const T*>(q);
    T* to = static_cast<T*>(out);
    const auto apply = [&](int64_t place, size_t c) {
      to[place] =
          static_cast<T>(b == nullptr ? computed.At(c, static_cast<V>(a[place]))
                                      : computed.At(c, static_cast<V>(a[place]), static_cast<V>(b[place])));
    };
    const auto channels = static_cast<size_t>(problem.channels);
    if (problem.inner == 1) {
      ParallelFor(problem.outer, problem.channels, [&](int64_t begin, int64_t end) {
        for (int64_t outer = begin; outer < end; ++outer) {
          for (size_t c = 0; c < channels; ++c) apply(outer * problem.channels + static_cast<int64_t>(c), c);
        }
      });
      return;
    }
    ParallelFor(problem.outer * problem.channels, problem.inner, [&](int64_t begin, int64_t end) {
      for (int64_t item = begin; item < end; ++item) {
        const auto c = static_cast<size_t>(item) % channels;
        for (int64_t i = 0; i < problem.inner; ++i) apply(item * problem.inner + i, c);
      }
    });
  });
}

}  // namespace voxgrad
