#include "kernels/array/search.h"

#include <type_traits>
#include <unordered_map>

#include "core/type_list.h"

namespace voxgrad {
namespace {

using WithBool = TypeList<Half, BFloat16, float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t,
                          uint32_t, uint64_t, bool>;

/// What elements of T are compared as.
template <class T>
using Compared = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;

}  // namespace

std::vector<int64_t> NonZeros(DataType type, const void* in, int64_t count) {
  std::vector<int64_t> numbers;
  VisitType(WithBool(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* values = static_cast<const T*>(in);
    for (int64_t i = 0; i < count; ++i) {
      if (static_cast<Compared<T>>(values[i]) != Compared<T>(0)) numbers.push_back(i);
    }
  });
  return numbers;
}

Distinct FindDistinct(DataType type, const void* in, int64_t count) {
  Distinct distinct;
  distinct.places.reserve(static_cast<size_t>(count));
  VisitType(WithBool(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* values = static_cast<const T*>(in);
    std::unordered_map<Compared<T>, int64_t> seen;
    for (int64_t i = 0; i < count; ++i) {
      const auto next = static_cast<int64_t>(distinct.kept.size());
      const auto [found, is_new] = seen.try_emplace(static_cast<Compared<T>>(values[i]), next);
      if (is_new) distinct.kept.push_back(i);
      distinct.places.push_back(found->second);
    }
  });
  return distinct;
}

}  // namespace voxgrad
