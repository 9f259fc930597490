// Max pooling and its second gradient: both pick, at the winner of each window, from a tensor of the input's
// shape.
#include "kernels/pool/cpu.h"
#include "kernels/pool/gather.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/max_pool/max_pool.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/max_pool/planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

/// The unsigned integer that holds the bits of T: what is picked travels with the keys as bits.
template <class T>
using BitsOf = std::conditional_t<
    sizeof(T) == 8, uint64_t,
    std::conditional_t<sizeof(T) == 4, uint32_t, std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>;

template <class L>
struct Picks {
  const void* from;
  RowReader<L> read;
  void* to;
  RowWriter<L> write;

  template <class T>
  static Picks Of(const void* from, void* to) {
    return {from, ReadNumbers<BitsOf<T>>, to, WriteNumbers<BitsOf<T>>};
  }
};

template <class L>
struct PickGather : MaxGather<L, L> {
  PickGather(Exec& e, const PoolProblem& p, Competitors<L> values, Picks<L> tensors)
      : MaxGather<L, L>(e, p, &Axis::out, values), picks(tensors) {}

  const Picks<L> picks;
};

template <class L>
class PickTiles {
 public:
  PickTiles(const PickGather<L>& gather, int64_t part)
      : g_(gather),
        pooler_(gather, part),
        size_(pooler_.out_row()),
        keys_(g_.exec, g_.depth.longest(), g_.tiling.rows.size, 0, size_),
        picks_(g_.exec, g_.depth.longest(), g_.tiling.rows.size, 0, size_),
        row_picks_(g_.exec, 1, std::max<int64_t>(1, g_.height.longest()), 0, size_),
        best_(g_.exec, 1, 2, 0, size_),
        pick_row_(g_.exec, 1, 1, pooler_.columns().margin_before(),
                  static_cast<int64_t>(pooler_.columns().memory_size())) {}

  void Run(const Tile& tile) {
    int64_t next_plane = 0;
    for (int64_t o = tile.depths.begin; o < tile.depths.end; ++o) {
      const Range planes = g_.depth.SourcesOf(o);
      for (int64_t d = std::max(next_plane, planes.begin); d < planes.end; ++d) PoolPlane(tile, d);
      next_plane = std::max(next_plane, planes.end);
      for (int64_t row = tile.rows.begin; row < tile.rows.end; ++row) Write(tile, o, row, planes);
    }
    if (g_.stream) hwy::FlushStream();
  }

 private:
  void PoolPlane(const Tile& tile, int64_t d) {
    pooler_.Pool(
        tile, d, tile.rows, [&](int64_t o) { return keys_.at(d, o - tile.rows.begin); },
        [&](int64_t h) {
          g_.picks.read(g_.picks.from, g_.in, tile, d, h, pick_row_.at(0, 0));
          candidate_picks_.assign(1, pick_row_.at(0, 0));
          return KeepPicked<L>{&candidate_picks_, RowPick(h)};
        },
        [&](int64_t o, Range cells) {
          candidate_picks_.clear();
          for (int64_t h = cells.begin; h < cells.end; ++h) candidate_picks_.push_back(RowPick(h));
          return KeepPicked<L>{&candidate_picks_, picks_.at(d, o - tile.rows.begin)};
        });
  }

  L* RowPick(int64_t h) const { return row_picks_.at(0, h % std::max<int64_t>(1, g_.height.longest())); }

  void Write(const Tile& tile, int64_t o, int64_t row, Range planes) {
    const int64_t i = row - tile.rows.begin;
    candidates_.clear();
    candidate_picks_.clear();
    for (int64_t d = planes.begin; d < planes.end; ++d) {
      candidates_.push_back(keys_.at(d, i));
      candidate_picks_.push_back(picks_.at(d, i));
    }
    L* picked = best_.at(0, 1);
    BestOfRows(candidates_, size_, 0, best_.at(0, 0), KeepPicked<L>{&candidate_picks_, picked});
    g_.picks.write(picked, g_.out, tile, o, row, g_.stream, g_.picks.to);
  }

  const PickGather<L>& g_;
  PlanePooler<L, L> pooler_;
  const int64_t size_;         // elements of an output row
  PlaneRing<L> keys_, picks_;  // pooled along width and height
  PlaneRing<L> row_picks_;     // picked along width
  PlaneRing<L> best_;
  PlaneRing<L> pick_row_;
  std::vector<const L*> candidates_, candidate_picks_;
};

void RunPickAtWinner(Exec& exec, const PoolProblem& p, const void* in, const void* pick, void* out) {
  VisitType(RealTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    using L = KeyOf<T>;
    const PickGather<L> gather(exec, p, Competitors<L>::template Of<T>(in),
                               Picks<L>::template Of<T>(pick, out));
    ParallelFor(exec, gather.tiling.count(), gather.TileCost(),
                [&](int64_t begin, int64_t end) { ForEachTile<PickTiles<L>>(gather, begin, end); });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunPickAtWinner);

void MaxPool(Exec& exec, const PoolProblem& p, const void* in, void* out) {
  MaxPoolGradGrad(exec, p, in, in, out);
}

void MaxPoolGradGrad(Exec& exec, const PoolProblem& p, const void* in, const void* in_grad, void* out) {
  HWY_DYNAMIC_DISPATCH(RunPickAtWinner)(exec, p, in, in_grad, out);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
