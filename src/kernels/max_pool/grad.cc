// The gradient of max pooling. It goes the way back that the winners came: along depth, height and width,
// each time to those that won. The winners are found again, a few planes ahead, and kept as one byte for each
// axis.
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/max_pool/grad.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/avg_pool/columns-inl.h"
#include "kernels/max_pool/planes-inl.h"
#include "kernels/max_pool/senders-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

/// The gradient's tensors, of any type.
template <class A>
struct Gradients {
  const void* out_grad;
  RowReader<A> read;
  void* in_grad;
  RowWriter<A> write;

  template <class T>
  static Gradients Of(const void* out_grad, void* in_grad) {
    return {out_grad, ReadNumbers<T>, in_grad, WriteNumbers<T>};
  }
};

template <class L, class A>
struct MaxGradGather : MaxGather<L, A> {
  MaxGradGather(Exec& e, const PoolProblem& p, Competitors<L> values, Gradients<A> tensors)
      : MaxGather<L, A>(e, p, &Axis::in, values),
        back_depth(p.axis[0], Direction::kBackward),
        back_height(p.axis[1], Direction::kBackward),
        back_width(p.axis[2], Direction::kBackward),
        gradients(tensors) {}

  const GatherAxis back_depth, back_height, back_width;
  const Gradients<A> gradients;
};

template <class L, class A>
class MaxGradTiles {
  using D = hn::ScalableTag<A>;

 public:
  MaxGradTiles(const MaxGradGather<L, A>& gather, int64_t part)
      : g_(gather),
        part_(part),
        pooler_(gather, part),
        columns_(g_.back_width, part),
        columns_memory_(g_.exec, columns_.ArenaBytes()),
        size_(pooler_.out_row()),
        windows_(std::min(g_.out.rows,
                          (g_.tiling.rows.size - 1) / g_.height.axis.stride + 1 + g_.back_height.longest())),
        rows_(std::min(g_.in.rows, (windows_ - 1) * g_.height.axis.stride + g_.height.axis.window)),
        keys_(g_.exec, g_.depth.longest(), windows_, 0, size_),
        height_codes_(g_.exec, g_.depth.longest(), windows_, 0, size_),
        width_codes_(g_.exec, g_.depth.longest(), rows_, columns_.margin_before(),
                     size_ + columns_.margin_after()),
        depth_codes_(g_.exec, g_.back_depth.longest(), windows_, 0, size_),
        out_grads_(g_.exec, g_.back_depth.longest(), windows_, 0, size_),
        plane_grads_(g_.exec, 1, windows_, 0, size_),
        best_(g_.exec, 1, 1, 0, size_),
        result_(g_.exec, 1, 1, 0, g_.in.cells * part) {
    columns_.TakeFrom(&columns_memory_);
  }

  void Run(const Tile& tile) {
    const Range first = g_.back_height.SourcesOf(tile.rows.begin),
                last = g_.back_height.SourcesOf(tile.rows.end - 1);
    held_ = {first.begin, std::max(first.begin, last.end)};
    first_row_ = held_.count() > 0 ? g_.height.SourcesOf(held_.begin).begin : 0;
    int64_t next_plane = 0, next_window = 0;
    for (int64_t d = tile.depths.begin; d < tile.depths.end; ++d) {
      const Range windows = g_.back_depth.SourcesOf(d);
      for (int64_t o = std::max(next_window, windows.begin); o < windows.end; ++o) {
        const Range planes = g_.depth.SourcesOf(o);
        for (int64_t i = std::max(next_plane, planes.begin); i < planes.end; ++i) PoolPlane(tile, i);
        next_plane = std::max(next_plane, planes.end);
        DecideWindows(tile, o, planes);
      }
      next_window = std::max(next_window, windows.end);
      BackAlongDepth(d, windows);
      for (int64_t h = tile.rows.begin; h < tile.rows.end; ++h) BackAlongHeightAndWidth(tile, d, h);
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  void PoolPlane(const Tile& tile, int64_t d) {
    pooler_.Pool(
        tile, d, held_, [&](int64_t o) { return keys_.at(d, o - held_.begin); },
        [&](int64_t h) { return KeepTap<L>{width_codes_.at(d, h - first_row_)}; },
        [&](int64_t o, Range) { return KeepTap<L>{height_codes_.at(d, o - held_.begin)}; });
  }

  /// Which of the planes wins for the windows at depth o; and reads their gradients.
  void DecideWindows(const Tile& tile, int64_t o, Range planes) {
    for (int64_t row = held_.begin; row < held_.end; ++row) {
      const int64_t i = row - held_.begin;
      candidates_.clear();
      for (int64_t plane = planes.begin; plane < planes.end; ++plane)
        candidates_.push_back(keys_.at(plane, i));
      BestOfRows(candidates_, size_, g_.depth.Tap(o, planes.begin), best_.at(0, 0),
                 KeepTap<L>{depth_codes_.at(o, i)});
      g_.gradients.read(g_.gradients.out_grad, g_.out, tile, o, row, out_grads_.at(o, i));
    }
  }

  void BackAlongDepth(int64_t d, Range windows) {
    for (int64_t i = 0; i < held_.count(); ++i) {
      senders_.clear();
      for (int64_t o = windows.begin; o < windows.end; ++o) {
        senders_.push_back({out_grads_.at(o, i), depth_codes_.at(o, i), g_.depth.Tap(o, d)});
      }
      SumWon(senders_, size_, plane_grads_.at(0, i));
    }
  }

  void BackAlongHeightAndWidth(const Tile& tile, int64_t d, int64_t h) {
    const Range windows = g_.back_height.SourcesOf(h);
    const bool covered = windows.count() > 0 && g_.back_depth.SourcesOf(d).count() > 0;
    senders_.clear();
    for (int64_t o = windows.begin; covered && o < windows.end; ++o) {
      const int64_t i = o - held_.begin;
      senders_.push_back({plane_grads_.at(0, i), height_codes_.at(d, i), g_.height.Tap(o, h)});
    }
    SumWon(senders_, size_, columns_.source());
    const D tag;
    std::fill_n(columns_.source() + size_, hn::Lanes(tag), A(0));  // behind the row nothing counts
    const uint8_t* codes = covered ? width_codes_.at(d, h - first_row_) : width_codes_.at(0, 0);
    const auto won = [&](D t, const A* row, int64_t place, int64_t tap)
                         HWY_ATTR { return WhereWon(t, row, codes, place, tap); };
    const int64_t size = g_.in.cells * part_;
    columns_.Write(result_.at(0, 0), RowShape{1, size, size}, false, won,
                   [](auto sum, int64_t) HWY_ATTR { return sum; });
    g_.gradients.write(result_.at(0, 0), g_.in, tile, d, h, g_.stream, g_.gradients.in_grad);
  }

  const MaxGradGather<L, A>& g_;
  const int64_t part_;
  PlanePooler<L, A> pooler_;
  Columns<A, kByCells> columns_;
  Arena columns_memory_;
  const int64_t size_;            // elements of an output row
  const int64_t windows_, rows_;  // at most so many rows of windows, and of input cells, does a tile need
  PlaneRing<L> keys_;             // pooled along width and height
  PlaneRing<uint8_t> height_codes_, width_codes_, depth_codes_;
  PlaneRing<A> out_grads_;
  PlaneRing<A> plane_grads_;  // what the cells of a plane, pooled along width and height, receive
  PlaneRing<L> best_;
  PlaneRing<A> result_;
  Range held_;  // the rows of windows that touch the tile
  int64_t first_row_ = 0;
  std::vector<const L*> candidates_;
  std::vector<Sender<A>> senders_;
};

template <class L, class A>
void RunTiles(Exec& exec, const PoolProblem& p, Competitors<L> values, Gradients<A> gradients) {
  const MaxGradGather<L, A> gather(exec, p, values, gradients);
  ParallelFor(exec, gather.tiling.count(), gather.TileCost(),
              [&](int64_t begin, int64_t end) { ForEachTile<MaxGradTiles<L, A>>(gather, begin, end); });
}

void RunMaxPoolGrad(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  const auto run = [&](auto v, auto t) {
    using V = typename decltype(v)::type;
    using T = typename decltype(t)::type;
    RunTiles(exec, p, Competitors<KeyOf<V>>::template Of<V>(in),
             Gradients<SumOf<T>>::template Of<T>(out_grad, in_grad));
  };
  if (p.value_type == p.type) {
    VisitType(RealTypes(), p.type, [&](auto t) { run(t, t); });
  } else {
    VisitType(FloatTypes(), p.value_type,
              [&](auto v) { VisitType(FloatTypes(), p.type, [&](auto t) { run(v, t); }); });
  }
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunMaxPoolGrad);

absl::string_view DeclinesMaxPool(const PoolProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  for (const Axis& axis : p.axis) {
    if (axis.window > 256) return "needs a window of at most 256 cells along each axis";
  }
  return "";
}

void MaxPoolGrad(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad) {
  HWY_DYNAMIC_DISPATCH(RunMaxPoolGrad)(exec, p, in, out_grad, in_grad);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
