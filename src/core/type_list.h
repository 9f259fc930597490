// Choosing code by a tensor's element type, in one place.
#ifndef VOXGRAD_CORE_TYPE_LIST_H_
#define VOXGRAD_CORE_TYPE_LIST_H_

#include <vector>

#include "voxgrad/types.h"

namespace voxgrad {

template <class... Ts>
struct TypeList {};

template <class T>
struct TypeTag {
  using type = T;
};

using FloatTypes = TypeList<Half, BFloat16, float, double>;
using IntegerTypes = TypeList<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;
using RealTypes = TypeList<Half, BFloat16, float, double, int8_t, int16_t, int32_t, int64_t, uint8_t,
                           uint16_t, uint32_t, uint64_t>;

/// Calls `f(TypeTag<T>())` for the C++ type behind `type`; false when it is not in the list.
template <class... Ts, class F>
bool VisitType(TypeList<Ts...>, DataType type, F&& f) {
  return ((DataTypeToEnum<Ts>::value == type ? (f(TypeTag<Ts>()), true) : false) || ...);
}

/// What `f(TypeTag<T>())` returns for the C++ type behind `type`; R() when it is not in the list.
template <class R, class Types, class F>
R ResultFor(Types types, DataType type, F&& f) {
  R result{};
  VisitType(types, type, [&](auto tag) { result = f(tag); });
  return result;
}

/// The enum values of a list, in its order.
template <class... Ts>
std::vector<DataType> TypeEnums(TypeList<Ts...>) {
  return {DataTypeToEnum<Ts>::value...};
}

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_TYPE_LIST_H_
