// Division of sizes, rounded up.
#ifndef VOXGRAD_CORE_ROUNDING_H_
#define VOXGRAD_CORE_ROUNDING_H_

#include <cstdint>

namespace voxgrad {

/// a / b, rounded up; b is positive.
constexpr int64_t CeilDiv(int64_t a, int64_t b) { return a >= 0 ? (a + b - 1) / b : -(-a / b); }

/// The least multiple of b that is not below a.
constexpr int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_ROUNDING_H_
