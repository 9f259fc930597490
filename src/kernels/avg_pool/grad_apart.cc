// The gradient of average pooling where every input cell has one window at most: a row of windows is divided
// once, spread over its cells, and written as often as there are rows under it.
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/avg_pool/grad_apart.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <vector>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/avg_pool/quotient-inl.h"
#include "kernels/avg_pool/window_cells-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPieceBytes = 16 << 10;  // that are spread in one go: they stay in the first cache
constexpr int64_t kMostRows = 64;

template <class T>
class ApartAverage {
  using A = SumOf<T>;
  using S = StoredAs<T>;
  using DA = hn::ScalableTag<A>;
  using DS = hn::ScalableTag<S>;

 public:
  ApartAverage(Exec& exec, const PoolProblem& p, const T* out_grad, T* in_grad)
      : exec_(exec),
        depth_(p.axis[0]),
        height_(p.axis[1]),
        width_(p.axis[2]),
        inner_(p.inner),
        cells_(p.in_cells()),
        step_(std::max(width_.axis.window, width_.axis.stride)),
        out_grad_(out_grad),
        in_grad_(Stored(in_grad)),
        planes_(p.outer * depth_.target.size) {
    const int64_t windows = width_.target.size, row = std::max<int64_t>(1, width_.source.size * inner_);
    constexpr int64_t kPiece = kPieceBytes / sizeof(S);
    pieces_ = {windows, std::clamp<int64_t>(kPiece / (step_ * inner_), 1, std::max<int64_t>(1, windows))};
    by_cells_ = inner_ >= static_cast<int64_t>(hn::Lanes(DS()));
    one_row_ = IsOneRow();
    for (int64_t o = 0; o < height_.target.size; ++o) {
      rows_.emplace_back(height_, o);
      rows_under_ = std::max(rows_under_, rows_.back().owned.count());
    }
    const bool short_rows = pieces_.count() == 1 && !by_cells_ && !one_row_;
    bands_ = {height_.target.size,
              short_rows ? std::clamp<int64_t>(kPiece / (row * rows_under_), 1, kMostRows) : 1};
    const int64_t run = bands_.size > 1 ? height_.source.size * row : row;
    constexpr int64_t kBytes = sizeof(T);
    stream_ = WorthStreamingFill(cells_ * kBytes, p.out_cells() * kBytes, run * kBytes);
    while (full_.begin < windows && width_.Share(full_.begin) < width_.full_share()) ++full_.begin;
    for (full_.end = full_.begin; full_.end < windows; ++full_.end) {
      if (width_.Share(full_.end) < width_.full_share()) break;
    }
  }

  void Run() const {
    const int64_t items = planes_ * bands_.count() * pieces_.count();
    ParallelFor(exec_, items, cells_ / items / 2 + 1, [&](int64_t begin, int64_t end) {
      const int64_t most = bands_.size * pieces_.size * inner_;
      const int64_t slack = 4 * static_cast<int64_t>(hn::Lanes(DS()));
      const auto size = [&](int64_t count) { return static_cast<size_t>(count + slack); };
      const int64_t spread = by_cells_ || one_row_ ? 0 : most * step_;
      const int64_t image = bands_.size == 1 ? 0 : bands_.size * rows_under_ * width_.source.size * inner_;
      Arena arena(exec_,
                  Arena::Size<S>(size(most)) + Arena::Size<S>(size(spread)) + Arena::Size<S>(size(image)));
      const Memory memory = {arena.Take<S>(size(most)), arena.Take<S>(size(spread)),
                             arena.Take<S>(size(image))};
      for (int64_t i = begin; i < end; ++i) {
        const int64_t band = i / pieces_.count();
        RunPiece(band / bands_.count(), bands_.at(band % bands_.count()), pieces_.at(i % pieces_.count()),
                 memory);
      }
      if (stream_) hwy::FlushStream();
    });
  }

 private:
  const CellsUnder& RowsUnder(int64_t o) const { return rows_[static_cast<size_t>(o)]; }

  struct Memory {
    S* scaled;  // what the windows send
    S* spread;  // the cells under them
    S* image;   // the rows under a band
  };

  bool IsOneRow() const {
    const auto plain = [](const ApartAxis& a) {
      return a.axis.window == 1 && a.axis.stride == 1 && a.source.size == a.target.size && a.Start(0) == 0;
    };
    return plain(depth_) && plain(height_) && inner_ == 1 && width_.axis.window == step_ &&
           step_ >= static_cast<int64_t>(hn::Lanes(DS())) && width_.Start(0) == 0 &&
           width_.source.size == width_.target.size * step_;
  }

  /// Some rows of windows of a plane of them, or some windows of one row, and all input cells up to the next.
  void RunPiece(int64_t plane, Range rows, Range windows, const Memory& memory) const {
    const int64_t sent = windows.count() * inner_, od = plane % depth_.target.size;
    const Range depths = depth_.SourcesOf(od), owned = depth_.Owned(od);
    const T* grads =
        out_grad_ +
        ((plane * height_.target.size + rows.begin) * width_.target.size + windows.begin) * inner_;
    const bool all_full = full_.count() == width_.target.size;
    for (int64_t row = rows.begin; row < rows.end;) {
      const int64_t begin = row, share = RowsUnder(row).share;
      do ++row;
      while (all_full && row < rows.end && RowsUnder(row).share == share);
      const int64_t done = (begin - rows.begin) * sent;
      Scale(grads + done, windows, row - begin, depths.count() * share, memory.scaled + done);
    }
    if (one_row_) {
      const int64_t row = plane * height_.target.size + rows.begin;
      return EmitWindows({windows.count(), step_, step_, 1}, memory.scaled, stream_,
                         in_grad_ + (row * width_.target.size + windows.begin) * step_);
    }
    if (!by_cells_) {
      const WindowCells cells = {rows.count() * windows.count(), width_.axis.window, step_, inner_};
      SpreadWindows(cells, memory.scaled, memory.spread);
    }
    const int64_t size = height_.source.size * width_.source.size * inner_;
    S* first = in_grad_ + plane / depth_.target.size * depth_.source.size * size;
    if (bands_.size > 1) return WriteBand(rows, depths, owned, first, memory);
    for (int64_t z = owned.begin; z < owned.end; ++z) {
      WriteRowsUnder(rows.begin, z >= depths.begin && z < depths.end, windows, first + z * size, memory);
    }
  }

  /// The rows under a band, to each of the planes from `first` on. They lie behind each other.
  void WriteBand(Range rows, Range depths, Range owned, S* first, const Memory& memory) const {
    const DS d;
    const int64_t row = width_.source.size * inner_, plane = height_.source.size * row;
    const Range under = {RowsUnder(rows.begin).owned.begin, RowsUnder(rows.end - 1).owned.end};
    const int64_t size = under.count() * row;
    S* to = first + under.begin * row;
    const S* image = nullptr;  // the first plane's, unless that is written past the cache
    for (int64_t z = owned.begin; z < owned.end; ++z) {
      const bool covered = z >= depths.begin && z < depths.end;
      if (covered && image == nullptr) {
        S* made = stream_ ? memory.image : to + z * plane;
        MakeImage(rows, memory.spread, made - under.begin * row);
        image = made;
        if (!stream_) continue;
      }
      if (covered && stream_) {
        Emit(d, to + z * plane, size, stream_,
             [=](int64_t j) HWY_ATTR { return hn::LoadU(DS(), image + j); });
      } else if (covered) {  // nothing may be read behind the first plane: the result may end there
        std::copy_n(image, size, to + z * plane);
      } else {
        Emit(d, to + z * plane, size, stream_, [=](int64_t) HWY_ATTR { return hn::Zero(DS()); });
      }
    }
  }

  void MakeImage(Range rows, const S* spread, S* image) const {
    const int64_t row = width_.source.size * inner_, pitch = width_.target.size * step_ * inner_;
    const Range cells = CellsOf({0, width_.target.size});
    const bool whole = cells.count() == width_.source.size;
    const S* from = spread + (cells.begin - width_.Start(0)) * inner_;
    for (int64_t o = rows.begin; o < rows.end; ++o, from += pitch) {
      const CellsUnder& under = RowsUnder(o);
      if (!whole || under.covered != under.owned)
        std::fill_n(image + under.owned.begin * row, under.owned.count() * row, S(0));
      CopyToRows(from, cells.count() * inner_, image + under.covered.begin * row + cells.begin * inner_,
                 under.covered.count(), row);
    }
  }

  /// The cells that the windows and the gaps behind them lie on.
  Range CellsOf(Range windows) const {
    const int64_t begin = width_.Start(windows.begin), end = begin + windows.count() * step_;
    const Range owned = {width_.Owned(windows.begin).begin, width_.Owned(windows.end - 1).end};
    return {std::clamp(begin, owned.begin, owned.end), std::clamp(end, owned.begin, owned.end)};
  }

  void WriteRowsUnder(int64_t o, bool covered_depth, Range windows, S* plane, const Memory& memory) const {
    const Range heights = RowsUnder(o).covered, owned = RowsUnder(o).owned;
    for (int64_t y = owned.begin; y < owned.end; ++y) {
      const bool covered = covered_depth && y >= heights.begin && y < heights.end;
      S* row = plane + y * width_.source.size * inner_;
      if (covered && by_cells_) {
        WriteCells(windows, memory.scaled, row);
      } else {
        WriteRow(windows, covered ? memory.spread : nullptr, row);
      }
    }
  }

  template <class Quotient>
  HWY_NOINLINE static void DivideAll(const T* from, int64_t count, Quotient quotient, T* to) {
    const DA d;
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    const auto put = [&](auto sent, int64_t j) HWY_ATTR {
      const auto result = quotient(sent, j);
      // A part of infinity is infinity.
      StoreNumbers(d, hn::IfThenElse(hn::Eq(result, result), result, sent), to + j);
    };
    int64_t j = 0;
    for (; j + lanes <= count; j += lanes) put(LoadNumbers(d, from + j), j);
    if (j < count) put(LoadSome(d, from + j, static_cast<size_t>(count - j)), j);
  }

  /// What each window of `rows` rows sends, as it is stored. `share` is that of the depth and the height.
  void Scale(const T* grads, Range windows, int64_t rows, int64_t share, S* sent) const {
    const auto divide = [&](Range some, int64_t cells) {
      const int64_t begin = (some.begin - windows.begin) * inner_, end = (some.end - windows.begin) * inner_;
      WithQuotient<T>(share * cells, [&](auto quotient) HWY_ATTR {
        DivideAll(grads + begin, end - begin, quotient, reinterpret_cast<T*>(sent + begin));
      });
    };
    const Range full = {std::clamp(full_.begin, windows.begin, windows.end),
                        std::clamp(full_.end, windows.begin, windows.end)};
    for (int64_t o = windows.begin; o < full.begin; ++o) divide({o, o + 1}, width_.Share(o));
    if (full.count() > 0) divide({full.begin, full.end + (rows - 1) * windows.count()}, width_.full_share());
    for (int64_t o = full.end; o < windows.end; ++o) divide({o, o + 1}, width_.Share(o));
  }

  /// The input row under some windows, from their cells; zeros if there are none.
  void WriteRow(Range windows, const S* spread, S* row) const {
    const Range owned = {width_.Owned(windows.begin).begin, width_.Owned(windows.end - 1).end};
    if (spread == nullptr) return WriteZeros(owned, row);
    const Range cells = CellsOf(windows);
    WriteZeros({owned.begin, cells.begin}, row);
    const S* from = spread + (cells.begin - width_.Start(windows.begin)) * inner_;
    Emit(DS(), row + cells.begin * inner_, cells.count() * inner_, stream_,
         [=](int64_t j) HWY_ATTR { return hn::LoadU(DS(), from + j); });
    WriteZeros({cells.end, owned.end}, row);
  }

  void WriteZeros(Range cells, S* row) const {
    if (cells.count() <= 0) return;
    Emit(DS(), row + cells.begin * inner_, cells.count() * inner_, stream_,
         [](int64_t) HWY_ATTR { return hn::Zero(DS()); });
  }

  /// Cells of at least a vector, straight into a row of the input.
  void WriteCells(Range windows, const S* scaled, S* row) const {
    const DS d;
    for (int64_t o = windows.begin; o < windows.end; ++o, scaled += inner_) {
      const Range cells = width_.SourcesOf(o), owned = width_.Owned(o);
      for (int64_t w = owned.begin; w < owned.end; ++w) {
        const bool covered = w >= cells.begin && w < cells.end;
        Emit(d, row + w * inner_, inner_, stream_,
             [&](int64_t j) HWY_ATTR { return covered ? hn::LoadU(d, scaled + j) : hn::Zero(d); });
      }
    }
  }

  Exec& exec_;
  const ApartAxis depth_, height_, width_;
  const int64_t inner_, cells_;
  const int64_t step_;  // cells from window to window
  const T* const out_grad_;
  S* const in_grad_;
  const int64_t planes_;          // of windows
  std::vector<CellsUnder> rows_;  // of each row of windows
  int64_t rows_under_ = 1;        // at most, under a row of windows
  bool stream_;
  bool one_row_;   // all windows are neighbours in one row, and at least a vector
  bool by_cells_;  // a cell is at least a vector
  Range full_;     // windows that are not cut at the left or right border
  Parts bands_;    // of a plane's rows of windows
  Parts pieces_;   // of a row's windows
};

void RunAvgPoolGradApart(Exec& exec, const PoolProblem& p, const void* out_grad, void* in_grad) {
  const PoolProblem joined = JoinAxes(p);
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    ApartAverage<T>(exec, joined, static_cast<const T*>(out_grad), static_cast<T*>(in_grad)).Run();
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunAvgPoolGradApart);

absl::string_view DeclinesAvgPoolGradApart(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  for (const Axis& axis : p.axis) {
    if (axis.window > axis.stride && axis.out.whole > 1) return "needs windows that do not overlap";
    if (axis.window > 2 * axis.in.whole + 256) return "needs windows that are not much larger than the input";
  }
  return "";
}

void AvgPoolGradApart(Exec& exec, const PoolProblem& p, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunAvgPoolGradApart)(exec, p, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
