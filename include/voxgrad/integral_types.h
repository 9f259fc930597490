// The number types under the names that TensorFlow programs use.
#ifndef VOXGRAD_INTEGRAL_TYPES_H_
#define VOXGRAD_INTEGRAL_TYPES_H_

#include <cstdint>
#include <limits>
#include <string>

namespace voxgrad {

using int8 = int8_t;
using int16 = int16_t;
using int32 = int32_t;
using int64 = int64_t;
using uint8 = uint8_t;
using uint16 = uint16_t;
using uint32 = uint32_t;
using uint64 = uint64_t;
using string = std::string;

constexpr uint8_t kuint8max = std::numeric_limits<uint8_t>::max();
constexpr uint16_t kuint16max = std::numeric_limits<uint16_t>::max();
constexpr uint32_t kuint32max = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kuint64max = std::numeric_limits<uint64_t>::max();
constexpr int8_t kint8min = std::numeric_limits<int8_t>::min();
constexpr int8_t kint8max = std::numeric_limits<int8_t>::max();
constexpr int16_t kint16min = std::numeric_limits<int16_t>::min();
constexpr int16_t kint16max = std::numeric_limits<int16_t>::max();
constexpr int32_t kint32min = std::numeric_limits<int32_t>::min();
constexpr int32_t kint32max = std::numeric_limits<int32_t>::max();
constexpr int64_t kint64min = std::numeric_limits<int64_t>::min();
constexpr int64_t kint64max = std::numeric_limits<int64_t>::max();

}  // namespace voxgrad

#endif  // VOXGRAD_INTEGRAL_TYPES_H_
