// A strided gather along a row of [W, inner], the way back: neighbouring cells lie under the same windows, so
// a vector of them is a permutation of a vector of sums of windows. Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_SPREAD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_SPREAD_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_SPREAD_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_SPREAD_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "kernels/pool/gather.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Cell t, counted from the start of the first window, lies under the window t / stride, under those before
/// it as far as they are long enough for all such cells, and, if t mod stride is small, under one more.
template <class A>
class Spread {
  using D = hn::ScalableTag<A>;
  using I = hwy::MakeSigned<A>;

  struct Place {
    int64_t base;     // of the windows' elements
    int64_t pattern;  // its first lane
  };

 public:
  /// A vector of cells must not need more than a vector of windows. Follows from the whole, not from a slab.
  static bool Takes(const GatherAxis& axis, int64_t part) {
    constexpr int64_t kMostPatterns = 256;
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    const int64_t stride = axis.axis.stride, window = axis.axis.window;
    const int64_t cells = part == 1 ? lanes : (lanes - 2) / part + 2;  // that a vector can touch
    const int64_t windows = (cells - 2) / stride + 2;
    return axis.backward && stride > 1 && window >= stride && window / stride <= axis.source.whole &&
           windows * part <= lanes && stride * part <= kMostPatterns;
  }

  Spread(const GatherAxis& axis, int64_t part) : part_(part), full_(axis.axis.window / axis.axis.stride) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
    const int64_t stride = axis.axis.stride, rest = axis.axis.window % stride;
    has_rest_ = rest > 0;
    const int64_t period = stride * part;  // of the elements' patterns
    patterns_.resize(static_cast<size_t>(period * lanes));
    masks_.resize(patterns_.size());
    const auto window_element = [&](int64_t j) { return j / period * part + j % part; };
    for (int64_t i = 0; i < period * lanes; ++i) {
      const int64_t begin = i / lanes, j = begin + i % lanes;
      patterns_[static_cast<size_t>(i)] = static_cast<I>(window_element(j) - begin / period * part);
      masks_[static_cast<size_t>(i)] = j % period < rest * part ? I(-1) : I(0);
    }
    const int64_t shift = axis.target.origin + axis.axis.before;
    for (int64_t j = 0; j < axis.target.size * part; ++j) {
      const int64_t whole = j + shift * part;
      places_.push_back({(whole / period - axis.source.origin) * part, whole % period * lanes});
    }
    if (places_.empty()) return;
    margin_before_ = std::max<int64_t>(0, full_ * part - places_.front().base);
    margin_after_ = std::max<int64_t>(0, places_.back().base + 2 * lanes - axis.source.size * part);
  }

  int64_t full_taps() const { return full_; }
  int64_t margin_before() const { return margin_before_; }
  int64_t margin_after() const { return margin_after_; }

  /// What the innermost loop needs, to be kept in registers.
  class View {
   public:
    explicit View(const Spread& s)
        : part_(s.part_),
          full_(s.full_),
          has_rest_(s.has_rest_),
          patterns_(s.patterns_.data()),
          masks_(s.masks_.data()),
          places_(s.places_.data()) {}

    /// The elements from j on. N stands for the number of full taps, as in SumOfLoads.
    template <int N>
    HWY_INLINE hn::Vec<D> At(const A* source, int64_t j) const {
      const D d;
      const hn::Rebind<I, D> di;
      const Place place = places_[j];
      const A* from = source + place.base;
      const auto pattern = hn::IndicesFromVec(d, hn::LoadU(di, patterns_ + place.pattern));
      const auto full =
          SumOfLoads<N>(full_, [&](int64_t i) HWY_ATTR { return hn::LoadU(d, from - i * part_); });
      const auto few = hn::TableLookupLanes(full, pattern);
      if (!has_rest_) return few;
      const auto more = hn::TableLookupLanes(hn::Add(full, hn::LoadU(d, from - full_ * part_)), pattern);
      const auto mask = hn::MaskFromVec(hn::BitCast(d, hn::LoadU(di, masks_ + place.pattern)));
      return hn::IfThenElse(mask, more, few);
    }

   private:
    const int64_t part_, full_;
    const bool has_rest_;
    const I *patterns_, *masks_;
    const Place* places_;
  };
  View view() const { return View(*this); }

 private:
  const int64_t part_;
  const int64_t full_;  // windows above every cell
  bool has_rest_;
  int64_t margin_before_ = 0, margin_after_ = 0;
  std::vector<I> patterns_;  // for each element of a period: where it and its neighbours come from
  std::vector<I> masks_;     // which of them lie under one more window
  std::vector<Place> places_;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_SPREAD_INL_H_
