// The filter gradient in the same register tiles: rows are the filter's taps and input channels, columns its
// output channels, and the sum runs over the cells of the output. Blocks of cells are dealt to a number of
// partial sums that follows from the problem, which are then added as a tree: the bits do not depend on the
// threads.
#include "kernels/cpu/conv.h"
#include "kernels/cpu/conv_plan.h"
#include "kernels/cpu/conv_runs.h"
#include "kernels/cpu/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/conv_filter.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/cpu/conv_pack-inl.h"
#include "kernels/cpu/conv_tile-inl.h"
#include "kernels/cpu/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPartialBytes = 16 << 20;  // of all partial sums at a time
constexpr int64_t kBlockBytes = 192 << 10;   // of a block of either image: both stay in the second cache
constexpr int64_t kMostSlots = 16;
constexpr int64_t kItems = 32;  // enough for the threads of a large machine

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// E is what tiles multiply: numbers, or pairs of bfloat16 of two cells that follow each other.
template <class T, class E>
class FilterGradient {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  static constexpr bool kPairs = !std::is_same_v<E, A>;

 public:
  FilterGradient(const ConvGather& gather, const T* in, const T* out_grad, T* filter_grad)
      : gather_(gather), in_(in), out_grad_(out_grad), filter_grad_(filter_grad) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    columns_ = CeilDiv(gather.target.channels, lanes) * lanes;
    in_direct_ = !kPairs && StandsReady<T, E>(gather.source);
    grad_direct_ = !kPairs && StandsReady<T, E>(gather.target) && gather.target.channel_stride == 1 &&
                   columns_ == gather.target.channels;
  }

  /// Rows are the taps that some cell sees times the input channels; the gradient of the others is 0.
  void Run() {
    int64_t taps = gather_.lattice_count();  // one or none
    if (taps > 0) {
      for (const ConvAxis* axis : gather_.lattice(0)) taps *= axis->tap_count();
    }
    const int64_t size = gather_.window[0] * gather_.window[1] * gather_.window[2] * gather_.filter_tap;
    if (taps * gather_.filter_tap < size) std::fill_n(filter_grad_, size, T(0));
    const int64_t rows = taps * gather_.source.channels;
    const int64_t row_bytes = gather_.groups * columns_ * static_cast<int64_t>(sizeof(A));
    const int64_t most_rows = std::max<int64_t>(1, kPartialBytes / row_bytes);
    for (int64_t begin = 0; begin < rows; begin += most_rows) {
      rows_ = {begin, std::min(rows, begin + most_rows)};
      SumRows();
    }
  }

 private:
  int64_t partial_size() const { return gather_.groups * rows_.count() * columns_; }

  void SumRows() {
    const int64_t widest = std::max(gather_.source.channels, columns_) * static_cast<int64_t>(sizeof(A));
    const int64_t most_cells = std::max<int64_t>(64, kBlockBytes / widest);
    const LatticeBlocks blocks(gather_, most_cells, most_cells * gather_.source.channels * 2);
    const int64_t partial_bytes = partial_size() * static_cast<int64_t>(sizeof(A));
    const int64_t slots =
        std::clamp<int64_t>(std::min(blocks.count(), kPartialBytes / partial_bytes), 1, kMostSlots);
    Arena arena(static_cast<size_t>(slots * partial_bytes) + 64);
    A* partials = arena.Take<A>(0);
    // Where few partial sums have room, each is shared out by rows.
    const int64_t parts = std::clamp<int64_t>(CeilDiv(kItems, slots * gather_.groups), 1,
                                              CeilDiv(rows_.count(), int64_t{2} * kTileRows));
    const int64_t items = slots * gather_.groups * parts;
    const int64_t cost = blocks.cells() * rows_.count() * columns_ / 32 * gather_.groups / items;
    ParallelFor(items, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t slot = i / parts / gather_.groups, group = i / parts % gather_.groups, part = i % parts;
        const Range rows = {rows_.begin + rows_.count() * part / parts,
                            rows_.begin + rows_.count() * (part + 1) / parts};
        const Range range = {blocks.count() * slot / slots, blocks.count() * (slot + 1) / slots};
        SumBlocks(blocks, range, group, rows, partials + slot * partial_size());
      }
    });
    AddSlots(slots, partials);
    Write(partials);
  }

  /// Adds what a range of blocks gives to some rows of a group's partial sums.
  void SumBlocks(const LatticeBlocks& blocks, Range range, int64_t group, Range rows, A* partial) {
    A* sums = partial + (group * rows_.count() - rows_.begin) * columns_;
    std::fill_n(sums + rows.begin * columns_, rows.count() * columns_, A(0));
    const ConvImage& in = gather_.source;
    const ConvImage& out = gather_.target;
    for (int64_t i = range.begin; i < range.end; ++i) {
      const LatticeBlocks::Item item = blocks.at(i);
      const ConvLattice lattice = gather_.lattice(item.lattice);
      const PackedRegion in_region = SourceRegion(lattice, item.block),
                         out_region = {item.block, {1, 1, 1, 1}};
      const int64_t in_room = in_direct_ ? 0 : in.channels, out_room = grad_direct_ ? 0 : columns_;
      const auto in_size = static_cast<size_t>(in_region.size() * in_room);
      const auto out_size = static_cast<size_t>(out_region.size() * out_room);
      Arena arena(Arena::Size<E>(in_size) + Arena::Size<E>(out_size));
      const int64_t hop = lattice[3]->source_step / in_region.pitch[3];
      const ConvOperand<E> source = Operand(in, in_ + group * in.channels * in.channel_stride, in_region, hop,
                                            in_room, arena.Take<E>(in_size));
      const ConvOperand<E> grad = Operand(out, out_grad_ + group * out.channels * out.channel_stride,
                                          out_region, 1, out_room, arena.Take<E>(out_size));
      for (const ConvBox& box : BoxesOf(lattice, item.block, source.view, in.channels)) {
        SumBox(lattice, box, source, grad, rows, sums);
      }
    }
  }

  /// `hop` is the way from a cell to the next of a sum, in cells of the region.
  static ConvOperand<E> Operand(const ConvImage& image, const T* from, const PackedRegion& region,
                                int64_t hop, int64_t room, E* copy) {
    if constexpr (kPairs) {
      PackCellPairs(image, from, region, hop, room, copy);
      return {copy, ViewOf(region, room)};
    } else {
      static_cast<void>(hop);
      return PrepareOperand(image, from, region, room, copy);
    }
  }

  /// Adds the products of some runs of cells to the sums of some rows.
  static void AddCells(TileOperands<E, A> tile, int64_t rows, int64_t vectors,
                       const std::vector<ConvRun>& runs, const std::vector<ConvRun>& single) {
    if constexpr (kPairs) {
      tile.source_step *= 2;
      tile.panel_step *= 2;
      AddPairRunsFor(rows, vectors)(tile, runs.data(), runs.data() + runs.size());
      AddHalfRunsFor(rows, vectors)(tile, single.data(), single.data() + single.size());
    } else {
      static_cast<void>(single);
      AddRunsFor<A>(rows, vectors)(tile, runs.data(), runs.data() + runs.size());
    }
  }

  void SumBox(const ConvLattice& lattice, const ConvBox& box, const ConvOperand<E>& source,
              const ConvOperand<E>& grad, Range rows, A* sums) {
    // Runs of cells, a row of the box each; and the rows of the filter that these cells have.
    const PerAxis<int64_t> from = source.view.CellStrides(lattice);
    const PerAxis<int64_t>& to = grad.view.stride;
    std::vector<ConvRun> runs, single;  // the last cells of runs of pairs, where one is left
    for (int64_t n = box.cells[0].begin; n < box.cells[0].end; ++n) {
      for (int64_t d = box.cells[1].begin; d < box.cells[1].end; ++d) {
        for (int64_t h = box.cells[2].begin; h < box.cells[2].end; ++h) {
          const int64_t at[kConvAxes] = {n, d, h, box.cells[3].begin};
          ConvRun run = {0, 0, box.cells[3].count()};
          for (size_t a = 0; a < kConvAxes; ++a) {
            run.source += at[a] * from[a];
            run.panel += (at[a] - grad.view.origin[a]) * to[a];
          }
          run.panel /= to[3];  // counted in cells: every stride is a multiple of a cell's
          if constexpr (kPairs) {
            const int64_t last = run.length - 1;
            if (run.length % 2 != 0) single.push_back({run.source + last * from[3], run.panel + last, 1});
            run.length /= 2;
          }
          runs.push_back(run);
        }
      }
    }
    int64_t offsets[kTileRows], places[kTileRows];
    int64_t filled = 0;
    const auto flush = [&] {
      const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
      // Rows that a tile has too many repeat the last one: the same sum, stored twice.
      std::fill(offsets + filled, offsets + kTileRows, offsets[filled - 1]);
      std::fill(places + filled, places + kTileRows, places[filled - 1]);
      for (int64_t c = 0; c < columns_; c += kTileVectors * lanes) {
        const int64_t vectors = std::min<int64_t>(kTileVectors, (columns_ - c) / lanes);
        AddCells({source.base, offsets, from[3], grad.base + c, to[3], to[3], sums + c, places}, filled,
                 vectors, runs, single);
      }
      filled = 0;
    };
    for (const ConvRun& run : box.runs) {
      const int64_t begin = std::max(run.panel, rows.begin), end = std::min(run.panel + run.length, rows.end);
      for (int64_t row = begin; row < end; ++row) {
        offsets[filled] = run.source + row - run.panel;
        places[filled] = row * columns_;
        if (++filled == kTileRows) flush();
      }
    }
    if (filled > 0) flush();
  }

  /// A tree over the slots, its sum in the first.
  void AddSlots(int64_t slots, A* partials) const {
    const int64_t size = partial_size();
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    ParallelFor(size / lanes, slots, [&](int64_t begin, int64_t end) {
      for (int64_t apart = 1; apart < slots; apart *= 2) {
        for (int64_t slot = 0; slot + apart < slots; slot += 2 * apart) {
          A* sum = partials + slot * size;
          for (int64_t i = begin * lanes; i < end * lanes; i += lanes) {
            hn::StoreU(hn::Add(hn::LoadU(d, sum + i), hn::LoadU(d, sum + apart * size + i)), d, sum + i);
          }
        }
      }
    });
  }

  /// The row of the filter that a row of sums belongs to.
  int64_t FilterRow(const ConvLattice& lattice, int64_t row) const {
    const int64_t tap = row / gather_.source.channels, channel = row % gather_.source.channels;
    const int64_t heights = lattice[2]->tap_count(), widths = lattice[3]->tap_count();
    return gather_.FilterTap(lattice, tap / widths / heights, tap / widths % heights, tap % widths) *
               gather_.source.channels +
           channel;
  }

  void Write(const A* sums) const {
    const D d;
    const int64_t channels = gather_.target.channels;
    const ConvLattice lattice = gather_.lattice(0);
    ParallelFor(rows_.count() * gather_.groups, channels, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i / gather_.groups, group = i % gather_.groups;
        const A* from = sums + (group * rows_.count() + row) * columns_;
        T* to = filter_grad_ + (FilterRow(lattice, rows_.begin + row) * gather_.groups + group) * channels;
        Emit(d, to, channels, /*stream=*/false, [&](int64_t c) HWY_ATTR { return hn::LoadU(d, from + c); });
      }
    });
  }

  const ConvGather& gather_;
  const T* const in_;
  const T* const out_grad_;
  T* const filter_grad_;
  int64_t columns_;  // output channels of a group, rounded up to vectors
  bool in_direct_, grad_direct_;
  Range rows_;  // of the filter, those being summed
};

template <class T, class E>
void RunAs(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  const ConvGather gather(p, Direction::kForward);
  FilterGradient<T, E>(gather, static_cast<const T*>(in), static_cast<const T*>(out_grad),
                       static_cast<T*>(filter_grad))
      .Run();
}

void RunFilterGradient(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    RunAs<T, SumOf<T>>(p, in, out_grad, filter_grad);
  });
}

/// Where the instruction is, so is AVX-512.
void RunDotFilterGradient([[maybe_unused]] const ConvProblem& p, [[maybe_unused]] const void* in,
                          [[maybe_unused]] const void* out_grad, [[maybe_unused]] void* filter_grad) {
#if HWY_TARGET <= HWY_AVX3
  RunAs<BFloat16, BFloat16Pair>(p, in, out_grad, filter_grad);
#endif
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunFilterGradient);
HWY_EXPORT(RunDotFilterGradient);

void ConvBackpropFilter(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  HWY_DYNAMIC_DISPATCH(RunFilterGradient)(p, in, out_grad, filter_grad);
}

void ConvBackpropFilterByDots(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  HWY_DYNAMIC_DISPATCH(RunDotFilterGradient)(p, in, out_grad, filter_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
