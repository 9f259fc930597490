// The gradient of max pooling where there is a window for every cell of a row and rows of windows follow each
// other as rows of cells do: stride 1 and padding. A plane is then one line, in which a window and its cells
// stand at fixed distances, and each step along an axis is one loop over it, whatever the rows are; of wide
// cells a tile copies a part into its lines. What a window sends goes to the plane that won it, there to the
// row, there to the cell.
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/max_pool/grad_lines.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/rounding.h"
#include "core/type_list.h"
#include "kernels/max_pool/line_gather-inl.h"
#include "kernels/max_pool/plane_winners-inl.h"
#include "kernels/max_pool/planes-inl.h"
#include "kernels/max_pool/senders-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

template <class T>
class LineTiles {
  using L = KeyBits<T>;
  using A = SumOf<T>;
  using DL = hn::ScalableTag<L>;

 public:
  LineTiles(const LineGather<T>& gather, int64_t part)
      : g_(gather),
        part_(part),
        row_(g_.in.cells * part),
        lines_(gather, part),
        most_windows_(std::min(g_.out.rows, g_.tiling.rows.size + g_.back_height.longest())),
        most_cells_(g_.tiling.rows.size + 2 * g_.height.axis.window),
        margin_(g_.width.axis.window * part),
        height_margin_((g_.height.axis.window - 1) * row_),
        masks_(gather, part, most_cells_),
        keys_(g_.exec, 1, 1, margin_, most_cells_ * row_ + margin_),
        row_keys_(g_.exec, 1, 1, 0, most_cells_ * row_),
        row_codes_(g_.exec, g_.depth.longest(), 1, margin_, most_cells_ * row_ + margin_),
        plane_keys_(g_.exec, g_.depth.longest(), 1, 0, most_windows_ * row_),
        plane_codes_(g_.exec, g_.depth.longest(), 1, height_margin_, most_windows_ * row_ + height_margin_),
        depth_codes_(g_.exec, g_.back_depth.longest(), 1, 0, most_windows_ * row_),
        grads_(g_.exec, g_.back_depth.longest(), 1, 0, most_windows_ * row_),
        rests_(g_.exec, 1, g_.back_depth.longest(), 0, sum_lanes()),
        plane_grads_(g_.exec, 1, 1, height_margin_, most_windows_ * row_ + height_margin_),
        row_grads_(g_.exec, 1, 1, margin_, g_.tiling.rows.size * row_ + margin_),
        sums_(g_.exec, 1, 1, 0, g_.tiling.rows.size * row_) {}

  void Run(const Tile& tile) {
    Begin(tile);
    int64_t next_window = 0, next_plane = 0;
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      const Range windows = g_.back_depth.SourcesOf(d);
      for (int64_t o = std::max(next_window, windows.begin); o < windows.end && held_.count() > 0; ++o) {
        const Range planes = g_.depth.SourcesOf(o);
        for (int64_t z = std::max(next_plane, planes.begin); z < planes.end; ++z) PoolPlane(tile, z);
        next_plane = std::max(next_plane, planes.end);
        DecideWindows(tile, o, planes);
      }
      next_window = std::max(next_window, windows.end);
      WritePlane(tile, d, windows);
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  static constexpr L kLowest = std::numeric_limits<L>::min();
  static int64_t sum_lanes() { return static_cast<int64_t>(hn::Lanes(hn::ScalableTag<A>())); }
  static int64_t lanes() { return static_cast<int64_t>(hn::Lanes(DL())); }

  /// Rows of windows that touch the tile, and rows of cells: theirs and the tile's.
  void Begin(const Tile& tile) {
    const Range top = g_.back_height.SourcesOf(tile.rows.begin),
                bottom = g_.back_height.SourcesOf(tile.rows.end - 1);
    held_ = {top.begin, std::max(top.begin, std::min(bottom.end, g_.out.rows))};
    first_ = tile.rows.begin;
    cells_ = {0, 0};
    if (held_.count() == 0) return;
    first_ = std::min(first_, -g_.height.Tap(held_.begin, 0));
    cells_ = {g_.height.SourcesOf(held_.begin).begin, g_.height.SourcesOf(held_.end - 1).end};
    const int64_t end =
        std::max(tile.rows.end, g_.height.axis.window - g_.height.Tap(held_.end - 1, 0));  // of all
    std::fill_n(row_keys_.at(0, 0), (cells_.begin - first_) * row_, kLowest);
    std::fill_n(row_keys_.at(0, 0) + (cells_.end - first_) * row_, (end - cells_.end) * row_, kLowest);
    std::fill_n(plane_grads_.at(0, 0) + held_.count() * row_, height_margin_, A(0));
  }

  /// Who wins in the plane z, along width and height.
  void PoolPlane(const Tile& tile, int64_t z) {
    const int64_t size = cells_.count() * row_, place = (cells_.begin - first_) * row_;
    lines_.ReadKeys(g_.in_data + g_.in.At(tile, z, cells_.begin), cells_.count(), keys_.at(0, 0));
    columns_.clear();
    for (int64_t t = 0; t < g_.width.axis.window; ++t)
      columns_.push_back({keys_.at(0, 0) + (t - g_.before) * part_, masks_.of(t)});
    L* best = row_keys_.at(0, 0) + place;
    // The next plane is fetched meanwhile.
    BestOfTaps(columns_, 0, size, best, row_codes_.at(z, 0) + place,
               lines_.Fetch(g_.in_data + g_.in.At(tile, z + 1, cells_.begin), cells_.count()));
    std::fill_n(best + size, lanes(), kLowest);
    PoolRows(tile, z);
  }

  void PoolRows(const Tile& tile, int64_t z) {
    const int64_t size = held_.count() * row_;
    taps_.clear();
    for (int64_t t = 0; t < g_.height.axis.window; ++t)
      taps_.push_back({row_keys_.at(0, 0) + (t - g_.height.Tap(held_.begin, 0) - first_) * row_});
    const int64_t next = g_.back_depth.SourcesOf(z).end;  // the windows that are to be decided next
    BestOfTaps(taps_, 0, size, plane_keys_.at(z, 0), plane_codes_.at(z, 0),
               lines_.Fetch(g_.out_grad + g_.out.At(tile, next, held_.begin), held_.count()));
  }

  /// Which plane wins the windows at depth o, and what they send.
  void DecideWindows(const Tile& tile, int64_t o, Range planes) {
    const int64_t size = held_.count() * row_;
    if (!std::is_same_v<T, A> || !lines_.are_rows())
      lines_.ReadNumbers(g_.out_grad + g_.out.At(tile, o, held_.begin), held_.count(), grads_.at(o, 0));
    if (!g_.is_deep()) return;
    taps_.clear();
    for (int64_t z = planes.begin; z < planes.end; ++z) taps_.push_back({plane_keys_.at(z, 0)});
    BestOfTaps(taps_, g_.depth.Tap(o, planes.begin), size, static_cast<L*>(nullptr), depth_codes_.at(o, 0),
               FetchNothing());
  }

  /// What the windows at depth o send.
  const A* Grads(const Tile& tile, int64_t o) const {
    if constexpr (std::is_same_v<T, A>) {
      if (lines_.are_rows()) return g_.out_grad + g_.out.At(tile, o, held_.begin);
    }
    return grads_.at(o, 0);
  }

  void WritePlane(const Tile& tile, int64_t d, Range windows) {
    const int64_t size = tile.rows.count() * row_;
    A* grads = row_grads_.at(0, 0);
    if (windows.count() == 0 || held_.count() == 0) {
      std::fill_n(grads, size, A(0));
    } else {
      SumPlanes(tile, d, windows);
      SumRows(tile, d);
    }
    std::fill_n(grads + size, margin_, A(0));
    const uint8_t* codes = row_codes_.at(d, 0) + (tile.rows.begin - first_) * row_;
    senders_.clear();
    for (int64_t t = g_.width.axis.window - 1; t >= 0; --t) {
      const int64_t at = (g_.before - t) * part_;
      senders_.push_back({grads + at, codes + at, t});
    }
    SumWon(senders_, size, reinterpret_cast<T*>(sums_.at(0, 0)));
    lines_.Write(sums_.at(0, 0), tile.rows.count(), Stored(g_.in_grad) + g_.in.At(tile, d, tile.rows.begin));
  }

  /// What the windows send that the plane d won.
  void SumPlanes(const Tile& tile, int64_t d, Range windows) {
    const int64_t size = held_.count() * row_;
    A* to = plane_grads_.at(0, 0);
    senders_.clear();
    for (int64_t o = windows.begin; o < windows.end; ++o)
      senders_.push_back({Grads(tile, o), depth_codes_.at(o, 0), g_.depth.Tap(o, d)});
    // Behind the last vector there may be nothing to read.
    const int64_t whole = g_.is_deep() ? size / sum_lanes() * sum_lanes() : 0, rest = size - whole;
    if (whole > 0) SumWon(senders_, whole, to);
    if (g_.is_deep()) {
      for (size_t i = 0; i < senders_.size(); ++i) {
        A* copy = rests_.at(0, static_cast<int64_t>(i));
        std::copy_n(senders_[i].numbers + whole, rest, copy);
        senders_[i] = {copy, senders_[i].codes + whole, senders_[i].code};
      }
      SumWon(senders_, rest, to + whole);
    } else {
      std::copy_n(senders_[0].numbers, size, to);
    }
    std::fill_n(to + size, std::min(height_margin_, lanes()), A(0));
  }

  /// What the rows of the tile receive of that. Windows that would cover them but are not there send 0.
  void SumRows(const Tile& tile, int64_t d) {
    const auto covered = [&](int64_t y) { return g_.back_height.SourcesOf(y).count() > 0; };
    Range rows = tile.rows;
    while (rows.begin < rows.end && !covered(rows.begin)) ++rows.begin;
    while (rows.begin < rows.end && !covered(rows.end - 1)) --rows.end;
    A* to = row_grads_.at(0, 0);
    std::fill_n(to, (rows.begin - tile.rows.begin) * row_, A(0));
    to += (rows.begin - tile.rows.begin) * row_;
    senders_.clear();
    for (int64_t t = g_.height.axis.window - 1; t >= 0; --t) {
      const int64_t window = g_.height.Tap(held_.begin, rows.begin) - t;  // of those that are held
      senders_.push_back({plane_grads_.at(0, 0) + window * row_, plane_codes_.at(d, 0) + window * row_, t});
    }
    SumWon(senders_, rows.count() * row_, to);
    std::fill_n(to + rows.count() * row_, (tile.rows.end - rows.end) * row_, A(0));
  }

  const LineGather<T>& g_;
  const int64_t part_;  // elements of a cell
  const int64_t row_;   // of a row of cells
  const LineCopies<T> lines_;
  const int64_t most_windows_, most_cells_;  // rows of them that a tile has, of cells with those around them
  const int64_t margin_, height_margin_;     // of windows around a line, and around a plane
  const ColumnMasks<T> masks_;
  PlaneRing<L> keys_;      // of a plane
  PlaneRing<L> row_keys_;  // pooled along width
  PlaneRing<uint8_t> row_codes_;
  PlaneRing<L> plane_keys_;  // pooled along width and height
  PlaneRing<uint8_t> plane_codes_, depth_codes_;
  PlaneRing<A> grads_;        // that windows send, if not as they are
  PlaneRing<A> rests_;        // the last of them
  PlaneRing<A> plane_grads_;  // that the winners of a plane receive
  PlaneRing<A> row_grads_;    // that those of a row do
  PlaneRing<StoredAs<T>> sums_;
  Range held_;         // the rows of windows that touch the tile
  Range cells_;        // and those of their cells
  int64_t first_ = 0;  // the row of cells at the first line, which may be padding
  std::vector<SomeCellKeys<L>> columns_;
  std::vector<CellKeys<L>> taps_;
  std::vector<Sender<A>> senders_;
};

void RunMaxPoolGradLines(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                         void* in_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const LineGather<T> gather(exec, p, static_cast<const T*>(in), static_cast<const T*>(out_grad),
                               static_cast<T*>(in_grad));
    ParallelFor(exec, gather.tiling.count(), gather.TileCost(),
                [&](int64_t begin, int64_t end) { ForEachTile<LineTiles<T>>(gather, begin, end); });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMaxPoolGradLines);

absl::string_view DeclinesMaxPoolGradLines(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  constexpr int64_t kMost = 256, kMostColumns = 32, kMostElements = 1 << 16;
  constexpr int64_t kVector = 64, kSmall = 128, kFlat = 512;
  for (const Axis& axis : p.axis) {
    if (axis.window > kMost) return "needs a window of at most 256 cells along each axis";
    if (axis.stride > kMost) return "needs strides of at most 256 cells";
  }
  if (!IsOfOneFloat(p)) return "needs one floating-point type";
  const Axis& width = p.axis[2];
  const int64_t before = GatherAxis(width, Direction::kForward).Tap(0, 0);
  if (width.window > kMostColumns) return "needs a window of at most 32 cells along width";
  if (width.stride != 1 || width.in.size != width.out.size || before < 0 || before >= width.window)
    return "needs as many windows as cells along width";
  if (p.axis[1].stride != 1) return "is for stride 1 along height";
  const int64_t bytes = DataTypeSize(p.type), row = width.in.whole * std::min(p.inner, LinePart(bytes));
  if (p.axis[1].window * row > kMostElements)
    return "needs rows of which those under a window have at most 65536 elements";
  // Of wide cells a part is copied at a time: that must be worth it.
  if (p.inner * bytes >= kVector && p.axis[1].window == 1)
    return "is for windows of several rows, or cells of less than 64 bytes";
  const int64_t plane = p.axis[1].in.whole * width.in.whole * p.inner;
  if (plane < kSmall) return "is for planes of at least 128 numbers";
  if (p.axis[0].window == 1 && (p.inner > 1 || plane < kFlat))
    return "is for windows of several planes, or planes of at least 512 cells of one number";
  return "";
}

void MaxPoolGradLines(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunMaxPoolGradLines)(exec, p, in, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
