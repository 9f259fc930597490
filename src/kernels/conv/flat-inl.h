// Convolution and its data gradient with channels first and stride 1, without turning anything: rows of a
// register tile are target channels, its vectors neighbouring cells of a plane. Every sum runs in the order
// of conv_tiled.cc, so the bits are the same. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_FLAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_FLAT_INL_H_
#undef VOXGRAD_KERNELS_CONV_FLAT_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_FLAT_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "core/parallel.h"
#include "core/rounding.h"
#include "kernels/conv/flat_source-inl.h"
#include "kernels/conv/panels-inl.h"
#include "kernels/products/finite-inl.h"
#include "kernels/products/tile-inl.h"
#include "kernels/simd/emit-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// E is what tiles multiply: see conv_copy-inl.h.
template <class T, class E>
class FlatConv {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;
  static constexpr int64_t kWeightBytes = 1 << 20;    // of all weights: they stay in the second cache
  static constexpr int64_t kSourceBytes = 384 << 10;  // of a block's source: likewise
  static constexpr int64_t kShortRow = 128;           // cells of a flat plane that are worked on at a time
  static constexpr int64_t kShortSum = 512;           // products

 public:
  FlatConv(Exec& exec, const ConvGather& gather, const T* source, ConstView filter, T* target)
      : exec_(exec), gather_(gather.Flattened()), source_(source), filter_(filter), target_(target) {}

  /// Why this is not the way to compute it, or ""; nothing is done then.
  absl::string_view Run() {
    if (!Suits()) return "is for stride 1 over wide planes, and short sums";
    lattice_ = gather_.lattice(0);
    elements_ = ElementsOf<E>(gather_.source.channels);
    taps_ = lattice_[1]->tap_count() * lattice_[2]->tap_count() * lattice_[3]->tap_count();
    split_ = SplitChannels(gather_.target.channels);
    const int64_t tile_size = taps_ * elements_ * kTileRows;
    const auto tiles = static_cast<int64_t>(split_.size()) * gather_.groups;
    if (tiles * tile_size * static_cast<int64_t>(sizeof(E)) > kWeightBytes)
      return "needs weights of at most 1 MiB";
    const auto pack = [&](E* to) {
      for (int64_t t = 0; t < tiles; ++t) PackWeights(t, to + t * tile_size);
    };
    const BufferRef kept = KeptWeights<T, E>(exec_, gather_, /*kind=*/1, filter_, tiles * tile_size, pack);
    const auto size = static_cast<size_t>(kept == nullptr ? tiles * tile_size : 0);
    Arena arena(exec_, Arena::Size<E>(size));
    E* packed = arena.Take<E>(size);
    if (kept == nullptr) pack(packed);
    weights_ = kept == nullptr ? packed : static_cast<const E*>(kept->data());
    // The zeros at the ends of a row are multiplied like everything else.
    if (RowsArePadded() && !AllFinite(weights_, tiles * tile_size))
      return "needs finite weights where rows are padded";
    RunBlocks();
    return {};
  }

 private:
  int64_t Reach(size_t a) const { return lattice_[a]->taps.back().offset - lattice_[a]->taps.front().offset; }
  bool RowsArePadded() const {
    const ConvAxis& width = *lattice_[3];
    return width.taps.front().offset < 0 || width.count - 1 + width.taps.back().offset >= width.source_size;
  }
  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(D())); }
  static int64_t unit() { return kTileVectors * lanes(); }

  /// Target channels that a tile computes.
  struct TileChannels {
    int64_t first, count;
  };

  /// Planes of rows that follow each other, and wide enough that little is computed for nothing.
  bool Suits() const {
    const ConvImage& source = gather_.source;
    const ConvImage& target = gather_.target;
    if (gather_.lattice_count() != 1 || gather_.has_gaps || source.stride[3] != 1 || target.stride[3] != 1 ||
        target.channel_stride == 1)
      return false;
    const ConvAxis &height = gather_.axes[2][0], &width = gather_.axes[3][0];
    if (height.source_step != 1 || width.source_step != 1) return false;
    const int64_t reach = width.taps.back().offset - width.taps.front().offset;
    const int64_t row = std::min(width.count + reach, RoundUp(width.count, lanes()));
    if (width.count * height.count < 2 * unit() || width.count * 100 < row * 92) return false;
    // Vectors that begin between two cache lines cost about as much as turning the planes does for long sums.
    const int64_t taps = gather_.axes[1][0].tap_count() * height.tap_count() * width.tap_count();
    return reach == 0 || taps * std::min(source.channels, target.channels) <= kShortSum;
  }

  static std::vector<TileChannels> SplitChannels(int64_t channels) {
    std::vector<TileChannels> split;
    for (int64_t first = 0; first < channels; first += split.back().count)
      split.push_back({first, RowsOfTile(channels - first)});
    return split;
  }

  void PackWeights(int64_t tile, E* to) const {
    const auto tiles = static_cast<int64_t>(split_.size());
    const TileChannels& channels = split_[static_cast<size_t>(tile % tiles)];
    const T* from =
        filter_.as<T>() + tile / tiles * gather_.filter_group + channels.first * gather_.filter_target;
    PackPanel(gather_, lattice_, from, channels.count, kTileRows, to);
  }

  /// Blocks of whole rows, of a part of a plane where it is flat.
  ConvBlocks CutBlocks() const {
    ConvBlocks blocks;
    for (size_t a = 0; a < kConvAxes; ++a) blocks.total[a] = lattice_[a]->count;
    const int64_t width = Reach(3) == 0 ? std::min(blocks.total[3], kShortRow) : blocks.total[3];
    blocks.size = {1, 1, 1, width};
    const int64_t most = Room(kSourceBytes) / static_cast<int64_t>(sizeof(E)) / elements_;
    for (bool grown = true; grown;) {
      grown = false;
      for (size_t a : {size_t{2}, size_t{1}, size_t{3}}) {
        PerAxis<int64_t> larger = blocks.size;
        larger[a] = std::min(2 * larger[a], blocks.total[a]);
        if (larger[a] == blocks.size[a] || SourceCells(lattice_, larger) > most) continue;
        blocks.size = larger;
        grown = true;
      }
    }
    for (size_t a = 1; a < kConvAxes; ++a) {  // about equal parts
      blocks.size[a] = CeilDiv(blocks.total[a], CeilDiv(blocks.total[a], blocks.size[a]));
    }
    return blocks;
  }

  /// All tiles of a block share the copy of its source, unless there are too few blocks to go round.
  void RunBlocks() {
    const ConvBlocks blocks = CutBlocks();
    const int64_t whole = blocks.count() * gather_.groups;
    const auto tiles = static_cast<int64_t>(split_.size());
    const int64_t parts = std::clamp<int64_t>(int64_t{2} * exec_.threads() / whole, 1, tiles);
    const int64_t cells = blocks.size[1] * blocks.size[2] * blocks.size[3];
    const int64_t cost = cells * gather_.target.channels * taps_ * elements_ / 32 / parts + 1;
    ParallelFor(exec_, whole * parts, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t part = i % parts, block = i / parts;
        RunBlock(blocks.at(block / gather_.groups), block % gather_.groups,
                 {tiles * part / parts, tiles * (part + 1) / parts});
      }
    });
  }

  void RunBlock(const ConvBlock& cells, int64_t group, Range tiles) const {
    FlatSource<E> source(lattice_, cells, elements_);
    const int64_t line = cells[2].count() * source.width() + unit();
    Arena arena(exec_, Arena::Size<E>(static_cast<size_t>(source.size())) +
                           Arena::Size<A>(static_cast<size_t>(kTileRows * line)));
    const ConvImage& image = gather_.source;
    source.Fill(image, source_ + group * image.channels * image.channel_stride,
                arena.Take<E>(static_cast<size_t>(source.size())));
    Scratch scratch = {arena.Take<A>(static_cast<size_t>(kTileRows * line)), line};
    const std::vector<ConvSegment> heights = lattice_[2]->Segments(cells[2]);
    for (const ConvSegment& depth : lattice_[1]->Segments(cells[1])) {
      for (int64_t d = depth.cells.begin; d < depth.cells.end; ++d) {
        for (const ConvSegment& height : heights) {
          const std::vector<ConvRun> runs = source.Runs(d, depth.taps, height);
          const int64_t place = PlaceOf({cells[0].begin, d, height.cells.begin, cells[3].begin});
          for (int64_t t = tiles.begin; t < tiles.end; ++t)
            RunRows(source, runs, height.cells.count(), cells[3].count(), group, t, place, scratch);
        }
      }
    }
  }

  int64_t PlaceOf(const PerAxis<int64_t>& cell) const {
    int64_t place = 0;
    for (size_t a = 0; a < kConvAxes; ++a) place += cell[a] * gather_.target.stride[a];
    return place;
  }

  /// Sums of some rows, a line for each row of a tile.
  struct Scratch {
    A* sums;
    int64_t line;
  };

  /// One tile of channels of some rows of a plane: as one stretch of cells, those between the rows computed
  /// for nothing, or row by row where that computes less.
  void RunRows(const FlatSource<E>& source, const std::vector<ConvRun>& runs, int64_t rows, int64_t width,
               int64_t group, int64_t t, int64_t place, const Scratch& scratch) const {
    const int64_t tiles = static_cast<int64_t>(split_.size()), row = gather_.target.stride[2];
    const TileChannels& channels = split_[static_cast<size_t>(t)];
    Stretch stretch = {channels.count, rows, width, source.width()};
    stretch.weights = weights_ + (group * tiles + t) * taps_ * elements_ * kTileRows;
    stretch.panel = source.first();
    stretch.channel_step = source.channel_step();
    stretch.target =
        target_ + place + (group * gather_.target.channels + channels.first) * gather_.target.channel_stride;
    if (rows > 1 && source.width() > RoundUp(width, lanes())) {
      stretch.rows = 1;
      for (int64_t r = 0; r < rows; ++r, stretch.panel += source.width(), stretch.target += row)
        RunStretch(stretch, runs, scratch);
    } else {
      RunStretch(stretch, runs, scratch);
    }
  }

  /// Cells side by side: `rows` rows of `width`, each `pitch` behind the other in the source.
  struct Stretch {
    int64_t channels, rows, width, pitch;
    const E* weights = nullptr;
    const E* panel = nullptr;
    int64_t channel_step = 0;
    T* target = nullptr;

    int64_t cells() const { return (rows - 1) * pitch + width; }
  };

  void RunStretch(const Stretch& stretch, const std::vector<ConvRun>& runs, const Scratch& scratch) const {
    const ConvImage& image = gather_.target;
    int64_t offsets[kTileRows], places[kTileRows], lines[kTileRows];
    for (int64_t r = 0; r < kTileRows; ++r) {  // a tile may be larger than what is left: the last one again
      offsets[r] = std::min(r, stretch.channels - 1);
      places[r] = offsets[r] * image.channel_stride;
      lines[r] = offsets[r] * scratch.line;
    }
    const auto sum = [&](int64_t cell, int64_t vectors, auto* sums, const int64_t* at) {
      const TileOperands<E, std::remove_pointer_t<decltype(sums)>> tile = {stretch.weights,
                                                                           offsets,
                                                                           kTileRows,
                                                                           stretch.panel + cell,
                                                                           1,
                                                                           stretch.channel_step,
                                                                           sums,
                                                                           at,
                                                                           nullptr,
                                                                           TileSums::kReplace};
      SumTile(tile, stretch.channels, vectors, runs.data(), runs.data() + runs.size());
    };
    // Whole vectors of sums are the result where it stands, if nothing lies between the rows.
    const bool joined =
        stretch.rows == 1 || (stretch.pitch == stretch.width && image.stride[2] == stretch.width);
    constexpr bool kSumsAreResults = std::is_same_v<T, A> || std::is_same_v<E, BFloat16Pair>;
    const bool straight = kSumsAreResults && joined;
    const int64_t cells = stretch.cells();
    int64_t written = 0;
    for (int64_t cell = 0; cell < cells; cell += unit()) {
      const int64_t rest = cells - cell, vectors = rest <= lanes() ? 1 : kTileVectors;
      if (!straight || rest < vectors * lanes()) {
        sum(cell, vectors, scratch.sums + cell, lines);
        continue;
      }
      if constexpr (kSumsAreResults) sum(cell, vectors, stretch.target + cell, places);
      written = cell + vectors * lanes();
    }
    const D d;
    const int64_t pieces = joined ? 1 : stretch.rows, length = joined ? cells : stretch.width;
    for (int64_t c = 0; c < stretch.channels && written < cells; ++c) {
      for (int64_t r = 0; r < pieces; ++r) {
        const A* from = scratch.sums + c * scratch.line + r * stretch.pitch + written;
        Emit(d, stretch.target + c * image.channel_stride + r * image.stride[2] + written, length - written,
             /*stream=*/false, [&](int64_t j) HWY_ATTR { return hn::LoadU(d, from + j); });
      }
    }
  }

  Exec& exec_;
  const ConvGather gather_;
  const T* const source_;
  const ConstView filter_;
  T* const target_;
  ConvLattice lattice_;
  int64_t elements_ = 0;  // of a source cell
  int64_t taps_ = 0;
  std::vector<TileChannels> split_;
  const E* weights_ = nullptr;  // [group][tile][tap][element][kTileRows]
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_FLAT_INL_H_
