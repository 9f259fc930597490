// Attributes in every kind of string and list that programs have at hand.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "absl/strings/string_view.h"
#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/nn_ops.h"
#include "tensorflow/cc/ops/nn_ops_internal.h"
#include "tensorflow/cc/ops/standard_ops.h"

namespace {

using namespace tensorflow;  // NOLINT(google-build-using-namespace)

class Attributes : public ::testing::Test {
 protected:
  std::string Format(const ops::AvgPool3D& pool) const {
    return pool.node() == nullptr ? scope_.status().ToString()
                                  : pool.node()->def().attr().at("data_format").s();
  }
  Scope scope_ = Scope::NewRootScope();
  Output x_ = ops::Const(scope_, 1.f, {1, 2, 2, 2, 1});
};

TEST_F(Attributes, StringsOfAllKinds) {
  const std::string owned = "SAME";
  const std::string_view view = owned;
  const absl::string_view theirs = owned;
  const StringPiece piece = owned;
  const char* pointer = owned.c_str();
  const std::array<int, 5> five = {1, 1, 1, 1, 1};
  const gtl::ArraySlice<int> ones = five;
  const std::vector<int> window = {1, 2, 2, 2, 1};
  ops::AvgPool3D a(scope_, x_, window, window, owned);
  ops::AvgPool3D b(scope_, x_, window, window, view);
  ops::AvgPool3D c(scope_, x_, window, window, theirs);
  ops::AvgPool3D d(scope_, x_, window, window, pointer);
  ops::AvgPool3D e(scope_, x_, {1, 2, 2, 2, 1}, std::vector<int>(5, 1), piece);
  ops::AvgPool3D f(scope_, x_, window, ones, std::string("VA") + "LID");
  TF_CHECK_OK(scope_.status());
  EXPECT_EQ(Format(a), "NDHWC");
  for (const auto& format :
       {ops::AvgPool3D::DataFormat(std::string("NCDHW")),
        ops::AvgPool3D::DataFormat(std::string_view("NCDHW")),
        ops::AvgPool3D::DataFormat(absl::string_view("NCDHW")), ops::AvgPool3D::DataFormat("NCDHW")}) {
    EXPECT_EQ(Format(ops::AvgPool3D(scope_, x_, {1, 1, 1, 1, 1}, ones, "SAME", format)), "NCDHW");
  }
}

TEST_F(Attributes, FieldsCanBeSetAndOutliveWhatTheyWereSetFrom) {
  ops::Conv3D::Attrs attrs;
  {
    std::string text = "NDH";
    text += "WC";
    std::vector<int> dilations = {1, 2, 2, 2, 1};
    attrs.data_format_ = text;
    attrs = attrs.Dilations(dilations);
    attrs.dilations_ = dilations;
  }
  auto conv =
      ops::Conv3D(scope_, x_, ops::Const(scope_, 1.f, {1, 1, 1, 1, 1}), {1, 1, 1, 1, 1}, "SAME", attrs);
  TF_CHECK_OK(scope_.status());
  EXPECT_EQ(conv.node()->def().attr().at("dilations").list().i(1), 2);
  EXPECT_EQ(attrs.data_format_, "NDHWC");
  EXPECT_EQ(attrs.dilations_.size(), 5U);
  StringPiece view = attrs.data_format_;
  EXPECT_EQ(view, "NDHWC");
}

TEST_F(Attributes, ChainsAndDefaults) {
  auto attrs =
      ops::Conv2D::UseCudnnOnGpu(false).ExplicitPaddings({0, 0, 1, 1, 2, 2, 0, 0}).Dilations({1, 1, 1, 1});
  auto picture = ops::Const(scope_, 1.f, {1, 3, 3, 1});
  auto conv =
      ops::Conv2D(scope_, picture, ops::Const(scope_, 1.f, {1, 1, 1, 1}), {1, 1, 1, 1}, "EXPLICIT", attrs);
  TF_CHECK_OK(scope_.status());
  EXPECT_EQ(conv.node()->output_shape(0).DebugString(), "[1,5,7,1]");
  EXPECT_FALSE(conv.node()->def().attr().at("use_cudnn_on_gpu").b());
  auto product =
      ops::MatMul(scope_, {{1.f}}, {{2.f}}, ops::MatMul::Attrs().TransposeA(true).TransposeB(false));
  EXPECT_TRUE(product.node()->def().attr().at("transpose_a").b());
  auto grad =
      ops::internal::MaxPoolGrad(scope_, picture, picture, picture, {1, 1, 1, 1}, {1, 1, 1, 1}, "SAME",
                                 ops::internal::MaxPoolGrad::DataFormat("NHWC").ExplicitPaddings({}));
  TF_CHECK_OK(scope_.status());
  EXPECT_EQ(grad.operation.num_inputs(), 3);
}

TEST_F(Attributes, ShapesAndTypes) {
  auto any = ops::Placeholder(scope_, DT_FLOAT, ops::Placeholder::Shape(PartialTensorShape({-1, 2})));
  auto same = ops::Placeholder(scope_, DataTypeToEnum<float>::v(), ops::Placeholder::Shape({2, 2}));
  auto variable =
      ops::Variable(scope_, TensorShape({2, 2}), DT_FLOAT, ops::Variable::Container("c").SharedName("n"));
  auto sum = ops::AddN(scope_, {Output(any), Output(same)});
  EXPECT_EQ(sum.node()->output_shape(0).DebugString(), "[2,2]");
  EXPECT_EQ(variable.node()->def().attr().at("shared_name").s(), "n");
  EXPECT_EQ(ops::Cast(scope_, any, DT_INT64, ops::Cast::Truncate(true)).y.type(), DT_INT64);
}

}  // namespace
