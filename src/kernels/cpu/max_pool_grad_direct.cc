// The gradient of max pooling where a cell lies in few windows: a window compares all of its cells at once,
// and a cell asks each of its windows. The winners of a few planes of windows are kept, as a byte each.
#include "kernels/cpu/cpu.h"
#include "kernels/cpu/gather.h"
#include "kernels/cpu/target.h"
#include "kernels/cpu/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/max_pool_grad_direct.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/cpu/direct_windows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

template <class T>
class DirectTiles {
  using A = SumOf<T>;
  using DA = hn::ScalableTag<A>;

 public:
  DirectTiles(const DirectGather<T>& gather, int64_t part)
      : g_(gather),
        windows_(gather, part),
        cell_(windows_.cell()),
        size_(windows_.size()),
        phases_(windows_.phases()),
        sums_(1, 2, 0, g_.planar ? std::max(size_ * g_.stride, phases_.stride * phases_.pitch) : 0) {}

  void Run(const Tile& tile) {
    windows_.Begin(tile);
    int64_t next = 0;
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      const Range windows = g_.back_depth.SourcesOf(d);
      for (int64_t o = std::max(next, windows.begin); o < windows.end; ++o) windows_.Decide(tile, o);
      next = std::max(next, windows.end);
      for (int64_t h = tile.rows.begin; h < tile.rows.end; ++h) WriteRow(tile, d, h);
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  /// A row of windows, and the tap under which they have the cells in question.
  struct Sender {
    const A* numbers;
    const uint8_t* codes;
    int64_t tap;
  };

  /// What the windows send to an input row.
  void WriteRow(const Tile& tile, int64_t d, int64_t h) {
    const Range depths = g_.back_depth.SourcesOf(d), rows = g_.back_height.SourcesOf(h);
    for (int64_t phase = 0; phase < g_.stride; ++phase) {
      senders_.clear();
      for (int64_t o = depths.begin; o < depths.end; ++o) {
        for (int64_t row = rows.begin; row < rows.end; ++row) {
          const int64_t tap =
              (g_.depth.Tap(o, d) * g_.height.axis.window + g_.height.Tap(row, h)) * g_.width.axis.window;
          for (int64_t back = g_.reach; back >= 0; --back) {
            if (phase + back * g_.stride >= g_.width.axis.window) continue;
            const int64_t at = (g_.reach - back) * cell_;
            senders_.push_back(
                {windows_.grads(o, row) + at, windows_.codes(o, row) + at, tap + phase + back * g_.stride});
          }
        }
      }
      WithCount(static_cast<int64_t>(senders_.size()), [&](auto n) HWY_ATTR {
        g_.planar ? SumFlat<decltype(n)::value>(phase) : WriteCells<decltype(n)::value>(tile, d, h, phase);
      });
    }
    if (!g_.planar) return;
    A* joined = sums_.at(0, 0);
    if (g_.stride > 1) {
      Phases all = phases_;
      all.used = all.stride;
      joined = sums_.at(0, 1);
      JoinPhases(all, sums_.at(0, 0), joined);
    }
    const DA tag;
    for (int64_t i = 0; i < windows_.rows_together() && i < tile.inner.count(); ++i) {
      const A* from = joined + (i * g_.kept * g_.stride + g_.first) * cell_;
      Emit(tag, g_.in_grad + g_.in.At(tile, d, h) + i * windows_.Apart(g_.in), g_.in.cells * cell_, g_.stream,
           [&](int64_t j) HWY_ATTR { return hn::LoadU(tag, from + j); });
    }
  }

  /// N > 3 stands for any number of senders, also none.
  template <int N>
  HWY_INLINE hn::Vec<DA> SumAt(int64_t j) const {
    const DA d;
    const Sender* senders = senders_.data();
    const auto count = static_cast<int64_t>(senders_.size());
    if (N > 3 && count == 0) return hn::Zero(d);
    return SumOfLoads<N>(count, [&](int64_t i) HWY_ATTR {
      return WhereWon(d, senders[i].numbers, senders[i].codes, j, senders[i].tap);
    });
  }

  template <int N>
  HWY_NOINLINE void SumFlat(int64_t phase) {
    const DA d;
    A* HWY_RESTRICT to = sums_.at(0, 0) + phase * phases_.pitch;
    for (int64_t j = 0; j < size_; j += static_cast<int64_t>(hn::Lanes(d)))
      hn::StoreU(SumAt<N>(j), d, to + j);
  }

  template <int N>
  HWY_NOINLINE void WriteCells(const Tile& tile, int64_t d, int64_t h, int64_t phase) {
    T* row = g_.in_grad + g_.in.At(tile, d, h);
    // Cell w is `phase` behind the start of kept window (w + first) / stride.
    int64_t w = (phase - g_.first % g_.stride + g_.stride) % g_.stride;
    for (; w < g_.in.cells; w += g_.stride) {
      const int64_t from = (w + g_.first) / g_.stride * cell_;
      Emit(DA(), row + w * g_.in.inner, cell_, g_.stream,
           [&](int64_t j) HWY_ATTR { return SumAt<N>(from + j); });
    }
  }

  const DirectGather<T>& g_;
  DirectWindows<T> windows_;
  const int64_t cell_;
  const int64_t size_;  // of a row of kept windows
  const Phases phases_;
  PlaneRing<A> sums_;
  std::vector<Sender> senders_;
};

void RunMaxPoolGradDirect(const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const DirectGather<T> gather(p, static_cast<const T*>(in), static_cast<const T*>(out_grad),
                                 static_cast<T*>(in_grad));
    ParallelFor(gather.tiling.count(), gather.TileCost(),
                [&](int64_t begin, int64_t end) { ForEachTile<DirectTiles<T>>(gather, begin, end); });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMaxPoolGradDirect);

std::string DeclinesMaxPoolGradDirect(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  constexpr int64_t kMost = 256, kMostWindows = 9, kMostNarrow = 12, kNarrow = 16;
  int64_t cells = 1, steps = 1;
  for (const Axis& axis : p.axis) {
    if (axis.window > kMost || (cells *= axis.window) > kMost) return "needs a window of at most 256 cells";
    if (axis.stride > kMost) return "needs strides of at most 256 cells";
    steps *= axis.stride;
  }
  if (cells > kMostWindows * steps) return "is for cells that lie in at most 9 windows";
  if (cells > kMostNarrow && p.inner < kNarrow)
    return "is for small windows where few channels are innermost";
  return IsOfOneFloat(p) ? "" : "needs one floating-point type";
}

void MaxPoolGradDirect(const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunMaxPoolGradDirect)(p, in, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
