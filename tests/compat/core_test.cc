// A program as one writes it for TensorFlow: the headers, names and macros of tensorflow/core.
namespace tensorflow {
class Tensor;  // declared before any header, as programs do
class TensorShape;
bool IsSmall(const Tensor& tensor);
}  // namespace tensorflow

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "tensorflow/core/framework/attr_value.pb.h"
#include "tensorflow/core/framework/bfloat16.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/node_def.pb.h"
#include "tensorflow/core/framework/numeric_types.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/tensor_shape.pb.h"
#include "tensorflow/core/framework/tensor_testutil.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/framework/types.pb.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/lib/core/status_test_util.h"
#include "tensorflow/core/lib/core/stringpiece.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/core/lib/strings/str_util.h"
#include "tensorflow/core/lib/strings/strcat.h"
#include "tensorflow/core/lib/strings/stringprintf.h"
#include "tensorflow/core/platform/default/logging.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/init_main.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/statusor.h"
#include "tensorflow/core/platform/test.h"
#include "tensorflow/core/platform/tstring.h"
#include "tensorflow/core/platform/types.h"
#include "tsl/platform/errors.h"
#include "tsl/platform/logging.h"
#include "tsl/platform/status.h"
#include "tsl/platform/types.h"

namespace tensorflow {

bool IsSmall(const Tensor& tensor) { return tensor.NumElements() < 10; }

namespace {

class Holder {
 public:
  explicit Holder(int64 size) : size_(size) {}
  int64 size() const { return size_; }

 private:
  int64 size_;
  TF_DISALLOW_COPY_AND_ASSIGN(Holder);
};

StatusOr<int> Half_(int value) {
  if (value % 2 != 0) return errors::InvalidArgument(value, " is odd");
  return value / 2;
}

Status Quarter(int value, int* quarter) {
  TF_ASSIGN_OR_RETURN(const int half, Half_(value));
  TF_ASSIGN_OR_RETURN(*quarter, Half_(half));
  return OkStatus();
}

Status Checked(int value) {
  int quarter = 0;
  TF_RETURN_IF_ERROR(Quarter(value, &quarter));
  TF_RETURN_WITH_CONTEXT_IF_ERROR(Quarter(quarter, &quarter), "while at ", quarter);
  return Status();
}

TEST(Core, NamesAreOne) {
  const Tensor tensor = test::AsTensor<float>({1, 2, 3, 4}, {2, 2});
  EXPECT_TRUE(IsSmall(tensor));
  EXPECT_TRUE(::tensorflow::IsSmall(tensor));
  EXPECT_EQ(Holder(int64{3}).size(), 3);
  EXPECT_TRUE((std::is_same<tsl::int64, int64_t>::value));
  EXPECT_TRUE((std::is_same<EnumToDataType<DT_HALF>::Type, Eigen::half>::value));
  EXPECT_TRUE((std::is_same<EnumToDataType<DT_INT64>::Type, int64>::value));
  EXPECT_EQ(DataTypeToEnum<long long>::v(), DT_INT64);
  EXPECT_EQ(DataTypeToEnum<tstring>::value, DT_STRING);
  EXPECT_EQ(DataTypeToEnum<bfloat16>::ref(), DT_BFLOAT16_REF);
  EXPECT_EQ(kint32max, 2147483647);
}

TEST(Core, MapsReadAndWrite) {
  Tensor tensor(DT_FLOAT, TensorShape({2, 3, 4}));
  auto cube = tensor.tensor<float, 3>();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) cube(i, j, k) = 12 * i + 4 * j + k;
  const Tensor& constant = tensor;
  EXPECT_EQ(constant.flat<float>()(17), 17);
  EXPECT_EQ((constant.tensor<float, 3>()(1, 2, 3)), 23);
  EXPECT_EQ(constant.flat_inner_dims<float>().dimension(0), 6);
  EXPECT_EQ(constant.flat_outer_dims<float>()(1, 5), 17);
  EXPECT_EQ((constant.shaped<float, 2>({8, 3})(7, 2)), 23);
  EXPECT_EQ((constant.bit_casted_shaped<uint32, 1>({24})(1)), 0x3f800000u);
  EXPECT_EQ(tensor.unaligned_flat<float>()(3), 3);
  const Tensor row = constant.Slice(1, 2);
  EXPECT_EQ(row.unaligned_flat<float>()(0), 12);
  EXPECT_TRUE(row.SharesBufferWith(constant.SubSlice(0)));
  tensor.flat<float>() = tensor.flat<float>() * 2.0f;
  tensor.flat<float>().setConstant(5);
  const Eigen::Tensor<float, 0, Eigen::RowMajor> sum = constant.flat<float>().sum();
  EXPECT_EQ(sum(), 120);
  Tensor matrix(DT_DOUBLE, {2, 2});
  matrix.matrix<double>().setValues({{1, 2}, {3, 4}});
  EXPECT_EQ(matrix.matrix<double>()(1, 0), 3);
  EXPECT_EQ(Tensor(7).scalar<int>()(), 7);
  Tensor eight(DT_INT32, {1, 1, 1, 1, 1, 1, 1, 2});
  eight.tensor<int32, 8>()(0, 0, 0, 0, 0, 0, 0, 1) = 9;
  EXPECT_EQ(eight.flat<int32>()(1), 9);
  EXPECT_EQ(constant.shape().AsEigenDSizes<3>()[2], 4);
  EXPECT_EQ(constant.shape().AsEigenDSizesWithPadding<5>()[4], 1);
  TTypes<float>::ConstFlat flat = constant.flat<float>();
  EXPECT_EQ(flat.size(), 24);
}

TEST(Core, SixteenBitsAndStrings) {
  Tensor halves(DT_HALF, {2});
  halves.flat<Eigen::half>()(0) = Eigen::half(1.5f);
  halves.vec<Eigen::half>()(1) = halves.vec<Eigen::half>()(0) + Eigen::half(1.0f);
  EXPECT_EQ(halves.SummarizeValue(-1), "1.5 2.5");
  EXPECT_EQ(Tensor(bfloat16(0.5f)).scalar<bfloat16>()(), bfloat16(0.5f));
  Tensor words(DT_STRING, {3});
  words.vec<tstring>()(0) = "one";
  words.vec<tstring>()(1) = std::string(100, 'x');
  words.flat<tstring>()(2) = StringPiece("three");
  const Tensor copy = words;
  EXPECT_EQ(copy.vec<tstring>()(0), "one");
  EXPECT_EQ(std::string(copy.vec<tstring>()(1)).size(), 100u);
  EXPECT_EQ(copy.SubSlice(2).scalar<tstring>()(), "three");
  EXPECT_GT(copy.TotalBytes(), 100u);
  EXPECT_EQ(test::AsScalar<tstring>("x").scalar<tstring>()(), "x");
}

TEST(Core, StringPieces) {
  const auto size = [](StringPiece text) { return text.size(); };
  const std::string text = "four";
  EXPECT_EQ(size("four") + size(text) + size(std::string_view(text)) + size(absl::string_view(text)) +
                size(tstring("four")),
            20u);
  const StringPiece piece = "a/b";
  EXPECT_EQ(piece.substr(2), "b");
  EXPECT_EQ(piece.find('/'), 1u);
  const std::string_view standard = piece;
  const absl::string_view abseil = piece;
  EXPECT_EQ(standard.size() + abseil.size(), 6u);
  EXPECT_EQ(std::string(piece), "a/b");
  EXPECT_EQ(strings::StrCat("n", 1, ":", 2.5, piece, tstring("t"), standard, DT_FLOAT), "n1:2.5a/bta/b1");
  EXPECT_EQ(strings::Printf("%d-%s", 3, "x"), "3-x");
  EXPECT_EQ(str_util::Join(str_util::Split("a,b,c", ","), "+"), "a+b+c");
  EXPECT_TRUE(str_util::StartsWith(piece, "a/"));
  const Tensor four = test::AsTensor<float>({1, 2, 3, 4});
  const absl::string_view bytes = four.tensor_data();
  EXPECT_EQ(bytes.size(), 16u);
}

TEST(Core, Statuses) {
  TF_EXPECT_OK(Checked(64));
  TF_ASSERT_OK(OkStatus());
  TF_CHECK_OK(Checked(64));
  TF_EXPECT_OK(Half_(4));
  EXPECT_EQ(Checked(6).ToString(), "INVALID_ARGUMENT: 3 is odd");
  EXPECT_EQ(Checked(4).message(), "1 is odd\n\twhile at 1");
  EXPECT_TRUE(errors::IsInvalidArgument(Checked(6)));
  EXPECT_TRUE(tsl::errors::IsNotFound(tsl::errors::NotFound("nothing")));
  EXPECT_EQ(static_cast<int>(errors::Unimplemented("x").code()), error::UNIMPLEMENTED);
  EXPECT_EQ(errors::Internal("shape ", TensorShape({1, 2})).message(), "shape [1,2]");
}

TEST(Core, ShapesAndLists) {
  TensorShape shape({1, 2});
  TF_EXPECT_OK(shape.AddDimWithStatus(3));
  EXPECT_FALSE(shape.AddDimWithStatus(-3).ok());
  EXPECT_EQ(shape.DebugString(), "[1,2,3]");
  int64 sum = 0;
  for (auto& dim : shape) sum += dim.size;
  for (const auto dim : shape.dim_sizes()) sum += dim;
  EXPECT_EQ(sum, 12);
  const gtl::InlinedVector<int64_t, 4> sizes = shape.dim_sizes();
  EXPECT_EQ(TensorShape(sizes), shape);
  EXPECT_EQ(TensorShape(std::vector<int>{1, 2, 3}), shape);
  EXPECT_EQ(TensorShape(std::vector<int64>{1, 2, 3}), shape);
  EXPECT_EQ(TensorShape(gtl::ArraySlice<int64_t>({1, 2, 3})), shape);
  const PartialTensorShape partial = shape;
  EXPECT_TRUE(partial.IsCompatibleWith(PartialTensorShape({-1, 2, 3})));
  EXPECT_TRUE(TensorShapeUtils::IsMatrixOrHigher(shape));
  const auto total = [](gtl::ArraySlice<int> values) {
    int result = 0;
    for (const int value : values) result += value;
    return result;
  };
  EXPECT_EQ(total({1, 2, 3}) + total(std::vector<int>{4}), 10);
  DataTypeVector types = {DT_FLOAT, DT_INT32};
  EXPECT_EQ(DataTypeVectorString(types), "float, int32");
}

TEST(Core, Messages) {
  const Tensor tensor = test::AsTensor<int32>({1, 2, 3});
  TensorProto list, content;
  tensor.AsProtoField(&list);
  tensor.AsProtoTensorContent(&content);
  EXPECT_EQ(list.int_val_size(), 3);
  EXPECT_EQ(content.tensor_content().size(), 12u);
  Tensor read;
  ASSERT_TRUE(read.FromProto(list));
  test::ExpectTensorEqual<int32>(read, tensor);
  ASSERT_TRUE(read.FromProto(content));
  test::ExpectTensorEqual<int32>(read, tensor);
  EXPECT_FALSE(read.FromProto(TensorProto()));
  const TensorShapeProto shape = PartialTensorShape({-1, 3}).AsProto();
  EXPECT_EQ(shape.dim_size(), 2);
  EXPECT_EQ(PartialTensorShape(shape).DebugString(), "[?,3]");
  EXPECT_FALSE(TensorShape::IsValid(shape));
  EXPECT_EQ(TensorShape(TensorShape({4}).AsProto()).DebugString(), "[4]");

  GraphDef graph;
  NodeDef* node = graph.add_node();
  node->set_name("x");
  node->set_op("Placeholder");
  (*node->mutable_attr())["dtype"].set_type(DT_FLOAT);
  const std::string path = ::testing::TempDir() + "/core_test.pbtxt";
  TF_ASSERT_OK(WriteTextProto(Env::Default(), path, graph));
  GraphDef back;
  TF_ASSERT_OK(ReadTextProto(Env::Default(), path, &back));
  EXPECT_EQ(back.node_size(), 1);
  EXPECT_EQ(back.node(0).attr().at("dtype").type(), DT_FLOAT);
  TF_ASSERT_OK(WriteBinaryProto(Env::Default(), path, graph));
  TF_ASSERT_OK(ReadBinaryProto(Env::Default(), path, &back));
  EXPECT_EQ(back.DebugString(), graph.DebugString());
  TF_EXPECT_OK(Env::Default()->DeleteFile(path));
  EXPECT_TRUE(errors::IsNotFound(ReadTextProto(Env::Default(), path, &back)));
}

TEST(Core, TestHelpers) {
  Tensor x(DT_FLOAT, {2, 2});
  test::FillValues<float>(&x, {1, 2, 3, 4});
  test::ExpectTensorEqual<float>(x, test::AsTensor<float>({1, 2, 3, 4}, {2, 2}));
  test::FillIota<float>(&x, 1.0f);
  test::FillFn<float>(&x, [](int i) -> float { return static_cast<float>(i + 1); });
  test::ExpectClose(x, test::AsTensor<float>({1, 2, 3, 4.000001f}, {2, 2}));
  test::ExpectTensorNear<float>(x, test::AsTensor<float>({1, 2, 3, 4.05f}, {2, 2}), 0.1);
  test::ExpectEqual(x, x);
  const std::vector<double> values = {1, 2};
  test::ExpectTensorEqual<double>(test::AsTensor<double>(values), test::AsTensor<double>({1, 2}));
  EXPECT_EQ(internal::Difference(x, test::AsTensor<float>({1, 2, 3, 4.1f}, {2, 2})),
            "element 3 of [2,2] is 4 in one and 4.1 in the other");
  EXPECT_EQ(internal::Difference(x, test::AsTensor<float>({1, 2, 3, 4.1f}, {2, 2}), 0.01, 0.0),
            "element 3 of [2,2] is 4 in one and 4.1 in the other");
  EXPECT_NE(internal::Difference(x, test::AsTensor<float>({1, 2, 3, 4})), "") << "another shape";
}

TEST(CoreDeath, MessagesAreTensorFlows) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  Tensor t(DT_FLOAT, TensorShape({3, 3}));
  EXPECT_DEATH(t.flat<double>(), R"(Check failed: dtype\(\) == \w+ \(1 vs. 2\)  double expected, got float)");
  EXPECT_DEATH(t.vec<float>(),
               R"(\(1 vs. 2\) Asking for tensor of 1 dimensions from a tensor of 2 dimensions)");
  EXPECT_DEATH(t.scalar<float>(), R"(1 == NumElements\(\) \(1 vs. 9\) Must have a one element tensor)");
  EXPECT_DEATH((t.shaped<float, 2>({2, 5})), R"(== NumElements\(\) \(10 vs. 9\))");
  EXPECT_DEATH(t.Slice(1, 2).flat<float>(), R"(Check failed: IsAligned\(\) ptr = 0x)");
  EXPECT_DEATH(t.SubSlice(7), R"(Check failed: .* \(7 vs. 3\))");
  EXPECT_DEATH(t.Slice(2, 9), R"(Check failed: limit <= .* \(9 vs. 3\))");
  EXPECT_DEATH(TF_CHECK_OK(errors::InvalidArgument("bad thing")), R"(is OK \(INVALID_ARGUMENT: bad thing\))");
  EXPECT_DEATH(CHECK_EQ(1, 2) << "more", R"(Check failed: 1 == 2 \(1 vs. 2\) more)");
  EXPECT_DEATH(CHECK(t.dims() == 3) << "more", R"(core_test.cc:[0-9]+\] Check failed: t.dims\(\) == 3 more)");
  EXPECT_DEATH(LOG(FATAL) << "the end", R"(F.*\] the end)");
  EXPECT_DEATH(TensorShape().AddDim(-3), "has a size below 0");
  EXPECT_DEATH((t.bit_casted_shaped<double, 1>({9})), R"(\(72 vs. 36\))");
}

TEST(Core, LogsAndChecks) {
  port::InitMain("core_test", nullptr, nullptr);
  ::testing::internal::CaptureStderr();
  LOG(WARNING) << "warned " << 1;
  VLOG(1) << "not seen";
  LOG_IF(ERROR, false) << "not seen";
  if (true)
    CHECK(true) << "never";
  else
    LOG(ERROR) << "not seen";
  const std::vector<int> list = {1, 2};
  CHECK_EQ(list.size(), 2) << "sizes compare with plain numbers";
  CHECK_NE(list.data(), nullptr);
  CHECK_GE(2.5, 2);
  DCHECK_LT(1, 2);
  EXPECT_EQ(CHECK_NOTNULL(&list), &list);
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("core_test.cc:"), std::string::npos) << text;
  EXPECT_NE(text.find("] warned 1\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("not seen"), std::string::npos) << text;
}

}  // namespace
}  // namespace tensorflow
