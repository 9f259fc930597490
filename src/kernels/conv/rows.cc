// Convolution and its data gradient for few target channels: vectors run along the width of planes of the
// source; a source row serves every target row and channel that it reaches at once.
#include "kernels/conv/conv.h"
#include "kernels/products/plan.h"
#include "kernels/products/runs.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/conv/rows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/rounding.h"
#include "kernels/conv/batches-inl.h"
#include "kernels/conv/entry-inl.h"
#include "kernels/conv/planes-inl.h"
#include "kernels/conv/row_weights-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kSourceBytes = 512 << 10;  // of a block's source: stays in the second cache
constexpr int64_t kMostCost = 1 << 19;       // of an item, about nanoseconds
constexpr int64_t kGroupRows = 8;            // target rows that are summed together
constexpr int64_t kLinesEnough = 3;          // channels with which they need not be

/// The lanes that do something when vectors run along the width, against those of a vector of channels.
bool RowsPay(const ConvProblem& p, Direction direction) {
  const auto lanes = static_cast<int64_t>(p.type == DT_DOUBLE ? hn::Lanes(hn::ScalableTag<double>())
                                                              : hn::Lanes(hn::ScalableTag<float>()));
  const Axis& axis = p.axis[2];
  const bool forward = direction == Direction::kForward;
  // Of the whole, so that a slab is computed the same way.
  const int64_t width = forward ? axis.out.whole : CeilDiv(axis.in.whole, axis.stride);
  const int64_t vectors = CeilDiv(width, lanes);
  const int64_t channels = forward ? p.out_channels : p.in_channels;
  return channels * vectors * 10 < width * 6;
}

template <class T>
class RowConv {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  RowConv(Exec& exec, const ConvGather& gather, const T* source, ConstView filter, T* target)
      : exec_(exec),
        gather_(gather),
        merged_(gather.Merged(1)),
        source_(source),
        target_(target),
        weights_(gather, filter.as<T>()),
        lines_(gather, weights_) {}

  void Run() {
    const int64_t channels = gather_.source.channels * gather_.target.channels;
    const int64_t taps = weights_.size() / (gather_.groups * channels);  // of all lattices
    const int64_t cell_cost = taps * channels / static_cast<int64_t>(hn::Lanes(D())) / 2 + 1;
    const int64_t cost = gather_.target_cells / gather_.target.channels * cell_cost;
    const LatticeBlocks blocks(merged_, ItemCost(cost, kMostCost) / cell_cost + 1,
                               Room(kSourceBytes) / static_cast<int64_t>(sizeof(A)));
    const int64_t items = blocks.count() * gather_.groups;
    if (items == 0) return;
    ParallelFor(exec_, items, blocks.cells() * gather_.groups / items * cell_cost,
                [&](int64_t begin, int64_t end) {
                  for (int64_t i = begin; i < end; ++i)
                    RunBlock(blocks.at(i / gather_.groups).block, i % gather_.groups);
                });
  }

 private:
  using Part = ConvPart<A>;

  /// Memory of one thread.
  struct Scratch {
    A* sums;
    A* cells;  // a row of the target, channels innermost
  };

  /// Cells of all lattices, whose source is copied once.
  void RunBlock(const ConvBlock& cells, int64_t group) {
    ConvPlanes<A> planes(merged_.lattice(0), cells, gather_.source.channels);
    std::vector<Part> parts;
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    const int64_t first_offset = merged_.axes[3].front().taps.front().offset;
    int64_t line = 0;
    for (int64_t l = 0; l < gather_.lattice_count(); ++l) {
      const ConvLattice lattice = gather_.lattice(l);
      ConvBlock own = cells;
      for (size_t a = 0; a < kConvAxes; ++a) own[a].end = std::min(own[a].end, lattice[a]->count);
      parts.push_back({l, group, lattice, own, &planes,
                       ConvStretches(*lattice[3], own[3], first_offset, weights_.finite(), lanes)});
      line = std::max(line, parts.back().line());
    }
    const int64_t channels = gather_.target.channels;
    const auto size = [](int64_t count) { return static_cast<size_t>(count); };
    Arena arena(exec_, Arena::Size<A>(size(planes.size())) +
                           Arena::Size<A>(size(kGroupRows * channels * line)) +
                           Arena::Size<A>(size(channels * line + lanes)));
    planes.Fill(gather_.source, source_ + group * gather_.source.channels * gather_.source.channel_stride,
                arena.Take<A>(size(planes.size())));
    Scratch scratch{arena.Take<A>(size(kGroupRows * channels * line)),
                    arena.Take<A>(size(channels * line + lanes))};
    for (const Part& part : parts) RunPart(part, &scratch);
  }

  void RunPart(const Part& b, Scratch* scratch) {
    const int64_t channels = gather_.target.channels;
    const ConvBlock& cells = b.cells;
    const int64_t group = channels >= kLinesEnough ? 1 : kGroupRows;
    const std::vector<ConvSegment> depths = b.lattice[1]->Segments(cells[1]);
    for (int64_t h = cells[2].begin; h < cells[2].end; h += group) {
      const Range group_rows = {h, std::min(h + group, cells[2].end)};
      const std::vector<RowMeeting> meetings = MeetingsOf(*b.lattice[2], group_rows);
      for (const ConvSegment& depth : depths) {
        const std::vector<ConvBatch<A>> batches =
            group == 1 ? std::vector{lines_.OfRow(b, depth, meetings, scratch->sums)}
                       : lines_.OfGroup(b, depth, meetings, scratch->sums);
        for (int64_t n = cells[0].begin; n < cells[0].end; ++n) {
          for (int64_t d = depth.cells.begin; d < depth.cells.end; ++d) {
            if (group > 1) std::fill_n(scratch->sums, group_rows.count() * channels * b.line(), A(0));
            const A* source = b.planes->rows() + b.planes->Way(0, n) + b.SourceWay(d, depth);
            for (const ConvBatch<A>& batch : batches) lines_.Add(b, batch, source, /*fresh=*/group == 1);
            for (int64_t row = group_rows.begin; row < group_rows.end; ++row)
              WriteRow(b, {n, d, row}, scratch->sums + (row - h) * channels * b.line(), scratch->cells);
          }
        }
      }
    }
  }

  /// The sums of one row, a line a channel. `cells` has room for them in the order of channels innermost.
  void WriteRow(const Part& b, const std::array<int64_t, 3>& at, const A* sums, A* cells) {
    const ConvImage& image = gather_.target;
    const int64_t channels = image.channels;
    T* row = target_ + b.group * channels * image.channel_stride;
    for (size_t a = 0; a < 3; ++a)
      row += (b.lattice[a]->first + at[a] * b.lattice[a]->step) * image.stride[a];
    const D d;
    const int64_t step = b.lattice[3]->step * image.stride[3];
    for (const ConvStretch& stretch : b.stretches.list) {
      const Range& w = stretch.segment.cells;
      T* to = row + (b.lattice[3]->first + w.begin * b.lattice[3]->step) * image.stride[3];
      const A* from = sums + stretch.sums;
      if (image.channel_stride == 1 && step == channels && channels > 1) {
        if constexpr (std::is_same_v<T, A>) {
          Transpose(from, channels, b.line(), w.count(), 1, to, channels);
        } else {
          Transpose(from, channels, b.line(), w.count(), 1, cells, channels);
          Emit(d, to, w.count() * channels, false,
               [&](int64_t j) HWY_ATTR { return hn::LoadU(d, cells + j); });
        }
        continue;
      }
      for (int64_t c = 0; c < channels; ++c, to += image.channel_stride, from += b.line()) {
        if (step == 1) {
          Emit(d, to, w.count(), false, [&](int64_t j) HWY_ATTR { return hn::LoadU(d, from + j); });
        } else {
          for (int64_t j = 0; j < w.count(); ++j) to[j * step] = static_cast<T>(from[j]);
        }
      }
    }
  }

  Exec& exec_;
  const ConvGather& gather_;
  const ConvGather merged_;  // what is cut into blocks: all lattices read the same source
  const T* const source_;
  T* const target_;
  const ConvRowWeights<A> weights_;
  const ConvBatches<A> lines_;
};

void RunRowConv(Exec& exec, DataType type, const ConvGather& gather, const void* source, ConstView filter,
                void* target) {
  RunConv<FloatTypes, RowConv>(exec, type, gather, source, filter, target);
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RowsPay);
HWY_EXPORT(RunRowConv);

namespace {

constexpr int64_t kMostChannels = 8;
constexpr int64_t kMostWeights = 2 << 20;  // all are copied

}  // namespace

absl::string_view DeclinesConvByRows(const ConvTask& task) {
  const ConvProblem& p = task.conv;
  if (const absl::string_view reason = DeclinesConv(p); !reason.empty()) return reason;
  if (task.target_channels() > kMostChannels) return "is for at most 8 channels to compute";
  if (task.forward() && p.axis[2].stride > 1) return "needs stride 1 along the width";
  if (p.filter_cells() > kMostWeights) return "needs a filter of at most 2 million weights";
  if (!HWY_DYNAMIC_DISPATCH(RowsPay)(p, task.direction)) return "does not pay for so narrow an image";
  return {};
}

void ConvByRows(Exec& exec, const ConvTask& task, const void* source, ConstView filter, void* target) {
  HWY_DYNAMIC_DISPATCH(RunRowConv)(exec, task.conv.type, task.gather(), source, filter, target);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
