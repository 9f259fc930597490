// Tensors as people type them.
#include "core/literal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "check/random_values.h"
#include "core/type_list.h"

namespace voxgrad {
namespace {

std::string ReadLiteral(const std::string& text, DataType type = DT_FLOAT) {
  const auto tensor = ParseTensor(text, type);
  return tensor.ok() ? TensorLiteral(*tensor, 100)
                     : absl::StrCat("error: ", std::string(tensor.status().message()));
}

TEST(Literal, FormsOfWriting) {
  EXPECT_EQ(ReadLiteral("1,2,3"), "float[3]:1,2,3");
  EXPECT_EQ(ReadLiteral(" 7 "), "float[]:7");
  EXPECT_EQ(ReadLiteral("[7]"), "float[1]:7");
  EXPECT_EQ(ReadLiteral("{{1,2},{3,4}}"), "float[2,2]:1,2,3,4");
  EXPECT_EQ(ReadLiteral("[[1, 2], [3, 4], [5, 6]]", DT_INT32), "int32[3,2]:1,2,3,4,5,6");
  EXPECT_EQ(ReadLiteral("[[[1],[2]]]"), "float[1,2,1]:1,2");
  EXPECT_EQ(ReadLiteral("half:1,2.5,3"), "half[3]:1,2.5,3");
  EXPECT_EQ(ReadLiteral("int64:[[1],[2]]"), "int64[2,1]:1,2");
  EXPECT_EQ(ReadLiteral("float[2,2]:1,2,3,4"), "float[2,2]:1,2,3,4");
  EXPECT_EQ(ReadLiteral("f64[2]"), "double[2]:1,2");
  EXPECT_EQ(ReadLiteral("uint8[2,2]"), "uint8[2,2]:1,2,3,4");
  EXPECT_EQ(ReadLiteral("[]"), "float[0]:");
  EXPECT_EQ(ReadLiteral("[[],[]]"), "float[2,0]:");
  EXPECT_EQ(ReadLiteral("float[0,3]:"), "float[0,3]:");
  EXPECT_EQ(ReadLiteral(""), "float[0]:");
  EXPECT_EQ(ReadLiteral("a, two words ,c", DT_STRING), "string[3]:a,two words,c");
  EXPECT_EQ(ReadLiteral("string[1,2]:a,b"), "string[1,2]:a,b");
}

TEST(Literal, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"1,x", "`x` is no float"},
      {"int32:1.5", "`1.5` is no int32"},
      {"uint8:256", "`256` is no uint8"},
      {"uint8:-1", "`-1` is no uint8"},
      {"uint64:18446744073709551616", "is no uint64"},
      {"[[1,2],[3]]", "its rows differ in length"},
      {"[[1,2],3]", "its rows differ in length"},
      {"[1,[2]]", "its rows differ in length"},
      {"[[1,2]", "a bracket is not closed"},
      {"[1,2]]", "something stands behind the closing bracket"},
      {"[1,2] 3", "something stands behind the closing bracket"},
      {"float[2,2]:1,2,3", "it has 3 values, and [2,2] needs 4"},
      {"float[2,2", "a bracket is not closed"},
      {"float[-1]:", "has a size below 0"},
      {"float[4611686018427387904,4]:", "more than 2^63 - 1 elements"},
      {"float 1", "after the type comes `[sizes]` or `:values`"},
  };
  for (const auto& [text, sentence] : cases) {
    const std::string said = ReadLiteral(text);
    EXPECT_EQ(said.rfind("error: ", 0), 0u) << text << " gives " << said;
    EXPECT_NE(said.find(sentence), std::string::npos) << text << " says: " << said;
  }
  EXPECT_NE(ReadLiteral(std::string(100'000, '[')).find("error: "), std::string::npos);
}

TEST(Literal, Ints) {
  EXPECT_EQ(*ParseInts("1,2,2,1"), Ints({1, 2, 2, 1}));
  EXPECT_EQ(*ParseInts("{1, 2}"), Ints({1, 2}));
  EXPECT_EQ(*ParseInts("[-3]"), Ints({-3}));
  EXPECT_EQ(*ParseInts(""), Ints());
  EXPECT_EQ(*ParseInts("9223372036854775807"), Ints({std::numeric_limits<int64_t>::max()}));
  for (const char* text : {"1,,2", "a", "1.5", "9223372036854775808", "[1", "1 2"}) {
    EXPECT_FALSE(ParseInts(text).ok()) << text;
  }
}

/// Written and read again, the bits are the same (any NaN for a NaN).
template <class T>
void ExpectComesBack(std::initializer_list<T> list) {
  const Tensor tensor = Tensor::Of<T>(list, TensorShape({static_cast<int64_t>(list.size())}));
  const std::string text = TensorLiteral(tensor, 1000);
  const auto read = ParseTensor(text, DT_INT8);
  ASSERT_TRUE(read.ok()) << text << ": " << read.status();
  ASSERT_EQ(read->dtype(), tensor.dtype()) << text;
  ASSERT_EQ(read->shape(), tensor.shape()) << text;
  for (size_t i = 0; i < list.size(); ++i) {
    const T was = tensor.values<T>()[i];
    const T is = read->values<T>()[i];
    const bool both_nan = was != was && is != is;
    EXPECT_TRUE(both_nan || std::memcmp(&was, &is, sizeof(T)) == 0) << text << " at " << i;
  }
}

TEST(Literal, EveryTypeComesBackExactly) {
  const double inf = std::numeric_limits<double>::infinity();
  ExpectComesBack<double>({0.1, -0.0, 1.0 / 3, 5e-324, 1.7976931348623157e308, inf, -inf, std::nan("")});
  ExpectComesBack<float>(
      {0.1f, -0.0f, 1.0f / 3, 1e-45f, 3.4028235e38f, HUGE_VALF, -HUGE_VALF, std::nanf("")});
  ExpectComesBack<int8_t>({-128, 127, 0});
  ExpectComesBack<int16_t>({-32768, 32767});
  ExpectComesBack<int32_t>({std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()});
  ExpectComesBack<int64_t>({std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()});
  ExpectComesBack<uint8_t>({0, 255});
  ExpectComesBack<uint16_t>({0, 65535});
  ExpectComesBack<uint32_t>({0, 4294967295u});
  ExpectComesBack<uint64_t>({0, std::numeric_limits<uint64_t>::max()});
}

/// All 65536 of them.
template <class T>
void ExpectAllBitsComeBack() {
  Tensor tensor;
  ASSERT_TRUE(Tensor::Allocate(DataTypeToEnum<T>::value, TensorShape({65536}), &tensor).ok());
  for (size_t i = 0; i < 65536; ++i) tensor.mutable_values<T>()[i].bits = static_cast<uint16_t>(i);
  const auto read = ParseTensor(TensorLiteral(tensor, 65536), DT_FLOAT);
  ASSERT_TRUE(read.ok()) << read.status();
  for (size_t i = 0; i < 65536; ++i) {
    const T value = read->values<T>()[i];
    const float number = static_cast<float>(tensor.values<T>()[i]);
    EXPECT_TRUE(value.bits == i || (std::isnan(number) && std::isnan(static_cast<float>(value)))) << i;
  }
}

TEST(Literal, SixteenBitFloatsComeBackExactly) {
  ExpectAllBitsComeBack<Half>();
  ExpectAllBitsComeBack<BFloat16>();
}

TEST(Literal, CutsLongLists) {
  const auto tensor = ParseTensor("float[2,3]", DT_FLOAT);
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(TensorLiteral(*tensor, 2), "float[2,3]:1,2,…");
  EXPECT_EQ(TensorLiteral(*tensor, 6), "float[2,3]:1,2,3,4,5,6");
}

}  // namespace
}  // namespace voxgrad
