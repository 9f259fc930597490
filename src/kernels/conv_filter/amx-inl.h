// The filter gradient by AMX. Of a block of output cells the gradient is copied channel by channel, the cells
// of a row one after the other: these are the rows of a tile. The input is copied as pairs of cells: its
// columns, which begin at any cell without lying across cache lines. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FILTER_AMX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FILTER_AMX_INL_H_
#undef VOXGRAD_KERNELS_CONV_FILTER_AMX_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FILTER_AMX_INL_H_
#endif

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/conv_filter/sums-inl.h"
#include "kernels/products/amx_tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The gradient of some cells as a tile reads it: a plane of pairs for each channel, in it a line for each
/// row of cells, made up with zeros to whole steps.
class GradientPlanes {
 public:
  explicit GradientPlanes(const ConvBlock& cells)
      : cells_(cells),
        pairs_(CeilDiv(cells[3].count(), 2)),
        step_(AmxStep(pairs_)),
        line_(RoundUp(pairs_, kAmxPairs)),
        // The planes of a tile's rows are not to share a set of the first cache.
        plane_((cells[0].count() * cells[1].count() * cells[2].count() | 1) * line_) {}

  int64_t step() const { return step_; }
  int64_t line() const { return line_; }
  int64_t plane() const { return plane_; }
  int64_t line_pairs() const { return RoundUp(pairs_, step_); }

  /// `from` is the first of the image's channels; the others of `room` are zeros.
  void Fill(const ConvImage& image, const BFloat16* from, int64_t room, BFloat16Pair* to) const {
    std::fill_n(to + image.channels * plane_, (room - image.channels) * plane_, BFloat16Pair{0});
    const PackedRegion region = {cells_, {1, 1, 1, 1}};
    const BFloat16Pair* const end = to + plane_;
    ForEachRow(image, region, [&](int64_t place) {
      FillLine(image, from + place, to);
      to += line_;
    });
    if (to == end) return;
    for (int64_t c = 0; c < image.channels; ++c) std::fill_n(to + c * plane_, end - to, BFloat16Pair{0});
  }

 private:
  void FillLine(const ConvImage& image, const BFloat16* from, BFloat16Pair* to) const {
    const int64_t count = cells_[3].count();
    if (image.channel_stride == 1) Transpose(from, count, image.stride[3], image.channels, 1, to, plane_);
    for (int64_t c = 0; c < image.channels; ++c, from += image.channel_stride, to += plane_) {
      if (image.channel_stride != 1) {
        if (image.stride[3] == 1) {
          Widen(from, count, to);
        } else {
          for (int64_t p = 0; p < pairs_; ++p)
            to[p] = RowPairs{Stored(from), image.stride[3], count}.At(p, 0);
        }
      }
      std::fill(to + pairs_, to + line_, BFloat16Pair{0});
    }
  }

  const ConvBlock cells_;
  const int64_t pairs_, step_, line_, plane_;
};

/// Columns of a tile: some of the rows of the sums, which stand side by side in the copied input.
struct FilterColumns {
  int64_t place;
  int64_t first_row, count;
};

/// Blocks that are added like those of FilterSums, to the same rows and columns. T is BFloat16; only where
/// the instructions are is there code for it.
template <class T>
class AmxFilterSums {
  using Pairs = FilterSums<T, BFloat16Pair>;

 public:
  AmxFilterSums(Exec& exec, const FilterLayout<float>& layout, const FilterShare& share, const T* source,
                const T* out_grad, float* sums)
      : exec_(exec),
        layout_(layout),
        gather_(layout.gather),
        share_(share),
        source_(source),
        out_grad_(out_grad),
        sums_(sums),
        // Few channels fill a register with those of neighbouring taps.
        joined_(gather_.source.channels < kAmxRows && layout.slices() == 1 && TapsAreNeighbours()),
        room_(joined_ ? gather_.source.channels : RoundUp(layout.slice, kAmxRows)) {}

  void Add(const ConvBlock& cells, bool first) const {
    const ConvAxis& width = *layout_.lattice[3];
    const int64_t hop = width.source_step / width.source_pitch();
    const GradientPlanes planes(cells);
    const PaddedRegion region(layout_.lattice, cells);
    const int64_t unit_size = kAmxTileRows * planes.plane();
    // Steps read beyond the last cells, registers beyond the last channels.
    const int64_t source_size = region.all.size() * room_,
                  behind = 2 * hop * planes.line_pairs() * room_ + kAmxTileRows;
    const auto copy_size = static_cast<size_t>(source_size + behind);
    const auto grad_size = static_cast<size_t>(share_.units.count() * unit_size);
    Arena arena(exec_, Arena::Size<BFloat16Pair>(copy_size) + Arena::Size<BFloat16Pair>(grad_size));
    BFloat16Pair* copy = arena.Take<BFloat16Pair>(copy_size);
    BFloat16Pair* grads = arena.Take<BFloat16Pair>(grad_size);
    std::fill_n(copy + source_size, behind, BFloat16Pair{0});
    // Infinite numbers must not meet the zeros of the padding, nor those that make up lines.
    std::vector<bool> finite;
    for (int64_t u = share_.units.begin; u < share_.units.end; ++u) {
      BFloat16Pair* to = grads + (u - share_.units.begin) * unit_size;
      ConvImage image = gather_.target;
      image.channels = std::min(layout_.unit(), image.channels - u * layout_.unit());
      planes.Fill(image, out_grad_ + u * layout_.unit() * image.channel_stride, kAmxTileRows, to);
      finite.push_back(AllFinite(to, image.channels * planes.plane()));
    }
    const std::vector<std::vector<ConvRun>> groups = Groups(cells, planes, region);
    for (int64_t s = share_.slices.begin; s < share_.slices.end; ++s) {
      const Range slice = {s * layout_.slice, std::min((s + 1) * layout_.slice, gather_.source.channels)};
      ConvImage image = gather_.source;
      image.channels = slice.count();
      PackPadded(image, source_ + slice.begin * image.channel_stride, region, hop, room_, copy);
      const bool finite_source = AllFinite(copy, source_size);
      const std::vector<FilterColumns> columns = Columns(region, slice);
      for (int64_t u = share_.units.begin; u < share_.units.end; ++u) {
        const auto unit = u - share_.units.begin;
        if (finite_source && finite[static_cast<size_t>(unit)]) {
          AddGroups(groups, columns, planes, grads + unit * unit_size, copy, 2 * hop * room_, u, first);
        } else {
          const FilterShare share = {{u, u + 1}, {s, s + 1}, share_.group};
          Pairs(exec_, layout_, share, source_, out_grad_, sums_).Add(cells, first);
        }
      }
    }
  }

 private:
  bool TapsAreNeighbours() const {
    const ConvAxis& width = *layout_.lattice[3];
    return width.taps.back().offset - width.taps.front().offset ==
           (width.tap_count() - 1) * width.source_pitch();
  }

  /// The rows of cells, so many at a time that caches hold what the tiles read again and again.
  std::vector<std::vector<ConvRun>> Groups(const ConvBlock& cells, const GradientPlanes& planes,
                                           const PaddedRegion& region) const {
    constexpr int64_t kGroupPairs = 640;
    const SourceView view = ViewOf(region.all, room_);
    const PerAxis<int64_t> step = view.CellStrides(layout_.lattice);
    std::vector<std::vector<ConvRun>> groups;
    int64_t line = 0, pairs = 0;
    for (int64_t n = 0; n < cells[0].count(); ++n) {
      for (int64_t d = 0; d < cells[1].count(); ++d) {
        for (int64_t h = 0; h < cells[2].count(); ++h, line += planes.line()) {
          if (groups.empty() || pairs + planes.line_pairs() > kGroupPairs) {
            groups.emplace_back();
            pairs = 0;
          }
          groups.back().push_back({line, n * step[0] + d * step[1] + h * step[2], planes.line_pairs()});
          pairs += planes.line_pairs();
        }
      }
    }
    return groups;
  }

  /// A tap's channels of a slice; of few, those of all taps of the width.
  std::vector<FilterColumns> Columns(const PaddedRegion& region, Range slice) const {
    const SourceView view = ViewOf(region.all, room_);
    const auto place = [&](size_t a, int64_t t) {
      const ConvAxis& axis = *layout_.lattice[a];
      return (axis.tap(t).offset - axis.taps.front().offset) / region.all.pitch[a] * view.stride[a];
    };
    const int64_t widths = layout_.lattice[3]->tap_count();
    std::vector<FilterColumns> columns;
    for (int64_t d = 0; d < layout_.lattice[1]->tap_count(); ++d) {
      for (int64_t h = 0; h < layout_.lattice[2]->tap_count(); ++h) {
        for (int64_t w = 0; w < widths; w += joined_ ? widths : 1) {
          const int64_t count = slice.count() * (joined_ ? widths : 1);
          for (int64_t c = 0; c < count; c += kAmxTileRows) {
            const int64_t row = layout_.FirstRow(d, h, w) + slice.begin + c;
            const int64_t begin = std::max(row, layout_.rows.begin);
            const int64_t end = std::min({row + kAmxTileRows, row - c + count, layout_.rows.end});
            if (begin < end)
              columns.push_back(
                  {place(1, d) + place(2, h) + place(3, w) + c + begin - row, begin, end - begin});
          }
        }
      }
    }
    return columns;
  }

  void AddGroups(const std::vector<std::vector<ConvRun>>& groups, const std::vector<FilterColumns>& columns,
                 const GradientPlanes& planes, const BFloat16Pair* grads, const BFloat16Pair* copy,
                 int64_t pair_step, int64_t u, bool first) const {
    const AmxScope scope(planes.step());
    int64_t offsets[kAmxTileRows];
    for (int64_t r = 0; r < kAmxTileRows; ++r) offsets[r] = r * planes.plane();
    TileOperands<BFloat16Pair, float> tile = {grads, offsets, 1, nullptr, 1, pair_step};
    tile.mode = first ? TileSums::kReplace : TileSums::kAddBlock;
    for (const std::vector<ConvRun>& group : groups) {
      for (const FilterColumns& some : columns) {
        tile.panel = copy + some.place;
        tile.sums = sums_ + (some.first_row - layout_.rows.begin) * layout_.columns + u * layout_.unit();
        AddTurnedRunsByAmx(tile, layout_.Vectors(u) * kAmxRows, some.count, layout_.columns, planes.step(),
                           group.data(), group.data() + group.size());
      }
      tile.mode = TileSums::kAddBlock;
    }
  }

  Exec& exec_;
  const FilterLayout<float>& layout_;
  const ConvGather& gather_;
  const FilterShare& share_;
  const T* const source_;
  const T* const out_grad_;
  float* const sums_;
  const bool joined_;
  const int64_t room_;  // of a cell in the copied input
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FILTER_AMX_INL_H_
