// What vectors do with single numbers, on every instruction set: the conversions of half and bfloat16 agree
// with the scalar ones for every value, and what is infinite or not a number is found.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "../tests/cpp/cpu_lanes_test.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/products/finite-inl.h"
#include "kernels/simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

using Tag = hn::ScalableTag<float>;

template <class T>
void ToFloats(const uint16_t* bits, float* values, size_t count) {
  const T* from = reinterpret_cast<const T*>(bits);
  const Tag d;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) hn::StoreU(LoadNumbers(d, from + i), d, values + i);
  if (i < count) StoreSome(d, LoadSome(d, from + i, count - i), values + i, count - i);
}

template <class T>
void FromFloats(const float* values, uint16_t* bits, size_t count) {
  T* to = reinterpret_cast<T*>(bits);
  const Tag d;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) StoreNumbers(d, hn::LoadU(d, values + i), to + i);
  if (i < count) StoreSome(d, LoadSome(d, values + i, count - i), to + i, count - i);
}

void HalfToFloats(const uint16_t* b, float* v, size_t n) { ToFloats<Half>(b, v, n); }
void BFloat16ToFloats(const uint16_t* b, float* v, size_t n) { ToFloats<BFloat16>(b, v, n); }
void HalfFromFloats(const float* v, uint16_t* b, size_t n) { FromFloats<Half>(v, b, n); }
void BFloat16FromFloats(const float* v, uint16_t* b, size_t n) { FromFloats<BFloat16>(v, b, n); }

bool BFloat16sAreFinite(const void* v, int64_t n) { return AllFinite(static_cast<const BFloat16*>(v), n); }
bool FloatsAreFinite(const void* v, int64_t n) { return AllFinite(static_cast<const float*>(v), n); }
bool DoublesAreFinite(const void* v, int64_t n) { return AllFinite(static_cast<const double*>(v), n); }

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/simd/target.h"

namespace voxgrad::cpu {
namespace {

HWY_EXPORT(HalfToFloats);
HWY_EXPORT(BFloat16ToFloats);
HWY_EXPORT(HalfFromFloats);
HWY_EXPORT(BFloat16FromFloats);
HWY_EXPORT(BFloat16sAreFinite);
HWY_EXPORT(FloatsAreFinite);
HWY_EXPORT(DoublesAreFinite);

float Float(uint32_t bits) { return float16_internal::Bits<float>(bits); }

class Lanes : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { ASSERT_TRUE(ChooseTarget(GetParam())); }
  void TearDown() override { ChooseTarget(""); }
};

INSTANTIATE_TEST_SUITE_P(Targets, Lanes, testing::ValuesIn(TargetNames()),
                         [](const auto& info) { return info.param; });

TEST_P(Lanes, EveryValueLoads) {
  std::vector<uint16_t> bits(1 << 16);
  for (size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<uint16_t>(i);
  std::vector<float> half(bits.size()), brain(bits.size());
  HWY_DYNAMIC_DISPATCH(HalfToFloats)(bits.data(), half.data(), bits.size());
  HWY_DYNAMIC_DISPATCH(BFloat16ToFloats)(bits.data(), brain.data(), bits.size());
  for (size_t i = 0; i < bits.size(); ++i) {
    const float expected_half = Half::ToFloat(bits[i]), expected_brain = BFloat16::ToFloat(bits[i]);
    if (std::isnan(expected_half)) {
      EXPECT_TRUE(std::isnan(half[i])) << i;
    } else {
      EXPECT_EQ(float16_internal::Bits<uint32_t>(half[i]), float16_internal::Bits<uint32_t>(expected_half))
          << i;
    }
    EXPECT_EQ(float16_internal::Bits<uint32_t>(brain[i]), float16_internal::Bits<uint32_t>(expected_brain))
        << i;
  }
}

/// 75 numbers of both signs up to the largest, then with one that is not finite at each place.
template <class T>
void CheckFinite(bool (*all_finite)(const void*, int64_t), double largest) {
  std::vector<T> numbers;
  for (int i = 0; i < 75; ++i)
    numbers.push_back(static_cast<T>(i % 3 == 0 ? -largest : largest / 2 * (i % 3)));
  const auto count = static_cast<int64_t>(numbers.size());
  EXPECT_TRUE(all_finite(numbers.data(), count));
  for (T& number : numbers) {
    const T before = number;
    for (double bad : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
      number = static_cast<T>(bad);
      EXPECT_FALSE(all_finite(numbers.data(), count)) << &number - numbers.data() << ": " << bad;
    }
    number = before;
  }
}

TEST_P(Lanes, FindsWhatIsNotFinite) {
  CheckFinite<BFloat16>(HWY_DYNAMIC_DISPATCH(BFloat16sAreFinite), 3.3e38);
  CheckFinite<float>(HWY_DYNAMIC_DISPATCH(FloatsAreFinite), 3.4e38);
  CheckFinite<double>(HWY_DYNAMIC_DISPATCH(DoublesAreFinite), 1.7e308);
}

TEST_P(Lanes, EveryRoundingIsTheScalarOne) {
  // Around each 16-bit value of either type: itself, its neighbours in float, the ties and their neighbours.
  std::vector<float> values;
  for (uint32_t i = 0; i < 1 << 16; ++i) {
    for (float base :
         {Half::ToFloat(static_cast<uint16_t>(i)), BFloat16::ToFloat(static_cast<uint16_t>(i))}) {
      const uint32_t bits = float16_internal::Bits<uint32_t>(base);
      for (uint32_t step : {0u, 1u, ~0u, 0xfffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u, 0x18000u}) {
        values.push_back(Float(bits + step));
      }
    }
  }
  // Ties between the denormals of half, and odd bits all over the range.
  for (int i = 0; i <= 2048; ++i) {
    for (float nudge : {0.0f, 0x1p-40f, -0x1p-40f})
      values.push_back(static_cast<float>(i) * 0x1p-25f + nudge);
  }
  for (uint32_t bits = 0; bits < 0xffff0000u; bits += 40503) values.push_back(Float(bits));
  values.push_back(1.0f);  // not a multiple of any vector
  std::vector<uint16_t> half(values.size()), brain(values.size());
  HWY_DYNAMIC_DISPATCH(HalfFromFloats)(values.data(), half.data(), values.size());
  HWY_DYNAMIC_DISPATCH(BFloat16FromFloats)(values.data(), brain.data(), values.size());
  size_t wrong = 0;
  for (size_t i = 0; i < values.size() && wrong < 10; ++i) {
    const uint16_t expected_half = Half::FromFloat(values[i]),
                   expected_brain = BFloat16::FromFloat(values[i]);
    const bool right = half[i] == expected_half && brain[i] == expected_brain;
    EXPECT_TRUE(right) << std::hexfloat << values[i] << std::hex << ": half " << half[i] << ", expected "
                       << expected_half << "; bfloat16 " << brain[i] << ", expected " << expected_brain;
    wrong += right ? 0 : 1;
  }
}

}  // namespace
}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
