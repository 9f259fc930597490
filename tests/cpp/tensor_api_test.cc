// What TensorFlow's C++ API adds to tensors: scalars, strings, slices, maps. Their text is compared with
// TensorFlow's own in tests/compat.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/memory.h"
#include "voxgrad/tensor_maps.h"
#include "voxgrad/util/tensor_testutil.h"

namespace voxgrad {
namespace {

TEST(TensorApi, ScalarsHaveTheirType) {
  EXPECT_EQ(Tensor(1.5f).dtype(), DT_FLOAT);
  EXPECT_EQ(Tensor(1.5).dtype(), DT_DOUBLE);
  EXPECT_EQ(Tensor(7).dtype(), DT_INT32);
  EXPECT_EQ(Tensor(int64_t{7}).dtype(), DT_INT64);
  EXPECT_EQ(Tensor(true).dtype(), DT_BOOL);
  EXPECT_EQ(Tensor(uint8_t{7}).dtype(), DT_UINT8);
  EXPECT_EQ(Tensor(Half(1.5f)).dtype(), DT_HALF);
  EXPECT_EQ(Tensor(Eigen::half(1.5f)).values<Half>()[0], Half(1.5f));
  EXPECT_EQ(Tensor(bfloat16(1.5f)).values<BFloat16>()[0], BFloat16(1.5f));
  EXPECT_EQ(Tensor("text").dtype(), DT_STRING);
  EXPECT_EQ(Tensor(std::string("text")).values<tstring>()[0], "text");
  EXPECT_EQ(Tensor(7).dims(), 0);
  EXPECT_EQ(Tensor(DT_INT32).shape().DebugString(), "[0]") << "a type is no scalar";
  EXPECT_FALSE((std::is_constructible<Tensor, int*>::value)) << "nor is a pointer a bool";
  EXPECT_FALSE((std::is_convertible<float, Tensor>::value));
}

TEST(TensorApi, WithoutMemoryATensorSaysSo) {
  ::testing::internal::CaptureStderr();
  const Tensor huge(DT_DOUBLE, TensorShape({int64_t{1} << 60}));
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("RESOURCE_EXHAUSTED"), std::string::npos);
  EXPECT_FALSE(huge.IsInitialized());
  EXPECT_EQ(huge.AllocatedBytes(), 0u);
  EXPECT_TRUE(huge.tensor_data().empty());
  EXPECT_FALSE(huge.SharesBufferWith(huge));
  EXPECT_EQ(huge.SummarizeValue(3), "uninitialized Tensor of 1152921504606846976 elements of type 2");
  EXPECT_TRUE(Tensor().IsInitialized());
}

TEST(TensorApi, StringsAreMadeAndDestroyed) {
  Tensor words(DT_STRING, TensorShape({2, 2}));
  for (const tstring& word : words.values<tstring>()) EXPECT_TRUE(word.empty());
  auto long_word = std::string(1000, 'x');
  std::fill_n(words.mutable_values<tstring>().begin(), 4, tstring(long_word));
  Tensor row = words.SubSlice(1);
  words = Tensor();  // the row keeps all of them; the sanitizers see whether they are freed
  EXPECT_EQ(row.values<tstring>()[1].size(), 1000u);
  EXPECT_EQ(row.TotalBytes(), 2 * (sizeof(tstring) + 1000));
  EXPECT_TRUE(row.tensor_data().empty());
  EXPECT_TRUE(row.IsAligned());
  EXPECT_TRUE(Tensor(DT_STRING, TensorShape({0})).IsInitialized());
}

TEST(TensorApi, SlicesShareTheirMemory) {
  Tensor whole(DT_FLOAT, TensorShape({4, 3}));
  test::FillIota<float>(&whole, 0);
  EXPECT_TRUE(whole.RefCountIsOne());
  Tensor middle = whole.Slice(1, 3);
  EXPECT_FALSE(whole.RefCountIsOne());
  EXPECT_EQ(middle.shape().DebugString(), "[2,3]");
  middle.mutable_values<float>()[0] = 50;
  EXPECT_EQ(whole.values<float>()[3], 50);
  EXPECT_TRUE(middle.SharesBufferWith(whole));
  EXPECT_TRUE(whole.SubSlice(3).SharesBufferWith(middle)) << "another part of one buffer";
  EXPECT_FALSE(middle.SharesBufferWith(Tensor(1.0f)));
  EXPECT_FALSE(middle.IsAligned());
  EXPECT_TRUE(whole.IsAligned());
  EXPECT_EQ(middle.SubSlice(1).SubSlice(2).SummarizeValue(1), "8");
  EXPECT_EQ(whole.Slice(4, 4).NumElements(), 0);
  EXPECT_EQ(Tensor(DT_FLOAT, TensorShape({0, 3})).Slice(0, 0).shape().DebugString(), "[0,3]");
  // Two views of the same memory that nobody owns.
  float numbers[2] = {1, 2};
  const std::shared_ptr<void> loose(std::shared_ptr<void>(), numbers);
  const std::shared_ptr<void> other(std::shared_ptr<void>(), numbers + 1);
  const Tensor a(DT_FLOAT, TensorShape({1}), loose);
  EXPECT_TRUE(a.SharesBufferWith(Tensor(DT_FLOAT, TensorShape({1}), loose)));
  EXPECT_FALSE(a.SharesBufferWith(Tensor(DT_FLOAT, TensorShape({1}), other)));
}

TEST(TensorApi, OtherShapesAndTypesOfTheSameBytes) {
  const Tensor six = test::AsTensor<float>({1, 2, 3, 4, 5, 6});
  Tensor view;
  EXPECT_TRUE(view.CopyFrom(six, TensorShape({2, 3})));
  EXPECT_TRUE(view.SharesBufferWith(six));
  EXPECT_FALSE(view.CopyFrom(six, TensorShape({2, 2})));
  EXPECT_EQ(view.shape().DebugString(), "[2,3]");
  EXPECT_TRUE(view.BitcastFrom(six, DT_INT32, TensorShape({6})).ok());
  EXPECT_EQ(view.values<int32_t>()[0], 0x3f800000);
  EXPECT_TRUE(view.BitcastFrom(six, DT_DOUBLE, TensorShape({3})).ok());
  EXPECT_FALSE(view.BitcastFrom(six, DT_DOUBLE, TensorShape({6})).ok());
  EXPECT_FALSE(view.BitcastFrom(six, DT_STRING, TensorShape({6})).ok());
  EXPECT_FALSE(view.BitcastFrom(Tensor("text"), DT_INT8, TensorShape({0})).ok());
  EXPECT_EQ(view.dtype(), DT_DOUBLE) << "a refusal leaves the tensor";
}

TEST(TensorApi, BuffersEndOnAMultipleOf64) {
  for (const int64_t size : {1, 15, 17, 1000}) {
    const Tensor tensor(DT_FLOAT, TensorShape({size}));
    // Written to the padded end: the sanitizers see whether it is there.
    const size_t padded = (tensor.TotalBytes() + 63) / 64 * 64;
    std::fill_n(static_cast<char*>(tensor.data()), padded, '\0');
  }
}

TEST(TensorApi, MapsAreRowMajor) {
  const Tensor tensor = test::AsTensor<int32_t>({1, 2, 3, 4, 5, 6}, {1, 2, 3});
  EXPECT_EQ((tensor.tensor<int32_t, 3>()(0, 1, 0)), 4);
  EXPECT_EQ(tensor.flat_inner_dims<int32_t>()(1, 2), 6);
  EXPECT_EQ((tensor.shaped<int32_t, 2>({3, 2})(2, 0)), 5);
  EXPECT_EQ((tensor.flat_inner_dims<int32_t, 5>().dimension(0)), 1);
  EXPECT_EQ(tensor.Slice(0, 1).flat<int32_t>()(5), 6);
  EXPECT_EQ(Tensor(DT_FLOAT, TensorShape({0})).flat<float>().size(), 0);
  EXPECT_EQ(Tensor().flat<float>().size(), 0);
}

}  // namespace
}  // namespace voxgrad
