// Sums over channels are kept in double, as many as there are registers for: converting costs less than
// memory does.
#include "kernels/norm/channels.h"

#include <algorithm>

#include "core/type_list.h"
#include "kernels/simd/target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/norm/channels.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/simd/emit-inl.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;
constexpr int kMostVectors = HWY_TARGET <= HWY_AVX3 ? 8 : 4;  // of each of the two sums, in registers

constexpr int64_t kNearRows = 8;  // taken by all lanes before the next, so that memory is read along them

/// Numbers of any type as doubles: all lanes, or the first `count`.
template <class T>
struct Whole {
  static HWY_INLINE V Load(D d, const T* from, size_t /*count*/) {
    if constexpr (sizeof(T) == 2) {
      return hn::PromoteTo(d, LoadNumbers(hn::Rebind<float, D>(), from));
    } else {
      return LoadNumbers(d, from);
    }
  }
};

template <class T>
struct Part {
  static HWY_INLINE V Load(D d, const T* from, size_t count) {
    if constexpr (sizeof(T) == 2) {
      return hn::PromoteTo(d, LoadSome(hn::Rebind<float, D>(), from, count));
    } else {
      return LoadSome(d, from, count);
    }
  }
};

/// The sums of lanes [j, j + kVectors * Lanes(d)), or of `count` lanes from j on.
template <template <class> class Load, int kVectors, bool kSquares, class T>
HWY_NOINLINE void SumVectors(const ChannelRows& r, int64_t j, size_t count, double* sum, double* product) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* p = static_cast<const T*>(r.p) + j;
  const T* q = kSquares ? p : static_cast<const T*>(r.q) + j;
  // With constant bounds, unrolled, the sums live in registers.
  V sums[kVectors], products[kVectors];
#pragma GCC unroll 8
  for (int i = 0; i < kVectors; ++i) sums[i] = products[i] = hn::Zero(d);
  const auto from_origin = [&](const T* from, const double* origin, int64_t at) HWY_ATTR {
    return hn::Sub(Load<T>::Load(d, from + at, count), Load<double>::Load(d, origin + j + at, count));
  };
  for (int64_t row = 0; row < r.rows; ++row, p += r.stride, q += r.stride) {
    for (int64_t i = 0; r.ahead != 0 && i < kVectors * lanes; i += 64 / static_cast<int64_t>(sizeof(T))) {
      hwy::Prefetch(p + r.ahead + i);
      if (!kSquares) hwy::Prefetch(q + r.ahead + i);
    }
#pragma GCC unroll 8
    for (int i = 0; i < kVectors; ++i) {
      const V a = from_origin(p, r.p_origin, i * lanes);
      const V b = kSquares ? a : from_origin(q, r.q_origin, i * lanes);
      sums[i] = hn::Add(sums[i], a);
      products[i] = hn::MulAdd(a, b, products[i]);
    }
  }
  for (int i = 0; i < kVectors; ++i) {
    const auto add = [&](V more, double* to) HWY_ATTR {
      const V all = hn::Add(Load<double>::Load(d, to, count), more);
      count == 0 ? StoreNumbers(d, all, to) : StoreSome(d, all, to, count);
    };
    add(sums[i], sum + j + i * lanes);
    add(products[i], product + j + i * lanes);
  }
}

/// Lanes from *j on, kVectors vectors at a time, then half as many.
template <int kVectors, bool kSquares, class T>
HWY_INLINE void SumFrom(const ChannelRows& r, int64_t* j, double* sum, double* product) {
  const int64_t step = kVectors * static_cast<int64_t>(hn::Lanes(D()));
  for (; *j + step <= r.lanes; *j += step) SumVectors<Whole, kVectors, kSquares, T>(r, *j, 0, sum, product);
  if constexpr (kVectors > 1) SumFrom<kVectors / 2, kSquares, T>(r, j, sum, product);
}

/// All lanes of rows that the nearest cache holds.
template <bool kSquares, class T>
HWY_INLINE void SumNear(const ChannelRows& r, double* sum, double* product) {
  int64_t j = 0;
  SumFrom<kMostVectors, kSquares, T>(r, &j, sum, product);
  if (j == r.lanes) return;
  SumVectors<Part, 1, kSquares, T>(r, j, static_cast<size_t>(r.lanes - j), sum, product);
}

template <bool kSquares, class T>
void SumAll(const ChannelRows& r, double* sum, double* product) {
  const bool at_once = r.lanes == kMostVectors * static_cast<int64_t>(hn::Lanes(D()));
  const int64_t step = at_once ? r.rows : kNearRows;
  for (int64_t row = 0; row < r.rows; row += step) {
    ChannelRows near = r;
    near.p = static_cast<const T*>(r.p) + row * r.stride;
    if (!kSquares) near.q = static_cast<const T*>(r.q) + row * r.stride;
    near.rows = std::min(step, r.rows - row);
    if (!at_once && near.ahead == 0) near.ahead = step * r.stride;
    SumNear<kSquares, T>(near, sum, product);
  }
}

template <class T>
void SumRows(const ChannelRows& r, double* sum, double* product) {
  r.q == nullptr ? SumAll<true, T>(r, sum, product) : SumAll<false, T>(r, sum, product);
}

/// `count` elements of a run, from `start` on. Each step rounds, so that the bits are those of the plain
/// loop.
template <bool kEach, bool kTwo, class T>
HWY_NOINLINE void WriteRun(const LineRuns& r, int64_t start, int64_t count, int64_t number) {
  using N = SumOf<T>;
  const hn::ScalableTag<N> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto numbers = [&](LinePart part) { return static_cast<const N*>(r.line[part]) + number; };
  const T* p = static_cast<const T*>(r.p) + start;
  const T* q = kTwo ? static_cast<const T*>(r.q) + start : p;
  // In variables of their own: what is written might be `r`, as far as the compiler knows.
  const N* const p_slopes = numbers(kPSlope);
  const N* const p_origins = numbers(kPOrigin);
  const N* const offsets = numbers(kOffset);
  const N* const q_slopes = numbers(kQSlope);
  const N* const q_origins = numbers(kQOrigin);
  const auto p_slope = hn::Set(d, *p_slopes), p_origin = hn::Set(d, *p_origins),
             offset = hn::Set(d, *offsets);
  const auto q_slope = hn::Set(d, *q_slopes), q_origin = hn::Set(d, *q_origins);
  const auto pick = [](const N* each, auto one, int64_t j)
                        HWY_ATTR { return kEach ? hn::LoadU(hn::ScalableTag<N>(), each + j) : one; };
  const auto read = [d, lanes, count](const T* from, int64_t j) HWY_ATTR {
    return HWY_LIKELY(j + lanes <= count) ? LoadNumbers(d, from + j)
                                          : LoadSome(d, from + j, static_cast<size_t>(count - j));
  };
  Emit(d, static_cast<T*>(r.out) + start, count, r.stream, [=](int64_t j) HWY_ATTR {
    const auto a = hn::Sub(read(p, j), pick(p_origins, p_origin, j));
    auto y = hn::Add(hn::Mul(pick(p_slopes, p_slope, j), a), pick(offsets, offset, j));
    if constexpr (kTwo) {
      const auto b = hn::Sub(read(q, j), pick(q_origins, q_origin, j));
      y = hn::Add(y, hn::Mul(pick(q_slopes, q_slope, j), b));
    }
    return y;
  });
}

template <class T>
void WriteLines(const LineRuns& r) {
  const auto write = r.each ? (r.q == nullptr ? WriteRun<true, false, T> : WriteRun<true, true, T>)
                            : (r.q == nullptr ? WriteRun<false, false, T> : WriteRun<false, true, T>);
  ForEachRun(r, [&](int64_t start, int64_t count, int64_t number) { write(r, start, count, number); });
  if (r.stream) hwy::FlushStream();
}

ChannelLoops LoopsOf(DataType type) {
  return ResultFor<ChannelLoops>(FloatTypes(), type, [](auto tag) {
    using T = typename decltype(tag)::type;
    return ChannelLoops{SumRows<T>, WriteLines<T>};
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(LoopsOf);

ChannelLoops FindChannelLoops(DataType type) {
  if (!WhyOff().empty()) return {};
  return HWY_DYNAMIC_DISPATCH(LoopsOf)(type);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
