// Prints tensors, shapes, types and errors as text. The same source compiles against TensorFlow and against
// Voxgrad; tensor_text.txt is what it printed with the tensorflow-cpu wheel 2.21. To record it anew:
//   TF=…/site-packages/tensorflow
//   g++ -std=c++17 -w -I$TF/include tensor_text.cc -L$TF -l:libtensorflow_cc.so.2
//       -l:libtensorflow_framework.so.2 -Wl,-rpath,$TF && ./a.out > tensor_text.txt
#include <cmath>
#include <complex>
#include <cstdio>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/tensor_shape.pb.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/platform/logging.h"

using tensorflow::DataType;
using tensorflow::PartialTensorShape;
using tensorflow::Tensor;
using tensorflow::TensorShape;
using tensorflow::TensorShapeUtils;
using tensorflow::tstring;

namespace {

template <class Text>
void Line(const std::string& what, const Text& text) {
  std::cout << what << " | " << text << "\n";
}

template <class T>
Tensor Counting(const TensorShape& shape) {
  Tensor tensor(tensorflow::DataTypeToEnum<T>::value, shape);
  auto flat = tensor.flat<T>();
  for (int64_t i = 0; i < flat.size(); ++i) flat(i) = static_cast<T>(static_cast<float>(i + 1));
  return tensor;
}

template <class T>
void Values(const std::string& what, const std::vector<T>& values) {
  Tensor tensor(tensorflow::DataTypeToEnum<T>::value, TensorShape({static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) tensor.flat<T>()(static_cast<int64_t>(i)) = values[i];
  Line(what, tensor.SummarizeValue(-1));
  Line(what + " v2", tensor.SummarizeValue(-1, true));
  Line(what + " debug", tensor.DebugString());
  Line(what + " debug 100", tensor.DebugString(100));
}

void Shapes() {
  const std::vector<TensorShape> shapes = {
      TensorShape({}),     TensorShape({0}),       TensorShape({1}),          TensorShape({5}),
      TensorShape({2, 0}), TensorShape({0, 3}),    TensorShape({2, 0, 3}),    TensorShape({2, 2}),
      TensorShape({3, 4}), TensorShape({4, 3}),    TensorShape({2, 3, 2}),    TensorShape({2, 2, 1, 1}),
      TensorShape({8}),    TensorShape({5, 1, 2}), TensorShape({1, 1, 1, 3}), TensorShape({2, 2, 2, 2, 2})};
  for (const TensorShape& shape : shapes) {
    const Tensor tensor = Counting<int32_t>(shape);
    for (const int limit : {-1, 0, 1, 2, 3, 4, 5, 7, 10, 12, 100}) {
      const std::string what = shape.DebugString() + " to " + std::to_string(limit);
      Line(what, tensor.SummarizeValue(limit));
      Line(what + " v2", tensor.SummarizeValue(limit, true));
    }
    Line(shape.DebugString(), tensor.DebugString());
    Line(shape.DebugString() + " to 2", tensor.DebugString(2));
    Line(shape.DebugString() + " device", tensor.DeviceSafeDebugString());
  }
}

void Numbers() {
  using Float = std::numeric_limits<float>;
  using Double = std::numeric_limits<double>;
  Values<float>("float", {0.1f, -0.0f, 1.0f / 3, 1e20f, 1e-7f, 16777216.0f, 123456789.0f, Float::max(),
                          Float::min(), Float::denorm_min(), Float::infinity(), -Float::infinity(),
                          Float::quiet_NaN(), 2.5f, 0.30000001f, 100000.0f, 1000000.0f, 1e10f, 3.1415927f});
  Values<double>("double", {0.1, -0.0, 1.0 / 3, 1e20, 1e-7, 9007199254740993.0, 123456789.0, Double::max(),
                            Double::min(), Double::denorm_min(), Double::infinity(), -Double::infinity(),
                            Double::quiet_NaN(), 2.5, 1e15, 1e16, 3.141592653589793});
  std::vector<Eigen::half> halves;
  std::vector<tensorflow::bfloat16> brains;
  for (const float value :
       {0.1f, 1.0f / 3, 65504.0f, 1e-7f, 3.14159f, -2.0f, Float::infinity(), Float::quiet_NaN()}) {
    halves.push_back(Eigen::half(value));
    brains.push_back(tensorflow::bfloat16(value));
  }
  Values("half", halves);
  Values("bfloat16", brains);
  Values<int8_t>("int8", {-128, -3, 0, 65, 127});
  Values<uint8_t>("uint8", {0, 65, 200, 255});
  Values<int16_t>("int16", {-32768, 7});
  Values<uint16_t>("uint16", {65535, 7});
  Values<tensorflow::int32>("int32", {std::numeric_limits<int32_t>::min(), 7});
  Values<uint32_t>("uint32", {std::numeric_limits<uint32_t>::max(), 7});
  Values<tensorflow::int64>("int64", {std::numeric_limits<int64_t>::min(), 7});
  Values<tensorflow::uint64>("uint64", {std::numeric_limits<uint64_t>::max(), 7});
  Values<tensorflow::complex64>("complex64", {{1.5f, -2.0f}, {0.1f, 0.0f}});
  Values<tensorflow::complex128>("complex128", {{1.5, -2.0}, {0.1, 1e300}});
  Tensor flags(tensorflow::DT_BOOL, TensorShape({2, 2}));
  flags.matrix<bool>().setConstant(true);
  flags.matrix<bool>()(1, 0) = false;
  Line("bool", flags.SummarizeValue(-1));
  Line("bool v2", flags.SummarizeValue(3, true));
  Line("bool debug", flags.DebugString());
}

void Strings() {
  Tensor words(tensorflow::DT_STRING, TensorShape({4}));
  words.vec<tstring>()(0) = "plain";
  words.vec<tstring>()(1) = "a \"quoted\" 'word'\n\t\\ \x01\xc3\xa9";
  words.vec<tstring>()(3) = std::string(3, '\0');
  Line("strings", words.SummarizeValue(-1));
  Line("strings to 1", words.SummarizeValue(1));
  Line("strings v2", words.SummarizeValue(-1, true));
  Line("strings v2 to 2", words.SummarizeValue(2, true));
  Line("strings debug", words.DebugString());
  Line("string scalar", Tensor(tstring("hello")).DebugString());
  Line("literal scalar", Tensor("hello").DebugString());
  Line("string matrix", Tensor(tensorflow::DT_STRING, TensorShape({2, 2})).DebugString(10));
}

void Scalars() {
  Line("scalar float", Tensor(1.5f).DebugString());
  Line("scalar double", Tensor(1.5).DebugString());
  Line("scalar int32", Tensor(7).DebugString());
  Line("scalar int64", Tensor(int64_t{7}).DebugString());
  Line("scalar bool", Tensor(true).DebugString());
  Line("scalar uint8", Tensor(uint8_t{200}).DebugString());
  Line("scalar int8", Tensor(int8_t{-5}).DebugString());
  Line("scalar int16", Tensor(int16_t{-5}).DebugString());
  Line("scalar half", Tensor(Eigen::half(0.1f)).DebugString());
  Line("scalar bfloat16", Tensor(tensorflow::bfloat16(0.1f)).DebugString());
  Line("scalar complex", Tensor(std::complex<float>(1, 2)).DebugString());
  Line("empty", Tensor().DebugString());
  Line("empty int32", Tensor(tensorflow::DT_INT32).DebugString());
  Line("empty initialized", Tensor().IsInitialized());
  Line("empty typed initialized", Tensor(tensorflow::DT_INT32).IsInitialized());
  Line("zero size initialized", Tensor(tensorflow::DT_FLOAT, TensorShape({0})).IsInitialized());
  Line("zero size bytes", Tensor(tensorflow::DT_FLOAT, TensorShape({0})).AllocatedBytes());
  Line("string bytes", Tensor(tensorflow::DT_STRING, TensorShape({3})).TotalBytes() > 0);
  std::ostringstream stream;
  stream << Tensor(1.5f) << " " << TensorShape({1, 2}) << " " << PartialTensorShape({1, -1});
  Line("stream", stream.str());
}

void Slices() {
  const Tensor whole = Counting<float>(TensorShape({4, 16}));
  const Tensor slice = whole.Slice(1, 3);
  const Tensor row = whole.SubSlice(2);
  Line("slice", slice.DebugString(100));
  Line("row", row.DebugString(100));
  Line("shares", slice.SharesBufferWith(whole));
  Line("rows share", row.SharesBufferWith(slice));
  Line("row alone", row.RefCountIsOne());
  Line("scalar of row", row.SubSlice(3).DebugString());
  Line("slice aligned", slice.IsAligned());
  Line("odd row unaligned", Counting<float>(TensorShape({3, 3})).Slice(1, 2).IsAligned());
  Line("whole slice", whole.Slice(0, 4).SharesBufferWith(whole));
  Line("empty slice", whole.Slice(2, 2).DebugString());
  Line("total", whole.TotalBytes());
  Line("slice total", slice.TotalBytes());
  Line("data size", slice.tensor_data().size());
  Tensor other;
  Line("reshape", other.CopyFrom(whole, TensorShape({2, 32})));
  Line("bad reshape", other.CopyFrom(whole, TensorShape({2, 31})));
  Line("reshaped", other.DebugString());
  Line("alone", Tensor(1.0f).RefCountIsOne());
  Line("inner", whole.flat_inner_dims<float>().dimension(0));
  const Tensor deep = Counting<float>(TensorShape({2, 3, 4, 5}));
  Line("inner 2", deep.flat_inner_dims<float>().dimension(0));
  Line("inner 3", (deep.flat_inner_dims<float, 3>().dimension(0)));
  Line("inner 6", (deep.flat_inner_dims<float, 6>().dimension(2)));
  Line("outer 2", deep.flat_outer_dims<float>().dimension(1));
  Line("outer 6", (deep.flat_outer_dims<float, 6>().dimension(5)));
  Line("inner outer", (deep.flat_inner_outer_dims<float, 3>(1).dimension(0)));
}

void ShapeTexts() {
  TensorShape shape({1, 2, 3});
  shape.AddDim(4);
  shape.InsertDim(1, 9);
  shape.set_dim(0, 7);
  Line("edited", shape.DebugString());
  shape.RemoveDim(1);
  shape.RemoveLastDims(1);
  shape.AppendShape(TensorShape({5, 6}));
  Line("appended", shape.DebugString());
  shape.RemoveDimRange(1, 3);
  Line("range removed", shape.DebugString());
  Line("elements", shape.num_elements());
  shape.Clear();
  Line("cleared", shape.DebugString());
  Line("unknown", PartialTensorShape().DebugString());
  Line("partial", PartialTensorShape({-1, 2}).DebugString());
  Line("partial elements", PartialTensorShape({-1, 2}).num_elements());
  Line("known elements", PartialTensorShape({3, 2}).num_elements());
  Line("rank", PartialTensorShape().dims());
  Line("concat", PartialTensorShape({-1, 2}).Concatenate(5).DebugString());
  Line("concat shape", PartialTensorShape({-1}).Concatenate(PartialTensorShape({2, -1})).DebugString());
  Line("concat unknown", PartialTensorShape({-1}).Concatenate(PartialTensorShape()).DebugString());
  Line("concat to unknown", PartialTensorShape().Concatenate(3).DebugString());
  PartialTensorShape merged;
  Line("merge", PartialTensorShape({-1, 2}).MergeWith(PartialTensorShape({4, -1}), &merged).ok());
  Line("merged", merged.DebugString());
  Line("merge unknown", PartialTensorShape().MergeWith(PartialTensorShape({4, -1}), &merged).ok());
  Line("merged unknown", merged.DebugString());
  Line("merge rank",
       static_cast<int>(PartialTensorShape({1}).MergeWith(PartialTensorShape({4, -1}), &merged).code()));
  Line("merge size",
       static_cast<int>(PartialTensorShape({1}).MergeWith(PartialTensorShape({4}), &merged).code()));
  Line("compatible", PartialTensorShape({-1, 2}).IsCompatibleWith(TensorShape({3, 2})));
  Line("incompatible", PartialTensorShape({-1, 2}).IsCompatibleWith(TensorShape({3, 3})));
  Line("identical", PartialTensorShape({-1, 2}).IsIdenticalTo(PartialTensorShape({-1, 2})));
  Line("unknown identical", PartialTensorShape().IsIdenticalTo(PartialTensorShape()));
  Line("not identical", PartialTensorShape({-1, 2}).IsIdenticalTo(PartialTensorShape({3, 2})));
  TensorShape full;
  Line("as shape", PartialTensorShape({1, 2}).AsTensorShape(&full));
  Line("as shape fails", PartialTensorShape({1, -1}).AsTensorShape(&full));
  Line("list", TensorShapeUtils::ShapeListString({TensorShape({1}), TensorShape({2, 3})}));
  Line("starts", TensorShapeUtils::StartsWith(TensorShape({1, 2, 3}), TensorShape({1, 2})));
  Line("ends", TensorShapeUtils::EndsWith(TensorShape({1, 2, 3}), TensorShape({1, 2})));
  const std::vector<int> sizes = {2, 3};
  Line("make", TensorShapeUtils::MakeShape(sizes, &full).ok());
  Line("made", full.DebugString());
  const std::vector<int> bad = {2, -3};
  Line("make bad", static_cast<int>(TensorShapeUtils::MakeShape(bad, &full).code()));
  TensorShape built;
  Line("build bad", static_cast<int>(TensorShape::BuildTensorShape({2, -3}, &built).code()));
  Line("build huge",
       static_cast<int>(TensorShape::BuildTensorShape({int64_t{1} << 40, int64_t{1} << 40}, &built).code()));
  Line("add bad", static_cast<int>(built.AddDimWithStatus(-2).code()));
  for (auto dim : TensorShape({4, 5})) Line("dim", dim.size);
  for (auto size : TensorShape({4, 5}).dim_sizes()) Line("size", size);
  Line("second", TensorShape({4, 5}).dim_sizes()[1]);
}

void Types() {
  for (int i = 0; i <= 23; ++i) {
    const DataType type = static_cast<DataType>(i);
    std::ostringstream text;
    text << tensorflow::DataTypeString(type) << " " << tensorflow::DataTypeSize(type) << " "
         << tensorflow::DataTypeIsFloating(type) << tensorflow::DataTypeIsInteger(type)
         << tensorflow::DataTypeIsSigned(type) << tensorflow::DataTypeIsUnsigned(type)
         << tensorflow::DataTypeIsComplex(type) << tensorflow::DataTypeIsNumeric(type)
         << tensorflow::DataTypeIsQuantized(type) << tensorflow::DataTypeCanUseMemcpy(type);
    Line("type " + std::to_string(i), text.str());
  }
  Line("ref", tensorflow::DataTypeString(tensorflow::MakeRefType(tensorflow::DT_FLOAT)));
  Line("base", tensorflow::DataTypeString(tensorflow::BaseType(tensorflow::DT_FLOAT_REF)));
  Line("slice", tensorflow::DataTypeSliceString({tensorflow::DT_FLOAT, tensorflow::DT_INT32}));
  Line("unknown type", tensorflow::DataTypeString(static_cast<DataType>(77)));
  Line("proto name", tensorflow::DataType_Name(tensorflow::DT_HALF));
  DataType parsed = tensorflow::DT_INVALID;
  Line("parse", tensorflow::DataTypeFromString("float_ref", &parsed));
  Line("parsed", static_cast<int>(parsed));
  Line("parse bad", tensorflow::DataTypeFromString("flot", &parsed));
  Line("parse float32", tensorflow::DataTypeFromString("float32", &parsed));
}

void Errors() {
  Line("invalid",
       tensorflow::errors::InvalidArgument("size ", 3, " of ", 2.5, " and ", std::string("x")).ToString());
  Line("missing", tensorflow::errors::NotFound("no ", "such").ToString());
  Line("is missing", tensorflow::errors::IsNotFound(tensorflow::errors::NotFound("x")));
  Line("is not", tensorflow::errors::IsInternal(tensorflow::errors::NotFound("x")));
  absl::Status status = tensorflow::errors::Internal("first");
  tensorflow::errors::AppendToMessage(&status, "second ", 2);
  Line("appended", status.ToString());
  Tensor tensor;
  Line("build", Tensor::BuildTensor(tensorflow::DT_FLOAT, TensorShape({2}), &tensor).ok());
  Line("built", tensor.shape().DebugString());
  Line("bitcast", tensor.BitcastFrom(Tensor(1.0f), tensorflow::DT_INT32, TensorShape({})).ok());
  Line("bits", tensor.DebugString());
  Line("bad bitcast",
       static_cast<int>(tensor.BitcastFrom(Tensor(1.0f), tensorflow::DT_INT64, TensorShape({})).code()));
}

template <class Message>
std::string Bytes(const Message& message) {
  std::string bytes, text;
  message.SerializeToString(&bytes);
  for (const char byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    text += digits;
  }
  return text;
}

void ThereAndBack(const Tensor& tensor) {
  const std::string what = "proto " + tensorflow::DataTypeString(tensor.dtype());
  tensorflow::TensorProto list, content;
  tensor.AsProtoField(&list);
  tensor.AsProtoTensorContent(&content);
  Line(what + " list", Bytes(list));
  Line(what + " content", Bytes(content));
  for (const auto& proto : {list, content}) {
    Tensor read;
    Line(what + " read", read.FromProto(proto));
    Line(what + " back", read.DebugString(10));
  }
}

void Messages() {
  ThereAndBack(Counting<float>(TensorShape({3})));
  ThereAndBack(Counting<double>(TensorShape({2, 2})));
  ThereAndBack(Counting<Eigen::half>(TensorShape({2})));
  ThereAndBack(Counting<tensorflow::bfloat16>(TensorShape({2})));
  ThereAndBack(Counting<int8_t>(TensorShape({2})));
  ThereAndBack(Counting<uint8_t>(TensorShape({2})));
  ThereAndBack(Counting<int16_t>(TensorShape({2})));
  ThereAndBack(Counting<uint16_t>(TensorShape({2})));
  ThereAndBack(Counting<int32_t>(TensorShape({})));
  ThereAndBack(Counting<int64_t>(TensorShape({2})));
  ThereAndBack(Counting<uint32_t>(TensorShape({2})));
  ThereAndBack(Counting<uint64_t>(TensorShape({2})));
  ThereAndBack(Counting<bool>(TensorShape({2})));
  ThereAndBack(Counting<float>(TensorShape({0, 2})));
  Tensor words(tensorflow::DT_STRING, TensorShape({3}));
  words.vec<tstring>()(0) = "a";
  words.vec<tstring>()(2) = std::string(200, 'b');
  ThereAndBack(words);
  for (const auto& shape : {PartialTensorShape({-1, 2}), PartialTensorShape(), PartialTensorShape({3})}) {
    const tensorflow::TensorShapeProto proto = shape.AsProto();
    Line("proto shape", Bytes(proto));
    Line("proto shape read", PartialTensorShape(proto).DebugString());
    Line("proto shape text", TensorShape::DebugString(proto));
    // TensorFlow takes an unknown number of dimensions for the shape of a scalar.
    if (!proto.unknown_rank()) Line("proto shape valid", TensorShape::IsValid(proto));
    Line("proto partial shape valid", PartialTensorShape::IsValid(proto));
  }
  tensorflow::TensorProto bad;
  Line("proto empty", Tensor().FromProto(bad));
  bad.set_dtype(tensorflow::DT_FLOAT);
  bad.set_tensor_content("xx");
  Line("proto short", Tensor().FromProto(bad));
}

}  // namespace

int main() {
  Shapes();
  Numbers();
  Strings();
  Scalars();
  Slices();
  ShapeTexts();
  Types();
  Errors();
  Messages();
}
