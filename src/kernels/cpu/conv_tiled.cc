// Convolution and its data gradient, in register tiles of cells times channels. Both are the same gather; the
// filter is packed once into panels, the source is read where it stands or, when its channels are not side by
// side or not of the type that is computed in, from a copy of the block at hand. A strided gradient with
// channels first writes every s-th cell of a row; such rows are put together from all their lattices before
// they are written.
#include "kernels/cpu/conv_gather.h"
#include "kernels/cpu/conv_plan.h"
#include "kernels/cpu/conv_runs.h"
#include "kernels/cpu/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/conv_tiled.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "kernels/cpu/conv_entry-inl.h"
#include "kernels/cpu/conv_flat-inl.h"
#include "kernels/cpu/conv_panels-inl.h"
#include "kernels/cpu/conv_tile-inl.h"
#include "kernels/cpu/conv_write-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPanelBytes = 16 << 20;    // of all panels at a time
constexpr int64_t kSourceBytes = 512 << 10;  // of a block's source: likewise
constexpr int64_t kStageBytes = 256 << 10;   // of rows that are put together: likewise
constexpr int64_t kStripTiles = 16;          // tiles whose sums are kept while parts of the panel go by
constexpr int64_t kItemCost = 1 << 19;       // about nanoseconds
constexpr int64_t kItems = 64;               // enough for the threads of a large machine

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// E is what tiles multiply: see conv_copy-inl.h.
template <class T, class E>
class TiledConv {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  static constexpr int64_t kStripCells = kStripTiles * kTileRows;

 public:
  TiledConv(const ConvGather& gather, const T* source, const T* filter, T* target)
      : gather_(gather),
        blocked_(gather),
        panels_(gather),
        source_(source),
        filter_(filter),
        target_(target),
        stream_(WorthStreaming(gather.target_cells * int64_t{sizeof(T)},
                               gather.target.stride[2] * int64_t{sizeof(T)})) {
    elements_ = ElementsOf<E>(gather.source.channels);
    // Rows a multiple of 4 KiB apart share a set of the first cache, which has fewer places than a tile rows;
    // copies turned in columns suffer from smaller powers of two already.
    const int64_t bytes = elements_ * int64_t{sizeof(E)};
    room_ = elements_ + (bytes % 256 == 0 ? 64 / int64_t{sizeof(E)} : 0);
    direct_ = StandsReady<T, E>(gather.source) && bytes % 4096 != 0;
    staged_ = gather.target.channel_stride != 1 && gather.axes[3].size() > 1;
    blocked_ = staged_ ? gather.Merged(3) : gather;
  }

  void Run() {
    const int64_t units = gather_.groups * panels_.units_of_group();
    const int64_t bytes = panels_.unit_size() * static_cast<int64_t>(sizeof(E));
    const int64_t most = std::max<int64_t>(1, kPanelBytes / std::max<int64_t>(1, bytes));
    if (units <= most) {
      const auto pack = [&](E* memory) { panels_.Pack(filter_, {0, units}, memory); };
      const std::shared_ptr<const void> kept =
          KeptWeights<T, E>(gather_, /*kind=*/0, filter_, units * panels_.unit_size(), pack);
      if (kept != nullptr) {
        panels_.Use(static_cast<const E*>(kept.get()), 0);
        GatherUnits({0, units});
        return;
      }
    }
    Arena arena(static_cast<size_t>(std::min(most, units) * bytes) + 64);
    E* memory = arena.Take<E>(0);
    for (int64_t first = 0; first < units; first += most) {
      const Range range = {first, std::min(first + most, units)};
      panels_.Pack(filter_, range, memory);
      GatherUnits(range);
    }
  }

 private:
  /// Memory of one thread.
  struct Scratch {
    E* source;
    A* sums;
    A* planes;
    A* stage;
    int64_t offsets[kStripCells + 2 * kTileRows];
    int64_t places[kStripCells + kTileRows];
    int64_t rows[kStripCells];  // of the sums
  };

  void GatherUnits(Range units) {
    const int64_t lattices = gather_.lattice_count();
    const int64_t rows = panels_.rows() / std::max<int64_t>(1, lattices);     // of a panel, on average
    const int64_t cell_cost = std::max<int64_t>(1, rows * kTileVectors / 4);  // of a unit
    int64_t most_cells = std::max(kStripCells, kItemCost / cell_cost);
    const auto siblings = static_cast<int64_t>(staged_ ? gather_.axes[3].size() : 1);
    const int64_t stage_cell =
        gather_.axes[3].empty() ? 0 : gather_.axes[3][0].step * panels_.unit_channels();
    if (staged_)
      most_cells = std::min(most_cells, CeilDiv(kStageBytes, stage_cell * static_cast<int64_t>(sizeof(A))));
    const LatticeBlocks blocks(
        blocked_, most_cells,
        direct_ ? INT64_MAX : kSourceBytes / static_cast<int64_t>(sizeof(E)) * kChannelsOf<E>);
    const int64_t stage_size = staged_ ? most_cells * stage_cell : 0;
    const int64_t widest = std::max(kStripCells, stage_size / panels_.unit_channels());  // to be turned
    const int64_t source_size = direct_ ? 0 : blocks.most_source_cells() * room_;
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
    ParallelFor(items, blocks.cells() * siblings * units.count() / items * cell_cost,
                [&](int64_t begin, int64_t end) {
                  const int64_t planes = widest + static_cast<int64_t>(hn::Lanes(D()));
                  const auto size = [](int64_t count) { return static_cast<size_t>(count); };
                  Arena arena(Arena::Size<E>(size(source_size)) +
                              Arena::Size<A>(size(kStripCells * panels_.unit_channels())) +
                              Arena::Size<A>(size(panels_.unit_channels() * planes)) +
                              Arena::Size<A>(size(stage_size)));
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

  /// Where a box's cells are written: cell j is at the sum over the axes of start + j·stride.
  struct Places {
    PerAxis<int64_t> start, stride;
  };

  /// A lattice's part of a block.
  struct Share {
    int64_t lattice;
    std::vector<ConvBox> boxes;
    Places places;
  };

  void RunBlock(int64_t l, const ConvBlock& block, Range units, Scratch* scratch) {
    const ConvLattice lattice = blocked_.lattice(l);
    const int64_t group = panels_.Group(units.begin);
    const T* source = source_ + group * gather_.source.channels * gather_.source.channel_stride;
    const int64_t room = direct_ ? 0 : room_;
    const ConvOperand<E> operand =
        PrepareOperand(gather_.source, source, SourceRegion(lattice, block), room, scratch->source);
    const StageRows rows(gather_.target, lattice, block, gather_.axes[3], panels_.unit_channels());
    std::vector<Share> shares;
    const auto siblings = static_cast<int64_t>(staged_ ? gather_.axes[3].size() : 1);
    for (int64_t s = 0; s < siblings; ++s) {
      const ConvLattice one = gather_.lattice(l * siblings + s);
      ConvBlock cells = block;
      cells[3].end = std::min(cells[3].end, one[3]->count);
      if (cells[3].count() <= 0) continue;
      Share share{l * siblings + s, BoxesOf(one, cells, operand.view, elements_), {}};
      for (size_t a = 0; a < kConvAxes; ++a) {
        share.places.start[a] = one[a]->first * gather_.target.stride[a];
        share.places.stride[a] = one[a]->step * gather_.target.stride[a];
      }
      if (staged_) share.places = {rows.Start(*one[3]), rows.stride()};
      shares.push_back(std::move(share));
    }
    const PerAxis<int64_t> cell_strides = operand.view.CellStrides(lattice);
    for (int64_t unit = units.begin; unit < units.end; ++unit) {
      if (staged_) std::fill_n(scratch->stage, rows.size(), A(0));
      for (const Share& share : shares) {
        const E* panel = panels_.Panel(unit, share.lattice);
        for (const ConvBox& box : share.boxes)
          RunBox(box, share.places, cell_strides, operand.base, unit, panel, scratch);
      }
      if (staged_) rows.Write(scratch->stage, panels_.Channels(unit), stream_, scratch->planes, Target(unit));
    }
  }

  /// All cells of a box, a strip at a time.
  void RunBox(const ConvBox& box, const Places& places, const PerAxis<int64_t>& cell_strides, const E* base,
              int64_t unit, const E* panel, Scratch* scratch) {
    int64_t filled = 0;
    const auto flush = [&] {
      // A tile may be larger than what is left.
      std::fill_n(scratch->offsets + filled, 2 * kTileRows, scratch->offsets[filled - 1]);
      std::fill_n(scratch->places + filled, kTileRows, scratch->places[filled - 1]);
      const StripOperands<E> strip = {base, scratch->offsets, panel, panels_.Row(unit)};
      if (WritesStraight(unit)) {
        SumStrip(box, strip, filled, scratch->places, reinterpret_cast<A*>(Target(unit)));
      } else {
        for (int64_t i = 0; i < kStripCells; ++i) scratch->rows[i] = i * strip.row;
        SumStrip(box, strip, filled, scratch->rows, scratch->sums);
        WriteStrip(unit, filled, scratch);
      }
      filled = 0;
    };
    const ConvBlock& cells = box.cells;
    for (int64_t n = cells[0].begin; n < cells[0].end; ++n) {
      for (int64_t d = cells[1].begin; d < cells[1].end; ++d) {
        for (int64_t h = cells[2].begin; h < cells[2].end; ++h) {
          const int64_t at[3] = {n, d, h};
          int64_t offset = 0, place = places.start[3];
          for (size_t a = 0; a < 3; ++a) {
            offset += at[a] * cell_strides[a];
            place += places.start[a] + at[a] * places.stride[a];
          }
          for (int64_t w = cells[3].begin; w < cells[3].end; ++w) {
            scratch->offsets[filled] = offset + w * cell_strides[3];
            scratch->places[filled] = place + w * places.stride[3];
            if (++filled == kStripCells) flush();
          }
        }
      }
    }
    if (filled > 0) flush();
  }

  /// True if the tiles' sums are the result, where it stands.
  bool WritesStraight(int64_t unit) const {
    return std::is_same_v<T, A> && !staged_ && !stream_ && gather_.target.channel_stride == 1 &&
           panels_.Row(unit) == panels_.Channels(unit);
  }

  T* Target(int64_t unit) const {
    const ConvImage& image = gather_.target;
    return target_ +
           (panels_.Group(unit) * image.channels + panels_.FirstChannel(unit)) * image.channel_stride;
  }

  void WriteStrip(int64_t unit, int64_t cells, Scratch* scratch) {
    const int64_t row = panels_.Row(unit), channels = panels_.Channels(unit),
                  channel_stride = gather_.target.channel_stride;
    if (staged_) {
      WriteChannelsLast(scratch->sums, row, scratch->places, cells, channels, /*stream=*/false,
                        scratch->stage);
    } else if (channel_stride == 1) {
      WriteChannelsLast(scratch->sums, row, scratch->places, cells, channels, stream_, Target(unit));
    } else {
      WriteChannelsFirst(scratch->sums, row, scratch->places, cells, channels, channel_stride,
                         scratch->planes, Target(unit));
    }
  }

  const ConvGather& gather_;
  ConvGather blocked_;  // what is cut into blocks
  ConvPanels<E> panels_;
  const T* const source_;
  const T* const filter_;
  T* const target_;
  const bool stream_;
  int64_t elements_;  // of a source cell
  int64_t room_;      // of a source cell in a copy
  bool direct_;
  bool staged_;
};

/// Wide planes without turning them, where there are such.
template <class T, class E>
struct AnyConv {
  const ConvGather& gather;
  const T* source;
  const T* filter;
  T* target;

  void Run() const {
    if (gather.target.channel_stride != 1 && FlatConv<T, E>(gather, source, filter, target).Run()) return;
    TiledConv<T, E>(gather, source, filter, target).Run();
  }
};

template <class T>
using TiledNumbers = AnyConv<T, SumOf<T>>;
template <class T>
using TiledPairs = AnyConv<T, BFloat16Pair>;

void RunTiled(DataType type, const ConvGather& gather, const void* source, const void* filter, void* target) {
  RunConv<FloatTypes, TiledNumbers>(type, gather, source, filter, target);
}

/// Where the instruction is, so is AVX-512.
void RunTiledDots([[maybe_unused]] const ConvGather& gather, [[maybe_unused]] const void* source,
                  [[maybe_unused]] const void* filter, [[maybe_unused]] void* target) {
#if HWY_TARGET <= HWY_AVX3
  RunConv<TypeList<BFloat16>, TiledPairs>(DT_BFLOAT16, gather, source, filter, target);
#endif
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunTiled);
HWY_EXPORT(RunTiledDots);

void GatherTiled(DataType type, const ConvGather& gather, const void* source, const void* filter,
                 void* target) {
  HWY_DYNAMIC_DISPATCH(RunTiled)(type, gather, source, filter, target);
}

void GatherTiledByDots(const ConvGather& gather, const void* source, const void* filter, void* target) {
  HWY_DYNAMIC_DISPATCH(RunTiledDots)(gather, source, filter, target);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
