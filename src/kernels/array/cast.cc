#include "kernels/array/cast.h"

#include <cstring>
#include <limits>
#include <type_traits>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/list.h"
#include "kernels/simd/float16.h"

namespace voxgrad {
namespace {

template <class T>
constexpr bool kIsShort = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

/// An integer as a double from which rounding to 16 bits ends where the integer itself would: the bits that a
/// double has no room for are gathered in its last one.
template <class Int>
double RoundToOdd(Int value) {
  if constexpr (sizeof(Int) == 8) {
    constexpr Int kExact = Int{1} << 53;  // up to here a double holds every integer
    constexpr Int kLost = 2047;
    if (value > kExact || (std::is_signed_v<Int> && value < Int{0} - kExact))
      value = (value & ~kLost) | ((value & kLost) != 0 ? kLost + 1 : 0);
    return static_cast<double>(value);
  } else {
    return static_cast<double>(value);
  }
}

/// Cut towards zero, as the hardware does it, NaN and what does not fit included.
template <class Int, class Float>
Int Cut(Float value) {
  constexpr Float kEnd = -static_cast<Float>(std::numeric_limits<Int>::min());
  return value >= -kEnd && value < kEnd ? static_cast<Int>(value) : std::numeric_limits<Int>::min();
}

template <class Int, class Float>
Int ToInteger(Float value) {
  if constexpr (std::is_same_v<Int, uint64_t>) {
    constexpr Float kEnd = static_cast<Float>(18446744073709551616.0);
    if (value >= kEnd / 2 && value < kEnd) return static_cast<uint64_t>(value);
  }
  using Wide = std::conditional_t<sizeof(Int) == 8 || std::is_same_v<Int, uint32_t>, int64_t, int32_t>;
  return static_cast<Int>(Cut<Wide>(value));
}

template <class To, class From>
To Convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (kIsShort<From>) {
    return Convert<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From{0};
  } else if constexpr (kIsShort<To> && std::is_integral_v<From>) {
    return To(RoundToOdd(value));
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    return ToInteger<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <class T>
constexpr int kFractionBits = std::is_same_v<T, Half>       ? 10
                              : std::is_same_v<T, BFloat16> ? 7
                              : std::is_same_v<T, float>    ? 23
                                                            : 52;

/// TensorFlow knows truncation between these types; elsewhere it rounds all the same.
template <class To, class From>
constexpr bool kCanTruncate = (std::is_same_v<From, double> || std::is_same_v<From, float>) &&
                              (std::is_same_v<To, Half> || (std::is_same_v<To, float> && sizeof(From) == 8) ||
                               (std::is_same_v<To, BFloat16> && sizeof(From) == 4));

/// Clears the bits of the fraction that To does not have. NaN stays: it could become infinity.
template <class To, class From>
From CutFraction(From value) {
  using Bits = std::conditional_t<sizeof(From) == 8, uint64_t, uint32_t>;
  constexpr Bits kMask = ~((Bits{1} << (kFractionBits<From> - kFractionBits<To>)) - 1);
  if (value != value) return value;
  return float16_internal::Bits<From>(float16_internal::Bits<Bits>(value) & kMask);
}

template <class To, class From>
void CastAll(Exec& exec, bool truncate, const From* from, To* to, int64_t count) {
  constexpr int64_t kCost = kIsShort<To> || kIsShort<From> ? 2 : 1;
  if constexpr (kCanTruncate<To, From>) {
    if (truncate) {
      ParallelFor(exec, count, kCost, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) to[i] = Convert<To>(CutFraction<To>(from[i]));
      });
      return;
    }
  }
  ParallelFor(exec, count, kCost, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) to[i] = Convert<To>(from[i]);
  });
}

}  // namespace

void Cast(Exec& exec, DataType from_type, DataType to_type, bool truncate, const void* from, void* to,
          int64_t count) {
  OnlyWay(exec, "cpu/cast");
  if (IsShortFloat(from_type) && to_type == DT_FLOAT) {
    const auto* in = static_cast<const uint16_t*>(from);
    auto* out = static_cast<float*>(to);
    ParallelFor(exec, count, 1, [=](int64_t begin, int64_t end) {
      WidenToFloat(from_type, in + begin, end - begin, out + begin);
    });
    return;
  }
  if (from_type == DT_FLOAT && IsShortFloat(to_type) && !truncate) {
    const auto* in = static_cast<const float*>(from);
    auto* out = static_cast<uint16_t*>(to);
    ParallelFor(exec, count, 1, [=](int64_t begin, int64_t end) {
      NarrowFromFloat(to_type, in + begin, end - begin, out + begin);
    });
    return;
  }
  VisitType(RealTypesAndBool(), from_type, [&](auto from_tag) {
    using From = typename decltype(from_tag)::type;
    VisitType(RealTypesAndBool(), to_type, [&](auto to_tag) {
      using To = typename decltype(to_tag)::type;
      CastAll(exec, truncate, static_cast<const From*>(from), static_cast<To*>(to), count);
    });
  });
}

}  // namespace voxgrad
