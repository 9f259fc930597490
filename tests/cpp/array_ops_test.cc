// Array ops: what their shape rules know of shapes known in part, and their gradients as ops.
#include <gtest/gtest.h>

#include "check/gradient_check.h"
#include "inferred.h"
#include "support.h"

namespace voxgrad::test {
namespace {

TEST(ArrayInference, FollowsWhatIsKnown) {
  const Tensor two_open = Tensor::Sizes({2, -1}), perm = Tensor::Sizes({2, 0, 1}),
               axis = Tensor::Of<int32_t>({1}, {});
  const Tensor begin = Tensor::Sizes({0, 1}), size = Tensor::Sizes({2, -1}), twice = Tensor::Sizes({2, 1});
  EXPECT_EQ(Inferred("Reshape", {Of({4, 3}), Value(two_open)}), "[2,6]");
  EXPECT_EQ(Inferred("Reshape", {Of({-1, 3}), Value(two_open)}), "[2,?]");
  EXPECT_EQ(Inferred("Reshape", {Of({4, 3}), Vector(3)}), "[?,?,?]");
  EXPECT_EQ(Inferred("Reshape", {Of({4, 3}), Vector(-1)}), "<unknown>");
  EXPECT_EQ(Inferred("Transpose", {Of({2, -1, 4}), Value(perm)}), "[4,2,?]");
  EXPECT_EQ(Inferred("Transpose", {Of(kUnknown), Value(perm)}), "[?,?,?]");
  EXPECT_EQ(Inferred("Transpose", {Of({2, 3}), Vector(2)}), "[?,?]");
  EXPECT_EQ(Inferred("ConcatV2", {Of({2, -1}), Of({-1, 3}), Value(axis)}), "[2,?]");
  EXPECT_EQ(Inferred("ConcatV2", {Of({2, 5}), Of({-1, 3}), Value(axis)}), "[2,8]");
  EXPECT_EQ(Inferred("ConcatV2", {Of(kUnknown), Of({2, 3}), Of({}, DT_INT32)}), "[?,?]");
  EXPECT_EQ(Inferred("Slice", {Of({-1, 4}), Value(begin), Value(size)}), "[2,3]");
  EXPECT_EQ(Inferred("Slice", {Of(kUnknown), Vector(2), Value(size)}), "[2,?]");
  EXPECT_EQ(Inferred("StridedSlice", {Of({4, 3}), Vector(1), Vector(1), Vector(1)}), "[?,3]");
  EXPECT_EQ(Inferred("StridedSlice", {Of({4, 3}), Vector(-1), Vector(-1), Vector(-1)}), "<unknown>");
  EXPECT_EQ(Inferred("Tile", {Of({-1, 4}), Value(twice)}), "[?,4]");
  EXPECT_EQ(Inferred("ExpandDims", {Of({2, -1}), Of({}, DT_INT32)}), "[?,?,?]");
  EXPECT_EQ(Inferred("Squeeze", {Of({1, -1})}), "<unknown>");
  EXPECT_EQ(Inferred("Squeeze", {Of({1, -1})}, {{"squeeze_dims", {0}}}), "[?]");
  EXPECT_EQ(Inferred("Unpack", {Of(kUnknown)}, {{"num", 2}}), "<unknown><unknown>");
  EXPECT_EQ(Inferred("Split", {Value(axis), Of({-1, 6})}, {{"num_split", 3}}), "[?,2][?,2][?,2]");
  EXPECT_EQ(Inferred("Pack", {Of({-1, 3}), Of({2, -1})}), "[2,2,3]");
}

TEST(ArrayInference, SaysWhatIsWrong) {
  const Tensor seven = Tensor::Sizes({7}), axis = Tensor::Of<int32_t>({2}, {});
  EXPECT_EQ(Inferred("Reshape", {Of({2, 3}), Value(seven)}),
            "Reshape: shape is [7], but tensor is [2,3] and has 6 elements.");
  EXPECT_EQ(Inferred("ConcatV2", {Of({2, 3}), Of({2, 3}), Value(axis)}),
            "ConcatV2: axis is 2, but each of values has 2 dimensions; it must be from -2 to 1.");
  EXPECT_EQ(Inferred("ConcatV2", {Of({2, 3}), Of({2}), Value(axis)}),
            "ConcatV2: values has [2] in place 1, but [2,3] in place 0; all must have the same number of "
            "dimensions.");
  EXPECT_EQ(Inferred("Pad", {Of({2, 3}), Of({3, 2}, DT_INT32)}),
            "Pad: paddings has shape [3,2], but must be a matrix of rows (before, after), one for each axis "
            "of input "
            "[2,3].");
  EXPECT_EQ(Inferred("Transpose", {Of({2}, DT_STRING), Vector(1)}),
            "Transpose: T is string; this op takes numbers and bool.");
}

/// More entries than memory, none of which holds a place: nothing is made for each of them.
// Sizes beside a 0 may be large, and the result's larger than any.
TEST(ArrayInference, RefusesResultsThatNoTensorHas) {
  const int64_t large = int64_t{1} << 40;
  const Tensor far = Tensor::Of<int32_t>({2'000'000'000}, {1});
  const std::string too_large = ", more than 2^63 - 1 elements.";
  EXPECT_EQ(Inferred("Diag", {Of({2, 0, large})}),
            "Diag: diagonal leads to a result that is [2,0,1099511627776,2,0,1099511627776]" + too_large);
  EXPECT_EQ(Inferred("BatchMatMulV2", {Of({0, large, 1}), Of({0, 1, large})}),
            "BatchMatMulV2: y leads to a result that is [0,1099511627776,1099511627776]" + too_large);
  EXPECT_EQ(Inferred("DynamicStitch", {Value(far), Of({1, 0, large})}, {{"N", 1}}),
            "DynamicStitch: indices leads to a result that is [2000000001,0,1099511627776]" + too_large);
  EXPECT_EQ(Inferred("Diag", {Of(PartialTensorShape(std::vector<int64_t>(130, 1)))}).substr(0, 39),
            "Diag: diagonal leads to a result that h");
}

TEST(NdIndices, EntriesWithoutPlacesTakeNoMemory) {
  const Tensor many(DT_INT32, TensorShape({int64_t{1} << 59, 0}));
  const Tensor empty(DT_FLOAT, TensorShape({2, 0}));
  const auto gathered = Must(Call("GatherNd", {empty, many}, {}));
  EXPECT_EQ(gathered.at(0).shape(), TensorShape({int64_t{1} << 59, 2, 0}));
  const Tensor updates(DT_FLOAT, TensorShape({int64_t{1} << 59, 2, 0}));
  const auto scattered = Must(Call("ScatterNd", {many, updates, Tensor::Sizes({2, 0})}, {}));
  EXPECT_EQ(scattered.at(0).shape(), TensorShape({2, 0}));
  const Tensor full = Tensor::Of<float>({1, 2, 3, 4}, {2, 2});
  EXPECT_FALSE(Call("GatherNd", {full, many}, {}).ok());
}

TEST(MaxPool3DGrad, WithTwoTypesHasTheGradientThatSelects) {
  // Every pair of types: what is selected are the upstream's own numbers, whatever type they went through.
  for (const char* type : {"f16", "bf16", "f32", "f64"}) {
    for (const char* value_type : {"f16", "bf16", "f32", "f64"}) {
      const std::string text =
          absl::StrCat("MaxPool3DGrad ", type, " ndhwc 1x4x4x4x2 k2 s2 same real in=", value_type);
      const PreparedCall call = MustPrepare(text);
      const Tensor upstream = MustRun(call);  // of the shape and type of the result
      const auto gradients = driver::Gradients(call, {upstream});
      ASSERT_TRUE(gradients.ok()) << text << ": " << gradients.status();
      const Tensor& given = (*gradients)[2].at(0);
      EXPECT_EQ(given.dtype(), call.inputs[2].dtype()) << text;
      const auto widened = [](const Tensor& tensor) {
        return Must(Call("Cast", {tensor}, {{"DstT", DT_DOUBLE}})).at(0);
      };
      const auto wanted =
          Call("MaxPool3DGradGrad", {widened(call.inputs[0]), widened(call.inputs[1]), widened(upstream)},
               {{"ksize", {1, 2, 2, 2, 1}}, {"strides", {1, 2, 2, 2, 1}}, {"padding", "SAME"}});
      EXPECT_TRUE(driver::SameBits(widened(given), Must(wanted).at(0))) << text;
    }
  }
}

}  // namespace
}  // namespace voxgrad::test
