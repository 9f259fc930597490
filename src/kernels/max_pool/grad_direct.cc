// The gradient of max pooling where a cell lies in few windows of a plane. What a window sends goes to the
// plane that won it; there each cell asks all of its windows at once. The winners of a few planes are kept,
// as bytes.
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/max_pool/grad_direct.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/max_pool/direct_windows-inl.h"
#include "kernels/max_pool/senders-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

template <class T>
class DirectTiles {
  using A = SumOf<T>;

 public:
  DirectTiles(const DirectGather<T>& gather, int64_t part)
      : g_(gather),
        rows_(gather, part),
        windows_(gather, rows_),
        size_(rows_.size + g_.reach * rows_.cell),
        plane_grads_(g_.exec, 1, g_.is_deep() ? windows_.slots() : 0, 0, size_),
        row_grads_(g_.exec, 1, 1, 0, size_),
        sums_(g_.exec, 1, 1, 0, rows_.phases.stride * rows_.phases.pitch),
        joined_(g_.exec, 1, 1, 0, rows_.size * g_.stride),
        stage_(g_.exec, 1, 1, 0, rows_.staged_size()) {}

  void Run(const Tile& tile) {
    windows_.Begin(tile);
    const Range held = windows_.held();
    int64_t next = 0;
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      const Range windows = g_.back_depth.SourcesOf(d);
      windows_.Advance(std::max(next, windows.begin), windows.end);
      next = std::max(next, windows.end);
      int64_t next_row = held.begin;
      for (int64_t h = tile.rows.begin; h < tile.rows.end; ++h) {
        // A row goes on as soon as it is there, while the first cache has it. Rows of several outer indices
        // would compete there with those that are written: they wait until their plane is done, if it is
        // kept.
        const bool wait = g_.is_deep() && g_.planar;
        const int64_t end = wait ? held.end : g_.back_height.SourcesOf(h).end;
        for (; next_row < end; ++next_row) {
          windows_.Decide(tile, next_row);
          if (g_.is_deep()) BackAlongDepth(d, windows, windows_.Slot(next_row));
        }
        WriteRow(tile, d, windows, h);
      }
    }
    if (g_.stream || g_.staged) hwy::FlushStream();
  }

 private:
  /// What the windows that are won by the plane d send to it, of the row in slot i.
  void BackAlongDepth(int64_t d, Range windows, int64_t i) {
    senders_.clear();
    for (int64_t o = windows.begin; o < windows.end; ++o)
      senders_.push_back({windows_.grads(o, i), windows_.depth_codes(o, i), g_.depth.Tap(o, d)});
    SumWon(senders_, size_, plane_grads_.at(0, i));
  }

  /// What the winners of a plane send to an input row.
  const A* BackAlongHeight(int64_t d, Range depths, int64_t h, Range rows) {
    senders_.clear();
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      const int64_t i = windows_.Slot(row);
      const A* grads = g_.is_deep() ? plane_grads_.at(0, i) : windows_.grads(depths.begin, i);
      if (g_.height.axis.window == 1) return grads;
      senders_.push_back({grads, windows_.plane_codes(d, i), g_.height.Tap(row, h)});
    }
    SumWon(senders_, size_, row_grads_.at(0, 0));
    return row_grads_.at(0, 0);
  }

  void WriteRow(const Tile& tile, int64_t d, Range depths, int64_t h) {
    const Range rows = g_.back_height.SourcesOf(h);
    const bool covered = depths.count() > 0 && rows.count() > 0;
    const A* grads = covered ? BackAlongHeight(d, depths, h, rows) : nullptr;
    const uint8_t* codes = covered ? windows_.row_codes(d, h) : nullptr;
    if (rows_.InPairs()) {
      AskPhase(0, grads, codes, &senders_);
      AskPhase(1, grads, codes, &others_);
      SumWonInPairs(senders_, others_, rows_.size, reinterpret_cast<T*>(joined_.at(0, 0)));
    } else {
      for (int64_t phase = 0; phase < g_.stride; ++phase) {
        AskPhase(phase, grads, codes, &senders_);
        SumWon(senders_, rows_.size, reinterpret_cast<T*>(sums_.at(0, 0) + phase * rows_.phases.pitch));
      }
    }
    rows_.Write(tile, d, h, sums_.at(0, 0), joined_.at(0, 0), stage_.at(0, 0));
  }

  /// Who sends to the cells of a phase; nobody, if there are no gradients.
  void AskPhase(int64_t phase, const A* grads, const uint8_t* codes, std::vector<Sender<A>>* senders) const {
    senders->clear();
    for (int64_t back = g_.reach; grads != nullptr && back >= 0; --back) {
      const int64_t tap = phase + back * g_.stride, at = (g_.reach - back) * rows_.cell;
      if (tap < g_.width.axis.window) senders->push_back({grads + at, codes + at, tap});
    }
  }

  const DirectGather<T>& g_;
  const DirectRows<T> rows_;
  DirectWindows<T> windows_;
  const int64_t size_;        // of a row of windows with those before it
  PlaneRing<A> plane_grads_;  // what the winners of a plane receive
  PlaneRing<A> row_grads_;    // what those of a row do
  PlaneRing<StoredAs<T>> sums_, joined_, stage_;
  std::vector<Sender<A>> senders_, others_;
};

void RunMaxPoolGradDirect(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                          void* in_grad) {
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const DirectGather<T> gather(exec, p, static_cast<const T*>(in), static_cast<const T*>(out_grad),
                                 static_cast<T*>(in_grad));
    ParallelFor(exec, gather.tiling.count(), gather.TileCost(),
                [&](int64_t begin, int64_t end) { ForEachTile<DirectTiles<T>>(gather, begin, end); });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMaxPoolGradDirect);

absl::string_view DeclinesMaxPoolGradDirect(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  constexpr int64_t kMost = 256, kFewWindows = 9, kShortRow = 32;
  int64_t windows = 1;  // that a cell lies in
  for (const Axis& axis : p.axis) {
    if (axis.window > kMost) return "needs a window of at most 256 cells along each axis";
    if (axis.stride > kMost) return "needs strides of at most 256 cells";
    windows *= (axis.window - 1) / axis.stride + 1;
  }
  // Short rows of float are better turned, if there is much to do with them.
  if (windows > kFewWindows && p.axis[2].in.whole * p.inner <= kShortRow && DataTypeSize(p.type) > 2)
    return "is for rows of more than 32 numbers where cells of float or double lie in more than 9 windows";
  return IsOfOneFloat(p) ? "" : "needs one floating-point type";
}

void MaxPoolGradDirect(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                       void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunMaxPoolGradDirect)(exec, p, in, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
