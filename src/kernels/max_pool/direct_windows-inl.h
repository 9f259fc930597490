// The windows of max pooling that a few planes of cells lie in: who won each of them, as bytes, and what it
// will send back. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_DIRECT_WINDOWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_DIRECT_WINDOWS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_DIRECT_WINDOWS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_DIRECT_WINDOWS_INL_H_
#endif

#include <vector>

#include "kernels/max_pool/direct_gather-inl.h"
#include "kernels/max_pool/plane_winners-inl.h"
#include "kernels/max_pool/planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Finds winners along width, height and depth, one after the other: what is found for a row or a plane
/// serves all of the windows that it lies in.
template <class T>
class DirectWindows {
  using L = KeyBits<T>;
  using A = SumOf<T>;

 public:
  DirectWindows(const DirectGather<T>& gather, const DirectRows<T>& rows)
      : g_(gather),
        r_(rows),
        margin_(g_.reach * r_.cell),
        windows_(g_.is_deep() ? std::min(g_.out.rows, (g_.tiling.rows.size - 1) / g_.height.axis.stride + 1 +
                                                          g_.back_height.longest())
                              : g_.back_height.longest()),
        cells_(g_.is_deep()
                   ? std::min(g_.in.rows, (windows_ - 1) * g_.height.axis.stride + g_.height.axis.window)
                   : g_.height.longest()),
        joined_(g_.exec, 1, 1, 0, r_.size * g_.stride),
        keys_(g_.exec, 1, 1, 0, r_.phases.stride * r_.phases.pitch),
        row_keys_(g_.exec, PlanesAtOnce(), g_.height.longest(), 0, r_.size),
        row_codes_(g_.exec, g_.depth.longest(), cells_, margin_, r_.size + margin_),
        plane_keys_(g_.exec, g_.depth.longest(), windows_, 0, r_.size),
        plane_codes_(g_.exec, g_.depth.longest(), windows_, margin_, r_.size + margin_),
        depth_codes_(g_.exec, g_.back_depth.longest(), windows_, margin_, r_.size + margin_),
        grads_(g_.exec, g_.back_depth.longest(), windows_, margin_, r_.size + margin_) {
    std::fill_n(joined_.at(0, 0), r_.size * g_.stride, std::numeric_limits<L>::min());
    std::fill_n(keys_.at(0, 0), r_.phases.stride * r_.phases.pitch, std::numeric_limits<L>::min());
    for (int64_t t = 0; t < g_.width.axis.window; ++t) {
      tap_places_.push_back(t % g_.stride * r_.phases.pitch + t / g_.stride * r_.cell);
    }
  }

  /// From now on for the rows of windows that touch this tile.
  void Begin(const Tile& tile) {
    const Range top = g_.back_height.SourcesOf(tile.rows.begin),
                bottom = g_.back_height.SourcesOf(tile.rows.end - 1);
    held_ = {top.begin, std::max(top.begin, bottom.end)};
    next_plane_ = 0;
  }

  /// The rows of windows that touch the tile.
  const Range& held() const { return held_; }

  /// Rows are kept in `slots` places: all that are held if other planes need them too, else as many as a cell
  /// lies in.
  int64_t slots() const { return windows_; }
  int64_t Slot(int64_t row) const { return row % windows_; }

  /// From now on for windows up to those at depth `end`, which are to be decided.
  void Advance(int64_t begin, int64_t end) {
    steps_.clear();
    for (int64_t o = begin; o < end; ++o) {
      const Range planes = g_.depth.SourcesOf(o);
      steps_.push_back({o, planes, std::max(next_plane_, planes.begin)});
      next_plane_ = std::max(next_plane_, planes.end);
    }
  }

  /// Decides a row of those windows. Rows follow each other.
  void Decide(const Tile& tile, int64_t row) {
    for (const Step& step : steps_) {
      for (int64_t z = step.next_plane; z < step.planes.end; ++z) PoolPlane(tile, z, row);
      r_.ReadGrads(tile, step.o, row, grads_.at(step.o, Slot(row)) - margin_);
      if (g_.is_deep()) BestAlongDepth(step.o, Slot(row), step.planes);
    }
  }

  /// Of the row in slot i, from `reach` windows before the first kept one on: what they send, and who won
  /// them along depth.
  const A* grads(int64_t o, int64_t i) const { return grads_.at(o, i) - margin_; }
  const uint8_t* depth_codes(int64_t o, int64_t i) const { return depth_codes_.at(o, i) - margin_; }
  /// The winners along height of the same row, were the plane z all there is.
  const uint8_t* plane_codes(int64_t z, int64_t i) const { return plane_codes_.at(z, i) - margin_; }
  /// The winners along width, were the row y of the plane z all there is.
  const uint8_t* row_codes(int64_t z, int64_t y) const { return row_codes_.at(z, y % cells_) - margin_; }

 private:
  /// Planes that are pooled in turn, row by row: those of all windows that a plane lies in, for a tile may
  /// begin with any of them.
  int64_t PlanesAtOnce() const {
    return g_.depth.longest() + (g_.back_depth.longest() - 1) * g_.depth.axis.stride;
  }

  /// The windows at depth o, and the first of their planes that no others had before.
  struct Step {
    int64_t o;
    Range planes;
    int64_t next_plane;
  };

  /// Who wins in the plane z.
  void PoolPlane(const Tile& tile, int64_t z, int64_t row) {
    const Range cells = g_.height.SourcesOf(row);
    const int64_t done = row > held_.begin ? g_.height.SourcesOf(row - 1).end : 0;
    for (int64_t y = std::max(done, cells.begin); y < cells.end; ++y) {
      r_.ReadKeys(tile, z, y, joined_.at(0, 0), keys_.at(0, 0));
      taps_.clear();
      for (int64_t place : tap_places_) taps_.push_back({keys_.at(0, 0) + place});
      BestOfTaps(taps_, 0, r_.size, row_keys_.at(z, y % g_.height.longest()), row_codes_.at(z, y % cells_),
                 typename DirectRows<T>::Fetch(r_, tile, z, y + r_.kAhead));
    }
    taps_.clear();
    for (int64_t y = cells.begin; y < cells.end; ++y)
      taps_.push_back({row_keys_.at(z, y % g_.height.longest())});
    const int64_t i = Slot(row);
    BestOfTaps(taps_, g_.height.Tap(row, cells.begin), r_.size, plane_keys_.at(z, i), plane_codes_.at(z, i),
               FetchNothing());
  }

  void BestAlongDepth(int64_t o, int64_t i, Range planes) {
    taps_.clear();
    for (int64_t z = planes.begin; z < planes.end; ++z) taps_.push_back({plane_keys_.at(z, i)});
    BestOfTaps(taps_, g_.depth.Tap(o, planes.begin), r_.size, static_cast<L*>(nullptr), depth_codes_.at(o, i),
               FetchNothing());
  }

  const DirectGather<T>& g_;
  const DirectRows<T>& r_;
  const int64_t margin_;
  const int64_t windows_, cells_;  // at most so many rows of them does a tile need
  PlaneRing<L> joined_, keys_;
  PlaneRing<L> row_keys_;  // input rows pooled along width, each until the next row of windows
  PlaneRing<uint8_t> row_codes_;
  PlaneRing<L> plane_keys_;  // pooled along width and height
  PlaneRing<uint8_t> plane_codes_, depth_codes_;
  PlaneRing<A> grads_;
  std::vector<int64_t> tap_places_;
  Range held_;
  int64_t next_plane_ = 0;
  std::vector<Step> steps_;
  std::vector<CellKeys<L>> taps_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_DIRECT_WINDOWS_INL_H_
