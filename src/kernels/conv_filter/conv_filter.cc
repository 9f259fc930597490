// The filter gradient in the same register tiles: the sum runs over the cells of the output, in blocks that
// follow from the whole problem and are added as a tree, see sum_tree.h. So the bits do not depend on the
// threads, nor on the slab.
#include "kernels/conv/conv.h"
#include "kernels/filter_parts.h"
#include "kernels/products/plan.h"
#include "kernels/products/runs.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/conv_filter/conv_filter.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/rounding.h"
#include "core/type_list.h"
#include "kernels/conv_filter/amx-inl.h"
#include "kernels/conv_filter/sums-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPartialBytes = 32 << 20;  // of all partial sums at a time
// Both of these stay in a second cache of 1 MiB. In a smaller one the input does, which is read more often.
constexpr int64_t kGradBytes = 256 << 10;    // of a block's gradient that a column of tiles reads
constexpr int64_t kSourceBytes = 384 << 10;  // of a slice of its input
constexpr int64_t kAmxLarger = 3;            // so much more: where AMX is, the second cache has 2 MiB
constexpr int64_t kFewestCells = 128;        // of a block: else loading and storing the sums shows
constexpr int64_t kTileCells = 1 << 14;      // of a block with few tiles, which would show itself otherwise
constexpr size_t kMostSlots = 16;            // subtrees that are summed at the same time
constexpr int64_t kItemsPerThread = 4;

template <class T, class E>
class FilterGradient {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  using Layout = FilterLayout<A>;
#if HWY_TARGET <= HWY_AVX3
  static constexpr bool kMayUseAmx = std::is_same_v<E, BFloat16Pair>;
#else
  static constexpr bool kMayUseAmx = false;
#endif

 public:
  FilterGradient(Exec& exec, const ConvProblem& p, const T* in, const T* out_grad, bool by_amx)
      : exec_(exec),
        gather_(FilterGather(p)),
        blocks_(FilterSumBlocks(p)),
        nodes_(SubtreesOf(blocks_.all(), blocks_.held())),
        in_(in),
        out_grad_(out_grad),
        by_amx_(by_amx) {}

  /// Writes the gradient of each subtree that is held, of which the whole has one. That of taps that no cell
  /// sees is 0.
  template <class Out>
  void Run(Out* filter_grads) {
    const int64_t size = gather_.window[0] * gather_.window[1] * gather_.window[2] * gather_.filter_tap;
    int64_t taps = gather_.lattice_count();  // one or none
    if (taps > 0) {
      for (const ConvAxis* axis : gather_.lattice(0)) taps *= axis->tap_count();
    }
    if (taps * gather_.filter_tap < size)
      std::fill_n(filter_grads, size * static_cast<int64_t>(nodes_.size()), Out(0));
    if (taps == 0 || nodes_.empty()) return;
    Layout layout = {gather_, gather_.lattice(0), false, 0, {}, 0};
    layout.windows = !by_amx_ && VectorsRunAlongWindows(*layout.lattice[3]);
    const int64_t channels = gather_.source.channels, widths = layout.lattice[3]->tap_count();
    layout.columns = RoundUp(layout.filled_columns(), Layout::Lanes());
    const int64_t rows = layout.windows ? taps / widths * gather_.target.channels : taps * channels;
    layout.rows = {0, rows};
    const PerAxis<int64_t> piece = CutBlocks(&layout);
    const int64_t row_bytes =
        SumsOf(nodes_) * gather_.groups * layout.columns * static_cast<int64_t>(sizeof(A));
    const int64_t most_rows = std::max<int64_t>(1, Room(kPartialBytes) / row_bytes);
    for (int64_t begin = 0; begin < rows; begin += most_rows) {
      layout.rows = {begin, std::min(rows, begin + most_rows)};
      SumRows(layout, piece, filter_grads);
    }
  }

 private:
  /// They can if the taps of a window's row stand side by side, and do if that fills them better.
  bool VectorsRunAlongWindows(const ConvAxis& width) const {
    const int64_t reach = width.taps.back().offset - width.taps.front().offset;
    if (reach != (width.tap_count() - 1) * width.source_pitch()) return false;
    const auto share = [](int64_t columns) {
      return static_cast<double>(columns) / static_cast<double>(RoundUp(columns, Layout::Lanes()));
    };
    constexpr double kWorthwhile = 1.25;
    return share(width.tap_count() * gather_.source.channels) > kWorthwhile * share(gather_.target.channels);
  }

  /// Sums that are kept while those of the nodes are made.
  static int64_t SumsOf(const std::vector<SumNode>& nodes) {
    int64_t sums = 0;
    for (const SumNode& node : nodes) sums += 1 + LevelsOf(node);
    return sums;
  }

  /// The pieces of a block, as large as the caches like, and the input channels that are copied at a time.
  PerAxis<int64_t> CutBlocks(Layout* layout) const {
    const auto bytes = static_cast<int64_t>(sizeof(A));
    const int64_t larger = by_amx_ ? kAmxLarger : 1;
    const int64_t channels = gather_.source.channels;
    const int64_t enough =
        layout->windows ? channels : std::min(channels, by_amx_ ? kAmxTileRows : kTileRows);
    const int64_t tiles = CeilDiv(layout->rows.count(), kTileRows) * layout->units();
    ConvGather block = gather_;  // with the cells of one
    for (size_t a = 0; a < kConvAxes; ++a) block.axes[a][0].count = blocks_.size(a);
    int64_t most_cells =
        std::max(larger * Room(kGradBytes) / (layout->grad_room() * bytes), Room(kTileCells) / tiles);
    for (;; most_cells /= 2) {
      const LatticeBlocks pieces(block, most_cells, INT64_MAX);
      const int64_t fit = larger * Room(kSourceBytes) / (pieces.most_source_cells() * bytes);
      if (fit < enough && most_cells > kFewestCells) continue;
      const int64_t slices = layout->windows ? 1 : CeilDiv(channels, std::max(fit, enough));
      layout->slice = CeilDiv(channels, slices);
      if (by_amx_ && slices > 1) layout->slice = std::min(channels, RoundUp(layout->slice, kAmxTileRows));
      PerAxis<int64_t> size;
      for (size_t a = 0; a < kConvAxes; ++a) size[a] = pieces.at(0).block[a].count();
      return size;
    }
  }

  template <class Out>
  void SumRows(const Layout& layout, const PerAxis<int64_t>& piece, Out* filter_grads) {
    const int64_t size = layout.size(), size_bytes = size * static_cast<int64_t>(sizeof(A));
    const std::vector<SumNode> slots = SplitUp(nodes_, kMostSlots, [&](const std::vector<SumNode>& nodes) {
      return SumsOf(nodes) * size_bytes <= Room(kPartialBytes);
    });
    Arena arena(exec_, static_cast<size_t>(SumsOf(slots) * size_bytes) + 64);
    std::vector<A*> partials;  // of each slot, behind it what its tree needs
    A* next = arena.Take<A>(0);
    for (const SumNode& slot : slots) {
      partials.push_back(next);
      next += (1 + LevelsOf(slot)) * size;
    }
    // Where few partial sums have room, each is shared out.
    const int64_t slot_count = static_cast<int64_t>(slots.size()), threads = exec_.threads(),
                  shared = slot_count * gather_.groups;
    const int64_t wanted = layout.windows || threads == 1 ? 1 : CeilDiv(kItemsPerThread * threads, shared);
    const int64_t unit_parts = std::min(layout.units(), wanted);
    const int64_t slice_parts = std::min(layout.slices(), CeilDiv(wanted, unit_parts));
    const int64_t parts = unit_parts * slice_parts, items = shared * parts;
    const auto part = [](int64_t total, int64_t i, int64_t n) {
      return Range{total * i / n, total * (i + 1) / n};
    };
    int64_t cells = 1;
    for (const ConvAxis* axis : layout.lattice) cells *= axis->count;
    const int64_t cost = cells * layout.rows.count() * layout.columns / 32 / (slot_count * parts);
    ParallelFor(exec_, items, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const auto slot = static_cast<size_t>(i / parts / gather_.groups);
        const int64_t p = i % parts;
        const FilterShare share = {part(layout.units(), p / slice_parts, unit_parts),
                                   part(layout.slices(), p % slice_parts, slice_parts),
                                   i / parts % gather_.groups};
        SumSlot(layout, piece, slots[slot], share, partials[slot]);
      }
    });
    const SumPlan plan(blocks_.all(), slots);
    AddSlots(plan, size, partials);
    for (size_t i = 0; i < plan.places.size(); ++i) {
      const int64_t filter = gather_.window[0] * gather_.window[1] * gather_.window[2] * gather_.filter_tap;
      Out* to = filter_grads + static_cast<int64_t>(i) * filter;
      const A* sums = partials[plan.places[i]];
      layout.windows ? WriteWindows(layout, sums, to) : Write(layout, sums, to);
    }
  }

  /// A share of a subtree's sums. Behind them is room for those of its levels.
  void SumSlot(const Layout& layout, const PerAxis<int64_t>& piece, const SumNode& node,
               const FilterShare& share, A* partial) {
    const auto first = [&](const ConvImage& image) {
      return share.group * image.channels * image.channel_stride;
    };
    const T *in = in_ + first(gather_.source), *out_grad = out_grad_ + first(gather_.target);
    const int64_t group = share.group * layout.rows.count() * layout.columns;
    const auto join = [&](A* sums, const A* more) {
      layout.ForEachSums(share, {0, share.units.count()}, layout.columns, [&](int64_t place, int64_t count) {
        AddTo(sums + group + place, more + group + place, count);
      });
    };
    const auto sum_by = [&](const auto& take) {
      SumNodeInto(node, layout.size(), partial, partial + layout.size(), take, join);
    };
    const auto take_pieces = [&](const SumNode& block, const auto& sums) {
      PerAxis<Range> held;
      ConvBlocks pieces = {{}, piece};
      for (size_t a = 0; a < kConvAxes; ++a) {
        held[a] = blocks_.CellsOf(a, block[a]);
        pieces.total[a] = held[a].count();
      }
      for (int64_t i = 0; i < pieces.count(); ++i) {
        ConvBlock cells = pieces.at(i);
        for (size_t a = 0; a < kConvAxes; ++a) {
          cells[a].begin += held[a].begin;
          cells[a].end += held[a].begin;
        }
        sums.Add(cells, i == 0);
      }
    };
    if constexpr (kMayUseAmx) {
      if (by_amx_) {
        return sum_by([&](const SumNode& block, A* to) {
          take_pieces(block, AmxFilterSums<T>(exec_, layout, share, in, out_grad, to + group));
        });
      }
    }
    const auto take = [&](bool looks_first) {
      return [&, looks_first](const SumNode& block, A* to) {
        take_pieces(block, FilterSums<T, E>(exec_, layout, share, in, out_grad, to + group, looks_first));
      };
    };
    sum_by(take(false));
    if (!FilterSums<T, E>(exec_, layout, share, in, out_grad, partial + group).SumsAreFinite())
      sum_by(take(true));
  }

  static void AddTo(A* HWY_RESTRICT sums, const A* HWY_RESTRICT more, int64_t count) {
    const D d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    for (int64_t i = 0; i < count; i += lanes)
      hn::StoreU(hn::Add(hn::LoadU(d, sums + i), hn::LoadU(d, more + i)), d, sums + i);
  }

  void AddSlots(const SumPlan& plan, int64_t size, const std::vector<A*>& partials) const {
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    ParallelFor(
        exec_, size / lanes, static_cast<int64_t>(plan.additions.size()), [&](int64_t begin, int64_t end) {
          for (const auto& [to, from] : plan.additions)
            AddTo(partials[to] + begin * lanes, partials[from] + begin * lanes, (end - begin) * lanes);
        });
  }

  /// Calls f with every row that was summed: its group, sums, tap of the filter and channel, which is one of
  /// the input, or with windows of the output.
  template <class F>
  void ForEachRow(const Layout& layout, const A* sums, const F& f) const {
    const int64_t channels = layout.windows ? gather_.target.channels : gather_.source.channels;
    const int64_t heights = layout.lattice[2]->tap_count();
    const int64_t widths = layout.windows ? 1 : layout.lattice[3]->tap_count();
    ParallelFor(exec_, layout.rows.count() * gather_.groups, layout.columns, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i / gather_.groups, group = i % gather_.groups;
        const int64_t tap = (layout.rows.begin + row) / channels;
        f(group, sums + (group * layout.rows.count() + row) * layout.columns,
          gather_.FilterTap(layout.lattice, tap / widths / heights, tap / widths % heights, tap % widths),
          (layout.rows.begin + row) % channels);
      }
    });
  }

  template <class Out>
  void Write(const Layout& layout, const A* sums, Out* filter_grad) const {
    const D d;
    const int64_t channels = gather_.target.channels;
    ForEachRow(layout, sums, [&](int64_t group, const A* from, int64_t tap, int64_t channel) {
      Out* to =
          filter_grad + tap * gather_.filter_tap + group * channels + channel * gather_.groups * channels;
      Emit(d, to, channels, /*stream=*/false, [&](int64_t c) HWY_ATTR { return hn::LoadU(d, from + c); });
    });
  }

  template <class Out>
  void WriteWindows(const Layout& layout, const A* sums, Out* filter_grad) const {
    const int64_t channels = gather_.target.channels, step = gather_.groups * channels;
    const ConvAxis& width = *layout.lattice[3];
    ForEachRow(layout, sums, [&](int64_t group, const A* from, int64_t tap, int64_t channel) {
      for (int64_t w = 0; w < width.tap_count(); ++w) {
        Out* to = filter_grad + (tap + width.tap(w).index - width.tap(0).index) * gather_.filter_tap +
                  group * channels + channel;
        for (int64_t c = 0; c < gather_.source.channels; ++c, ++from) to[c * step] = static_cast<Out>(*from);
      }
    });
  }

  Exec& exec_;
  const ConvGather gather_;
  const SumBlocks blocks_;
  const std::vector<SumNode> nodes_;  // subtrees that are held
  const T* const in_;
  const T* const out_grad_;
  const bool by_amx_;
};

/// `parts`: the sums of the subtrees that are held, not those of the whole rounded to T.
template <class T, class E>
void RunAs(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad, void* to, bool parts,
           bool by_amx) {
  FilterGradient<T, E> gradient(exec, p, static_cast<const T*>(in), static_cast<const T*>(out_grad), by_amx);
  parts ? gradient.Run(static_cast<SumOf<T>*>(to)) : gradient.Run(static_cast<T*>(to));
}

void RunFilterGradient(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad, void* to,
                       bool parts) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    RunAs<T, SumOf<T>>(exec, p, in, out_grad, to, parts, /*by_amx=*/false);
  });
}

/// Where the instruction is, so is AVX-512.
void RunDotFilterGradient([[maybe_unused]] Exec& exec, [[maybe_unused]] const ConvProblem& p,
                          [[maybe_unused]] const void* in, [[maybe_unused]] const void* out_grad,
                          [[maybe_unused]] void* to, [[maybe_unused]] bool parts,
                          [[maybe_unused]] bool by_amx) {
#if HWY_TARGET <= HWY_AVX3
  RunAs<BFloat16, BFloat16Pair>(exec, p, in, out_grad, to, parts, by_amx);
#endif
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunFilterGradient);
HWY_EXPORT(RunDotFilterGradient);

void FilterTiled(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  HWY_DYNAMIC_DISPATCH(RunFilterGradient)(exec, p, in, out_grad, filter_grad, /*parts=*/false);
}
void FilterPartsTiled(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad, void* parts) {
  HWY_DYNAMIC_DISPATCH(RunFilterGradient)(exec, p, in, out_grad, parts, /*parts=*/true);
}

void FilterTiledByDots(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                       void* filter_grad) {
  HWY_DYNAMIC_DISPATCH(RunDotFilterGradient)(exec, p, in, out_grad, filter_grad, /*parts=*/false,
                                             /*by_amx=*/false);
}
void FilterPartsTiledByDots(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                            void* parts) {
  HWY_DYNAMIC_DISPATCH(RunDotFilterGradient)(exec, p, in, out_grad, parts, /*parts=*/true, /*by_amx=*/false);
}

void FilterTiledByAmx(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                      void* filter_grad) {
  HWY_DYNAMIC_DISPATCH(RunDotFilterGradient)(exec, p, in, out_grad, filter_grad, /*parts=*/false,
                                             /*by_amx=*/true);
}
void FilterPartsTiledByAmx(Exec& exec, const ConvProblem& p, const void* in, const void* out_grad,
                           void* parts) {
  HWY_DYNAMIC_DISPATCH(RunDotFilterGradient)(exec, p, in, out_grad, parts, /*parts=*/true, /*by_amx=*/true);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
