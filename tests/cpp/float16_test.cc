// The 16-bit types against a slow second method: the nearest of all 65536 values, found by search.
#include "voxgrad/float16.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "check/random_values.h"

namespace voxgrad {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a 16-bit pattern means, from the definition of the format.
double Meaning(uint32_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const int fraction = static_cast<int>(bits) & ((1 << fraction_bits) - 1);
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) return fraction ? std::nan("") : sign * kInfinity;
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

struct HalfFormat {
  using Type = Half;
  static constexpr int kExponent = 5, kFraction = 10;
  static constexpr uint16_t kInfinityBits = 0x7c00;
};
struct BFloat16Format {
  using Type = BFloat16;
  static constexpr int kExponent = 8, kFraction = 7;
  static constexpr uint16_t kInfinityBits = 0x7f80;
};

template <class Format>
class Float16 : public testing::Test {
 protected:
  using T = typename Format::Type;

  Float16() {
    for (uint32_t bits = 0; bits <= Format::kInfinityBits; ++bits) {
      values_.push_back(Meaning(bits, Format::kExponent, Format::kFraction));
    }
    // For rounding, infinity stands where the next finite number would.
    values_.back() = 2 * values_[values_.size() - 2] - values_[values_.size() - 3];
  }

  /// Round to nearest even by search. The patterns of positive numbers are in the order of their values.
  uint16_t Nearest(double value) const {
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double size = std::abs(value);
    const auto above = std::lower_bound(values_.begin(), values_.end(), size);
    if (above == values_.end()) return sign | Format::kInfinityBits;
    const auto high = static_cast<uint16_t>(above - values_.begin());
    if (*above == size || high == 0) return sign | high;
    const double up = *above - size, down = size - *(above - 1);  // exact: the two are close to each other
    if (up != down) return static_cast<uint16_t>(sign | (up < down ? high : high - 1));
    return static_cast<uint16_t>(sign | (high % 2 == 0 ? high : high - 1));
  }

  void ExpectFloat(float value) const { EXPECT_EQ(T(value).bits, Nearest(value)) << std::hexfloat << value; }
  void ExpectDouble(double value) const {
    EXPECT_EQ(T(value).bits, Nearest(value)) << std::hexfloat << value;
  }

  std::vector<double> values_;
};

using Formats = testing::Types<HalfFormat, BFloat16Format>;
TYPED_TEST_SUITE(Float16, Formats);

TYPED_TEST(Float16, EveryPatternMeansWhatTheFormatSaysAndComesBack) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    typename TypeParam::Type x;
    x.bits = static_cast<uint16_t>(bits);
    const float value = static_cast<float>(x);
    const double meaning = Meaning(bits, TypeParam::kExponent, TypeParam::kFraction);
    if (std::isnan(meaning)) {
      EXPECT_TRUE(std::isnan(value)) << bits;
      EXPECT_TRUE(std::isnan(static_cast<float>(typename TypeParam::Type(value)))) << bits;
      continue;
    }
    EXPECT_EQ(value, meaning) << bits;
    EXPECT_EQ(static_cast<double>(x), meaning) << bits;
    EXPECT_EQ(typename TypeParam::Type(value).bits, bits);
    EXPECT_EQ(typename TypeParam::Type(static_cast<double>(value)).bits, bits);
  }
}

TYPED_TEST(Float16, EveryMiddleAndItsNeighboursRoundToNearestEven) {
  for (size_t i = 0; i + 1 < this->values_.size(); ++i) {
    const double middle = (this->values_[i] + this->values_[i + 1]) / 2;  // a float, too: one bit more
    const float tie = static_cast<float>(middle);
    if (std::isfinite(tie) && static_cast<double>(tie) == middle) {
      this->ExpectFloat(tie);
      this->ExpectFloat(-tie);
      this->ExpectFloat(std::nextafterf(tie, 0));
      this->ExpectFloat(std::nextafterf(tie, std::numeric_limits<float>::infinity()));
    }
    // A double just off the middle would be on it after a first rounding to float, and then go the wrong way.
    this->ExpectDouble(middle);
    this->ExpectDouble(std::nextafter(middle, 0));
    this->ExpectDouble(std::nextafter(middle, kInfinity));
    this->ExpectDouble(-std::nextafter(middle, kInfinity));
    this->ExpectDouble(middle * (1 + 0x1p-40));
    this->ExpectDouble(middle * (1 - 0x1p-40));
  }
}

TYPED_TEST(Float16, RandomBitPatterns) {
  driver::Random random(16);
  for (int i = 0; i < 300'000; ++i) {
    const float f = float16_internal::Bits<float>(static_cast<uint32_t>(random.Next()));
    if (std::isnan(f)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(typename TypeParam::Type(f))));
    } else {
      this->ExpectFloat(f);
    }
    const double d = std::ldexp(2 * random.Unit() - 1, static_cast<int>(random.Int(-160, 140)));
    this->ExpectDouble(d);
  }
}

TYPED_TEST(Float16, Extremes) {
  using T = typename TypeParam::Type;
  EXPECT_EQ(T(0.0f).bits, 0);
  EXPECT_EQ(T(-0.0f).bits, 0x8000);
  EXPECT_EQ(T(-0.0).bits, 0x8000);
  for (double value : {1e300, 1e39, kInfinity, static_cast<double>(std::numeric_limits<float>::max())}) {
    EXPECT_EQ(T(value).bits, TypeParam::kInfinityBits) << value;
    EXPECT_EQ(T(-value).bits, TypeParam::kInfinityBits | 0x8000) << value;
  }
  for (double value : {1e-300, 1e-46, std::numeric_limits<double>::denorm_min()}) {
    EXPECT_EQ(T(value).bits, 0) << value;
    EXPECT_EQ(T(-value).bits, 0x8000) << value;
  }
  // NaN whose payload sits in the low bits alone must not become infinity.
  for (uint32_t bits : {0x7f800001u, 0xff800001u, 0x7fc00000u, 0x7fffffffu}) {
    EXPECT_TRUE(std::isnan(static_cast<float>(T(float16_internal::Bits<float>(bits))))) << bits;
  }
  EXPECT_EQ(static_cast<float>(T(3)), 3.0f);
  EXPECT_FALSE(T(std::nanf("")) == T(std::nanf("")));
  EXPECT_TRUE(T(0.0f) == T(-0.0f));
  EXPECT_TRUE(T(2.0f) > T(-3.0f));
}

}  // namespace
}  // namespace voxgrad
