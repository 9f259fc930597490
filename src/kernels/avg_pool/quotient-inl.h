// Dividing sums by numbers of cells: the one place where an average is made of a sum. Included once for each
// instruction set.
#if defined(VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
#undef VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
#else
#define VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include "kernels/avg_pool/average_axis.h"
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
    const int64_t odd = OddPart(cells);
    most_ = std::max(most_, cells);
    most_odd_ = std::max(most_odd_, odd);
    any_even_ |= odd != cells;
  }
  /// Each number of one times each of the other.
  Divisors Times(int64_t cells) const {
    Divisors product = *this;
    const int64_t odd = OddPart(cells);
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
  static int64_t OddPart(int64_t cells) { return cells >> std::countr_zero(static_cast<uint64_t>(cells)); }

  int64_t most_ = 1, most_odd_ = 1;
  bool any_even_ = false;
};

/// sum / cells and whether the sum was finite, which the trace keeps: where not, the result is not what a
/// division gives.
template <class D>
HWY_INLINE hn::Vec<D> Divide(D d, hn::Vec<D> sum, hn::Vec<D> cells, hn::Vec<D> reciprocal,
                             bool may_end_in_the_middle, hn::Vec<D>& trace) {
  static_cast<void>(d);
#if HWY_NATIVE_FMA
  using A = hn::TFromD<D>;
  const auto near = hn::Mul(sum, reciprocal);
  const auto excess = hn::MulSub(near, cells, sum);  // in this order zeros keep their sign
  const auto result = hn::NegMulAdd(excess, reciprocal, near);
  trace = hn::Add(trace, excess);  // of an infinity there is none
  if (HWY_UNLIKELY(may_end_in_the_middle)) {
    // Of all numbers above 0, only those below the smallest normal one have such bits.
    const hn::RebindToUnsigned<D> du;
    using U = hn::TFromD<decltype(du)>;
    const auto magnitude = hn::Sub(hn::ShiftLeft<1>(hn::BitCast(du, result)), hn::Set(du, U(1)));
    const auto normal = hn::Set(du, U(2) << hwy::MantissaBits<A>());
    if (HWY_UNLIKELY(!hn::AllFalse(du, hn::Lt(magnitude, normal)))) return hn::Div(sum, cells);
  }
  return result;
#else
  static_cast<void>(reciprocal);
  static_cast<void>(may_end_in_the_middle);
  const auto result = hn::Div(sum, cells);
  trace = hn::MulAdd(result, hn::Zero(d), trace);  // 0 times anything finite is 0
  return result;
#endif
}

/// The same in double. What is to be narrowed keeps what the first rounding cuts off as an odd last bit. Not
/// a call, seldom as it is: nothing would stay in registers over it.
template <class D>
HWY_INLINE hn::Vec<D> DivideInDouble(D d, hn::Vec<D> sum, double cells, const hn::TFromD<D>* factor,
                                     bool narrows) {
  using A = hn::TFromD<D>;
  A lane[hn::MaxLanes(D())];
  hn::StoreU(sum, d, lane);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    const double by = factor == nullptr ? cells : cells * static_cast<double>(factor[i]);
    const double quotient = static_cast<double>(lane[i]) / by;
    lane[i] = narrows ? static_cast<A>(float16_internal::RoundToOdd(quotient)) : static_cast<A>(quotient);
  }
  return hn::LoadU(d, lane);
}

/// What becomes of the sums of a row, see Columns: all are divided by the same.
template <class A>
class Quotient {
  using D = hn::ScalableTag<A>;

 public:
  template <class T>
  Quotient(int64_t cells, const Divisors<T>& divisors)
      : cells_(hn::Set(D(), static_cast<A>(cells))),
        reciprocal_(hn::Set(D(), static_cast<A>(1 / static_cast<double>(cells)))),
        may_end_in_the_middle_(divisors.MayEndInTheMiddle()) {}

  Quotient(hn::Vec<D> cells, hn::Vec<D> reciprocal, bool may_end_in_the_middle)
      : cells_(cells), reciprocal_(reciprocal), may_end_in_the_middle_(may_end_in_the_middle) {}

  HWY_INLINE hn::Vec<D> operator()(hn::Vec<D> sum, int64_t) {
    return Divide(D(), sum, cells_, reciprocal_, may_end_in_the_middle_, trace_);
  }
  /// Whether all sums were.
  bool finite() const { return hn::AllTrue(D(), hn::Eq(trace_, trace_)); }

 private:
  hn::Vec<D> cells_, reciprocal_;
  hn::Vec<D> trace_ = hn::Zero(D());
  bool may_end_in_the_middle_;
};

/// The same where not all are: between the borders by the same, elsewhere each by a factor of its own, and by
/// what is common to the row. Also where there are too many cells.
template <class A>
class RowQuotient {
  using D = hn::ScalableTag<A>;

 public:
  /// Elements in [alike.begin, alike.end) are divided by `cells`, the others by common · factor[j].
  template <class T>
  RowQuotient(int64_t cells, int64_t common, Range alike, const Divisors<T>& divisors, const A* factor,
              const A* reciprocal)
      : cells_(hn::Set(D(), static_cast<A>(cells))),
        reciprocal_(hn::Set(D(), static_cast<A>(1 / static_cast<double>(cells)))),
        begin_(alike.begin),
        count_(static_cast<uint64_t>(
            std::max<int64_t>(0, alike.count() - static_cast<int64_t>(hn::Lanes(D())) + 1))),
        common_(static_cast<A>(common)),
        common_reciprocal_(static_cast<A>(1 / static_cast<double>(common))),
        factor_(factor),
        factor_reciprocal_(reciprocal),
        whole_(static_cast<double>(factor == nullptr ? cells : common)),
        may_end_in_the_middle_(divisors.MayEndInTheMiddle()),
        alike_may_(Divisors<T>().Times(cells).MayEndInTheMiddle()),
        too_many_(divisors.AreTooMany()),
        narrows_(!std::is_same_v<T, A>) {}

  HWY_INLINE hn::Vec<D> operator()(hn::Vec<D> sum, int64_t j) {
    const D d;
    if (HWY_UNLIKELY(too_many_)) {
      trace_ = hn::MulAdd(sum, hn::Zero(d), trace_);
      return DivideInDouble(d, sum, whole_, factor_ == nullptr ? nullptr : factor_ + j, narrows_);
    }
    if (static_cast<uint64_t>(j - begin_) < count_) {
      return Divide(d, sum, cells_, reciprocal_, alike_may_, trace_);
    }
    const auto cells = hn::Mul(hn::Set(d, common_), hn::LoadU(d, factor_ + j));
    const auto reciprocal = hn::Mul(hn::Set(d, common_reciprocal_), hn::LoadU(d, factor_reciprocal_ + j));
    return Divide(d, sum, cells, reciprocal, may_end_in_the_middle_, trace_);
  }
  bool finite() const { return hn::AllTrue(D(), hn::Eq(trace_, trace_)); }

  /// Calls f(quotient) for elements that are all divided as element j is: it is small enough for registers.
  template <class F>
  HWY_INLINE void ForElementsLike(int64_t j, const F& f) {
    if (HWY_UNLIKELY(too_many_)) return f(*this);
    const D d;
    const bool alike = static_cast<uint64_t>(j - begin_) < count_;
    Quotient<A> quotient(alike ? cells_ : hn::Set(d, common_ * factor_[j]),
                         alike ? reciprocal_ : hn::Set(d, common_reciprocal_ * factor_reciprocal_[j]),
                         alike ? alike_may_ : may_end_in_the_middle_);
    f(quotient);
    if (HWY_UNLIKELY(!quotient.finite())) trace_ = hn::NaN(d);
  }

 private:
  hn::Vec<D> cells_, reciprocal_;
  hn::Vec<D> trace_ = hn::Zero(D());
  int64_t begin_;
  uint64_t count_;
  A common_, common_reciprocal_;
  const A *factor_, *factor_reciprocal_;
  double whole_;
  bool may_end_in_the_middle_, alike_may_, too_many_, narrows_;
};

/// Calls f(quotient) for what divides sums of T by `cells`, and returns what it does.
template <class T, class F>
HWY_INLINE auto WithQuotient(int64_t cells, const F& f) {
  using A = SumOf<T>;
  const auto divisors = Divisors<T>().Times(cells);
  if (HWY_LIKELY(!divisors.AreTooMany())) return f(Quotient<A>(cells, divisors));
  return f(RowQuotient<A>(cells, cells, {}, divisors, nullptr, nullptr));
}

/// What the sums of a row are divided by along width, for rows that follow each other without gaps.
template <class T>
class RowDivisors {
  using A = SumOf<T>;
  using D = hn::ScalableTag<A>;

 public:
  RowDivisors(const AverageAxis& width, int64_t part, int64_t rows = 1)
      : width_(width), part_(part), rows_(rows), full_(width.full_share()) {
    const int64_t cells = width.target.size;
    alike_.end = cells;
    for (int64_t t = 0; t < cells; ++t) {
      const int64_t by = width.Divisor(t);
      if (t == 0) first_ = by;
      if (by == first_) continue;
      divisors_.Add(by);
      uneven_ = true;
    }
    divisors_.Add(first_);
    if (!uneven_) return;
    alike_ = {0, 0};
    if (rows_ > 1) return;  // borders are everywhere
    while (alike_.begin < cells && width.Divisor(alike_.begin) != full_) ++alike_.begin;
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
    const int64_t row = width_.target.size * part_;
    for (int64_t t = 0; t < width_.target.size; ++t) {
      const int64_t by = width_.Divisor(t);
      std::fill_n(factor + t * part_, part_, static_cast<A>(by));
      std::fill_n(reciprocal + t * part_, part_, static_cast<A>(1 / static_cast<double>(by)));
    }
    for (int64_t i = 1; i < rows_; ++i) {
      std::copy_n(factor, row, factor + i * row);
      std::copy_n(reciprocal, row, reciprocal + i * row);
    }
  }

  /// Calls f(quotient) where sums along depth and height too are divided, by `cells`, and returns what it
  /// does.
  template <class F>
  HWY_INLINE auto WithQuotient(int64_t cells, const F& f) {
    if (!uneven_) return HWY_NAMESPACE::WithQuotient<T>(cells * first_, f);
    if (!last_.has_value() || cells != last_cells_) {
      last_.emplace(cells * full_, cells, alike_, divisors_.Times(cells), factor_, reciprocal_);
      last_cells_ = cells;
    }
    return f(*last_);
  }

 private:
  size_t size() const { return static_cast<size_t>(rows_ * width_.target.size * part_) + 4 * hn::Lanes(D()); }

  const AverageAxis& width_;
  const int64_t part_, rows_;
  const int64_t full_;
  int64_t first_ = 1;
  bool uneven_ = false;
  Range alike_;  // elements that are divided by full_
  Divisors<T> divisors_;
  const A *factor_ = nullptr, *reciprocal_ = nullptr;
  std::optional<RowQuotient<A>> last_;  // most rows need what the one before needed
  int64_t last_cells_ = 0;
};

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_AVG_POOL_QUOTIENT_INL_H_
