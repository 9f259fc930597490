// The gradient of average pooling where every input cell has one window at most: a row of windows is scaled
// once, spread over its cells, and written as often as there are rows under it.
#include "kernels/cpu/cpu.h"
#include "kernels/cpu/gather.h"
#include "kernels/cpu/target.h"
#include "kernels/cpu/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/avg_pool_grad_apart.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <vector>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/cpu/emit-inl.h"
#include "kernels/cpu/phases-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

constexpr int64_t kPieceElements =
    1 << 13;  // of a row that is spread in one go: they stay in the first cache

template <class T>
class ApartAverage {
  using A = SumOf<T>;
  using S = StoredAs<T>;
  using DA = hn::ScalableTag<A>;
  using DS = hn::ScalableTag<S>;

 public:
  ApartAverage(const PoolProblem& p, const T* out_grad, T* in_grad)
      : depth_(p.axis[0]),
        height_(p.axis[1]),
        width_(p.axis[2]),
        inner_(p.inner),
        cells_(p.in_cells()),
        rows_(p.outer * depth_.target.size * height_.target.size),
        out_grad_(out_grad),
        in_grad_(Stored(in_grad)),
        stream_(
            WorthStreaming(cells_ * int64_t{sizeof(T)}, width_.source.size * inner_ * int64_t{sizeof(T)})) {
    const int64_t windows = width_.target.size;
    const int64_t step = std::min(width_.axis.stride, width_.source.size);
    pieces_ = {windows, std::clamp<int64_t>(kPieceElements / (step * inner_), 1, windows)};
    by_cells_ = inner_ >= static_cast<int64_t>(hn::Lanes(DS()));
    for (int64_t o = 0; o < windows; ++o) equal_shares_ &= width_.Share(o) == width_.full_share();
  }

  void Run() const {
    const int64_t items = rows_ * pieces_.count();
    ParallelFor(items, cells_ / items / 2 + 1, [&](int64_t begin, int64_t end) {
      const int64_t most = pieces_.size * inner_, slack = 4 * static_cast<int64_t>(hn::Lanes(DS()));
      // A piece owns its windows' cells up to the next one, and at the ends of a row a few more.
      const int64_t spread = by_cells_ ? 0 : LongestPiece() * inner_;
      const auto size = [&](int64_t count) { return static_cast<size_t>(count + slack); };
      Arena arena(Arena::Size<S>(size(most)) + Arena::Size<S>(size(spread)));
      S* scaled = arena.Take<S>(size(most));
      S* row = arena.Take<S>(size(spread));
      for (int64_t i = begin; i < end; ++i)
        RunPiece(i / pieces_.count(), pieces_.at(i % pieces_.count()), scaled, row);
      if (stream_) hwy::FlushStream();
    });
  }

 private:
  /// The cells of a piece, those in the padding on its left included.
  Range CellsOf(Range windows) const {
    const Range owned = {width_.Owned(windows.begin).begin, width_.Owned(windows.end - 1).end};
    const int64_t last = width_.Start(windows.end - 1) + width_.axis.window;
    return {std::min(owned.begin, width_.Start(windows.begin)), std::max(owned.end, last)};
  }
  int64_t LongestPiece() const {
    int64_t longest = 0;
    for (int64_t i = 0; i < pieces_.count(); ++i) longest = std::max(longest, CellsOf(pieces_.at(i)).count());
    return longest;
  }

  /// Some windows of a row of them, and all input rows up to the next.
  void RunPiece(int64_t row_of_windows, Range windows, S* scaled, S* spread) const {
    const int64_t oh = row_of_windows % height_.target.size;
    const int64_t od = row_of_windows / height_.target.size % depth_.target.size;
    const int64_t outer = row_of_windows / height_.target.size / depth_.target.size;
    const Range depths = depth_.SourcesOf(od), heights = height_.SourcesOf(oh);
    const Range owned_depths = depth_.Owned(od), owned_heights = height_.Owned(oh);
    const Range cells = CellsOf(windows);
    const int64_t begin = width_.Owned(windows.begin).begin, end = width_.Owned(windows.end - 1).end;
    const T* grads = out_grad_ + (row_of_windows * width_.target.size + windows.begin) * inner_;
    Scale(grads, windows, depths.count() * heights.count(), scaled);
    if (!by_cells_) Spread(windows, cells, scaled, spread);
    const DS d;
    for (int64_t z = owned_depths.begin; z < owned_depths.end; ++z) {
      for (int64_t y = owned_heights.begin; y < owned_heights.end; ++y) {
        const bool covered = z >= depths.begin && z < depths.end && y >= heights.begin && y < heights.end;
        S* row = in_grad_ +
                 ((outer * depth_.source.size + z) * height_.source.size + y) * width_.source.size * inner_;
        if (covered && by_cells_) {
          WriteCells(windows, scaled, row);
          continue;
        }
        const S* from = spread + (begin - cells.begin) * inner_;
        Emit(d, row + begin * inner_, (end - begin) * inner_, stream_,
             [&](int64_t j) HWY_ATTR { return covered ? hn::LoadU(d, from + j) : hn::Zero(d); });
      }
    }
  }

  /// What each window sends, as it is stored. `share` is that of the depth and the height.
  void Scale(const T* grads, Range windows, int64_t share, S* scaled) const {
    const DA d;
    const auto scale = [&](const T* from, int64_t count, int64_t cells, S* to) HWY_ATTR {
      const auto factor = hn::Set(d, static_cast<A>(1.0 / static_cast<double>(share * cells)));
      const auto lanes = static_cast<int64_t>(hn::Lanes(d));
      int64_t j = 0;
      for (; j + lanes <= count; j += lanes) {
        StoreNumbers(d, hn::Mul(LoadNumbers(d, from + j), factor), reinterpret_cast<T*>(to + j));
      }
      if (j == count) return;
      const auto rest = static_cast<size_t>(count - j);
      StoreNumbers(d, hn::Mul(LoadSome(d, from + j, rest), factor), reinterpret_cast<T*>(to + j));
    };
    if (equal_shares_) return scale(grads, windows.count() * inner_, width_.full_share(), scaled);
    for (int64_t o = windows.begin; o < windows.end; ++o) {
      const int64_t at = (o - windows.begin) * inner_;
      scale(grads + at, inner_, width_.Share(o), scaled + at);
    }
  }

  /// Row `to` begins with cell `cells.begin`.
  void Spread(Range windows, Range cells, const S* scaled, S* to) const {
    const int64_t first = (width_.Start(windows.begin) - cells.begin) * inner_;
    const int64_t window = width_.axis.window, stride = width_.axis.stride;
    const int64_t size = cells.count() * inner_;
    if (window < stride || first > 0) std::fill_n(to, size, S(0));
    if (inner_ > 1 || window <= 4) {
      JoinPhases(Phases{stride, window, inner_, windows.count(), /*pitch=*/0}, scaled, to + first);
    } else {
      const DS d;
      for (int64_t o = 0; o < windows.count(); ++o) {
        S* cell = to + first + o * stride;
        const auto value = hn::Set(d, scaled[o]);
        const int64_t whole =
            window / static_cast<int64_t>(hn::Lanes(d)) * static_cast<int64_t>(hn::Lanes(d));
        for (int64_t j = 0; j < whole; j += static_cast<int64_t>(hn::Lanes(d)))
          hn::StoreU(value, d, cell + j);
        if (whole < window) StoreFirst(d, value, cell + whole, static_cast<size_t>(window - whole));
      }
    }
    const int64_t end = first + ((windows.count() - 1) * stride + window) * inner_;
    if (end < size) std::fill(to + end, to + size, S(0));
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

  const ApartAxis depth_, height_, width_;
  const int64_t inner_, cells_;
  const int64_t rows_;  // of windows
  const T* const out_grad_;
  S* const in_grad_;
  const bool stream_;
  bool by_cells_;
  bool equal_shares_ = true;  // no window is cut at the left or right border
  Parts pieces_;              // of a row's windows
};

void RunAvgPoolGradApart(const PoolProblem& p, const void* out_grad, void* in_grad) {
  const PoolProblem joined = JoinAxes(p);
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    ApartAverage<T>(joined, static_cast<const T*>(out_grad), static_cast<T*>(in_grad)).Run();
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunAvgPoolGradApart);

std::string DeclinesAvgPoolGradApart(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  for (const Axis& axis : p.axis) {
    if (axis.window > axis.stride && axis.out.whole > 1) return "needs windows that do not overlap";
    if (axis.window > 2 * axis.in.whole + 256) return "needs windows that are not much larger than the input";
  }
  return "";
}

void AvgPoolGradApart(const PoolProblem& p, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunAvgPoolGradApart)(p, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
