// Sums over channels. Whatever the layout, those of a block grow in lanes side by side: of different channels
// where those lie side by side, otherwise of one, and then the lanes are added. How is decided by the sizes
// of the whole, of which a slab may hold a part.
#include <algorithm>
#include <list>

#include "core/parallel.h"
#include "kernels/list.h"
#include "kernels/norm/channel_pieces.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

namespace voxgrad {
namespace {

constexpr int64_t kLanes = 64;
constexpr int64_t kColumns = 512;   // of a piece of work, where channels lie side by side
constexpr int64_t kRowsAtOnce = 8;  // of them

constexpr size_t kSlots = 128;  // subtrees that are summed by themselves

std::vector<Extent> AxesOf(const ChannelProblem& problem) {
  std::vector<Extent> axes = problem.outer_axes;
  if (axes.empty()) axes.push_back(Extent::All(problem.outer));
  const auto& inner = problem.inner_axes;
  axes.insert(axes.end(), inner.begin(), inner.end());
  if (inner.empty() && problem.inner != 1) axes.push_back(Extent::All(problem.inner));
  return axes;
}

int64_t WholeOf(const std::vector<Extent>& axes, int64_t held) {
  int64_t whole = axes.empty() ? held : 1;
  for (const Extent& axis : axes) whole *= axis.whole;
  return whole;
}
int64_t WholeOuter(const ChannelProblem& problem) { return WholeOf(problem.outer_axes, problem.outer); }
int64_t WholeInner(const ChannelProblem& problem) { return WholeOf(problem.inner_axes, problem.inner); }

/// Whether sums for each element of a run, over many runs, are cheaper than runs by themselves.
bool SumsFlat(const ChannelProblem& problem) {
  const int64_t inner = WholeInner(problem);
  return HasShortRuns(inner) || (inner < 4 * kLanes && WholeOuter(problem) >= 16);
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

/// Some channels' sums of some cells.
class BlockSums {
 public:
  BlockSums(const ChannelProblem& problem, const Operands& operands, const ChannelValues& p_origin,
            const ChannelValues& q_origin)
      : problem_(problem), operands_(operands), p_origin_(p_origin), q_origin_(q_origin) {
    if (WholeInner(problem) == 1 || !SumsFlat(problem)) return;
    // Each element of a run as a channel of its own: a block has whole runs.
    flat_ = {problem.outer, problem.channels * problem.inner, 1, problem.type};
    flat_p_origin_ = Repeat(p_origin, problem.inner, 1);
    flat_q_origin_ = Repeat(q_origin, problem.inner, 1);
    flat_sums_.emplace_back(flat_, operands, flat_p_origin_, flat_q_origin_);
  }
  BlockSums(const BlockSums&) = delete;
  BlockSums& operator=(const BlockSums&) = delete;

  /// Sets the sums and, `channels.count()` behind them, the products.
  void Take(Range cells, Range channels, double* to) const {
    std::fill_n(to, 2 * channels.count(), 0.0);
    if (WholeInner(problem_) == 1) return TakeColumns(cells, channels, to);
    if (flat_sums_.empty()) return TakeRuns(cells, channels, to);
    const int64_t inner = problem_.inner;
    ChannelValues sums(static_cast<size_t>(2 * channels.count() * inner));
    flat_sums_.front().Take({cells.begin / inner, cells.end / inner},
                            {channels.begin * inner, channels.end * inner}, sums.data());
    for (size_t i = 0; i < sums.size(); ++i) to[static_cast<int64_t>(i) / inner] += sums[i];
  }

 private:
  /// Channels that lie side by side: rows of all channels. Where they are few, several rows are one longer
  /// row; where they are many, a few rows at a time are taken by all lanes, so that memory is read along the
  /// rows.
  void TakeColumns(Range rows, Range some, double* to) const {
    const int64_t channels = problem_.channels;
    const bool fold = channels * 2 <= kLanes;
    const int64_t at_once = channels <= kLanes ? rows.count() : kRowsAtOnce;
    for (int64_t group = some.begin; group < some.end; group += kColumns) {
      const int64_t end = std::min(some.end, group + kColumns);
      std::vector<LaneSums> sums;
      sums.reserve(kColumns / kLanes);
      for (int64_t c = group; c < end; c += kLanes) {
        const int64_t width = std::min(kLanes, end - c);
        sums.emplace_back(operands_, width, fold ? kLanes / channels * channels : width, p_origin_, q_origin_,
                          c);
      }
      for (int64_t row = rows.begin; row < rows.end; row += at_once) {
        const int64_t count = std::min(at_once, rows.end - row);
        int64_t place = row * channels + group;
        for (LaneSums& lanes : sums) {
          fold ? lanes.TakeRun(place, count * channels)
               : lanes.TakeRows(place, count, channels, lanes.lanes());
          place += kLanes;
        }
      }
      for (size_t tile = 0; tile < sums.size(); ++tile) {
        double* at = to + (group - some.begin) + static_cast<int64_t>(tile) * kLanes;
        sums[tile].AddTo(at, at + some.count());
      }
    }
  }

  /// Channels whose elements lie side by side, in memory's order.
  void TakeRuns(Range cells, Range some, double* to) const {
    const int64_t inner = problem_.inner;
    // Lanes cost time to begin with and to join.
    const int64_t lanes = std::min(cells.count(), WholeInner(problem_)) < 8 * kLanes ? kLanes / 4 : kLanes;
    for (int64_t cell = cells.begin; cell < cells.end;) {
      const int64_t run = cell / inner, count = std::min(cells.end - cell, inner - cell % inner);
      for (int64_t c = some.begin; c < some.end; ++c) {
        LaneSums sums(operands_, 1, lanes, p_origin_, q_origin_, c);
        sums.TakeRun((run * problem_.channels + c) * inner + cell % inner, count);
        double* at = to + (c - some.begin);
        sums.AddTo(at, at + some.count());
      }
      cell += count;
    }
  }

  const ChannelProblem& problem_;
  const Operands& operands_;
  const ChannelValues& p_origin_;
  const ChannelValues& q_origin_;
  ChannelProblem flat_;
  ChannelValues flat_p_origin_, flat_q_origin_;
  std::list<BlockSums> flat_sums_;  // one or none
};

}  // namespace

SumBlocks ChannelSumBlocks(const ChannelProblem& problem) {
  // As many as make up for beginning and joining lanes, in runs those of each channel.
  constexpr int64_t kFewestRows = 256, kFewestInRuns = 8192;
  const int64_t inner = WholeInner(problem);
  const int64_t fewest = inner == 1 ? kFewestRows : kFewestInRuns;
  const int64_t cells = cpu::Room(std::max(fewest, kPieceElements / std::max<int64_t>(1, problem.channels)));
  return SumBlocks(AxesOf(problem), std::max(cells, inner > 1 && SumsFlat(problem) ? inner : 1));
}

SumParts<double> SumChannelParts(Exec& exec, const ChannelProblem& problem, const void* p,
                                 const ChannelValues& p_origin, const void* q,
                                 const ChannelValues& q_origin) {
  OnlyWay(exec, cpu::WhyOff().empty() ? "cpu/channel-sums" : "reference/channel-sums");
  const SumBlocks blocks = ChannelSumBlocks(problem);
  const int64_t channels = problem.channels;
  SumParts<double> parts = {2 * channels, SubtreesOf(blocks.all(), blocks.held()), {}};
  if (parts.nodes.empty() || channels == 0) return parts;
  const Operands operands(problem, p, q, p == q && p_origin == q_origin);
  const BlockSums sums(problem, operands, p_origin, q_origin);
  const std::vector<SumNode> slots = SplitUp(parts.nodes, kSlots, [](const auto&) { return true; });
  const int64_t groups = Pieces(channels, kColumns), slot_count = static_cast<int64_t>(slots.size());
  int64_t levels = 0;
  for (const SumNode& slot : slots) levels = std::max(levels, LevelsOf(slot));
  std::vector<double> values(static_cast<size_t>(slot_count * parts.size));
  ParallelFor(
      exec, slot_count * groups, problem.total() / (4 * slot_count * groups) + 1,
      [&](int64_t begin, int64_t end) {
        std::vector<double> memory(static_cast<size_t>((1 + levels) * 2 * std::min(channels, kColumns)));
        for (int64_t item = begin; item < end; ++item) {
          const int64_t slot = item / groups, first = item % groups * kColumns;
          const Range some = {first, std::min(channels, first + kColumns)};
          const int64_t width = some.count();
          SumNodeInto(
              slots[static_cast<size_t>(slot)], 2 * width, memory.data(), memory.data() + 2 * width,
              [&](const SumNode& block, double* to) { sums.Take(blocks.CellsOf(block), some, to); },
              [&](double* to, const double* more) {
                for (int64_t i = 0; i < 2 * width; ++i) to[i] += more[i];
              });
          double* to = values.data() + slot * parts.size + first;
          std::copy_n(memory.data(), width, to);
          std::copy_n(memory.data() + width, width, to + channels);
        }
      });
  SumParts<double> all = {parts.size, {}, {}};
  all.Add(blocks.all(), {parts.size, slots, std::move(values)});
  return all;
}

ChannelSums SumChannels(Exec& exec, const ChannelProblem& problem, const void* p,
                        const ChannelValues& p_origin, const void* q, const ChannelValues& q_origin) {
  const auto channels = static_cast<size_t>(problem.channels);
  ChannelSums sums = {ChannelValues(channels, 0.0), ChannelValues(channels, 0.0)};
  if (channels == 0 || problem.elements() == 0) return sums;
  const SumParts<double> parts = SumChannelParts(exec, problem, p, p_origin, q, q_origin);
  std::copy_n(parts.at(0), channels, sums.sum.data());
  std::copy_n(parts.at(0) + channels, channels, sums.product.data());
  return sums;
}

}  // namespace voxgrad
