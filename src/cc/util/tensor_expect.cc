// Where two tensors differ. Declared in voxgrad/tensor_expect.h, which needs GoogleTest; this does not.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/number_text.h"
#include "core/type_list.h"
#include "voxgrad/export.h"
#include "voxgrad/tensor.h"

namespace voxgrad::internal {
namespace {

using ComparedTypes = TypeList<Half, BFloat16, float, double, int8_t, int16_t, int32_t, int64_t, uint8_t,
                               uint16_t, uint32_t, uint64_t, bool, tstring>;

template <class T>
constexpr bool kFloating =
    std::is_floating_point_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

/// The distance from 1 to the next number.
template <class T>
constexpr double Epsilon() {
  if constexpr (std::is_same_v<T, Half>) return 0x1p-10;
  if constexpr (std::is_same_v<T, BFloat16>) return 0x1p-7;
  if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::epsilon();
  return 0;
}

/// The number's place among all numbers of its type: neighbours differ by 1.
template <class Bits, class T>
int64_t Place(T value) {
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const auto magnitude = static_cast<int64_t>(bits & static_cast<Bits>(std::numeric_limits<Bits>::max() / 2));
  return bits >> (8 * sizeof(Bits) - 1) ? -magnitude : magnitude;
}

template <class T>
bool Near(const T& x, const T& y) {
  constexpr uint64_t kSteps = 4;
  if constexpr (kFloating<T>) {
    using Bits =
        std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
    if (std::isnan(static_cast<double>(x)) || std::isnan(static_cast<double>(y))) {
      return std::isnan(static_cast<double>(x)) && std::isnan(static_cast<double>(y));
    }
    const int64_t a = Place<Bits>(x);
    const int64_t b = Place<Bits>(y);
    return (a > b ? static_cast<uint64_t>(a) - static_cast<uint64_t>(b)
                  : static_cast<uint64_t>(b) - static_cast<uint64_t>(a)) <= kSteps;
  } else {
    return x == y;
  }
}

template <class T>
bool Close(const T& x, const T& y, double atol, double rtol) {
  if constexpr (kFloating<T>) {
    const auto a = static_cast<double>(x);
    const auto b = static_cast<double>(y);
    constexpr double kSlack = 5;
    const double absolute = atol < 0 ? kSlack * Epsilon<T>() : atol;
    const double relative = rtol < 0 ? kSlack * Epsilon<T>() : rtol;
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (std::isinf(a) || std::isinf(b)) return a == b;
    return std::abs(a - b) <= absolute + relative * std::abs(a);
  } else {
    return x == y;
  }
}

template <class Same>
std::string FirstDifference(const Tensor& x, const Tensor& y, const Same& same) {
  if (x.dtype() != y.dtype() || x.shape() != y.shape()) {
    return absl::StrCat("one is ", x.DeviceSafeDebugString(), ", the other ", y.DeviceSafeDebugString());
  }
  if (!x.IsInitialized() || !y.IsInitialized()) return "one has no memory";
  std::string text;
  const bool known = VisitType(ComparedTypes(), x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0; text.empty() && i < x.NumElements(); ++i) {
      const auto place = static_cast<size_t>(i);
      if (same(x.values<T>()[place], y.values<T>()[place])) continue;
      text = absl::StrCat("element ", i, " of ", x.shape().DebugString(), " is ",
                          ElementText(x.dtype(), x.data(), i), " in one and ",
                          ElementText(y.dtype(), y.data(), i), " in the other");
    }
  });
  return known ? text : absl::StrCat(DataTypeString(x.dtype()), " tensors cannot be compared");
}

}  // namespace

VOXGRAD_API std::string Difference(const Tensor& x, const Tensor& y, double atol, double rtol) {
  return FirstDifference(x, y, [&](const auto& a, const auto& b) { return Close(a, b, atol, rtol); });
}

VOXGRAD_API std::string Difference(const Tensor& x, const Tensor& y) {
  return FirstDifference(x, y, [](const auto& a, const auto& b) { return Near(a, b); });
}

}  // namespace voxgrad::internal
