#include "kernels/array/range.h"

#include <cmath>
#include <type_traits>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/list.h"

namespace voxgrad {
namespace {

constexpr int64_t kMost = int64_t{1} << 62;

/// Both differences as unsigned, where they cannot overflow.
template <class T>
std::optional<int64_t> CountIntegers(T start, T limit, T delta) {
  if (delta == 0) return std::nullopt;
  const bool up = delta > 0;
  if (up ? start > limit : start < limit) return std::nullopt;
  const auto far = static_cast<uint64_t>(up ? limit : start) - static_cast<uint64_t>(up ? start : limit);
  const uint64_t step = up ? static_cast<uint64_t>(delta) : uint64_t{0} - static_cast<uint64_t>(delta);
  const uint64_t count = far / step + (far % step != 0 ? 1 : 0);
  return count <= kMost ? std::optional(static_cast<int64_t>(count)) : std::nullopt;
}

/// In the arithmetic of T, each step rounded: 0.3 / 0.1 is 3 in float, and just above 3 without rounding.
template <class T>
std::optional<int64_t> CountNumbers(T start, T limit, T delta) {
  using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const auto wide = [](T value) { return static_cast<Wide>(value); };
  if (!(wide(delta) > 0 ? wide(start) <= wide(limit) : wide(delta) < 0 && wide(start) >= wide(limit)))
    return std::nullopt;
  const T far(wide(limit) - wide(start));
  const T count(wide(far) / wide(delta));
  const Wide whole = std::ceil(std::abs(wide(count)));
  return whole <= static_cast<Wide>(kMost) ? std::optional(static_cast<int64_t>(whole)) : std::nullopt;
}

template <class T, class Wide>
void FillSteps(Exec& exec, Wide first, Wide step, int64_t count, T* to) {
  ParallelFor(exec, count, 1, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) to[i] = static_cast<T>(first + static_cast<Wide>(i) * step);
  });
}

}  // namespace

std::optional<int64_t> RangeCount(DataType type, const void* start, const void* limit, const void* delta) {
  std::optional<int64_t> count;
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto value = [](const void* from) { return *static_cast<const T*>(from); };
    if constexpr (std::is_integral_v<T>) {
      count = CountIntegers<T>(value(start), value(limit), value(delta));
    } else {
      count = CountNumbers<T>(value(start), value(limit), value(delta));
    }
  });
  return count;
}

void FillRange(Exec& exec, DataType type, const void* start, const void* delta, int64_t count, void* out) {
  OnlyWay(exec, "reference/fill-range");
  VisitType(RealTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    // Integers modulo 2^64, of which the low bits are right in every type; int8 too keeps its sign.
    // NOLINTBEGIN(bugprone-signed-char-misuse)
    using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
    const Wide first = static_cast<Wide>(*static_cast<const T*>(start));
    const Wide step = static_cast<Wide>(*static_cast<const T*>(delta));
    // NOLINTEND(bugprone-signed-char-misuse)
    FillSteps(exec, first, step, count, static_cast<T*>(out));
  });
}

void FillBetween(Exec& exec, DataType type, const void* start, const void* stop, int64_t count, void* out) {
  OnlyWay(exec, "reference/fill-between");
  VisitType(FloatTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T last = *static_cast<const T*>(stop);
    const auto first = static_cast<double>(*static_cast<const T*>(start));
    const double far = static_cast<double>(last) - first;
    FillSteps(exec, first, count > 1 ? far / static_cast<double>(count - 1) : 0, count, static_cast<T*>(out));
    if (count > 1) static_cast<T*>(out)[count - 1] = last;
  });
}

}  // namespace voxgrad
