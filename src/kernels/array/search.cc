#include "kernels/array/search.h"

#include <unordered_map>

#include "kernels/simd/float16.h"

namespace voxgrad {

std::vector<int64_t> NonZeros(DataType type, const void* in, int64_t count) {
  std::vector<int64_t> numbers;
  VisitType(RealTypesAndBool(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* values = static_cast<const T*>(in);
    for (int64_t i = 0; i < count; ++i) {
      if (static_cast<Computed<T>>(values[i]) != Computed<T>(0)) numbers.push_back(i);
    }
  });
  return numbers;
}

void WritePlaces(absl::Span<const int64_t> numbers, absl::Span<const int64_t> sizes, void* out) {
  auto* to = static_cast<int64_t*>(out);
  for (int64_t number : numbers) {
    for (size_t i = sizes.size(); i-- > 0; number /= sizes[i]) to[i] = number % sizes[i];
    to += sizes.size();
  }
}

void WriteIntegers(absl::Span<const int64_t> numbers, DataType type, void* out) {
  VisitType(TypeList<int32_t, int64_t>(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    auto* to = static_cast<T*>(out);
    for (int64_t number : numbers) *to++ = static_cast<T>(number);
  });
}

Distinct FindDistinct(DataType type, const void* in, int64_t count) {
  Distinct distinct;
  distinct.places.reserve(static_cast<size_t>(count));
  VisitType(RealTypesAndBool(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* values = static_cast<const T*>(in);
    std::unordered_map<Computed<T>, int64_t> seen;
    for (int64_t i = 0; i < count; ++i) {
      const auto next = static_cast<int64_t>(distinct.kept.size());
      const auto [found, is_new] = seen.try_emplace(static_cast<Computed<T>>(values[i]), next);
      if (is_new) distinct.kept.push_back(i);
      distinct.places.push_back(found->second);
    }
  });
  return distinct;
}

}  // namespace voxgrad
