// Dividing sums by numbers of cells: the one place where an average is made of a sum. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/pool/gather.h"
#include "kernels/simd/lanes-inl.h"
#include "kernels/simd/tile.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Numbers of cells that are divided by together, and what dividing by them takes. The results are rounded as
/// one division would round them, to a type in memory that is narrower than the sum too.
///
/// With a fused multiply-add the quotient is sum · (1 / cells), less what that is too much by over cells: the
/// remainder is exact, and off the last step by so little that no whole numbers up to kMostCells come so
/// close to the middle between two results. Only exact middles are left, which are below the smallest normal
/// number, of even numbers of cells: those are divided.
///
/// A 16-bit result is rounded a second time, from float. That is harmless as long as a middle between two
/// such results times the odd part of the cells is a float: then a sum that is not that float is too far
/// away. (Below the smallest normal bfloat16, where float has fewer digits too, all of the cells count.)
template <class T>
class Divisors {
 public:
  void Add(int64_t cells) {
    const int64_t odd = cells / (cells & -cells);
    most_ = std::max(most_, cells);
    most_odd_ = std::max(most_odd_, odd);
    any_even_ |= odd != cells;
  }
  /// Each number of one times each of the other.
  Divisors Times(int64_t cells) const {
    Divisors product = *this;
    const int64_t odd = cells / (cells & -cells);
    product.most_ *= cells;
    product.most_odd_ *= odd;
    product.any_even_ |= odd != cells;
    return product;
  }

  bool MayEndInTheMiddle() const {
    return (std::is_same_v<T, float> || std::is_same_v<T, double>) && any_even_ && most_odd_ > 1;
  }
  bool AreTooMany() const {
    if (std::is_same_v<T, double>) return false;
    if (std::is_same_v<T, Half> && most_odd_ > 1 << 12) return true;
    return most_ > (std::is_same_v<T, BFloat16> ? 1 << 15 : kMostCells);
  }

 private:
  static constexpr int64_t kMostCells = 1 << 18;

  int64_t most_ = 1, most_odd_ = 1;
  bool any_even_ = false;
};

/// sum / cells for the sums of a row. Between the borders all are divided by the same; elsewhere each also by
/// a factor of its own.
template <class A>
class Quotient {
  using D = hn::ScalableTag<A>;
  using V = hn::Vec<D>;

 public:
  /// All by the same.
  template <class T>
  static Quotient By(int64_t cells, Divisors<T> divisors) {
    Quotient quotient;
    quotient.cells_ = hn::Set(D(), static_cast<A>(cells));
    quotient.reciprocal_ = hn::Set(D(), static_cast<A>(1 / static_cast<double>(cells)));
    quotient.whole_ = static_cast<double>(cells);
    quotient.may_end_in_the_middle_ = divisors.MayEndInTheMiddle();
    quotient.too_many_ = divisors.AreTooMany();
    quotient.narrows_ = !std::is_same_v<T, A>;
    return quotient;
  }
  template <class T>
  static Quotient By(int64_t cells) {
    return By(cells, Divisors<T>().Times(cells));
  }

  /// But outside [alike.begin, alike.end) element j also by factor[j]; here it is by `cells` alone. What
  /// the elements within are divided by holds their factor already.
  void AlsoBy(int64_t cells, Range alike, const A* factor, const A* reciprocal) {
    begin_ = alike.begin;
    count_ =
        static_cast<uint64_t>(std::max<int64_t>(0, alike.count() - static_cast<int64_t>(hn::Lanes(D())) + 1));
    outside_ = static_cast<double>(cells);
    factor_ = factor;
    factor_reciprocal_ = reciprocal;
  }

  HWY_INLINE V operator()(V sum, int64_t j) const {
    const D d;
    if (HWY_LIKELY(static_cast<uint64_t>(j - begin_) < count_)) {
      if (HWY_UNLIKELY(too_many_)) return Slowly(sum, whole_, nullptr, narrows_);
      return Divide(sum, cells_, reciprocal_, may_end_in_the_middle_);
    }
    if (HWY_UNLIKELY(too_many_)) return Slowly(sum, outside_, factor_ + j, narrows_);
    const auto cells = hn::Mul(hn::Set(d, static_cast<A>(outside_)), hn::LoadU(d, factor_ + j));
    const auto reciprocal =
        hn::Mul(hn::Set(d, static_cast<A>(1 / outside_)), hn::LoadU(d, factor_reciprocal_ + j));
    return Divide(sum, cells, reciprocal, may_end_in_the_middle_);
  }

 private:
  static HWY_INLINE V Divide(V sum, V cells, V reciprocal, bool may_end_in_the_middle) {
#if !HWY_NATIVE_FMA
    static_cast<void>(reciprocal);
    static_cast<void>(may_end_in_the_middle);
    return hn::Div(sum, cells);
#else
    const D d;
    const auto near = hn::Mul(sum, reciprocal);
    const auto excess = hn::MulSub(near, cells, sum);
    // Of an infinity or NaN there is no remainder. The signs are such that zeros keep theirs.
    const auto result = hn::IfThenElse(hn::Eq(excess, excess), hn::NegMulAdd(excess, reciprocal, near), near);
    if (HWY_UNLIKELY(may_end_in_the_middle)) {
      const auto normal = hn::Set(d, std::numeric_limits<A>::min());
      const auto below = hn::And(hn::Lt(hn::Abs(result), normal), hn::Ne(result, hn::Zero(d)));
      if (HWY_UNLIKELY(!hn::AllFalse(d, below))) return hn::Div(sum, cells);
    }
    return result;
#endif
  }

  /// In double. What is to be narrowed keeps what the first rounding cuts off as an odd last bit.
  static HWY_NOINLINE V Slowly(V sum, double cells, const A* factor, bool narrows) {
    const D d;
    A lane[hn::MaxLanes(D())];
    hn::StoreU(sum, d, lane);
    for (size_t i = 0; i < hn::Lanes(d); ++i) {
      const double by = factor == nullptr ? cells : cells * static_cast<double>(factor[i]);
      const double quotient = static_cast<double>(lane[i]) / by;
      lane[i] = narrows ? static_cast<A>(float16_internal::RoundToOdd(quotient)) : static_cast<A>(quotient);
    }
    return hn::LoadU(d, lane);
  }

  V cells_, reciprocal_;
  int64_t begin_ = 0;
  uint64_t count_ = std::numeric_limits<uint64_t>::max();
  double whole_ = 1, outside_ = 1;
  const A *factor_ = nullptr, *factor_reciprocal_ = nullptr;
  bool may_end_in_the_middle_ = false, too_many_ = false, narrows_ = false;
};

/// What `finish` makes, and whether all of it is finite: 0 times anything finite is 0.
template <class A, class Finish>
struct Checked {
  using D = hn::ScalableTag<A>;
  Finish finish;
  hn::Vec<D> trace = hn::Zero(D());

  HWY_INLINE hn::Vec<D> operator()(hn::Vec<D> sum, int64_t j) {
    const auto result = finish(sum, j);
    trace = hn::MulAdd(result, hn::Zero(D()), trace);
    return result;
  }
  bool finite() const { return hn::AllTrue(D(), hn::Eq(trace, trace)); }
};

/// What the sums of a row are divided by along width, for rows that follow each other without gaps.
template <class T>
class RowDivisors {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  RowDivisors(const GatherAxis& width, int64_t part, int64_t rows = 1)
      : width_(width), part_(part), rows_(rows), full_(width.full_share()) {
    const int64_t cells = width.target.size;
    bool alike = true;
    for (int64_t t = 0; t < cells; ++t) {
      const int64_t by = width.Divisor(t);
      if (t == 0) first_ = by;
      divisors_.Add(by);
      alike &= by == first_;
    }
    if (alike) return;
    uneven_ = true;
    if (rows_ > 1) return;  // borders are everywhere
    for (alike_.begin = 0; alike_.begin < cells && width.Divisor(alike_.begin) != full_;) ++alike_.begin;
    for (alike_.end = alike_.begin; alike_.end < cells && width.Divisor(alike_.end) == full_;) ++alike_.end;
    alike_ = {alike_.begin * part, alike_.end * part};
  }

  /// Rows that can be divided together.
  int64_t rows() const { return uneven_ ? rows_ : std::numeric_limits<int64_t>::max(); }

  size_t ArenaBytes() const { return uneven_ ? 2 * Arena::Size<A>(size()) : 0; }

  void TakeFrom(Arena* arena) {
    if (!uneven_) return;
    A* factor = arena->Take<A>(size());
    A* reciprocal = arena->Take<A>(size());
    factor_ = factor;
    reciprocal_ = reciprocal;
    std::fill_n(factor, size(), A(1));
    std::fill_n(reciprocal, size(), A(1));
    for (int64_t t = 0; t < rows_ * width_.target.size; ++t) {
      const int64_t by = width_.Divisor(t % width_.target.size);
      factor = std::fill_n(factor, part_, static_cast<A>(by));
      reciprocal = std::fill_n(reciprocal, part_, static_cast<A>(1 / static_cast<double>(by)));
    }
  }

  /// Sums along depth and height too are divided by `cells` besides.
  Quotient<A> Times(int64_t cells) const {
    const Divisors<T> divisors = divisors_.Times(cells);
    auto quotient = Quotient<A>::By(cells * (uneven_ ? full_ : first_), divisors);
    if (uneven_) quotient.AlsoBy(cells, alike_, factor_, reciprocal_);
    return quotient;
  }

 private:
  size_t size() const { return static_cast<size_t>(rows_ * width_.target.size * part_) + 4 * hn::Lanes(D()); }

  const GatherAxis& width_;
  const int64_t part_, rows_;
  const int64_t full_;
  int64_t first_ = 1;
  bool uneven_ = false;
  Range alike_;  // elements that are divided by full_
  Divisors<T> divisors_;
  const A *factor_ = nullptr, *reciprocal_ = nullptr;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
