// Which rows of the source give something to which rows of the target, as the loops of conv_lines-inl.h take
// them: prepared once for all depths and images where they are the same. Included once for each instruction
// set.
#if defined(VOXGRAD_KERNELS_CONV_BATCHES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_BATCHES_INL_H_
#undef VOXGRAD_KERNELS_CONV_BATCHES_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_BATCHES_INL_H_
#endif

#include <vector>

#include "kernels/conv/lines-inl.h"
#include "kernels/conv/planes-inl.h"
#include "kernels/conv/row_weights-inl.h"
#include "kernels/products/runs.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A lattice's part of a block.
template <class A>
struct ConvPart {
  int64_t l, group;
  ConvLattice lattice;
  ConvBlock cells;
  const ConvPlanes<A>* planes;
  ConvStretches stretches;

  int64_t line() const { return stretches.line; }

  /// How far the source that a tap of the depth d sees is from the first.
  int64_t SourceWay(int64_t d, int64_t tap) const {
    const ConvAxis& depth = *lattice[1];
    return planes->Way(1, d * depth.source_step + depth.tap(tap).offset);
  }
  /// The same for the first tap of a segment, which may have none.
  int64_t SourceWay(int64_t d, const ConvSegment& depth) const {
    return depth.taps.count() > 0 ? SourceWay(d, depth.taps.begin) : 0;
  }
};

/// Lines that get something from the same rows of the source.
template <class A>
struct ConvBatch {
  std::vector<ConvRow> rows;
  std::vector<ConvLine<A>> lines;  // of each stretch, from its first cell on; there may be no stretch
  int64_t count;                   // of those of one
};

/// What rows of a part get at the depths of a segment, in lines of sums from `sums` on.
template <class A>
class ConvBatches {
  using Part = ConvPart<A>;

 public:
  ConvBatches(const ConvGather& gather, const ConvRowWeights<A>& weights)
      : gather_(gather), weights_(weights) {}

  /// A row with channels enough is summed on its own, over all its taps in one go.
  ConvBatch<A> OfRow(const Part& b, const ConvSegment& depth, const std::vector<RowMeeting>& meetings,
                     A* sums) const {
    const A* const weights = Weights(b, 0, 0);
    ConvBatch<A> batch = {{}, {}, gather_.target.channels};
    for (int64_t t = depth.taps.begin; t < depth.taps.end; ++t) {
      const int64_t way = PlanesApart(b, depth, t);
      for (const RowMeeting& meeting : meetings) {
        batch.rows.push_back(
            {way + b.planes->Way(2, meeting.source_row), Weights(b, t, meeting.tap) - weights});
      }
    }
    for (const ConvStretch& stretch : b.stretches.list) PushLines(b, stretch, weights, sums, &batch.lines);
    return batch;
  }

  /// A row of the source, of all depths that are seen, serves every row of a group that it reaches.
  std::vector<ConvBatch<A>> OfGroup(const Part& b, const ConvSegment& depth,
                                    const std::vector<RowMeeting>& meetings, A* sums) const {
    std::vector<ConvBatch<A>> batches;
    for (size_t begin = 0, end = 0; begin < meetings.size(); begin = end) {
      const int64_t source_row = meetings[begin].source_row;
      while (end < meetings.size() && meetings[end].source_row == source_row) ++end;
      ConvBatch<A>& batch = batches.emplace_back(
          ConvBatch<A>{{}, {}, static_cast<int64_t>(end - begin) * gather_.target.channels});
      for (int64_t t = depth.taps.begin; t < depth.taps.end; ++t) {
        batch.rows.push_back(
            {PlanesApart(b, depth, t) + b.planes->Way(2, source_row), Weights(b, t, 0) - Weights(b, 0, 0)});
      }
      for (const ConvStretch& stretch : b.stretches.list) {
        for (size_t i = begin; i < end; ++i) {
          PushLines(b, stretch, Weights(b, 0, meetings[i].tap),
                    sums + meetings[i].target_row * gather_.target.channels * b.line(), &batch.lines);
        }
      }
    }
    return batches;
  }

  /// `source` is the first row of the plane that the first tap of the depth sees.
  void Add(const Part& b, const ConvBatch<A>& batch, const A* source, bool fresh) const {
    const ConvLine<A>* lines = batch.lines.data();
    for (const ConvStretch& stretch : b.stretches.list) {
      const ConvRows<A> rows = {source,
                                batch.rows.data(),
                                static_cast<int64_t>(batch.rows.size()),
                                b.planes->width(),
                                gather_.source.channels,
                                stretch.offsets.data(),
                                stretch.segment.taps.count(),
                                fresh};
      AddLines(rows, lines, batch.count, stretch.segment.cells.count());
      lines += batch.count;
    }
  }

 private:
  const A* Weights(const Part& b, int64_t d, int64_t h) const {
    return weights_.At(b.l, b.lattice, b.group, d, h);
  }

  /// The lines of a stretch for each target channel of a row, whose `weights` are those of the first width
  /// tap of all.
  void PushLines(const Part& b, const ConvStretch& stretch, const A* weights, A* sums,
                 std::vector<ConvLine<A>>* lines) const {
    const int64_t skipped = stretch.segment.taps.begin * gather_.source.channels;
    for (int64_t c = 0; c < gather_.target.channels; ++c) {
      lines->push_back(
          {sums + c * b.line() + stretch.sums, weights + c * weights_.LineSize(b.lattice) + skipped});
    }
  }

  /// From the plane that the first tap of the depth sees to that of another.
  static int64_t PlanesApart(const Part& b, const ConvSegment& depth, int64_t tap) {
    return b.SourceWay(depth.cells.begin, tap) - b.SourceWay(depth.cells.begin, depth.taps.begin);
  }

  const ConvGather& gather_;
  const ConvRowWeights<A>& weights_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_BATCHES_INL_H_
