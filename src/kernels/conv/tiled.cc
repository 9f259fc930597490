// Convolution and its data gradient, in register tiles of cells times channels. Both are the same gather; the
// filter is packed once into panels, the source is read where it stands or, when its channels are not side by
// side or not of the type that is computed in, from a copy. A strided gradient with channels first writes
// every s-th cell of a row; such rows are put together from all their lattices before they are written.
#include "kernels/conv/gather.h"
#include "kernels/products/plan.h"
#include "kernels/products/runs.h"
#include "kernels/simd/tile.h"

#include <optional>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/conv/tiled.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/rounding.h"
#include "kernels/conv/entry-inl.h"
#include "kernels/conv/flat-inl.h"
#include "kernels/conv/panels-inl.h"
#include "kernels/conv/source-inl.h"
#include "kernels/conv/strips-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPanelBytes = 16 << 20;   // of all panels at a time
constexpr int64_t kStageBytes = 256 << 10;  // of rows that are put together: they stay in the second cache
constexpr int64_t kMostCost = 1 << 19;      // of an item, about nanoseconds
constexpr int64_t kItems = 64;              // enough for the threads of a large machine

/// E is what tiles multiply: see conv_copy-inl.h.
template <class T, class E>
class TiledConv {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  using Scratch = ConvScratch<E, A>;

 public:
  /// The gather is one of folded width if `folded` has its rows.
  TiledConv(Exec& exec, const ConvGather& gather, const T* source, ConstView filter, T* target,
            const FoldedRows* folded = nullptr)
      : exec_(exec),
        gather_(gather),
        staged_(gather.target.channel_stride != 1 && gather.axes[3].size() > 1),
        stream_(WorthStreaming(gather.target_cells * int64_t{sizeof(T)},
                               gather.target.stride[2] * int64_t{sizeof(T)})),
        blocked_(staged_ ? gather.Merged(1) : gather),
        panels_(gather),
        source_(exec, gather, source, folded),
        strips_(gather, panels_, target, staged_, stream_, source_.element_step()),
        filter_(filter) {}

  void Run() {
    const int64_t units = gather_.groups * panels_.units_of_group();
    const int64_t bytes = panels_.unit_size() * static_cast<int64_t>(sizeof(E));
    const int64_t most = std::max<int64_t>(1, Room(kPanelBytes) / std::max<int64_t>(1, bytes));
    if (units <= most) {
      const auto pack = [&](E* memory) { panels_.Pack(exec_, filter_.as<T>(), {0, units}, memory); };
      const BufferRef kept =
          KeptWeights<T, E>(exec_, gather_, /*kind=*/0, filter_, units * panels_.unit_size(), pack);
      if (kept != nullptr) {
        panels_.Use(static_cast<const E*>(kept->data()), 0);
        GatherUnits({0, units});
        return;
      }
    }
    Arena arena(exec_, static_cast<size_t>(std::min(most, units) * bytes) + 64);
    E* memory = arena.Take<E>(0);
    for (int64_t first = 0; first < units; first += most) {
      const Range range = {first, std::min(first + most, units)};
      panels_.Pack(exec_, filter_.as<T>(), range, memory);
      GatherUnits(range);
    }
  }

 private:
  void GatherUnits(Range units) {
    const int64_t lattices = gather_.lattice_count();
    const int64_t rows = panels_.rows() / std::max<int64_t>(1, lattices);  // of a panel, on average
    const int64_t products =
        gather_.amx_step > 0 ? 32 : 4;  // of pairs or numbers, a vector each, in a nanosecond
    const int64_t cell_cost = std::max<int64_t>(1, rows * kTileVectors / products);  // of a unit
    const int64_t cost = gather_.target_cells / panels_.unit_channels() * cell_cost;
    int64_t most_cells = std::max(kStripCells, ItemCost(cost, kMostCost) / cell_cost);
    const int64_t stage_cell =
        gather_.axes[3].empty() ? 0 : gather_.axes[3][0].step * panels_.unit_channels();
    if (staged_)
      most_cells =
          std::min(most_cells, CeilDiv(Room(kStageBytes), stage_cell * static_cast<int64_t>(sizeof(A))));
    const LatticeBlocks blocks = source_.CutBlocks(blocked_, most_cells);
    const int64_t stage_size = staged_ ? most_cells * stage_cell : 0;
    const int64_t widest = std::max(kStripCells, stage_size / panels_.unit_channels());  // to be turned
    const int64_t source_size = source_.CopySize(blocked_, blocks);
    // All units of a group share the copy of a source block, unless there are too few blocks to go round.
    std::vector<Range> parts;
    const int64_t groups = CeilDiv(units.count(), panels_.units_of_group());
    const int64_t splits = CeilDiv(kItems, std::max<int64_t>(1, blocks.count() * groups));
    const int64_t part = std::max<int64_t>(1, panels_.units_of_group() / splits);
    for (int64_t unit = units.begin; unit < units.end; unit = parts.back().end) {
      const int64_t group_end = (panels_.Group(unit) + 1) * panels_.units_of_group();
      parts.push_back({unit, std::min({unit + part, group_end, units.end})});
    }
    const auto part_count = static_cast<int64_t>(parts.size());
    const int64_t items = blocks.count() * part_count;
    if (items == 0) return;
    ParallelFor(exec_, items, blocks.cells() * (staged_ ? lattices : 1) * units.count() / items * cell_cost,
                [&](int64_t begin, int64_t end) {
                  const int64_t planes = widest + static_cast<int64_t>(hn::Lanes(D()));
                  const auto size = [](int64_t count) { return static_cast<size_t>(count); };
                  Arena arena(exec_, Arena::Size<E>(size(source_size)) +
                                         Arena::Size<A>(size(kStripCells * panels_.unit_channels())) +
                                         Arena::Size<A>(size(panels_.unit_channels() * planes)) +
                                         Arena::Size<A>(size(stage_size)));
                  std::optional<AmxScope> amx;
                  if (gather_.amx_step > 0) amx.emplace(gather_.amx_step);
                  Scratch scratch;
                  scratch.source = arena.Take<E>(size(source_size));
                  scratch.sums = arena.Take<A>(size(kStripCells * panels_.unit_channels()));
                  scratch.planes = arena.Take<A>(size(panels_.unit_channels() * planes));
                  scratch.stage = arena.Take<A>(size(stage_size));
                  for (int64_t i = begin; i < end; ++i) {
                    const LatticeBlocks::Item item = blocks.at(i / part_count);
                    RunBlock(item.lattice, item.block, parts[static_cast<size_t>(i % part_count)], &scratch);
                  }
                  if (stream_) hwy::FlushStream();
                });
  }

  /// A lattice's part of a block.
  struct Share {
    int64_t lattice;
    ConvBlock cells;
    std::vector<ConvBox> boxes;
    ConvPlaces places;
    PerAxis<int64_t> cell_strides;  // in the source
  };

  /// Where rows are put together, a block is one of all lattices, which read the same copy of the source.
  void RunBlock(int64_t l, const ConvBlock& block, Range units, Scratch* scratch) {
    const ConvLattice lattice = blocked_.lattice(l);
    const ConvOperand<E> operand =
        source_.Prepare(panels_.Group(units.begin), lattice, block, scratch->source);
    if (!staged_) {
      const Share share = ShareOf(l, block, operand.view);
      for (int64_t unit = units.begin; unit < units.end; ++unit) RunShare(share, operand, unit, scratch);
      return;
    }
    const auto widths = static_cast<int64_t>(gather_.axes[3].size());
    for (int64_t first = 0; first < gather_.lattice_count(); first += widths)
      RunStaged(first, block, operand, units, scratch);
  }

  /// A lattice's part of a block. Its places are those of the target, or of the stage.
  Share ShareOf(int64_t l, const ConvBlock& block, const SourceView& view) const {
    const ConvLattice lattice = gather_.lattice(l);
    Share share{l, block, {}, {}, view.CellStrides(lattice)};
    for (size_t a = 0; a < kConvAxes; ++a) {
      share.cells[a].end = std::max(block[a].begin, std::min(block[a].end, lattice[a]->count));
      share.places.start[a] = lattice[a]->first * gather_.target.stride[a];
      share.places.stride[a] = lattice[a]->step * gather_.target.stride[a];
    }
    if (CellsOf(share.cells) > 0) share.boxes = BoxesOf(lattice, share.cells, view, source_.elements());
    return share;
  }

  void RunShare(const Share& share, const ConvOperand<E>& operand, int64_t unit, Scratch* scratch) {
    const E* panel = panels_.Panel(unit, share.lattice);
    for (const ConvBox& box : share.boxes)
      strips_.Run(box, share.places, share.cell_strides, operand, unit, panel, scratch);
  }

  /// The lattices of the width from the first of a depth and a height on.
  void RunStaged(int64_t first, const ConvBlock& block, const ConvOperand<E>& operand, Range units,
                 Scratch* scratch) {
    const std::vector<ConvAxis>& widths = gather_.axes[3];
    std::vector<Share> shares;
    for (size_t s = 0; s < widths.size(); ++s)
      shares.push_back(ShareOf(first + static_cast<int64_t>(s), block, operand.view));
    ConvBlock cells = block;
    for (size_t a = 0; a < 3; ++a) cells[a] = shares[0].cells[a];
    if (CellsOf(cells) <= 0) return;
    const StageRows rows(gather_.target, gather_.lattice(first), cells, widths, panels_.unit_channels());
    for (size_t s = 0; s < widths.size(); ++s) shares[s].places = {rows.Start(widths[s]), rows.stride()};
    for (int64_t unit = units.begin; unit < units.end; ++unit) {
      std::fill_n(scratch->stage, rows.size(), A(0));
      for (const Share& share : shares) RunShare(share, operand, unit, scratch);
      rows.Write(scratch->stage, panels_.Channels(unit), stream_, scratch->planes, strips_.Target(unit));
    }
  }

  Exec& exec_;
  const ConvGather& gather_;
  const bool staged_;
  const bool stream_;
  const ConvGather blocked_;  // what is cut into blocks
  ConvPanels<E> panels_;
  ConvSource<T, E> source_;
  const ConvStrips<T, E> strips_;
  const ConstView filter_;
};

template <class T>
using TiledNumbers = TiledConv<T, SumOf<T>>;
template <class T>
using TiledPairs = TiledConv<T, BFloat16Pair>;

/// Pairs along the width.
template <class T>
struct FoldedPairs {
  Exec& exec;
  const ConvGather& gather;
  const T* source;
  ConstView filter;
  T* target;

  void Run() const {
    const FoldedRows rows(gather.source, gather.axes[3][0], gather.window[2]);
    TiledPairs<T>(exec, gather.FoldedWidth(), source, filter, target, &rows).Run();
  }
};

void RunTiled(Exec& exec, DataType type, const ConvGather& gather, const void* source, ConstView filter,
              void* target) {
  RunConv<FloatTypes, TiledNumbers>(exec, type, gather, source, filter, target);
}

absl::string_view RunFlat(Exec& exec, DataType type, const ConvGather& gather, const void* source,
                          ConstView filter, void* target) {
  absl::string_view reason;
  VisitType(FloatTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    reason =
        FlatConv<T, SumOf<T>>(exec, gather, static_cast<const T*>(source), filter, static_cast<T*>(target))
            .Run();
  });
  return reason;
}

// Where the instruction is, so is AVX-512.
#if HWY_TARGET <= HWY_AVX3
void RunTiledDots(Exec& exec, const ConvGather& gather, const void* source, ConstView filter, void* target) {
  RunConv<TypeList<BFloat16>, TiledPairs>(exec, DT_BFLOAT16, gather, source, filter, target);
}

absl::string_view RunFlatDots(Exec& exec, const ConvGather& gather, const void* source, ConstView filter,
                              void* target) {
  return FlatConv<BFloat16, BFloat16Pair>(exec, gather, static_cast<const BFloat16*>(source), filter,
                                          static_cast<BFloat16*>(target))
      .Run();
}

absl::string_view RunFoldedDots(Exec& exec, const ConvGather& gather, const void* source, ConstView filter,
                                void* target) {
  if (!FoldedRows::Pays(gather, filter.as<BFloat16>()))
    return "is for an odd number of few channels with rows behind each other, and finite weights";
  RunConv<TypeList<BFloat16>, FoldedPairs>(exec, DT_BFLOAT16, gather, source, filter, target);
  return {};
}
#else
void RunTiledDots(Exec&, const ConvGather&, const void*, ConstView, void*) {}
absl::string_view RunFlatDots(Exec&, const ConvGather&, const void*, ConstView, void*) { return {}; }
absl::string_view RunFoldedDots(Exec&, const ConvGather&, const void*, ConstView, void*) { return {}; }
#endif

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunTiled);
HWY_EXPORT(RunTiledDots);
HWY_EXPORT(RunFlat);
HWY_EXPORT(RunFlatDots);
HWY_EXPORT(RunFoldedDots);

void GatherTiled(Exec& exec, DataType type, const ConvGather& gather, const void* source, ConstView filter,
                 void* target) {
  HWY_DYNAMIC_DISPATCH(RunTiled)(exec, type, gather, source, filter, target);
}

void GatherTiledByDots(Exec& exec, const ConvGather& gather, const void* source, ConstView filter,
                       void* target) {
  HWY_DYNAMIC_DISPATCH(RunTiledDots)(exec, gather, source, filter, target);
}

absl::string_view GatherFlat(Exec& exec, DataType type, const ConvGather& gather, const void* source,
                             ConstView filter, void* target) {
  return HWY_DYNAMIC_DISPATCH(RunFlat)(exec, type, gather, source, filter, target);
}

absl::string_view GatherFlatByDots(Exec& exec, const ConvGather& gather, const void* source, ConstView filter,
                                   void* target) {
  return HWY_DYNAMIC_DISPATCH(RunFlatDots)(exec, gather, source, filter, target);
}

absl::string_view GatherFoldedByDots(Exec& exec, const ConvGather& gather, const void* source,
                                     ConstView filter, void* target) {
  return HWY_DYNAMIC_DISPATCH(RunFoldedDots)(exec, gather, source, filter, target);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
