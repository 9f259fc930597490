// Sums over channels. Whatever the layout, they grow in lanes side by side: of different channels where those
// lie side by side, otherwise of one, and then the lanes are added.
#include <algorithm>

#include "core/parallel.h"
#include "kernels/norm/channel_pieces.h"

namespace voxgrad {
namespace {

constexpr int64_t kLanes = 64;
constexpr int64_t kColumns = 512;   // of a piece of work, where channels lie side by side
constexpr int64_t kRowsAtOnce = 8;  // of them

/// Whether sums for each element of a run, over many runs, are cheaper than runs by themselves.
bool SumsFlat(const ChannelProblem& problem) {
  return HasShortRuns(problem) || (problem.inner < 4 * kLanes && problem.outer >= 16);
}

/// Each element of a channel's run as a channel of its own.
ChannelProblem Flat(const ChannelProblem& problem) {
  return {problem.outer, problem.channels * problem.inner, 1, problem.type};
}

/// Two tensors, which may be one.
struct Operands {
  Operands(const ChannelProblem& problem, const void* p_data, const void* q_data, bool same)
      : size(DataTypeSize(problem.type)),
        p(static_cast<const char*>(p_data)),
        q(same ? nullptr : static_cast<const char*>(q_data)),
        loops(ChannelLoopsOf(problem.type)) {}
  int64_t size;
  const char* p;
  const char* q;
  ChannelLoops loops;
};

/// Sums that grow side by side. Lane l is of channel l % width.
class LaneSums {
 public:
  /// Of channels [channel, channel + width).
  LaneSums(const Operands& operands, int64_t width, int64_t lanes, const ChannelValues& p_origin,
           const ChannelValues& q_origin, int64_t channel)
      : operands_(operands), width_(width), lanes_(lanes) {
    std::fill_n(sum_, lanes, 0.0);
    std::fill_n(product_, lanes, 0.0);
    Spread(p_origin.data() + channel, p_origin_);
    if (operands.q != nullptr) Spread(q_origin.data() + channel, q_origin_);
  }

  int64_t lanes() const { return lanes_; }

  void TakeRows(int64_t place, int64_t rows, int64_t stride, int64_t lanes) {
    const char* q = operands_.q == nullptr ? nullptr : operands_.q + place * operands_.size;
    const int64_t ahead = stride > lanes ? kRowsAtOnce * stride : 0;
    const ChannelRows all = {
        operands_.p + place * operands_.size, q, rows, stride, lanes, ahead, p_origin_, q_origin_};
    operands_.loops.sum(all, sum_, product_);
  }

  /// Elements side by side: rows of all lanes, and a shorter one.
  void TakeRun(int64_t place, int64_t count) {
    const int64_t rows = count / lanes_, left = count % lanes_;
    if (rows > 0) TakeRows(place, rows, lanes_, lanes_);
    if (left > 0) TakeRows(place + rows * lanes_, 1, lanes_, left);
  }

  /// To the channels'. Halves are added as long as there are two of them.
  void AddTo(double* sum, double* product) {
    int64_t lanes = lanes_;
    for (; lanes % (2 * width_) == 0; lanes /= 2) {
      for (int64_t l = 0; l < lanes / 2; ++l) {
        sum_[l] += sum_[l + lanes / 2];
        product_[l] += product_[l + lanes / 2];
      }
    }
    for (int64_t l = 0; l < lanes; l += width_) {
      for (int64_t c = 0; c < width_; ++c) {
        sum[c] += sum_[l + c];
        product[c] += product_[l + c];
      }
    }
  }

 private:
  void Spread(const double* origins, double* lanes) const {
    if (width_ == 1) {  // often, and short
      std::fill_n(lanes, lanes_, *origins);
      return;
    }
    for (int64_t l = 0; l < lanes_; l += width_) std::copy_n(origins, width_, lanes + l);
  }

  const Operands& operands_;
  const int64_t width_, lanes_;
  alignas(64) double p_origin_[kLanes];
  alignas(64) double q_origin_[kLanes];
  alignas(64) double sum_[kLanes];
  alignas(64) double product_[kLanes];
};

/// The sums of each part of the work, [parts, 2, channels].
class PartialSums {
 public:
  PartialSums(int64_t parts, int64_t channels)
      : parts_(parts), channels_(channels), values_(static_cast<size_t>(parts * channels * 2), 0.0) {}

  double* Sum(int64_t part, int64_t channel) { return values_.data() + part * 2 * channels_ + channel; }
  double* Product(int64_t part, int64_t channel) { return Sum(part, channel) + channels_; }

  ChannelSums Total() {
    const auto channels = static_cast<size_t>(channels_);
    ChannelSums sums = {ChannelValues(channels, 0.0), ChannelValues(channels, 0.0)};
    for (int64_t part = 0; part < parts_; ++part) {
      for (size_t c = 0; c < channels; ++c) {
        sums.sum[c] += Sum(part, 0)[c];
        sums.product[c] += Product(part, 0)[c];
      }
    }
    return sums;
  }

 private:
  const int64_t parts_, channels_;
  std::vector<double> values_;
};

/// Channels that lie side by side: rows of all channels. Where they are few, several rows are one longer row;
/// where they are many, a few rows at a time are taken by all lanes, so that memory is read along the rows.
ChannelSums SumColumns(const ChannelProblem& problem, const Operands& operands, const ChannelValues& p_origin,
                       const ChannelValues& q_origin) {
  const int64_t channels = problem.channels, columns = std::min(channels, kColumns);
  const int64_t rows = kPieceElements / columns;
  const int64_t parts = Pieces(problem.outer, rows), groups = Pieces(channels, kColumns);
  const bool fold = channels * 2 <= kLanes;
  const int64_t at_once = channels <= kLanes ? rows : kRowsAtOnce;
  PartialSums partial(parts, channels);
  ParallelFor(parts * groups, rows * columns / 4, [&](int64_t begin, int64_t end) {
    for (int64_t item = begin; item < end; ++item) {
      const int64_t part = item / groups, group = item % groups * kColumns;
      const int64_t group_end = std::min(channels, group + kColumns);
      const int64_t last = std::min(problem.outer, (part + 1) * rows);
      std::vector<LaneSums> sums;
      sums.reserve(kColumns / kLanes);
      for (int64_t c = group; c < group_end; c += kLanes) {
        const int64_t width = std::min(kLanes, group_end - c);
        sums.emplace_back(operands, width, fold ? kLanes / channels * channels : width, p_origin, q_origin,
                          c);
      }
      for (int64_t row = part * rows; row < last; row += at_once) {
        const int64_t count = std::min(at_once, last - row);
        int64_t place = row * channels + group;
        for (LaneSums& lanes : sums) {
          fold ? lanes.TakeRun(place, count * channels)
               : lanes.TakeRows(place, count, channels, lanes.lanes());
          place += kLanes;
        }
      }
      for (size_t tile = 0; tile < sums.size(); ++tile) {
        const int64_t c = group + static_cast<int64_t>(tile) * kLanes;
        sums[tile].AddTo(partial.Sum(part, c), partial.Product(part, c));
      }
    }
  });
  return partial.Total();
}

/// Channels whose elements lie side by side, in memory's order; a long run is cut.
ChannelSums SumRuns(const ChannelProblem& problem, const Operands& operands, const ChannelValues& p_origin,
                    const ChannelValues& q_origin) {
  const int64_t inner = problem.inner, channels = problem.channels;
  const int64_t cuts = Pieces(inner, kPieceElements), length = std::min(inner, kPieceElements);
  // Lanes cost time to begin with and to join.
  const int64_t lanes = length < 8 * kLanes ? kLanes / 4 : kLanes;
  PartialSums partial(problem.outer * cuts, channels);
  ParallelFor(problem.outer * channels * cuts, length / 4, [&](int64_t begin, int64_t end) {
    for (int64_t item = begin; item < end; ++item) {
      const int64_t run = item / cuts, cut = item % cuts, channel = run % channels;
      const int64_t part = run / channels * cuts + cut, start = cut * kPieceElements;
      LaneSums sums(operands, 1, lanes, p_origin, q_origin, channel);
      sums.TakeRun(run * inner + start, std::min(length, inner - start));
      sums.AddTo(partial.Sum(part, channel), partial.Product(part, channel));
    }
  });
  return partial.Total();
}

/// The sums of neighbours, `count` at a time.
ChannelValues SumNeighbours(const ChannelValues& values, int64_t count) {
  ChannelValues sums(values.size() / static_cast<size_t>(count), 0.0);
  for (size_t i = 0; i < values.size(); ++i) sums[i / static_cast<size_t>(count)] += values[i];
  return sums;
}

}  // namespace

ChannelSums SumChannels(const ChannelProblem& problem, const void* p, const ChannelValues& p_origin,
                        const void* q, const ChannelValues& q_origin) {
  if (problem.channels == 0 || problem.elements() == 0) {
    const ChannelValues none(static_cast<size_t>(problem.channels), 0.0);
    return {none, none};
  }
  const Operands operands(problem, p, q, p == q && p_origin == q_origin);
  const int64_t inner = problem.inner;
  if (!SumsFlat(problem)) return SumRuns(problem, operands, p_origin, q_origin);
  if (inner == 1) return SumColumns(problem, operands, p_origin, q_origin);
  const ChannelSums sums =
      SumColumns(Flat(problem), operands, Repeat(p_origin, inner, 1), Repeat(q_origin, inner, 1));
  return {SumNeighbours(sums.sum, inner), SumNeighbours(sums.product, inner)};
}

}  // namespace voxgrad
