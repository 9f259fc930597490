// The way back of max pooling along one axis: what windows send, added up by who won them. Included once for
// each instruction set.
#if defined(VOXGRAD_KERNELS_MAX_POOL_SENDERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_MAX_POOL_SENDERS_INL_H_
#undef VOXGRAD_KERNELS_MAX_POOL_SENDERS_INL_H_
#else
#define VOXGRAD_KERNELS_MAX_POOL_SENDERS_INL_H_
#endif

#include <algorithm>
#include <vector>

#include "kernels/max_pool/winners-inl.h"
#include "kernels/simd/emit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// A row of windows, and the code that says they are won by the cells in question.
template <class A>
struct Sender {
  const A* numbers;
  const uint8_t* codes;
  int64_t code;
};

/// Vectors that are asked at once who won.
inline constexpr int64_t kAskedTogether = 4;

/// Calls f(k, the numbers of the sender's k-th vector from `place` on where it was won, else 0).
template <class D, class F>
HWY_INLINE void AskTogether(D d, const Sender<hn::TFromD<D>>& sender, int64_t place, const F& f) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
#if HWY_TARGET <= HWY_AVX3
  // Bytes are compared as such: the bits of the answer are those of the vectors' masks.
  const hn::CappedTag<uint8_t, kAskedTogether * hn::MaxLanes(D())> bytes;
  const auto code = hn::Set(bytes, static_cast<uint8_t>(sender.code));
  const auto won = static_cast<uint64_t>(hn::Eq(hn::LoadU(bytes, sender.codes + place), code).raw);
#pragma GCC unroll 4
  for (int64_t k = 0; k < kAskedTogether; ++k) {
    const hn::Mask<D> mask{static_cast<decltype(hn::Mask<D>::raw)>(won >> (k * lanes))};
    f(k, hn::IfThenElseZero(mask, hn::LoadU(d, sender.numbers + place + k * lanes)));
  }
#else
#pragma GCC unroll 4
  for (int64_t k = 0; k < kAskedTogether; ++k)
    f(k, WhereWon(d, sender.numbers, sender.codes, place + k * lanes, sender.code));
#endif
}

/// to[j] = the sum over the senders of their numbers where they were won, rounded to T. N > 3 stands for any
/// number of them. Writes whole vectors.
template <int N, class A, class T>
HWY_NOINLINE void SumWonOf(const Sender<A>* HWY_RESTRICT senders, int64_t count, int64_t size,
                           T* HWY_RESTRICT to) {
  const hn::ScalableTag<A> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t j = 0;
  for (; j + kAskedTogether * lanes <= size; j += kAskedTogether * lanes) {
    hn::Vec<decltype(d)> sum[kAskedTogether];
    AskTogether(d, senders[0], j, [&](int64_t k, auto won) HWY_ATTR { sum[k] = won; });
    for (int64_t i = 1; i < (N > 3 ? count : N); ++i)
      AskTogether(d, senders[i], j, [&](int64_t k, auto won) HWY_ATTR { sum[k] = hn::Add(sum[k], won); });
#pragma GCC unroll 2
    for (int64_t k = 0; k < kAskedTogether; k += 2) StoreTwo(d, sum[k], sum[k + 1], to + j + k * lanes);
  }
  for (; j < size; j += lanes) {
    const auto sum = SumOfLoads<N>(count, [&](int64_t i) HWY_ATTR {
      return WhereWon(d, senders[i].numbers, senders[i].codes, j, senders[i].code);
    });
    StoreNumbers(d, sum, to + j);
  }
}

/// The same for any number, also none.
template <class A, class T>
void SumWon(const std::vector<Sender<A>>& senders, int64_t size, T* to) {
  const auto count = static_cast<int64_t>(senders.size());
  if (count == 0) {
    std::fill_n(Stored(to), size, StoredAs<T>(0));
    return;
  }
  WithCount(count, [&](auto n) HWY_ATTR { SumWonOf<decltype(n)::value>(senders.data(), count, size, to); });
}

/// The sums of two sets of senders, taking turns. There may be none.
template <class A, class T>
HWY_NOINLINE void SumWonInPairs(const std::vector<Sender<A>>& first, const std::vector<Sender<A>>& second,
                                int64_t size, T* HWY_RESTRICT to) {
  const hn::ScalableTag<A> d;
  using V = hn::Vec<decltype(d)>;
  const hn::Rebind<StoredAs<T>, decltype(d)> stored;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto store = [&](V even, V odd, int64_t j) HWY_ATTR {
    if constexpr (std::is_same_v<T, BFloat16>) {
      // A lane has room for both.
      const hn::RebindToUnsigned<decltype(d)> du;
      const auto low = hn::ShiftRight<16>(RoundToBFloat16(d, even));
      const auto high = hn::And(RoundToBFloat16(d, odd), hn::Set(du, 0xffff0000u));
      hn::StoreU(hn::BitCast(hn::RepartitionToNarrow<decltype(du)>(), hn::Or(low, high)),
                 hn::RepartitionToNarrow<decltype(du)>(), Stored(to) + 2 * j);
    } else {
      hn::StoreInterleaved2(Narrow<T>(d, even), Narrow<T>(d, odd), stored, Stored(to) + 2 * j);
    }
  };
  int64_t j = 0;
  for (; j + kAskedTogether * lanes <= size; j += kAskedTogether * lanes) {
    V sums[2][kAskedTogether];
    const auto sum = [&](const std::vector<Sender<A>>& senders, V* sums_of) HWY_ATTR {
#pragma GCC unroll 4
      for (int64_t k = 0; k < kAskedTogether; ++k) sums_of[k] = hn::Zero(d);
      for (const Sender<A>& sender : senders)
        AskTogether(d, sender, j,
                    [&](int64_t k, auto won) HWY_ATTR { sums_of[k] = hn::Add(sums_of[k], won); });
    };
    sum(first, sums[0]);
    sum(second, sums[1]);
#pragma GCC unroll 4
    for (int64_t k = 0; k < kAskedTogether; ++k) store(sums[0][k], sums[1][k], j + k * lanes);
  }
  for (; j < size; j += lanes) {
    const auto sum = [&](const std::vector<Sender<A>>& senders) HWY_ATTR {
      V all = hn::Zero(d);
      for (const Sender<A>& sender : senders)
        all = hn::Add(all, WhereWon(d, sender.numbers, sender.codes, j, sender.code));
      return all;
    };
    store(sum(first), sum(second), j);
  }
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_MAX_POOL_SENDERS_INL_H_
