// Convolution and its data gradient, in register tiles of cells times channels. Both are the same gather; the filter is
// packed once into panels, the source is read where it stands or, when its channels are not side by side or not of
// the type that is computed in, from a copy of the block at hand.
#include "kernels/cpu/conv.h"
#include "kernels/cpu/conv_plan.h"
#include "kernels/cpu/conv_runs.h"
#include "kernels/cpu/target.h"
#include "kernels/cpu/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/conv.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/cpu/conv_pack-inl.h"
#include "kernels/cpu/conv_tile-inl.h"
#include "kernels/cpu/conv_write-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPanelBytes = 16 << 20;     // of all panels at a time
constexpr int64_t kPanelPartBytes = 256 << 10;  // of a panel, in use for a strip: stays in the second cache
constexpr int64_t kSourceBytes = 256 << 10;   // of a block's source: likewise
constexpr int64_t kStripTiles = 16;           // tiles whose sums are kept while parts of the panel go by
constexpr int64_t kItemCost = 1 << 19;        // about nanoseconds
constexpr int64_t kItems = 64;                // enough for the threads of a large machine

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

template <class T>
class TiledConv {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  static constexpr int64_t kStripCells = kStripTiles * kTileRows;

 public:
  TiledConv(const ConvGather& gather, const T* source, const T* filter, T* target, bool stream)
      : gather_(gather), source_(source), filter_(filter), target_(target), stream_(stream) {
    direct_ = std::is_same_v<T, A> && (gather.source.channel_stride == 1 || gather.source.channels == 1);
    units_of_group_ = CeilDiv(gather.target.channels, unit_channels());
    panel_begin_.push_back(0);
    for (int64_t l = 0; l < gather.lattice_count(); ++l) {
      const ConvLattice lattice = gather.lattice(l);
      const int64_t taps = lattice[1]->tap_count() * lattice[2]->tap_count() * lattice[3]->tap_count();
      panel_begin_.push_back(panel_begin_.back() + taps * gather.source.channels);
    }
  }

  void Run() {
    const int64_t units = gather_.groups * units_of_group_;
    const int64_t bytes = unit_size() * static_cast<int64_t>(sizeof(A));
    const int64_t most = std::max<int64_t>(1, kPanelBytes / std::max<int64_t>(1, bytes));
    Arena arena(static_cast<size_t>(std::min(most, units) * bytes) + 64);
    panels_ = arena.Take<A>(0);
    for (int64_t first = 0; first < units; first += most) {
      first_unit_ = first;
      PackPanels(std::min(most, units - first));
      GatherUnits(std::min(most, units - first));
    }
  }

 private:
  /// A unit is the channels of one group that a tile is wide.
  static int64_t unit_channels() { return kTileVectors * static_cast<int64_t>(hn::Lanes(D())); }
  int64_t unit_size() const { return panel_begin_.back() * unit_channels(); }
  int64_t FirstChannel(int64_t unit) const { return unit % units_of_group_ * unit_channels(); }
  int64_t Channels(int64_t unit) const {
    return std::min(unit_channels(), gather_.target.channels - FirstChannel(unit));
  }
  int64_t Vectors(int64_t unit) const { return CeilDiv(Channels(unit), static_cast<int64_t>(hn::Lanes(D()))); }
  int64_t Row(int64_t unit) const { return Vectors(unit) * static_cast<int64_t>(hn::Lanes(D())); }

  A* Panel(int64_t unit, size_t lattice) const {
    return panels_ + (unit - first_unit_) * unit_size() + panel_begin_[lattice] * Row(unit);
  }

  void PackPanels(int64_t units) {
    const int64_t lattices = gather_.lattice_count();
    const int64_t cost = unit_size() / std::max<int64_t>(1, lattices);
    ParallelFor(units * lattices, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t unit = first_unit_ + i / lattices;
        const T* filter = filter_ + unit / units_of_group_ * gather_.filter_group +
                          FirstChannel(unit) * gather_.filter_target;
        PackPanel(gather_, gather_.lattice(i % lattices), filter, Channels(unit), Row(unit),
                  Panel(unit, static_cast<size_t>(i % lattices)));
      }
    });
  }

  /// Memory of one thread.
  struct Scratch {
    A* source;
    A* sums;
    A* planes;
    int64_t offsets[kStripCells + kTileRows];
    int64_t places[kStripCells];
  };

  void GatherUnits(int64_t units) {
    const int64_t lattices = gather_.lattice_count();
    const int64_t rows = panel_begin_.back() / std::max<int64_t>(1, lattices);  // of a panel, on average
    const int64_t cell_cost = std::max<int64_t>(1, rows * kTileVectors / 4);    // of a unit
    std::vector<ConvBlocks> blocks;
    std::vector<int64_t> first_block = {0};
    int64_t most_source = 0;
    for (int64_t l = 0; l < lattices; ++l) {
      const ConvLattice lattice = gather_.lattice(l);
      blocks.push_back(CutLattice(lattice, gather_.source.channels, std::max(kStripCells, kItemCost / cell_cost),
                                  direct_ ? INT64_MAX : kSourceBytes / static_cast<int64_t>(sizeof(A))));
      first_block.push_back(first_block.back() + blocks.back().count());
      most_source = std::max(most_source, SourceCells(lattice, blocks.back().size) * gather_.source.channels);
    }
    // All units of a group share the copy of a source block, unless there are too few blocks to go round.
    std::vector<Range> parts;
    const int64_t groups = CeilDiv(units, units_of_group_);
    const int64_t splits = CeilDiv(kItems, std::max<int64_t>(1, first_block.back() * groups));
    const int64_t part = std::max<int64_t>(1, units_of_group_ / splits);
    for (int64_t unit = first_unit_; unit < first_unit_ + units; unit = parts.back().end) {
      const int64_t group_end = (unit / units_of_group_ + 1) * units_of_group_;
      parts.push_back({unit, std::min({unit + part, group_end, first_unit_ + units})});
    }
    const auto part_count = static_cast<int64_t>(parts.size());
    const int64_t items = first_block.back() * part_count;
    if (items == 0) return;
    int64_t cells = 0;
    for (int64_t l = 0; l < lattices; ++l) {
      const ConvLattice lattice = gather_.lattice(l);
      cells += lattice[0]->count * lattice[1]->count * lattice[2]->count * lattice[3]->count;
    }
    ParallelFor(items, cells * units / items * cell_cost, [&](int64_t begin, int64_t end) {
      const int64_t planes = kStripCells + static_cast<int64_t>(hn::Lanes(D()));
      const auto size = [](int64_t count) { return Arena::Size<A>(static_cast<size_t>(count)); };
      Arena arena(size(direct_ ? 0 : most_source) + size(kStripCells * unit_channels()) +
                  size(unit_channels() * planes) + 64);
      Scratch scratch;
      scratch.source = arena.Take<A>(static_cast<size_t>(direct_ ? 0 : most_source));
      scratch.sums = arena.Take<A>(static_cast<size_t>(kStripCells * unit_channels()));
      scratch.planes = arena.Take<A>(static_cast<size_t>(unit_channels() * planes));
      for (int64_t i = begin; i < end; ++i) {
        const int64_t block = i / part_count;
        const auto l = static_cast<size_t>(
            std::upper_bound(first_block.begin(), first_block.end(), block) - first_block.begin() - 1);
        RunBlock(l, blocks[l].at(block - first_block[l]), parts[static_cast<size_t>(i % part_count)], &scratch);
      }
      if (stream_) hwy::FlushStream();
    });
  }

  void RunBlock(size_t l, const ConvBlock& block, Range units, Scratch* scratch) {
    const ConvLattice lattice = gather_.lattice(static_cast<int64_t>(l));
    const int64_t group = units.begin / units_of_group_;
    const T* source = source_ + group * gather_.source.channels * gather_.source.channel_stride;
    const A* base = nullptr;
    SourceView view;
    if constexpr (std::is_same_v<T, A>) base = source;
    if (direct_) {
      view = {{0, 0, 0, 0}, {1, 1, 1, 1}, gather_.source.stride};
    } else {
      PackedRegion region;
      for (size_t a = 0; a < kConvAxes; ++a) {
        region.cells[a] = lattice[a]->SourceOf(block[a]);
        region.pitch[a] = view.pitch[a] = lattice[a]->source_pitch();
        view.origin[a] = region.cells[a].begin;
      }
      view.stride[3] = gather_.source.channels;
      for (size_t a = 3; a-- > 0;) view.stride[a] = view.stride[a + 1] * region.count(a + 1);
      PackImage(gather_.source, source, region, scratch->source);
      base = scratch->source;
    }
    const std::vector<ConvBox> boxes = BoxesOf(lattice, block, view, gather_.source.channels);
    const PerAxis<int64_t> cell_strides = view.CellStrides(lattice);
    for (int64_t unit = units.begin; unit < units.end; ++unit) {
      for (const ConvBox& box : boxes) RunBox(lattice, box, cell_strides, base, unit, Panel(unit, l), scratch);
    }
  }

  /// All cells of a box, a strip at a time.
  void RunBox(const ConvLattice& lattice, const ConvBox& box, const PerAxis<int64_t>& cell_strides, const A* base,
              int64_t unit, const A* panel, Scratch* scratch) {
    int64_t filled = 0;
    const auto flush = [&] {
      RunStrip(box, base, unit, panel, filled, scratch);
      filled = 0;
    };
    const ConvBlock& cells = box.cells;
    for (int64_t n = cells[0].begin; n < cells[0].end; ++n) {
      for (int64_t d = cells[1].begin; d < cells[1].end; ++d) {
        for (int64_t h = cells[2].begin; h < cells[2].end; ++h) {
          int64_t offset = n * cell_strides[0] + d * cell_strides[1] + h * cell_strides[2];
          int64_t place = 0;
          const int64_t at[3] = {n, d, h};
          for (size_t a = 0; a < 3; ++a) {
            place += (lattice[a]->first + at[a] * lattice[a]->step) * gather_.target.stride[a];
          }
          for (int64_t w = cells[3].begin; w < cells[3].end; ++w) {
            scratch->offsets[filled] = offset + w * cell_strides[3];
            scratch->places[filled] = place + (lattice[3]->first + w * lattice[3]->step) * gather_.target.stride[3];
            if (++filled == kStripCells) flush();
          }
        }
      }
    }
    if (filled > 0) flush();
  }

  void RunStrip(const ConvBox& box, const A* base, int64_t unit, const A* panel, int64_t cells, Scratch* scratch) {
    const int64_t row = Row(unit);
    std::fill_n(scratch->sums, CeilDiv(cells, kTileRows) * kTileRows * row, A(0));
    std::fill_n(scratch->offsets + cells, kTileRows, scratch->offsets[cells - 1]);  // a tile may be larger than the rest
    const int64_t most_rows = kPanelPartBytes / (row * static_cast<int64_t>(sizeof(A)));
    const ConvRun* const runs_end = box.runs.data() + box.runs.size();
    for (const ConvRun *begin = box.runs.data(), *end = begin; begin != runs_end; begin = end) {
      for (int64_t rows = 0; end != runs_end && (end == begin || rows + end->length <= most_rows); ++end) {
        rows += end->length;
      }
      for (int64_t cell = 0; cell < cells; cell += kTileRows) {
        AddRunsFor<A>(cells - cell, Vectors(unit))(D(), base, scratch->offsets + cell, begin, end, panel,
                                                   scratch->sums + cell * row);
      }
    }
    const ConvImage& image = gather_.target;
    T* target = target_ +
                (unit / units_of_group_ * image.channels + FirstChannel(unit)) * image.channel_stride;
    if (image.channel_stride == 1) {
      WriteChannelsLast(scratch->sums, row, scratch->places, cells, Channels(unit), stream_, target);
    } else {
      WriteChannelsFirst(scratch->sums, row, scratch->places, cells, Channels(unit), image.channel_stride,
                         scratch->planes, target);
    }
  }

  const ConvGather& gather_;
  const T* const source_;
  const T* const filter_;
  T* const target_;
  const bool stream_;
  bool direct_;
  int64_t units_of_group_;
  std::vector<int64_t> panel_begin_;  // row of each lattice in a unit's panels
  int64_t first_unit_ = 0;
  A* panels_ = nullptr;
};

void RunConvGather(const ConvProblem& p, Direction direction, const void* source, const void* filter, void* target) {
  const ConvGather gather(p, direction);
  const int64_t cells = direction == Direction::kForward ? p.out_cells() : p.in_cells();
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const int64_t bytes = cells * static_cast<int64_t>(sizeof(T));
    if (gather.has_gaps) {
      constexpr int64_t kFill = 1 << 16;
      ParallelFor(CeilDiv(bytes, kFill), kFill / 16, [&](int64_t begin, int64_t end) {
        std::memset(static_cast<char*>(target) + begin * kFill, 0,
                    static_cast<size_t>(std::min(bytes, end * kFill) - begin * kFill));
      });
    }
    TiledConv<T>(gather, static_cast<const T*>(source), static_cast<const T*>(filter), static_cast<T*>(target),
                 WorthStreaming(bytes))
        .Run();
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunConvGather);

std::string DeclinesConv(const ConvProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  return p.type == DT_INT32 ? "computes floating-point types only" : "";
}

void Conv(const ConvProblem& p, const void* in, const void* filter, void* out) {
  HWY_DYNAMIC_DISPATCH(RunConvGather)(p, Direction::kForward, in, filter, out);
}

void ConvBackpropInput(const ConvProblem& p, const void* filter, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunConvGather)(p, Direction::kBackward, out_grad, filter, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
