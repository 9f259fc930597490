// The filter gradient by AMX: of a block of output cells, the input is copied channel by channel, so that the
// cells of a row are neighbours, and its gradient as pairs of cells. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CPU_CONV_FILTER_AMX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CPU_CONV_FILTER_AMX_INL_H_
#undef VOXGRAD_KERNELS_CPU_CONV_FILTER_AMX_INL_H_
#else
#define VOXGRAD_KERNELS_CPU_CONV_FILTER_AMX_INL_H_
#endif

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/cpu/amx_tile.h"
#include "kernels/cpu/conv_filter_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// The rows of output cells of a block, as steps of pairs: the last one of a row is made up with zeros.
struct CellSteps {
  explicit CellSteps(const ConvBlock& cells)
      : rows(cells[0].count() * cells[1].count() * cells[2].count()),
        pairs(CeilDiv(cells[3].count(), 2)),
        step(AmxStep(pairs)),
        row_pairs(RoundUp(pairs, step)) {}

  int64_t rows;
  int64_t pairs;      // of a row's cells
  int64_t step;       // pairs
  int64_t row_pairs;  // with those that make it up
};

/// What a block's cells see of some input channels, zeros in the padding: planes one behind the other, in them
/// rows. Cells that lie a window's stride apart are neighbours there.
class PlanarSource {
 public:
  PlanarSource(const ConvLattice& lattice, const ConvBlock& cells, const CellSteps& steps)
      : region_(lattice, cells), step_(lattice[3]->source_step / region_.all.pitch[3]) {
    const int64_t reach = (lattice[3]->taps.back().offset - lattice[3]->taps.front().offset) / pitch();
    // A row is read as far as the steps go, from each tap on. One cell more, so that held ones begin evenly.
    lane_ = RoundUp(2 * steps.row_pairs + reach / step_ + 2, 2);
    row_ = lane_ * step_;
    // The planes of a tile's rows are not to share a set of the first cache.
    constexpr int64_t kLine = 64 / sizeof(BFloat16);
    plane_ = (CeilDiv(row_ * region_.all.count(0) * region_.all.count(1) * region_.all.count(2), kLine) | 1) *
             kLine;
  }

  int64_t Size(int64_t channels) const { return channels * plane_; }
  int64_t plane() const { return plane_; }

  /// The place of an output cell's tap, by how far they are from the first cell and tap along each axis, the
  /// latter in steps of the source.
  int64_t Place(const PerAxis<int64_t>& from_first) const {
    const int64_t row = (from_first[0] * region_.all.count(1) + from_first[1]) * region_.all.count(2);
    return (row + from_first[2]) * row_ + PlaceInRow(from_first[3]);
  }

  /// `from` is the first channel to take.
  void Fill(const ConvImage& image, const BFloat16* from, BFloat16* to) const {
    BFloat16* row = to;
    for (int64_t n = 0; n < region_.all.count(0); ++n) {
      for (int64_t d = 0; d < region_.all.count(1); ++d) {
        for (int64_t h = 0; h < region_.all.count(2); ++h, row += row_) {
          if (Holds(0, n) && Holds(1, d) && Holds(2, h)) {
            FillRow(image, from + Start(image, 0, n) + Start(image, 1, d) + Start(image, 2, h), row);
          } else {
            Clear(image.channels, 0, row_, row);
          }
        }
      }
    }
    Clear(image.channels, row - to, plane_, to);  // what is behind the rows
  }

 private:
  int64_t pitch() const { return region_.all.pitch[3]; }
  bool Holds(size_t a, int64_t i) const { return i >= region_.held[a].begin && i < region_.held[a].end; }
  int64_t Start(const ConvImage& image, size_t a, int64_t i) const {
    return (region_.all.cells[a].begin + i * region_.all.pitch[a]) * image.stride[a];
  }

  /// The first held cell of those that are `lane` from a multiple of the stride.
  int64_t FirstHeld(int64_t lane) const {
    const int64_t begin = region_.held[3].begin;
    return begin + ((lane - begin) % step_ + step_) % step_;
  }
  int64_t PlaceInRow(int64_t i) const {
    const int64_t lane = i % step_;
    return lane * lane_ + i / step_ + FirstHeld(lane) / step_ % 2;
  }

  /// Zeros in a part of a row, or of all, of every channel.
  void Clear(int64_t channels, int64_t begin, int64_t end, BFloat16* row) const {
    for (int64_t c = 0; c < channels; ++c) std::fill(row + c * plane_ + begin, row + c * plane_ + end, BFloat16());
  }

  void FillRow(const ConvImage& image, const BFloat16* from, BFloat16* row) const {
    for (int64_t lane = 0; lane < step_; ++lane) {
      const int64_t first = FirstHeld(lane), begin = lane * lane_, end = begin + lane_;
      const int64_t count = std::max<int64_t>(0, CeilDiv(region_.held[3].end - first, step_));
      const int64_t at = count > 0 ? PlaceInRow(first) : begin;
      Clear(image.channels, begin, at, row);
      if (count > 0) FillLane(image, from + Start(image, 3, first), count, row + at);
      Clear(image.channels, at + count, end, row);
    }
  }

  void FillLane(const ConvImage& image, const BFloat16* from, int64_t count, BFloat16* to) const {
    const int64_t apart = step_ * pitch() * image.stride[3];
    if (image.channel_stride == 1) {
      Transpose(from, count, apart, image.channels, 1, reinterpret_cast<BFloat16Pair*>(to), plane_ / 2);
      return;
    }
    for (int64_t c = 0; c < image.channels; ++c, from += image.channel_stride, to += plane_) {
      if (apart == 1) {
        std::copy_n(from, count, to);
      } else {
        for (int64_t i = 0; i < count; ++i) to[i] = from[i * apart];
      }
    }
  }

  const PaddedRegion region_;
  const int64_t step_;              // of the window, in cells of the region
  int64_t lane_, row_, plane_;
};

/// A block's gradient for some output channels, in pairs of cells, `room` to each: step by step what a tile's
/// columns are.
inline void PackGradient(const ConvImage& image, const BFloat16* from, const ConvBlock& cells,
                         const CellSteps& steps, int64_t room, BFloat16Pair* to) {
  const PackedRegion region = {cells, {1, 1, 1, 1}};
  const int64_t count = cells[3].count(), step = image.stride[3], channels = image.channels;
  std::fill_n(to, steps.rows * steps.row_pairs * room, BFloat16Pair{0});
  ForEachRow(image, region, [&](int64_t place) {
    const uint16_t* line = Stored(from) + place;
    if (image.channel_stride == 1) {
      for (int64_t p = 0; p < steps.pairs; ++p)
        RowPairs{line, step, count}.CopyRow(p, channels, to + p * room);
    } else if (step == 1) {
      Turn(NeighbourPairs{line, image.channel_stride}, channels, count / 2, 1, to, room, 0);
    } else {
      Turn(HopPairs{line, image.channel_stride, step}, channels, count / 2, 2 * step, to, room, 0);
    }
    if (image.channel_stride != 1 && count % 2 != 0) {
      for (int64_t c = 0; c < channels; ++c)
        to[count / 2 * room + c] = line[c * image.channel_stride + (count - 1) * step];
    }
    to += steps.row_pairs * room;
  });
}

#if HWY_TARGET <= HWY_AVX3  // where the instructions are, so is AVX-512
/// Blocks that are added like those of FilterSums, to the same rows and columns.
class AmxFilterSums {
  using Pairs = FilterSums<BFloat16, BFloat16Pair>;

 public:
  AmxFilterSums(const FilterLayout<float>& layout, const FilterShare& share, const BFloat16* source,
                const BFloat16* out_grad, float* sums)
      : layout_(layout),
        gather_(layout.gather),
        share_(share),
        source_(source),
        out_grad_(out_grad),
        sums_(sums) {}

  void Add(const ConvBlock& cells, bool first) const {
    const CellSteps steps(cells);
    const PlanarSource planar(layout_.lattice, cells, steps);
    const int64_t room = layout_.unit(), unit_size = steps.rows * steps.row_pairs * room;
    const auto source_size = static_cast<size_t>(planar.Size(layout_.slice));
    const auto grad_size = static_cast<size_t>(share_.units.count() * unit_size);
    Arena arena(Arena::Size<BFloat16>(source_size) + Arena::Size<BFloat16Pair>(grad_size));
    BFloat16* copy = arena.Take<BFloat16>(source_size);
    BFloat16Pair* grads = arena.Take<BFloat16Pair>(grad_size);
    // What makes a row up must not meet infinite numbers.
    std::vector<bool> finite;
    for (int64_t u = share_.units.begin; u < share_.units.end; ++u) {
      BFloat16Pair* to = grads + (u - share_.units.begin) * unit_size;
      ConvImage image = gather_.target;
      image.channels = std::min(room, image.channels - u * room);
      PackGradient(image, out_grad_ + u * room * image.channel_stride, cells, steps, room, to);
      finite.push_back(AllFinite(to, unit_size));
    }
    const std::vector<std::vector<ConvRun>> groups = Groups(planar, cells, steps);
    for (int64_t s = share_.slices.begin; s < share_.slices.end; ++s) {
      const Range slice = {s * layout_.slice, std::min((s + 1) * layout_.slice, gather_.source.channels)};
      ConvImage image = gather_.source;
      image.channels = slice.count();
      planar.Fill(image, source_ + slice.begin * image.channel_stride, copy);
      const bool finite_source = AllFinite(copy, planar.Size(slice.count()));
      const RowList rows = Rows(planar, slice);
      for (int64_t u = share_.units.begin; u < share_.units.end; ++u) {
        const auto unit = u - share_.units.begin;
        if (finite_source && finite[static_cast<size_t>(unit)]) {
          AddGroups(groups, steps.step, rows, copy, grads + unit * unit_size, u, first);
        } else {
          const FilterShare share = {share_.blocks, {u, u + 1}, {s, s + 1}, share_.group};
          Pairs(layout_, share, source_, out_grad_, sums_).Add(cells, first);
        }
      }
    }
  }

 private:
  /// The block's rows of cells, so many at a time that the first cache holds what they are multiplied with.
  std::vector<std::vector<ConvRun>> Groups(const PlanarSource& planar, const ConvBlock& cells,
                                           const CellSteps& steps) const {
    constexpr int64_t kGroupPairs = 160;
    std::vector<std::vector<ConvRun>> groups;
    int64_t row = 0, most = 0;
    const auto step = [&](size_t a) {
      return layout_.lattice[a]->source_step / layout_.lattice[a]->source_pitch();
    };
    for (int64_t n = 0; n < cells[0].count(); ++n) {
      for (int64_t d = 0; d < cells[1].count(); ++d) {
        for (int64_t h = 0; h < cells[2].count(); ++h, ++row) {
          const ConvRun run = {planar.Place({n * step(0), d * step(1), h * step(2), 0}), row * steps.row_pairs,
                               steps.row_pairs};
          if (groups.empty() || most + run.length > kGroupPairs) {
            groups.emplace_back();
            most = 0;
          }
          groups.back().push_back(run);
          most += run.length;
        }
      }
    }
    return groups;
  }

  /// Taps and input channels, a tile's width of channels at a time: neighbouring taps read the same cells.
  RowList Rows(const PlanarSource& planar, Range slice) const {
    RowList rows;
    const auto place = [&](int64_t d, int64_t h, int64_t w) {
      const auto from_first = [&](size_t a, int64_t t) {
        const ConvAxis& axis = *layout_.lattice[a];
        return (axis.tap(t).offset - axis.taps.front().offset) / axis.source_pitch();
      };
      return planar.Place({0, from_first(1, d), from_first(2, h), from_first(3, w)}) -
             planar.Place({0, 0, 0, 0});
    };
    for (int64_t part = 0; part < slice.count(); part += kAmxTileRows) {
      const int64_t end = std::min(part + kAmxTileRows, slice.count());
      for (int64_t d = 0; d < layout_.lattice[1]->tap_count(); ++d) {
        for (int64_t h = 0; h < layout_.lattice[2]->tap_count(); ++h) {
          for (int64_t w = 0; w < layout_.lattice[3]->tap_count(); ++w) {
            for (int64_t c = part; c < end; ++c) {
              const int64_t row = layout_.FirstRow(d, h, w) + slice.begin + c;
              if (row >= layout_.rows.begin && row < layout_.rows.end)
                rows.Add(place(d, h, w) + c * planar.plane(),
                         (row - layout_.rows.begin) * layout_.columns);
            }
          }
        }
      }
    }
    rows.Close();
    return rows;
  }

  void AddGroups(const std::vector<std::vector<ConvRun>>& groups, int64_t step, const RowList& rows,
                 const BFloat16* copy, const BFloat16Pair* grads, int64_t u, bool first) const {
    const AmxScope scope(step);
    TileOperands<BFloat16, float> tile = {
        copy, nullptr, 1, reinterpret_cast<const BFloat16*>(grads), 2 * layout_.unit(), 2 * layout_.unit()};
    tile.sums = sums_ + u * layout_.unit();
    tile.mode = first ? TileSums::kReplace : TileSums::kAddBlock;
    for (const std::vector<ConvRun>& group : groups) {
      for (int64_t row = 0; row < rows.count; row += kAmxTileRows) {
        tile.offsets = rows.offsets.data() + row;
        tile.places = rows.places.data() + row;
        AddCellRunsByAmx(tile, std::min(kAmxTileRows, rows.count - row), layout_.Vectors(u), step,
                         group.data(), group.data() + group.size());
      }
      tile.mode = TileSums::kAddBlock;
    }
  }

  const FilterLayout<float>& layout_;
  const ConvGather& gather_;
  const FilterShare& share_;
  const BFloat16* const source_;
  const BFloat16* const out_grad_;
  float* const sums_;
};
#endif  // HWY_TARGET <= HWY_AVX3

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CPU_CONV_FILTER_AMX_INL_H_
