// Blocks of output cells summed into the rows and columns of a filter gradient. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FILTER_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FILTER_SUMS_INL_H_
#undef VOXGRAD_KERNELS_CONV_FILTER_SUMS_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FILTER_SUMS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "kernels/conv_filter/block-inl.h"
#include "kernels/conv_filter/layout-inl.h"
#include "kernels/products/finite-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// E is what tiles multiply: numbers, or pairs of bfloat16 of two cells that follow each other.
template <class T, class E>
class FilterSums {
  using A = SumOf<T>;
  using Tile = TileOperands<E, A>;

 public:
  /// `source` and `out_grad` begin with the group's first channel, `sums` with the group's first row.
  ///
  /// What is not finite in the gradient must not meet the zeros that stand for padding. To look first takes
  /// as long as to read all of it; but it also makes sums that are not finite, of all taps. So who finds
  /// SumsAreFinite() need not have looked.
  FilterSums(Exec& exec, const FilterLayout<A>& layout, const FilterShare& share, const T* source,
             const T* out_grad, A* sums, bool looks_first = true)
      : exec_(exec),
        layout_(layout),
        gather_(layout.gather),
        share_(share),
        source_(source),
        out_grad_(out_grad),
        sums_(sums - layout.rows.begin * layout.columns),
        looks_first_(looks_first) {}

  /// The first block sets the sums, the others add to them.
  void Add(const ConvBlock& cells, bool first) const {
    const PackedRegion grad_region = {cells, {1, 1, 1, 1}};
    const bool direct = GradientStandsReady(), in_place = ReadsSourceInPlace(cells);
    const FilterBlock<E> block(
        layout_.lattice, cells, gather_.source, in_place ? 0 : layout_.slice,
        direct ? gather_.target.stride : ViewOf(grad_region, layout_.grad_room()).stride);
    const auto grad_size = static_cast<size_t>(direct ? 0 : grad_units().count() * CopySize(cells));
    // Vectors along windows read beyond the last one.
    const int64_t behind = layout_.windows ? layout_.unit() : 0;
    const auto source_size =
        static_cast<size_t>(in_place ? 0 : block.region.all.size() * layout_.slice + behind);
    Arena arena(exec_, Arena::Size<E>(grad_size) + Arena::Size<E>(source_size));
    E* grad_copy = arena.Take<E>(grad_size);
    E* copy = arena.Take<E>(source_size);
    if (!direct) CopyGradient(grad_region, grad_copy);
    const E* grads = grad_copy;
    if constexpr (std::is_same_v<T, E>) grads = direct ? FirstGradient(cells) : grads;
    const std::vector<bool> harmless = HarmlessUnits(block, grad_region, grads);
    for (const bool zeros : {true, false}) {
      if (std::find(harmless.begin(), harmless.end(), zeros) == harmless.end()) continue;
      const std::vector<CellRuns> all = block.Runs(zeros, layout_.windows);
      // All sums get their first products at once.
      const bool fresh = first && zeros && all.size() == 1 && block.HasAllTaps(all[0].taps);
      if (first && !fresh) Clear(harmless, zeros);
      const TileSums mode = fresh ? TileSums::kReplace : TileSums::kAddBlock;
      for (int64_t s = share_.slices.begin; s < share_.slices.end; ++s) {
        const Range slice = Slice(s);
        const E* from = copy;
        if (in_place) {
          from = SourceInPlace(block.region.all, slice);
        } else {
          ConvImage image = gather_.source;
          image.channels = slice.count();
          PackPadded(image, source_ + slice.begin * image.channel_stride, block.region,
                     layout_.lattice[3]->source_step / block.region.all.pitch[3], layout_.slice, copy);
        }
        for (const CellRuns& runs : all) {
          if (!layout_.windows) {
            const auto takes = [&](size_t unit) { return harmless[unit] == zeros; };
            AddTaps(block, runs, slice, takes, grads, CopySize(cells), from, mode);
          } else if (zeros) {
            AddWindows(block, runs, grads, from, mode);
          } else {
            AddHeldWindows(block, runs, grads, from);
          }
        }
      }
    }
  }

  bool SumsAreFinite() const {
    bool finite = true;
    ForEachSums({0, grad_units().count()}, layout_.filled_columns(),
                [&](const A* sums, int64_t count) { finite = finite && AllFinite(sums, count); });
    return finite;
  }

 private:
  Range Slice(int64_t s) const {
    return {s * layout_.slice, std::min((s + 1) * layout_.slice, gather_.source.channels)};
  }

  /// True if the tiles can read the gradient where it is.
  bool GradientStandsReady() const {
    return std::is_same_v<T, E> && StandsReady<T, E>(gather_.target) &&
           layout_.grad_room() == gather_.target.channels;
  }
  /// True if the tiles can read the input where it is, and do so for one tap only: more would read it again.
  bool ReadsSourceInPlace(const ConvBlock& cells) const {
    if (!std::is_same_v<T, E> || layout_.windows || !StandsReady<T, E>(gather_.source)) return false;
    const auto single = [](const ConvAxis* axis) { return axis->tap_count() == 1; };
    return std::all_of(layout_.lattice.begin(), layout_.lattice.end(), single) &&
           !PaddedRegion(layout_.lattice, cells).padded();
  }
  const E* SourceInPlace(const PackedRegion& region, Range slice) const {
    const T* first = source_ + slice.begin;
    for (size_t a = 0; a < kConvAxes; ++a) first += region.cells[a].begin * gather_.source.stride[a];
    return reinterpret_cast<const E*>(first);
  }
  /// For tiles that read it there first: all channels are this group's.
  int64_t GradientAhead() const {
    const bool whole = gather_.target.stride[3] == gather_.target.channels;
    return GradientStandsReady() && whole ? kAhead<T> : 0;
  }
  const T* FirstGradient(const ConvBlock& cells) const {
    const T* first = out_grad_;
    for (size_t a = 0; a < kConvAxes; ++a) first += cells[a].begin * gather_.target.stride[a];
    return first;
  }
  bool FiniteInPlace(const PackedRegion& region) const {
    bool finite = true;
    if constexpr (std::is_same_v<T, E>) {
      const int64_t channels = gather_.target.channels, step = gather_.target.stride[3];
      const int64_t count = (region.count(3) - 1) * step + channels;  // other groups' between them
      ForEachRow(gather_.target, region,
                 [&](int64_t place) { finite = finite && AllFinite(out_grad_ + place, count); });
    }
    return finite;
  }

  /// Which units' gradients may meet zeros in place of padding. Each is asked alone: how units are shared out
  /// must not change how one is summed.
  std::vector<bool> HarmlessUnits(const FilterBlock<E>& block, const PackedRegion& grad_region,
                                  const E* grads) const {
    std::vector<bool> harmless(static_cast<size_t>(grad_units().count()), true);
    if (!looks_first_ || !block.region.padded()) return harmless;
    const int64_t size = CopySize(grad_region.cells);
    for (size_t u = 0; u < harmless.size(); ++u, grads += size)
      harmless[u] = GradientStandsReady() ? FiniteInPlace(grad_region) : AllFinite(grads, size);
    return harmless;
  }

  Range grad_units() const { return layout_.windows ? Range{0, 1} : share_.units; }
  int64_t CopySize(const ConvBlock& cells) const { return CellsOf(cells) * layout_.grad_room(); }

  /// A block's gradient: for each unit a copy with its channels only.
  void CopyGradient(const PackedRegion& region, E* to) const {
    const int64_t room = layout_.grad_room();
    for (int64_t u = grad_units().begin; u < grad_units().end; ++u, to += CopySize(region.cells)) {
      ConvImage image = gather_.target;
      image.channels = std::min(room, image.channels - u * room);
      if (image.channels < room) std::fill_n(to, CopySize(region.cells), E(0));
      const T* from = out_grad_ + u * room * image.channel_stride;
      if constexpr (FilterBlock<E>::kPairs) {
        PackCellPairs(image, from, region, 1, room, to);
      } else {
        PackImage(image, from, region, room, to);
      }
    }
  }

  /// Calls f with this share's sums of some units and how many they are, see FilterLayout.
  template <class F>
  void ForEachSums(Range units, int64_t all, F f) const {
    A* first = sums_ + layout_.rows.begin * layout_.columns;
    layout_.ForEachSums(share_, units, all, [&](int64_t place, int64_t count) { f(first + place, count); });
  }

  /// Zeros for the units of one kind.
  void Clear(const std::vector<bool>& harmless, bool zeros) const {
    for (int64_t u = 0; u < static_cast<int64_t>(harmless.size()); ++u) {
      if (harmless[static_cast<size_t>(u)] != zeros) continue;
      ForEachSums({u, u + 1}, layout_.columns,
                  [](A* sums, int64_t count) { std::fill_n(sums, count, A(0)); });
    }
  }

  /// A tile's rows for taps and the input channels of a slice.
  RowList TapRows(const FilterBlock<E>& block, const PerAxis<Range>& taps, Range slice) const {
    RowList rows;
    for (int64_t d = taps[1].begin; d < taps[1].end; ++d) {
      for (int64_t h = taps[2].begin; h < taps[2].end; ++h) {
        for (int64_t w = taps[3].begin; w < taps[3].end; ++w) {
          const int64_t place = block.TapPlace(1, d) + block.TapPlace(2, h) + block.TapPlace(3, w);
          const int64_t first = layout_.FirstRow(d, h, w) + slice.begin;
          const int64_t end = std::min(first + slice.count(), layout_.rows.end);
          for (int64_t row = std::max(first, layout_.rows.begin); row < end; ++row)
            rows.Add(place + row - first, row * layout_.columns);
        }
      }
    }
    rows.Close();
    return rows;
  }

  /// For the units that it takes(), which are counted from the first. `grad_size` is that of one unit's copy.
  template <class Takes>
  void AddTaps(const FilterBlock<E>& block, const CellRuns& runs, Range slice, const Takes& takes,
               const E* grads, int64_t grad_size, const E* copy, TileSums mode) const {
    const RowList rows = TapRows(block, runs.taps, slice);
    for (int64_t u = share_.units.begin; u < share_.units.end; ++u, grads += grad_size) {
      if (!takes(static_cast<size_t>(u - share_.units.begin))) continue;
      Tile tile = {copy, nullptr, block.source_step(), grads, 1, block.grad_step()};
      tile.sums = sums_ + u * layout_.unit();
      tile.mode = mode;
      if (slice.begin == 0) tile.panel_ahead = GradientAhead();
      AddCells(tile, rows, layout_.Vectors(u), runs);
    }
  }

  /// A tile's rows for the output channels of a window, those that are summed.
  RowList ChannelRows(int64_t first) const {
    RowList rows;
    const int64_t end = std::min(first + gather_.target.channels, layout_.rows.end);
    for (int64_t row = std::max(first, layout_.rows.begin); row < end; ++row)
      rows.Add(row - first, row * layout_.columns);
    rows.Close();
    return rows;
  }

  /// `sums` are those of row 0.
  void AddWindowsAt(const FilterBlock<E>& block, const CellRuns& runs, int64_t d, int64_t h, const E* grads,
                    const E* copy, TileSums mode, A* sums) const {
    const RowList rows = ChannelRows(layout_.FirstRow(d, h, 0));
    const E* window = copy + block.TapPlace(1, d) + block.TapPlace(2, h);
    for (int64_t u = 0; u < layout_.units(); ++u) {
      const int64_t column = u * layout_.unit();
      Tile tile = {grads, nullptr, block.grad_step(), window + column, 1, block.source_step()};
      tile.sums = sums + column;
      tile.mode = mode;
      AddCells(tile, rows, layout_.Vectors(u), runs);
    }
  }

  /// Windows whose output channels are all summed go together into tiles, others alone.
  void AddWindows(const FilterBlock<E>& block, const CellRuns& runs, const E* grads, const E* copy,
                  TileSums mode) const {
    const int64_t channels = gather_.target.channels, lanes = FilterLayout<A>::Lanes();
    const int64_t vectors = runs.taps[1].count() * runs.taps[2].count() * layout_.columns / lanes;
    RowList apart;
    for (int64_t d = runs.taps[1].begin; d < runs.taps[1].end; ++d) {
      for (int64_t h = runs.taps[2].begin; h < runs.taps[2].end; ++h) {
        const int64_t first = layout_.FirstRow(d, h, 0);
        const bool all = first >= layout_.rows.begin && first + channels <= layout_.rows.end;
        if (!all || vectors < kApartVectors) {
          AddWindowsAt(block, runs, d, h, grads, copy, mode, sums_);
          continue;
        }
        for (int64_t column = 0; column < layout_.columns; column += lanes)
          apart.Add(block.TapPlace(1, d) + block.TapPlace(2, h) + column, first * layout_.columns + column);
      }
    }
    apart.Close();
    AddApart(block, runs, apart, grads, copy, mode);
  }

  void AddApart(const FilterBlock<E>& block, const CellRuns& runs, const RowList& vectors, const E* grads,
                const E* copy, TileSums mode) const {
    RowList rows;
    for (int64_t c = 0; c < gather_.target.channels; ++c) rows.Add(c, c * layout_.columns);
    rows.Close();
    Tile tile = {grads, nullptr, block.grad_step(), copy, 1, block.source_step()};
    tile.sums = sums_;
    tile.mode = mode;
    for (int64_t v = 0; v < vectors.count; v += kApartVectors) {
      tile.source_ahead = v == 0 ? GradientAhead() : 0;
      tile.panel_ways = vectors.offsets.data() + v;
      tile.sum_ways = vectors.places.data() + v;
      AddCells(tile, rows, kApartVectors, runs);
    }
  }

  /// The same for cells of which a part of each window is padding that must not count.
  void AddHeldWindows(const FilterBlock<E>& block, const CellRuns& runs, const E* grads,
                      const E* copy) const {
    const int64_t columns = layout_.columns, channels = gather_.source.channels;
    std::vector<A> window(static_cast<size_t>(gather_.target.channels * columns));
    for (int64_t d = runs.taps[1].begin; d < runs.taps[1].end; ++d) {
      for (int64_t h = runs.taps[2].begin; h < runs.taps[2].end; ++h) {
        const int64_t first = layout_.FirstRow(d, h, 0);
        AddWindowsAt(block, runs, d, h, grads, copy, TileSums::kReplace, window.data() - first * columns);
        const int64_t end = std::min(first + gather_.target.channels, layout_.rows.end);
        for (int64_t row = std::max(first, layout_.rows.begin); row < end; ++row) {
          for (int64_t c = runs.taps[3].begin * channels; c < runs.taps[3].end * channels; ++c)
            sums_[row * columns + c] += window[static_cast<size_t>((row - first) * columns + c)];
        }
      }
    }
  }

  Exec& exec_;
  const FilterLayout<A>& layout_;
  const ConvGather& gather_;
  const FilterShare& share_;
  const T* const source_;
  const T* const out_grad_;
  A* const sums_;  // of row 0
  const bool looks_first_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FILTER_SUMS_INL_H_
