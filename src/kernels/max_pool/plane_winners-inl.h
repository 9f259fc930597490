// Who wins along an axis of planes: loops over whole planes, whatever their rows are. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_PLANE_WINNERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_PLANE_WINNERS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_PLANE_WINNERS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_PLANE_WINNERS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "core/rounding.h"
#include "kernels/max_pool/runs-inl.h"
#include "kernels/max_pool/winners-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A run of memory that is fetched while something else is computed: some lines for every vector of that.
class FetchAhead {
 public:
  FetchAhead(const void* first, int64_t bytes, int64_t vectors)
      : next_(static_cast<const char*>(first)),
        end_(next_ + bytes),
        step_(CeilDiv(CeilDiv(bytes, kLine), std::max<int64_t>(vectors, 1)) * kLine) {}

  HWY_INLINE void Step(int64_t vectors) {
    for (const char* end = std::min(end_, next_ + vectors * step_); next_ < end; next_ += kLine)
      __builtin_prefetch(next_, 0, 2);
  }

 private:
  static constexpr int64_t kLine = 64;
  const char *next_, *end_;
  int64_t step_;
};

/// The same for several runs, one every `pitch` bytes.
class FetchRuns {
 public:
  FetchRuns(const void* first, int64_t bytes, int64_t pitch, int64_t runs, int64_t vectors)
      : next_(static_cast<const char*>(first)),
        run_end_(next_ + RoundUp(bytes, kLine)),
        pitch_(pitch),
        gap_(pitch - RoundUp(bytes, kLine)),
        left_(runs * CeilDiv(bytes, kLine)),
        per_step_(CeilDiv(left_, std::max<int64_t>(vectors, 1))) {}

  HWY_INLINE void Step(int64_t vectors) {
    for (int64_t end = std::max<int64_t>(0, left_ - vectors * per_step_); left_ > end; --left_) {
      __builtin_prefetch(next_, 0, 2);
      next_ += kLine;
      if (next_ == run_end_) {
        next_ += gap_;
        run_end_ += pitch_;
      }
    }
  }

 private:
  static constexpr int64_t kLine = 64;
  const char *next_, *run_end_;
  int64_t pitch_, gap_, left_, per_step_;
};

struct FetchNothing {
  HWY_INLINE void Step(int64_t) {}
};

/// Where the keys of one of the cells of windows stand, each from its window's place on.
template <class L>
struct CellKeys {
  const L* keys;

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, int64_t j) const {
    return hn::LoadU(d, keys + j);
  }
};

/// The same where not every window may have the cell; which have, is a mask for each vector.
template <class L>
struct SomeCellKeys {
  static constexpr int64_t kMaskBytes = 8;
  const L* keys;
  const uint8_t* there;  // null: everywhere

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, int64_t j) const {
    if (there == nullptr) return hn::LoadU(d, keys + j);
    const auto mask = hn::LoadMaskBits(d, there + j / static_cast<int64_t>(hn::Lanes(d)) * kMaskBytes);
    return hn::IfThenElse(mask, hn::LoadU(d, keys + j), hn::Set(d, std::numeric_limits<L>::min()));
  }
};

/// best[j] = the highest of the taps at j, if `best` is not null, codes[j] = the number of the first that has
/// it; they count from `first`. N > 3 stands for any number of taps. Writes whole vectors.
template <int N, class L, class Cell, class Fetch>
HWY_INLINE void BestOfTaps(const std::vector<Cell>& all, int64_t first, int64_t size, L* HWY_RESTRICT best,
                           uint8_t* HWY_RESTRICT codes, Fetch fetch) {
  const hn::ScalableTag<L> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d)), count = static_cast<int64_t>(all.size());
  Cell own[3] = {};
  for (int64_t t = 0; t < std::min(N, 3); ++t) own[t] = all[static_cast<size_t>(t)];
  const Cell* HWY_RESTRICT rest = all.data();
  const auto key = [&](int64_t t, int64_t j) HWY_ATTR { return (N > 3 ? rest[t] : own[t]).Load(d, j); };
  int64_t j = 0;
#if HWY_TARGET <= HWY_AVX3
  // The bits of vectors' masks are those of one mask of bytes.
  constexpr int64_t kTogether = std::min<int64_t>(4, 64 / hn::MaxLanes(d));
  const hn::CappedTag<uint8_t, kTogether * hn::MaxLanes(d)> bytes;
  using ByteMask = hn::Mask<decltype(bytes)>;
  for (; j + kTogether * lanes <= size; j += kTogether * lanes) {
    fetch.Step(kTogether);
    hn::Vec<decltype(d)> top[kTogether];
#pragma GCC unroll 4
    for (int64_t k = 0; k < kTogether; ++k) top[k] = key(0, j + k * lanes);
    auto code = hn::Set(bytes, static_cast<uint8_t>(first));
#pragma GCC unroll 2
    for (int64_t t = 1; t < (N > 3 ? count : N); ++t) {
      uint64_t wins = 0;
#pragma GCC unroll 4
      for (int64_t k = 0; k < kTogether; ++k) {
        const auto next = key(t, j + k * lanes);
        wins |= static_cast<uint64_t>(hn::Gt(next, top[k]).raw) << (k * lanes);
        top[k] = hn::Max(next, top[k]);
      }
      code = hn::IfThenElse(ByteMask{static_cast<decltype(ByteMask::raw)>(wins)},
                            hn::Set(bytes, static_cast<uint8_t>(first + t)), code);
    }
    if (best != nullptr) {
#pragma GCC unroll 4
      for (int64_t k = 0; k < kTogether; ++k) hn::StoreU(top[k], d, best + j + k * lanes);
    }
    hn::StoreU(code, bytes, codes + j);
  }
#endif
  for (; j < size; j += lanes) {
    fetch.Step(1);
    auto top = key(0, j);
    auto code = hn::Set(d, static_cast<L>(first));
    for (int64_t t = 1; t < (N > 3 ? count : N); ++t) {
      const auto next = key(t, j);
      code = hn::IfThenElse(hn::Gt(next, top), hn::Set(d, static_cast<L>(first + t)), code);
      top = hn::Max(next, top);
    }
    if (best != nullptr) hn::StoreU(top, d, best + j);
    StoreCodes(d, code, codes + j);
  }
}

/// The same for any number.
template <class L, class Cell, class Fetch>
HWY_NOINLINE void BestOfTaps(const std::vector<Cell>& taps, int64_t first, int64_t size, L* best,
                             uint8_t* codes, Fetch fetch) {
  WithCount(static_cast<int64_t>(taps.size()), [&](auto n) HWY_ATTR {
    BestOfTaps<decltype(n)::value, L>(taps, first, size, best, codes, fetch);
  });
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_PLANE_WINNERS_INL_H_
