#include "kernels/products/plan.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/parallel.h"
#include "core/rounding.h"

namespace voxgrad::cpu {
namespace {

/// Cells that each see the source cell of their own place, by the filter's tap `index`.
ConvAxis SingleTap(int64_t cells, int64_t index) {
  ConvAxis axis;
  axis.count = axis.source_size = cells;
  axis.taps = {{index, 0}};
  return axis;
}

/// Adds a tap, unless it lies outside the source for every cell: a dilation beyond the image would make the
/// halo as large as itself.
void AddTap(ConvAxis::Tap tap, ConvAxis* lattice) {
  const int64_t last = (lattice->count - 1) * lattice->source_step + tap.offset;
  if (tap.offset < lattice->source_size && last >= 0) lattice->taps.push_back(tap);
}

}  // namespace

std::vector<ConvAxis> LatticesOf(const Axis& axis, Direction direction) {
  std::vector<ConvAxis> lattices;
  if (direction == Direction::kForward) {
    ConvAxis lattice;
    lattice.count = axis.out.size;
    lattice.source_step = axis.stride;
    lattice.source_size = axis.in.size;
    for (int64_t t = 0; t < axis.window; ++t) {
      const int64_t offset = axis.out.origin * axis.stride - axis.before + t * axis.dilation - axis.in.origin;
      AddTap({t, offset}, &lattice);
    }
    if (lattice.count > 0 && !lattice.taps.empty()) lattices.push_back(std::move(lattice));
    return lattices;
  }
  for (int64_t first = 0; first < std::min(axis.stride, axis.in.size); ++first) {
    ConvAxis lattice;
    lattice.first = first;
    lattice.step = axis.stride;
    lattice.count = (axis.in.size - first - 1) / axis.stride + 1;
    lattice.source_size = axis.out.size;
    for (int64_t t = axis.window; t-- > 0;) {
      const int64_t start = axis.in.origin + first + axis.before - t * axis.dilation;
      if (start % axis.stride == 0) AddTap({t, start / axis.stride - axis.out.origin}, &lattice);
    }
    if (!lattice.taps.empty()) lattices.push_back(std::move(lattice));
  }
  return lattices;
}

std::vector<ConvSegment> ConvAxis::Segments(Range cells) const {
  std::vector<ConvSegment> segments;
  // As j grows, both ends of the range of taps inside the source move down.
  int64_t begin = tap_count(), end = tap_count();
  for (int64_t j = cells.begin; j < cells.end; ++j) {
    const int64_t at = j * source_step;
    while (begin > 0 && at + tap(begin - 1).offset >= 0) --begin;
    while (end > 0 && at + tap(end - 1).offset >= source_size) --end;
    const Range taps_here = {std::min(begin, end), end};
    if (segments.empty() || segments.back().taps.begin != taps_here.begin ||
        segments.back().taps.end != taps_here.end) {
      segments.push_back({{j, j}, taps_here});
    }
    segments.back().cells.end = j + 1;
  }
  return segments;
}

int64_t ConvAxis::source_pitch() const {
  int64_t pitch = source_step;
  for (const Tap& t : taps) pitch = std::gcd(pitch, t.offset - taps.front().offset);
  return pitch;
}

Range ConvAxis::SourceOf(Range cells) const {
  if (taps.empty() || cells.count() <= 0) return {0, 0};
  const int64_t pitch = source_pitch();
  const int64_t low = cells.begin * source_step + taps.front().offset;
  const int64_t high = (cells.end - 1) * source_step + taps.back().offset;
  const int64_t begin = low >= 0 ? low : low + CeilDiv(-low, pitch) * pitch;
  const int64_t end = std::min(high + 1, source_size);
  return {begin, std::max(begin, end)};
}

ConvGather::ConvGather(const ConvProblem& p, Direction direction) {
  const bool forward = direction == Direction::kForward;
  const auto image = [](int64_t channels, const ImageStrides& s) {
    return ConvImage{channels, {s.batch, s.space[0], s.space[1], s.space[2]}, s.channel};
  };
  const ConvImage in = image(p.in_channels, p.in_strides()), out = image(p.out_channels, p.out_strides());
  groups = p.groups;
  source = forward ? in : out;
  target = forward ? out : in;
  source_numbers = forward ? p.in_cells() : p.out_cells();
  target_cells = forward ? p.out_cells() : p.in_cells();
  const int64_t row = p.groups * p.out_channels;
  filter_tap = p.in_channels * row;
  filter_group = p.out_channels;
  filter_source = forward ? row : 1;
  filter_target = forward ? 1 : row;
  for (size_t d = 0; d < 3; ++d) window[d] = p.axis[d].window;
  if (p.batch > 0) axes[0] = {SingleTap(p.batch, 0)};
  has_gaps = false;
  for (size_t d = 0; d < 3; ++d) {
    axes[d + 1] = LatticesOf(p.axis[d], direction);
    int64_t cells = 0;
    for (const ConvAxis& axis : axes[d + 1]) cells += axis.count;
    has_gaps |= cells < (forward ? p.axis[d].out : p.axis[d].in).size;
  }
  folds_width = RowsAreRuns(p.axis[2], direction) && axes[3].size() == 1;
}

ConvGather FilterGather(const ConvProblem& p) {
  ConvGather gather(p, Direction::kForward);
  for (size_t d = 0; d < 3; ++d) {
    Axis whole = p.axis[d];
    whole.in = Extent::All(whole.in.whole);
    whole.out = Extent::All(whole.out.whole);
    gather.axes[d + 1] = LatticesOf(whole, Direction::kForward);
    for (ConvAxis& lattice : gather.axes[d + 1]) {
      lattice.count = p.axis[d].out.size;
      lattice.source_size = p.axis[d].in.size;
      for (ConvAxis::Tap& tap : lattice.taps)
        tap.offset += p.axis[d].out.origin * p.axis[d].stride - p.axis[d].in.origin;
    }
  }
  return gather;
}

int64_t ConvGather::lattice_count() const {
  size_t count = 1;
  for (const auto& list : axes) count *= list.size();
  return static_cast<int64_t>(count);
}

ConvLattice ConvGather::lattice(int64_t i) const {
  ConvLattice lattice;
  auto rest = static_cast<size_t>(i);
  for (size_t a = kConvAxes; a-- > 0;) {
    lattice[a] = &axes[a][rest % axes[a].size()];
    rest /= axes[a].size();
  }
  return lattice;
}

namespace {

ConvAxis MergedAxis(const std::vector<ConvAxis>& lattices) {
  ConvAxis merged = lattices.front();
  merged.count = 0;
  merged.taps.clear();
  for (const ConvAxis& axis : lattices) {
    merged.count = std::max(merged.count, axis.count);
    merged.taps.insert(merged.taps.end(), axis.taps.begin(), axis.taps.end());
  }
  std::sort(merged.taps.begin(), merged.taps.end(),
            [](const ConvAxis::Tap& a, const ConvAxis::Tap& b) { return a.offset < b.offset; });
  return merged;
}

}  // namespace

ConvGather ConvGather::Merged(size_t first) const {
  ConvGather merged = *this;
  for (size_t a = first; a < kConvAxes; ++a) {
    if (axes[a].size() > 1) merged.axes[a] = {MergedAxis(axes[a])};
  }
  return merged;
}

std::vector<int64_t> ConvGather::FilterKey() const {
  std::vector<int64_t> key = {groups,       source.channels, target.channels, filter_tap,
                              filter_group, filter_source,   filter_target,   window[0],
                              window[1],    window[2],       amx_step};
  for (const auto& lattices : axes) {
    for (const ConvAxis& axis : lattices) {
      key.push_back(axis.tap_count());
      for (const ConvAxis::Tap& tap : axis.taps) key.push_back(tap.index);
    }
    key.push_back(-1);
  }
  return key;
}

ConvGather ConvGather::Flattened() const {
  ConvGather flat = *this;
  if (lattice_count() != 1) return flat;
  const auto own_place = [](const ConvAxis& axis) {
    return axis.tap_count() == 1 && axis.taps[0].offset == 0 && axis.source_step == 1 && axis.step == 1 &&
           axis.count == axis.source_size;
  };
  for (size_t a = 2; a >= 1; --a) {
    const ConvAxis &outer = flat.axes[a][0], &row = flat.axes[3][0];
    if (!own_place(outer) || !own_place(row) || source.stride[a] != row.count ||
        target.stride[a] != row.count)
      break;
    // Of a larger window whose other taps all lie in the padding, it need not be the first.
    const int64_t outer_tap = outer.taps[0].index, row_tap = row.taps[0].index;
    flat.axes[3] = {SingleTap(outer.count * row.count, row_tap)};
    flat.axes[a] = {SingleTap(1, outer_tap)};
  }
  return flat;
}

ConvGather ConvGather::FoldedWidth() const {
  ConvGather folded = *this;
  folded.source.channels *= window[2];
  ConvAxis& width = folded.axes[3][0];
  width.taps = {{0, 0}};
  width.source_size = (width.count - 1) * width.source_step + 1;
  return folded;
}

int64_t ConvBlocks::count() const {
  int64_t blocks = 1;
  for (size_t a = 0; a < kConvAxes; ++a) blocks *= CeilDiv(total[a], size[a]);
  return blocks;
}

ConvBlock ConvBlocks::at(int64_t i) const {
  ConvBlock block;
  for (size_t a = kConvAxes; a-- > 0;) {
    const int64_t parts = CeilDiv(total[a], size[a]);
    const int64_t begin = i % parts * size[a];
    block[a] = {begin, std::min(total[a], begin + size[a])};
    i /= parts;
  }
  return block;
}

int64_t SourceCells(const ConvLattice& lattice, const PerAxis<int64_t>& size) {
  int64_t cells = 1;
  for (size_t a = 0; a < kConvAxes; ++a) {
    const int64_t reach = lattice[a]->taps.back().offset - lattice[a]->taps.front().offset;
    cells *= ((size[a] - 1) * lattice[a]->source_step + reach) / lattice[a]->source_pitch() + 1;
  }
  return cells;
}

ConvBlocks CutLattice(const ConvLattice& lattice, int64_t channels, int64_t most_cells, int64_t most_source) {
  ConvBlocks blocks;
  for (size_t a = 0; a < kConvAxes; ++a) blocks.total[a] = lattice[a]->count;
  blocks.size = {1, 1, 1, 1};
  const auto fits = [&](const PerAxis<int64_t>& size) {
    return size[0] * size[1] * size[2] * size[3] <= most_cells &&
           SourceCells(lattice, size) * channels <= most_source;
  };
  // Whole rows first, then height and depth in turn (the least halo), then the batch.
  const auto grow = [&](size_t a) {
    if (blocks.size[a] >= blocks.total[a]) return false;
    PerAxis<int64_t> larger = blocks.size;
    larger[a] = std::min(2 * larger[a], blocks.total[a]);
    if (!fits(larger)) return false;
    blocks.size = larger;
    return true;
  };
  while (grow(3)) {
  }
  for (bool grown = true; grown;) {
    grown = grow(2);
    grown = grow(1) || grown;
  }
  while (grow(0)) {
  }
  for (size_t a = 0; a < kConvAxes; ++a) {  // about equal parts
    blocks.size[a] = CeilDiv(blocks.total[a], CeilDiv(blocks.total[a], blocks.size[a]));
  }
  return blocks;
}

LatticeBlocks::LatticeBlocks(const ConvGather& gather, int64_t most_cells, int64_t most_source) {
  for (int64_t l = 0; l < gather.lattice_count(); ++l) {
    const ConvLattice lattice = gather.lattice(l);
    blocks_.push_back(CutLattice(lattice, gather.source.channels, most_cells, most_source));
    first_.push_back(first_.back() + blocks_.back().count());
    cells_ += lattice[0]->count * lattice[1]->count * lattice[2]->count * lattice[3]->count;
    most_source_cells_ = std::max(most_source_cells_, SourceCells(lattice, blocks_.back().size));
  }
}

LatticeBlocks::Item LatticeBlocks::at(int64_t i) const {
  const auto l = std::upper_bound(first_.begin(), first_.end(), i) - first_.begin() - 1;
  return {l, blocks_[static_cast<size_t>(l)].at(i - first_[static_cast<size_t>(l)])};
}

void FillGaps(Exec& exec, const ConvGather& gather, void* target, int64_t bytes) {
  if (!gather.has_gaps) return;
  constexpr int64_t kPart = 1 << 16;
  ParallelFor(exec, CeilDiv(bytes, kPart), kPart / 16, [&](int64_t begin, int64_t end) {
    const int64_t size = std::min(bytes, end * kPart) - begin * kPart;
    std::memset(static_cast<char*>(target) + begin * kPart, 0, static_cast<size_t>(size));
  });
}

}  // namespace voxgrad::cpu
