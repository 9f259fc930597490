// The filter gradient in the same register tiles: the sum runs over the cells of the output. Blocks of cells
// are dealt to a number of partial sums that follows from the problem, which are then added as a tree: the
// bits do not depend on the threads.
#include "kernels/conv/conv.h"
#include "kernels/matmul/tiles.h"
#include "kernels/products/plan.h"
#include "kernels/products/runs.h"
#include "kernels/simd/tile.h"
#include "voxgrad/threads.h"

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

constexpr int64_t kPartialBytes = 16 << 20;  // of all partial sums at a time
// Both of these stay in a second cache of 1 MiB. In a smaller one the input does, which is read more often.
constexpr int64_t kGradBytes = 256 << 10;    // of a block's gradient that a column of tiles reads
constexpr int64_t kSourceBytes = 384 << 10;  // of a slice of its input
constexpr int64_t kAmxLarger = 3;            // so much more: where AMX is, the second cache has 2 MiB
constexpr int64_t kFewestCells = 128;        // of a block: else loading and storing the sums shows
constexpr int64_t kTileCells = 1 << 14;      // of a block with few tiles, which would show itself otherwise
constexpr int64_t kMostSlots = 16;
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
  FilterGradient(const ConvGather& gather, const T* in, const T* out_grad, T* filter_grad, bool by_amx)
      : gather_(gather), in_(in), out_grad_(out_grad), filter_grad_(filter_grad), by_amx_(by_amx) {}

  /// The gradient of taps that no cell sees is 0.
  void Run() {
    const int64_t size = gather_.window[0] * gather_.window[1] * gather_.window[2] * gather_.filter_tap;
    int64_t taps = gather_.lattice_count();  // one or none
    if (taps > 0) {
      for (const ConvAxis* axis : gather_.lattice(0)) taps *= axis->tap_count();
    }
    if (taps * gather_.filter_tap < size) std::fill_n(filter_grad_, size, T(0));
    if (taps == 0) return;
    Layout layout = {gather_, gather_.lattice(0), false, 0, {}, 0};
    layout.windows = !by_amx_ && VectorsRunAlongWindows(*layout.lattice[3]);
    const int64_t channels = gather_.source.channels, widths = layout.lattice[3]->tap_count();
    layout.columns = RoundUp(layout.filled_columns(), Layout::Lanes());
    const int64_t rows = layout.windows ? taps / widths * gather_.target.channels : taps * channels;
    const int64_t row_bytes = gather_.groups * layout.columns * static_cast<int64_t>(sizeof(A));
    const int64_t most_rows = std::max<int64_t>(1, Room(kPartialBytes) / row_bytes);
    for (int64_t begin = 0; begin < rows; begin += most_rows) {
      layout.rows = {begin, std::min(rows, begin + most_rows)};
      SumRows(&layout);
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

  /// Blocks as large as the caches like, and the input channels that are copied at a time.
  LatticeBlocks CutBlocks(Layout* layout) const {
    const auto bytes = static_cast<int64_t>(sizeof(A));
    const int64_t larger = by_amx_ ? kAmxLarger : 1;
    const int64_t channels = gather_.source.channels;
    const int64_t enough =
        layout->windows ? channels : std::min(channels, by_amx_ ? kAmxTileRows : kTileRows);
    const int64_t tiles = CeilDiv(layout->rows.count(), kTileRows) * layout->units();
    int64_t most_cells =
        std::max(larger * Room(kGradBytes) / (layout->grad_room() * bytes), Room(kTileCells) / tiles);
    for (;; most_cells /= 2) {
      LatticeBlocks blocks(gather_, most_cells, INT64_MAX);
      const int64_t fit = larger * Room(kSourceBytes) / (blocks.most_source_cells() * bytes);
      if (fit < enough && most_cells > kFewestCells) continue;
      const int64_t slices = layout->windows ? 1 : CeilDiv(channels, std::max(fit, enough));
      layout->slice = CeilDiv(channels, slices);
      if (by_amx_ && slices > 1) layout->slice = std::min(channels, RoundUp(layout->slice, kAmxTileRows));
      return blocks;
    }
  }

  void SumRows(Layout* layout) {
    const LatticeBlocks blocks = CutBlocks(layout);
    const int64_t size = layout->size(), size_bytes = size * static_cast<int64_t>(sizeof(A));
    const int64_t slots =
        std::clamp<int64_t>(std::min(blocks.count(), Room(kPartialBytes) / size_bytes), 1, kMostSlots);
    Arena arena(static_cast<size_t>(slots * size_bytes) + 64);
    A* partials = arena.Take<A>(0);
    // Where few partial sums have room, each is shared out.
    const int64_t threads = GetNumThreads(), shared = slots * gather_.groups;
    const int64_t wanted = layout->windows || threads == 1 ? 1 : CeilDiv(kItemsPerThread * threads, shared);
    const int64_t unit_parts = std::min(layout->units(), wanted);
    const int64_t slice_parts = std::min(layout->slices(), CeilDiv(wanted, unit_parts));
    const int64_t parts = unit_parts * slice_parts, items = shared * parts;
    const auto part = [](int64_t total, int64_t i, int64_t n) {
      return Range{total * i / n, total * (i + 1) / n};
    };
    const int64_t cost = blocks.cells() * layout->rows.count() * layout->columns / 32 / (slots * parts);
    ParallelFor(items, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t slot = i / parts / gather_.groups, p = i % parts;
        const FilterShare share = {
            part(blocks.count(), slot, slots), part(layout->units(), p / slice_parts, unit_parts),
            part(layout->slices(), p % slice_parts, slice_parts), i / parts % gather_.groups};
        SumBlocks(*layout, blocks, share, partials + slot * size);
      }
    });
    AddSlots(slots, size, partials);
    layout->windows ? WriteWindows(*layout, partials) : Write(*layout, partials);
  }

  void SumBlocks(const Layout& layout, const LatticeBlocks& blocks, const FilterShare& share, A* partial) {
    const auto first = [&](const ConvImage& image) {
      return share.group * image.channels * image.channel_stride;
    };
    const auto add = [&](const auto& block_sums) {
      for (int64_t i = share.blocks.begin; i < share.blocks.end; ++i)
        block_sums.Add(blocks.at(i).block, i == share.blocks.begin);
    };
    const T *in = in_ + first(gather_.source), *out_grad = out_grad_ + first(gather_.target);
    A* sums = partial + share.group * layout.rows.count() * layout.columns;
    if constexpr (kMayUseAmx) {
      if (by_amx_) return add(AmxFilterSums<T>(layout, share, in, out_grad, sums));
    }
    const FilterSums<T, E> trusting(layout, share, in, out_grad, sums, /*looks_first=*/false);
    add(trusting);
    if (!trusting.SumsAreFinite()) add(FilterSums<T, E>(layout, share, in, out_grad, sums));
  }

  /// A tree over the slots, its sum in the first.
  static void AddSlots(int64_t slots, int64_t size, A* partials) {
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

  /// Calls f with every row that was summed: its group, sums, tap of the filter and channel, which is one of
  /// the input, or with windows of the output.
  template <class F>
  void ForEachRow(const Layout& layout, const A* sums, const F& f) const {
    const int64_t channels = layout.windows ? gather_.target.channels : gather_.source.channels;
    const int64_t heights = layout.lattice[2]->tap_count();
    const int64_t widths = layout.windows ? 1 : layout.lattice[3]->tap_count();
    ParallelFor(layout.rows.count() * gather_.groups, layout.columns, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t row = i / gather_.groups, group = i % gather_.groups;
        const int64_t tap = (layout.rows.begin + row) / channels;
        f(group, sums + (group * layout.rows.count() + row) * layout.columns,
          gather_.FilterTap(layout.lattice, tap / widths / heights, tap / widths % heights, tap % widths),
          (layout.rows.begin + row) % channels);
      }
    });
  }

  void Write(const Layout& layout, const A* sums) const {
    const D d;
    const int64_t channels = gather_.target.channels;
    ForEachRow(layout, sums, [&](int64_t group, const A* from, int64_t tap, int64_t channel) {
      T* to =
          filter_grad_ + tap * gather_.filter_tap + group * channels + channel * gather_.groups * channels;
      Emit(d, to, channels, /*stream=*/false, [&](int64_t c) HWY_ATTR { return hn::LoadU(d, from + c); });
    });
  }

  void WriteWindows(const Layout& layout, const A* sums) const {
    const int64_t channels = gather_.target.channels, step = gather_.groups * channels;
    const ConvAxis& width = *layout.lattice[3];
    ForEachRow(layout, sums, [&](int64_t group, const A* from, int64_t tap, int64_t channel) {
      for (int64_t w = 0; w < width.tap_count(); ++w) {
        T* to = filter_grad_ + (tap + width.tap(w).index - width.tap(0).index) * gather_.filter_tap +
                group * channels + channel;
        for (int64_t c = 0; c < gather_.source.channels; ++c, ++from) to[c * step] = static_cast<T>(*from);
      }
    });
  }

  const ConvGather& gather_;
  const T* const in_;
  const T* const out_grad_;
  T* const filter_grad_;
  const bool by_amx_;
};

template <class T, class E>
void RunAs(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad, bool by_amx) {
  const ConvGather gather(p, Direction::kForward);
  FilterGradient<T, E>(gather, static_cast<const T*>(in), static_cast<const T*>(out_grad),
                       static_cast<T*>(filter_grad), by_amx)
      .Run();
}

void RunFilterGradient(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    RunAs<T, SumOf<T>>(p, in, out_grad, filter_grad, /*by_amx=*/false);
  });
}

/// Where the instruction is, so is AVX-512.
void RunDotFilterGradient([[maybe_unused]] const ConvProblem& p, [[maybe_unused]] const void* in,
                          [[maybe_unused]] const void* out_grad, [[maybe_unused]] void* filter_grad,
                          [[maybe_unused]] bool by_amx) {
#if HWY_TARGET <= HWY_AVX3
  RunAs<BFloat16, BFloat16Pair>(p, in, out_grad, filter_grad, by_amx);
#endif
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunFilterGradient);
HWY_EXPORT(RunDotFilterGradient);

namespace {

/// If every output cell sees the input cell of its own place alone, and the cells of a channel, or the
/// channels of a cell, stand together over all images, the filter's gradient is one product of matrices.
bool IsMatrixProduct(const ConvProblem& p) {
  const auto alone = [](const Axis& a) {
    return a.window == 1 && a.stride == 1 && a.before == 0 && a.in.size == a.out.size &&
           a.in.origin == a.out.origin;
  };
  return p.groups == 1 && (!p.channels_first || p.batch == 1) &&
         std::all_of(p.axis.begin(), p.axis.end(), alone);
}

template <class Multiply>
void MultiplyMatrices(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad,
                      const Multiply& multiply) {
  const MatMulProblem product = {p.in_channels,     p.out_channels,   p.batch * p.in_space(),
                                 !p.channels_first, p.channels_first, p.type};
  const auto operands = [&](int64_t) { return MatMulOperands{in, out_grad, filter_grad}; };
  multiply(product, MatMulBatch{1, operands});
}

}  // namespace

void ConvBackpropFilter(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  if (IsMatrixProduct(p)) return MultiplyMatrices(p, in, out_grad, filter_grad, MultiplyTiled);
  HWY_DYNAMIC_DISPATCH(RunFilterGradient)(p, in, out_grad, filter_grad);
}

void ConvBackpropFilterByDots(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  if (IsMatrixProduct(p)) return MultiplyMatrices(p, in, out_grad, filter_grad, MultiplyByDots);
  HWY_DYNAMIC_DISPATCH(RunDotFilterGradient)(p, in, out_grad, filter_grad, /*by_amx=*/false);
}

void ConvBackpropFilterByAmx(const ConvProblem& p, const void* in, const void* out_grad, void* filter_grad) {
  if (IsMatrixProduct(p)) return MultiplyMatrices(p, in, out_grad, filter_grad, MultiplyByAmx);
  HWY_DYNAMIC_DISPATCH(RunDotFilterGradient)(p, in, out_grad, filter_grad, /*by_amx=*/true);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
