#include "kernels/products/runs.h"

#include <algorithm>
#include <utility>

#include "core/rounding.h"

namespace voxgrad::cpu {

PerAxis<int64_t> SourceView::CellStrides(const ConvLattice& lattice) const {
  PerAxis<int64_t> strides;
  for (size_t a = 0; a < kConvAxes; ++a) strides[a] = lattice[a]->source_step / pitch[a] * stride[a];
  return strides;
}

namespace {

/// Where each tap of an axis stands in the source. A division each: they are not to be repeated for every
/// box.
PerAxis<std::vector<int64_t>> TapPlaces(const ConvLattice& lattice, const SourceView& view) {
  PerAxis<std::vector<int64_t>> places;
  for (size_t a = 0; a < kConvAxes; ++a) {
    for (const ConvAxis::Tap& tap : lattice[a]->taps)
      places[a].push_back((tap.offset - view.origin[a]) / view.pitch[a] * view.stride[a]);
  }
  return places;
}

std::vector<ConvRun> RunsOf(const ConvLattice& lattice, const PerAxis<Range>& taps, const SourceView& view,
                            const PerAxis<std::vector<int64_t>>& places, int64_t channels) {
  const auto place = [&](size_t a, int64_t t) { return places[a][static_cast<size_t>(t)]; };
  std::vector<ConvRun> runs;
  for (int64_t d = taps[1].begin; d < taps[1].end; ++d) {
    for (int64_t h = taps[2].begin; h < taps[2].end; ++h) {
      for (int64_t w = taps[3].begin; w < taps[3].end; ++w) {
        const int64_t source = place(0, 0) + place(1, d) + place(2, h) + place(3, w);
        const int64_t panel = ((d * lattice[2]->tap_count() + h) * lattice[3]->tap_count() + w) * channels;
        if (view.last_alone != 0) {
          if (channels > 1) runs.push_back({source, panel, channels - 1});
          runs.push_back({source + view.last_alone, panel + channels - 1, 1});
          continue;
        }
        if (!runs.empty() && runs.back().source + runs.back().length == source &&
            runs.back().panel + runs.back().length == panel) {
          runs.back().length += channels;
        } else {
          runs.push_back({source, panel, channels});
        }
      }
    }
  }
  return runs;
}

}  // namespace

std::vector<ConvBox> BoxesOf(const ConvLattice& lattice, const ConvBlock& block, const SourceView& view,
                             int64_t channels) {
  PerAxis<std::vector<ConvSegment>> segments;
  for (size_t a = 1; a < kConvAxes; ++a) segments[a] = lattice[a]->Segments(block[a]);
  const PerAxis<std::vector<int64_t>> places = TapPlaces(lattice, view);
  std::vector<ConvBox> boxes;
  for (const ConvSegment& d : segments[1]) {
    for (const ConvSegment& h : segments[2]) {
      for (const ConvSegment& w : segments[3]) {
        const PerAxis<Range> taps = {Range{0, 1}, d.taps, h.taps, w.taps};
        boxes.push_back(
            {{block[0], d.cells, h.cells, w.cells}, RunsOf(lattice, taps, view, places, channels)});
      }
    }
  }
  return boxes;
}

std::vector<RowMeeting> MeetingsOf(const ConvAxis& height, Range rows) {
  std::vector<RowMeeting> meetings;
  for (const ConvSegment& segment : height.Segments(rows)) {
    for (int64_t h = segment.cells.begin; h < segment.cells.end; ++h) {
      for (int64_t t = segment.taps.begin; t < segment.taps.end; ++t) {
        meetings.push_back({h * height.source_step + height.tap(t).offset, h - rows.begin, t});
      }
    }
  }
  std::stable_sort(meetings.begin(), meetings.end(),
                   [](const RowMeeting& a, const RowMeeting& b) { return a.source_row < b.source_row; });
  return meetings;
}

ConvStretches::ConvStretches(const ConvAxis& width, Range cells, int64_t first_offset, bool finite,
                             int64_t lanes) {
  std::vector<ConvSegment> segments = {{cells, {0, width.tap_count()}}};
  if (!finite) segments = width.Segments(cells);
  for (const ConvSegment& segment : segments) {
    ConvStretch stretch{segment, line, {}};
    for (int64_t t = segment.taps.begin; t < segment.taps.end; ++t)
      stretch.offsets.push_back(segment.cells.begin - cells.begin + width.tap(t).offset - first_offset);
    line += RoundUp(segment.cells.count(), lanes);
    list.push_back(std::move(stretch));
  }
}

}  // namespace voxgrad::cpu
