#include "kernels/sums/scan.h"

#include <algorithm>

#include "core/type_list.h"

namespace voxgrad {
namespace {

template <class F>
bool Any(DataType type, const void* values, int64_t count, F f) {
  bool found = false;
  VisitType(IntegerTypes(), type, [&](auto tag) {
    const auto* begin = static_cast<const typename decltype(tag)::type*>(values);
    found = std::any_of(begin, begin + count, f);
  });
  return found;
}

}  // namespace

bool AnyZero(DataType type, const void* values, int64_t count) {
  return Any(type, values, count, [](auto value) { return value == 0; });
}

bool AnyNegative(DataType type, const void* values, int64_t count) {
  return Any(type, values, count, [](auto value) { return value < 0; });
}

}  // namespace voxgrad
