// Constants: tensors as messages and back.
#include <gtest/gtest.h>

#include "page/graph/tensor_value.h"
#include "page/messages/text.h"
#include "support.h"

namespace voxgrad {
namespace {

const std::vector<DataType> kTypes = {DT_HALF,   DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8,
                                      DT_INT16,  DT_INT32,    DT_INT64, DT_UINT8,  DT_UINT16,
                                      DT_UINT32, DT_UINT64,   DT_BOOL};

/// The tensor that a text describes, its elements separated by blanks, or the error.
std::string Read(const std::string& text) {
  TensorProto proto;
  const absl::Status status = ReadText(text, &proto);
  EXPECT_TRUE(status.ok()) << status;
  const absl::StatusOr<Tensor> tensor = TensorFromProto(proto);
  if (!tensor.ok()) return std::string(tensor.status().message());
  return DataTypeString(tensor->dtype()) + tensor->shape().DebugString() + " " + tensor->SummarizeValue(-1);
}

std::string Dims(std::initializer_list<int64_t> sizes) {
  std::string text = " tensor_shape { ";
  for (const int64_t size : sizes) text += "dim { size: " + std::to_string(size) + " } ";
  return text + "} ";
}

TEST(PageTensor, AllTypesAndSizesComeBack) {
  driver::Random random(7);
  for (const DataType type : kTypes) {
    for (const Ints& dims : std::vector<Ints>{{}, {1}, {0}, {2, 0, 3}, {2, 3}, {70000}}) {
      SCOPED_TRACE(DataTypeString(type) + ShapeString(dims));
      Tensor tensor = test::NewTensor(type, TensorShape(dims));
      auto* bytes = static_cast<unsigned char*>(tensor.data());
      for (size_t i = 0; i < tensor.TotalBytes(); ++i) {
        bytes[i] = static_cast<unsigned char>(random.Int(0, type == DT_BOOL ? 1 : 255));
      }
      const TensorProto proto = test::Must(TensorToProto(tensor));
      EXPECT_EQ(proto.tensor_content().size(), tensor.NumElements() > 1 ? tensor.TotalBytes() : 0);
      TensorProto read;
      ASSERT_TRUE(read.ParseFromString(proto.SerializeAsString()));
      const Tensor back = test::Must(TensorFromProto(read));
      ASSERT_EQ(back.dtype(), type);
      ASSERT_EQ(back.shape(), tensor.shape());
      EXPECT_TRUE(std::equal(bytes, bytes + tensor.TotalBytes(), static_cast<unsigned char*>(back.data())));
    }
  }
}

TEST(PageTensor, IsWrittenAsTensorFlowWritesIt) {
  const auto text = [](const Tensor& tensor) { return test::Must(TensorToProto(tensor)).DebugString(); };
  EXPECT_EQ(text(Tensor::Of<float>({2.5f}, {})), "dtype: DT_FLOAT\ntensor_shape {\n}\nfloat_val: 2.5\n");
  EXPECT_EQ(text(Tensor::Of<Half>({Half(1.0f)}, {1})),
            "dtype: DT_HALF\ntensor_shape {\n  dim {\n    size: 1\n  }\n}\nhalf_val: 15360\n");
  EXPECT_EQ(text(Tensor::Of<BFloat16>({BFloat16(1.0f)}, {})),
            "dtype: DT_BFLOAT16\ntensor_shape {\n}\nhalf_val: 16256\n");
  EXPECT_EQ(text(Tensor::Of<uint8_t>({uint8_t{200}}, {})),
            "dtype: DT_UINT8\ntensor_shape {\n}\nint_val: 200\n");
  EXPECT_EQ(text(Tensor::Of<int32_t>({1, -1}, {2})),
            "dtype: DT_INT32\ntensor_shape {\n  dim {\n    size: 2\n  }\n}\n"
            "tensor_content: \"\\001\\000\\000\\000\\377\\377\\377\\377\"\n");
  EXPECT_EQ(text(Tensor::Of<float>({}, {0})), "dtype: DT_FLOAT\ntensor_shape {\n  dim {\n  }\n}\n");
}

TEST(PageTensor, TheLastValueRepeats) {
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({4}) + "float_val: [1, 2]"), "float[4] 1 2 2 2");
  EXPECT_EQ(Read("dtype: DT_DOUBLE" + Dims({2, 2}) + "double_val: 0.5"), "double[2,2] [0.5 0.5][0.5 0.5]");
  EXPECT_EQ(Read("dtype: DT_HALF" + Dims({3}) + "half_val: [15360, 0x8000]"), "half[3] 1 -0 -0");
  EXPECT_EQ(Read("dtype: DT_BFLOAT16" + Dims({2}) + "half_val: 16256"), "bfloat16[2] 1 1");
  EXPECT_EQ(Read("dtype: DT_INT8" + Dims({2}) + "int_val: -3"), "int8[2] -3 -3");
  EXPECT_EQ(Read("dtype: DT_UINT16" + Dims({2}) + "int_val: 65535"), "uint16[2] 65535 65535");
  EXPECT_EQ(Read("dtype: DT_INT64" + Dims({1}) + "int64_val: -9223372036854775808"),
            "int64[1] -9223372036854775808");
  EXPECT_EQ(Read("dtype: DT_UINT32" + Dims({1}) + "uint32_val: 4294967295"), "uint32[1] 4294967295");
  EXPECT_EQ(Read("dtype: DT_UINT64" + Dims({1}) + "uint64_val: 18446744073709551615"),
            "uint64[1] 18446744073709551615");
  EXPECT_EQ(Read("dtype: DT_BOOL" + Dims({3}) + "bool_val: [false, true]"), "bool[3] 0 1 1");
  EXPECT_EQ(Read("dtype: DT_BOOL" + Dims({3}) + "tensor_content: '\\000\\002\\001'"), "bool[3] 0 1 1");
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({2})), "float[2] 0 0");
  EXPECT_EQ(Read("dtype: DT_FLOAT float_val: 7"), "float[] 7");
}

TEST(PageTensor, ErrorsAreSentences) {
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({2, 2}) + "tensor_content: '123456789012'"),
            "has 12 bytes of content, but a float tensor of [2,2] has 16");
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({0}) + "tensor_content: '1'"),
            "has 1 bytes of content, but a float tensor of [0] has 0");
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({2}) + "float_val: [1, 2, 3]"),
            "has 3 values, but a float tensor of [2] has 2");
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({2, -1}) + "float_val: 1"),
            "has the shape [2,?]; a constant's is known");
  EXPECT_EQ(Read("dtype: DT_FLOAT tensor_shape { unknown_rank: true }"),
            "has the shape <unknown>; a constant's is known");
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({-2})), "has a size of -2; -1 is an unknown one");
  EXPECT_EQ(Read("dtype: DT_FLOAT" + Dims({int64_t{1} << 40, int64_t{1} << 40})),
            "is [1099511627776,1099511627776], more than 2^63 - 1 elements");
  const std::string real = "; constants are real numbers, bools or strings here";
  EXPECT_EQ(Read("dtype: DT_COMPLEX64"), "is of type complex64" + real);
  EXPECT_EQ(Read("dtype: 1000"), "is of type unknown dtype enum (1000)" + real);
  EXPECT_EQ(Read(""), "is of type INVALID" + real);
  EXPECT_EQ(Read("dtype: DT_STRING" + Dims({2}) + "tensor_content: '\\001\\002a'"),
            "has 3 bytes of content, which are not 2 strings");
  EXPECT_EQ(Read("dtype: DT_STRING" + Dims({3}) + "tensor_content: '\\001\\002'"),
            "has 2 bytes of content, which are not 3 strings");
  TensorProto proto;
  proto.set_dtype(DT_DOUBLE);
  proto.mutable_tensor_shape()->add_dim()->set_size(int64_t{1} << 60);
  EXPECT_EQ(TensorFromProto(proto).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(PageTensor, Strings) {
  EXPECT_EQ(Read("dtype: DT_STRING string_val: 'a'"), "string[] a");
  EXPECT_EQ(Read("dtype: DT_STRING" + Dims({3}) + "string_val: ['a', 'bc']"), "string[3] a bc bc");
  EXPECT_EQ(Read("dtype: DT_STRING" + Dims({2}) + "tensor_content: '\\001\\002abc'"), "string[2] a bc");
  const Tensor words = Tensor::Of<tstring>({tstring("one"), tstring("two")}, {2});
  const TensorProto proto = test::Must(TensorToProto(words));
  EXPECT_EQ(proto.tensor_content(), "\003\003onetwo");
  EXPECT_EQ(test::Must(TensorFromProto(proto)).DebugString(), words.DebugString());
  // A megabyte, written once, two million times over.
  TensorProto hostile;
  hostile.set_dtype(DT_STRING);
  hostile.mutable_tensor_shape()->add_dim()->set_size(2'000'000);
  hostile.add_string_val(std::string(1 << 20, 'x'));
  EXPECT_EQ(TensorFromProto(hostile).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(PageTensor, Shapes) {
  const auto again = [](const PartialTensorShape& shape) {
    return test::Must(ShapeFromProto(ShapeToProto(shape))).DebugString();
  };
  EXPECT_EQ(again(PartialTensorShape()), "<unknown>");
  EXPECT_EQ(again(PartialTensorShape(std::initializer_list<int64_t>{})), "[]");
  EXPECT_EQ(again({1, -1, 0}), "[1,?,0]");
  TensorShapeProto proto;
  proto.set_unknown_rank(true);
  proto.add_dim();
  EXPECT_EQ(ShapeFromProto(proto).status().message(), "has an unknown number of dimensions and yet sizes");
  proto.set_unknown_rank(false);
  for (int i = 0; i < 300; ++i) proto.add_dim();
  EXPECT_EQ(ShapeFromProto(proto).status().message(), "has 301 dimensions; there are at most 254");
}

}  // namespace
}  // namespace voxgrad
