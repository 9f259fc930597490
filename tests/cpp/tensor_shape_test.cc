// Shapes: sizes, overflow, text, changes, and what is known of them in part.
#include "voxgrad/tensor_shape.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <vector>

#include "voxgrad/util/tensor_shape_utils.h"

namespace voxgrad {
namespace {

constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

TEST(TensorShapes, SizesAndText) {
  const TensorShape shape({1, 96, 96, 96, 32});
  EXPECT_EQ(shape.dims(), 5);
  EXPECT_EQ(shape.dim_size(4), 32);
  EXPECT_EQ(shape.num_elements(), 28311552);
  EXPECT_EQ(shape.DebugString(), "[1,96,96,96,32]");
  EXPECT_EQ(TensorShape({}).DebugString(), "[]");
  EXPECT_EQ(TensorShape({}).num_elements(), 1);
  EXPECT_EQ(TensorShape({7, 0, 3}).num_elements(), 0);
  EXPECT_TRUE(shape == TensorShape({1, 96, 96, 96, 32}));
  EXPECT_TRUE(shape != TensorShape({1, 96, 96, 32, 96}));
  EXPECT_FALSE(TensorShape({1}).IsSameSize(TensorShape({1, 1})));
}

TEST(TensorShapes, BuildSaysWhatIsWrong) {
  TensorShape shape({3});
  EXPECT_TRUE(TensorShape::BuildTensorShape({2, 0, 5}, &shape).ok());
  EXPECT_EQ(shape.DebugString(), "[2,0,5]");
  EXPECT_EQ(TensorShape::BuildTensorShape({2, -3}, &shape).message(), "has a size below 0: [2,-3]");
  EXPECT_EQ(TensorShape::BuildTensorShape({int64_t{1} << 32, int64_t{1} << 31}, &shape).message(),
            "is [4294967296,2147483648], more than 2^63 - 1 elements");
  EXPECT_TRUE(TensorShape::BuildTensorShape({kLargest}, &shape).ok());
  EXPECT_EQ(shape.num_elements(), kLargest);
  // A zero does not excuse the others, wherever it stands.
  EXPECT_FALSE(TensorShape::BuildTensorShape({int64_t{1} << 40, int64_t{1} << 40, 0}, &shape).ok());
  EXPECT_FALSE(TensorShape::BuildTensorShape({0, int64_t{1} << 40, int64_t{1} << 40}, &shape).ok());
  EXPECT_TRUE(TensorShape::BuildTensorShape(Ints(254, 1), &shape).ok());
  EXPECT_EQ(TensorShape::BuildTensorShape(Ints(255, 1), &shape).message(),
            "has 255 dimensions; the most is 254");
  EXPECT_EQ(shape.dims(), 254) << "a refused shape leaves the old one";
}

TEST(TensorShapes, AnImpossibleShapeHasNoElements) {
  for (const TensorShape& shape : {TensorShape({-1}), TensorShape({kLargest, 2}), TensorShape({4, -2, 0})}) {
    EXPECT_EQ(shape.num_elements(), 0);
    EXPECT_EQ(shape.DebugString(), "[0]");
  }
}

TEST(PartialTensorShapes, KnowWhatTheyDoNotKnow) {
  EXPECT_TRUE(PartialTensorShape().unknown_rank());
  EXPECT_EQ(PartialTensorShape().dims(), -1);
  EXPECT_EQ(PartialTensorShape().DebugString(), "<unknown>");
  EXPECT_FALSE(PartialTensorShape().IsFullyDefined());
  EXPECT_EQ(PartialTensorShape({1, -1, 3}).DebugString(), "[1,?,3]");
  EXPECT_FALSE(PartialTensorShape({1, -1, 3}).IsFullyDefined());
  EXPECT_TRUE(PartialTensorShape({1, 0}).IsFullyDefined());
  EXPECT_TRUE(PartialTensorShape(TensorShape({4, 5})).IsFullyDefined());
}

TEST(TensorShapes, ChangeSizeBySize) {
  TensorShape shape({1, 2, 3});
  shape.AddDim(4);
  shape.InsertDim(0, 9);
  shape.set_dim(1, 7);
  EXPECT_EQ(shape.DebugString(), "[9,7,2,3,4]");
  EXPECT_EQ(shape.num_elements(), 9 * 7 * 2 * 3 * 4);
  shape.RemoveDim(0);
  shape.RemoveLastDims(1);
  EXPECT_EQ(shape.DebugString(), "[7,2,3]");
  shape.AppendShape(TensorShape({0}));
  EXPECT_EQ(shape.num_elements(), 0);
  shape.RemoveDimRange(-2, -1);
  EXPECT_EQ(shape.DebugString(), "[7,2,3]");
  EXPECT_EQ(shape.num_elements(), 42);
  shape.AppendShape({2, 1});
  EXPECT_EQ(shape.DebugString(), "[7,2,3,2,1]");
  EXPECT_FALSE(shape.AppendShapeWithStatus({int64_t{1} << 61}).ok());
  EXPECT_EQ(shape.num_elements(), 84);
  shape.Clear();
  EXPECT_EQ(shape.dims(), 0);
  EXPECT_EQ(shape.num_elements(), 1);
}

TEST(TensorShapes, ARefusedChangeLeavesTheShape) {
  TensorShape shape({kLargest / 2});
  EXPECT_EQ(shape.AddDimWithStatus(3).message(), "is [4611686018427387903,3], more than 2^63 - 1 elements");
  EXPECT_EQ(shape.AddDimWithStatus(-1).message(), "has a size below 0: [4611686018427387903,?]");
  EXPECT_EQ(shape.InsertDimWithStatus(2, 1).message(), "is [4611686018427387903], which has no dimension 2");
  EXPECT_FALSE(shape.SetDimWithStatus(1, 1).ok());
  EXPECT_FALSE(shape.SetDimWithStatus(-1, 1).ok());
  EXPECT_FALSE(shape.RemoveDimWithStatus(1).ok());
  EXPECT_FALSE(shape.RemoveLastDimsWithStatus(2).ok());
  EXPECT_FALSE(shape.RemoveLastDimsWithStatus(-1).ok());
  EXPECT_FALSE(shape.RemoveDimRangeWithStatus(0, 2).ok());
  EXPECT_EQ(shape.DebugString(), "[4611686018427387903]");
  EXPECT_EQ(shape.num_elements(), kLargest / 2);
  TensorShape deep(Ints(254, 1));
  EXPECT_FALSE(deep.AddDimWithStatus(1).ok());
  EXPECT_EQ(deep.dims(), 254);
}

TEST(TensorShapes, AreMadeFromAnyListOfSizes) {
  const TensorShape shape({2, 3, 4, 5, 6});
  EXPECT_EQ(TensorShape(Ints{2, 3, 4, 5, 6}), shape);
  EXPECT_EQ(TensorShape(std::vector<int>{2, 3, 4, 5, 6}), shape);
  EXPECT_EQ(TensorShape(shape.dim_sizes()), shape);
  int64_t sum = 0;
  for (const auto& dim : shape) sum += dim.size;
  // The sizes of a temporary outlive it.
  for (const int64_t size : TensorShape({10, 20}).dim_sizes()) sum += size;
  EXPECT_EQ(sum, 50);
  TensorShape moved = shape;
  const TensorShape target = std::move(moved);
  EXPECT_EQ(target, shape);
  moved = target;
  EXPECT_EQ(moved, shape);
  std::ostringstream stream;
  stream << shape << PartialTensorShape({-1});
  EXPECT_EQ(stream.str(), "[2,3,4,5,6][?]");
}

TEST(PartialTensorShapes, KeepSizesThatNoTensorHas) {
  // A shape rule may arrive there; who makes the tensor refuses it.
  const PartialTensorShape huge({kLargest, 2});
  EXPECT_EQ(huge.DebugString(), "[9223372036854775807,2]");
  EXPECT_TRUE(huge.IsFullyDefined());
  EXPECT_EQ(huge.num_elements(), -1);
  TensorShape shape({5});
  EXPECT_FALSE(huge.AsTensorShape(&shape));
  EXPECT_EQ(shape.DebugString(), "[5]");
  PartialTensorShape partial;
  EXPECT_FALSE(PartialTensorShape::BuildPartialTensorShape({kLargest, -1, 2}, &partial).ok());
  EXPECT_EQ(PartialTensorShape::BuildPartialTensorShape({-2}, &partial).message(),
            "has a size below -1: [-2]");
  EXPECT_TRUE(PartialTensorShape::BuildPartialTensorShape({kLargest, -1}, &partial).ok());
  const int32_t sizes[] = {3, -1};
  EXPECT_TRUE(PartialTensorShape::MakePartialShape(sizes, 2, &partial).ok());
  EXPECT_EQ(partial.DebugString(), "[3,?]");
  EXPECT_EQ(partial.num_elements(), -1);
  EXPECT_EQ(PartialTensorShape({3, 2}).num_elements(), 6);
}

TEST(PartialTensorShapes, MergeWhatIsKnown) {
  PartialTensorShape merged({7});
  EXPECT_TRUE(PartialTensorShape({-1, 2}).MergeWith(PartialTensorShape({4, -1}), &merged).ok());
  EXPECT_EQ(merged.DebugString(), "[4,2]");
  EXPECT_EQ(PartialTensorShape({1}).MergeWith(PartialTensorShape({2}), &merged).message(),
            "is both [1] and [2]; no tensor is");
  EXPECT_FALSE(PartialTensorShape({1}).MergeWith(PartialTensorShape({1, 1}), &merged).ok());
  EXPECT_EQ(merged.DebugString(), "[4,2]");
  EXPECT_TRUE(PartialTensorShape().MergeWith(PartialTensorShape(), &merged).ok());
  EXPECT_TRUE(merged.unknown_rank());
  EXPECT_TRUE(PartialTensorShape({-1}).IsCompatibleWith(TensorShape({3})));
  EXPECT_FALSE(PartialTensorShape({-1}).IsCompatibleWith(TensorShape({3, 1})));
  EXPECT_TRUE(PartialTensorShape({-1, 2}) == PartialTensorShape({-1, 2}));
  EXPECT_TRUE(PartialTensorShape() != PartialTensorShape(std::initializer_list<int64_t>{}));
}

TEST(PartialTensorShapes, OfUnknownRankStayUnknown) {
  PartialTensorShape unknown;
  EXPECT_TRUE(unknown.AddDimWithStatus(3).ok());
  EXPECT_TRUE(unknown.RemoveDimWithStatus(0).ok());
  EXPECT_TRUE(unknown.unknown_rank());
  EXPECT_FALSE(unknown.SetDimWithStatus(0, 1).ok());
  EXPECT_EQ(PartialTensorShape({2}).Concatenate(unknown).DebugString(), "<unknown>");
  EXPECT_EQ(PartialTensorShape({2}).Concatenate(-1).DebugString(), "[2,?]");
  unknown.Clear();
  EXPECT_EQ(unknown.DebugString(), "[]");
}

TEST(TensorShapeUtils, CompareShapes) {
  const TensorShape shape({1, 2, 3});
  EXPECT_TRUE(TensorShapeUtils::StartsWith(shape, TensorShape({1, 2})));
  EXPECT_FALSE(TensorShapeUtils::StartsWith(shape, TensorShape({2, 3})));
  EXPECT_TRUE(TensorShapeUtils::EndsWith(shape, TensorShape({2, 3})));
  EXPECT_TRUE(TensorShapeUtils::EndsWith(shape, TensorShape({})));
  EXPECT_FALSE(TensorShapeUtils::EndsWith(shape, TensorShape({0, 1, 2, 3})));
  EXPECT_TRUE(TensorShapeUtils::IsSquareMatrix(TensorShape({3, 3})));
  EXPECT_FALSE(TensorShapeUtils::IsSquareMatrix(TensorShape({3, 4})));
  int64_t count = 0;
  EXPECT_TRUE(TensorShapeUtils::NumElements({3, 4}, &count).ok());
  EXPECT_EQ(count, 12);
  EXPECT_FALSE(TensorShapeUtils::NumElements({3, -4}, &count).ok());
  EXPECT_EQ(PartialTensorShapeUtils::PartialShapeListString({PartialTensorShape({-1}), PartialTensorShape()}),
            "[[?], <unknown>]");
}

TEST(TensorShapesDeath, AnImpossibleChangeEndsTheProcess) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  TensorShape shape({2});
  EXPECT_DEATH(shape.AddDim(-3), "a shape has a size below 0");
  EXPECT_DEATH(shape.set_dim(4, 1), "which has no dimension 4");
}

}  // namespace
}  // namespace voxgrad
