// Wrong calls and the sentences they get: the op, the argument, what came, what would be right.
#include "voxgrad/error.h"

#include <gtest/gtest.h>

#include "support.h"
#include "voxgrad/call.h"

namespace voxgrad::test {
namespace {

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr auto kUnimplemented = absl::StatusCode::kUnimplemented;
constexpr auto kExhausted = absl::StatusCode::kResourceExhausted;
constexpr bool kWrongType = true;

using Attrs = std::vector<NamedAttribute>;

struct Wrong {
  const char* op;
  std::vector<Tensor> inputs;
  Attrs attrs;
  absl::StatusCode code;
  const char* argument;
  bool wrong_type = false;
  std::string sentence = "";  // after "OP: "; empty where the words do not matter here
};

Tensor Zeros(std::initializer_list<int64_t> dims, DataType type = DT_FLOAT) {
  return NewTensor(type, TensorShape(dims));
}

/// The attributes with one of them replaced or added.
Attrs With(Attrs attrs, const char* name, Attribute value) {
  for (NamedAttribute& attr : attrs) {
    if (attr.name == name) {
      attr.value = std::move(value);
      return attrs;
    }
  }
  attrs.push_back({name, std::move(value)});
  return attrs;
}

Attrs Without(Attrs attrs, const std::string& name) {
  attrs.erase(std::remove_if(attrs.begin(), attrs.end(), [&](const auto& attr) { return attr.name == name; }),
              attrs.end());
  return attrs;
}

const Attrs kPool2 = {{"ksize", {1, 2, 2, 1}}, {"strides", {1, 2, 2, 1}}, {"padding", "VALID"}};
const Attrs kPool3 = {{"ksize", {1, 3, 3, 3, 1}}, {"strides", {1, 2, 2, 2, 1}}, {"padding", "VALID"}};
const Attrs kConv2 = {{"strides", {1, 1, 1, 1}}, {"padding", "SAME"}};
const Attrs kConv3 = {{"strides", {1, 1, 1, 1, 1}}, {"padding", "SAME"}};
const Tensor kSizes3 = Tensor::Sizes({1, 8, 8, 8, 2});

std::vector<Wrong> AboutAttributes() {
  const Tensor x2 = Zeros({1, 8, 8, 4}), x3 = Zeros({1, 8, 8, 8, 2});
  return {
      {"AvgPool",
       {x2},
       Without(kPool2, "ksize"),
       kInvalid,
       "ksize",
       false,
       "ksize is missing; it must be a list of integers."},
      {"AvgPool",
       {x2},
       Without(kPool2, "padding"),
       kInvalid,
       "padding",
       false,
       "padding is missing; it must be a string."},
      {"AvgPool",
       {x2},
       With(kPool2, "ksize", {1, 2, 1}),
       kInvalid,
       "ksize",
       false,
       "ksize is 1,2,1 (3 values), but needs 4."},
      {"AvgPool",
       {x2},
       With(kPool2, "ksize", {1, 2, 2, 2, 1}),
       kInvalid,
       "ksize",
       false,
       "ksize is 1,2,2,2,1 (5 values), but NHWC needs 4, one for each dimension."},
      {"AvgPool", {x2}, With(kPool2, "ksize", Ints()), kInvalid, "ksize"},
      {"AvgPool",
       {x2},
       With(kPool2, "ksize", {1, 0, 2, 1}),
       kInvalid,
       "ksize",
       false,
       "ksize is 1,0,2,1; its entry for H must be at least 1."},
      {"AvgPool", {x2}, With(kPool2, "strides", {1, 2, -1, 1}), kInvalid, "strides"},
      {"AvgPool", {x2}, With(kPool2, "strides", {1, 0, 1, 1}), kInvalid, "strides"},
      {"AvgPool",
       {x2},
       With(kPool2, "ksize", Ints{1, int64_t{1} << 31, 1, 1}),
       kInvalid,
       "ksize",
       false,
       "ksize holds 2147483648, outside the range of int32."},
      {"AvgPool",
       {x2},
       With(kPool2, "ksize", {2, 2, 2, 1}),
       kUnimplemented,
       "ksize",
       false,
       "ksize is 2,2,2,1; its entry for the batch (N) must be 1."},
      {"AvgPool", {x2}, With(kPool2, "ksize", {1, 2, 2, 2}), kUnimplemented, "ksize"},
      {"AvgPool",
       {x2},
       With(kPool2, "strides", {1, 2, 2, 2}),
       kUnimplemented,
       "strides",
       false,
       "strides is 1,2,2,2; its entry for the channels (C) must be 1."},
      {"AvgPool", {x2}, With(kPool2, "strides", {2, 2, 2, 1}), kUnimplemented, "strides"},
      {"AvgPool",
       {x2},
       With(kPool2, "ksize", "2"),
       kInvalid,
       "ksize",
       kWrongType,
       "ksize is 2, but must be a list of integers."},
      {"AvgPool", {x2}, With(kPool2, "ksize", 2), kInvalid, "ksize", kWrongType},
      {"AvgPool", {x2}, With(kPool2, "padding", 1), kInvalid, "padding", kWrongType},
      {"AvgPool",
       {x2},
       With(kPool2, "padding", "same"),
       kInvalid,
       "padding",
       false,
       "padding is \"same\", but must be \"SAME\" or \"VALID\". Did you mean \"SAME\"?"},
      {"AvgPool", {x2}, With(kPool2, "padding", ""), kInvalid, "padding"},
      {"AvgPool", {x2}, With(kPool2, "padding", "EXPLICIT"), kInvalid, "padding"},
      {"AvgPool",
       {x2},
       With(kPool2, "data_format", "NDHWC"),
       kInvalid,
       "data_format",
       false,
       "data_format is \"NDHWC\", but must be \"NHWC\" or \"NCHW\". NDHWC is for tensors of 5 dimensions; "
       "here it is NHWC."},
      {"AvgPool3D", {x3}, With(kPool3, "data_format", "NCHW"), kInvalid, "data_format"},
      {"AvgPool3D", {x3}, With(kPool3, "ksize", {1, 3, 3, 1}), kInvalid, "ksize"},
      {"AvgPool3D", {x3}, With(kPool3, "ksize", {1, 3, 3, 3, 2}), kUnimplemented, "ksize"},
      {"AvgPool",
       {x2},
       With(kPool2, "dilations", {1, 1, 1, 1}),
       kInvalid,
       "dilations",
       false,
       "dilations is no attribute of this op; it has ksize, strides, padding, data_format."},
      {"AvgPool",
       {x2},
       {{"ksize", {1, 2, 2, 1}}, {"ksize", {1, 2, 2, 1}}},
       kInvalid,
       "ksize",
       false,
       "ksize is given twice."},
      {"MaxPool", {x2}, With(kPool2, "data_format", "NCHW_VECT_C"), kUnimplemented, "data_format"},
      {"MaxPool",
       {x2},
       With(kPool2, "explicit_paddings", {0, 0, 1, 1, 1, 1, 0, 0}),
       kInvalid,
       "explicit_paddings",
       false,
       "explicit_paddings is 0,0,1,1,1,1,0,0, but padding is VALID; write padding = EXPLICIT or leave it "
       "empty."},
      {"MaxPool", {x2}, With(kPool2, "padding", "EXPLICIT"), kInvalid, "explicit_paddings"},
      {"MaxPool",
       {x2},
       With(With(kPool2, "padding", "EXPLICIT"), "explicit_paddings", {0, 0, 2, 0, 0, 0, 0, 0}),
       kInvalid,
       "explicit_paddings",
       false,
       "explicit_paddings is 0,0,2,0,0,0,0,0; a padding of 2 in H must be smaller than the window, 2."},
      {"MaxPool",
       {x2},
       With(With(kPool2, "padding", "EXPLICIT"), "explicit_paddings", {0, 0, -1, 0, 0, 0, 0, 0}),
       kInvalid,
       "explicit_paddings"},
      {"MaxPool",
       {x2},
       With(With(kPool2, "padding", "EXPLICIT"), "explicit_paddings", {0, 1, 0, 0, 0, 0, 0, 0}),
       kInvalid,
       "explicit_paddings"},
      {"MaxPool",
       {x2},
       With(With(kPool2, "ksize", {1, 2, 2, 2}), "strides", {1, 2, 2, 2}),
       kUnimplemented,
       "ksize"},
      {"MaxPool",
       {x2},
       With(With(kPool2, "ksize", {1, 1, 1, 2}), "strides", {1, 1, 1, 1}),
       kUnimplemented,
       "ksize"},
      {"MaxPool",
       {x2},
       With(With(kPool2, "ksize", {1, 1, 1, 3}), "strides", {1, 1, 1, 3}),
       kUnimplemented,
       "ksize"},
      {"Conv2D", {x2, Zeros({2, 2, 4, 3})}, With(kConv2, "dilations", {1, 0, 1, 1}), kInvalid, "dilations"},
      {"Conv2D", {x2, Zeros({2, 2, 4, 3})}, With(kConv2, "dilations", {1, 1, 1}), kInvalid, "dilations"},
      {"Conv2D",
       {x2, Zeros({2, 2, 4, 3})},
       With(kConv2, "dilations", {1, 1, 1, 2}),
       kUnimplemented,
       "dilations"},
      {"Conv2D", {x2, Zeros({2, 2, 4, 3})}, With(kConv2, "strides", {2, 1, 1, 1}), kUnimplemented, "strides"},
      {"Conv2D",
       {x2, Zeros({2, 2, 4, 3})},
       With(kConv2, "use_cudnn_on_gpu", "yes"),
       kInvalid,
       "use_cudnn_on_gpu",
       kWrongType},
  };
}

std::vector<Wrong> AboutTensors() {
  const Tensor x2 = Zeros({1, 8, 8, 4}), x3 = Zeros({1, 8, 8, 8, 2});
  const Tensor grad3 = Zeros({1, 3, 3, 3, 2});
  const Attrs big = With(With(kPool2, "ksize", {1, 9, 2, 1}), "padding", "VALID");
  return {
      {"AvgPool", {}, kPool2, kInvalid, "", false, "takes 1 input (value), but 0 were given."},
      {"AvgPool3DGrad",
       {kSizes3},
       kPool3,
       kInvalid,
       "",
       false,
       "takes 2 inputs (orig_input_shape, grad), but 1 was given."},
      {"AvgPool",
       {Zeros({1, 8, 8, 4}, DT_INT32)},
       kPool2,
       kInvalid,
       "value",
       kWrongType,
       "value is int32, but must be half, bfloat16, float or double."},
      {"AvgPool",
       {Zeros({8, 8, 4})},
       kPool2,
       kInvalid,
       "value",
       false,
       "value has shape [8,8,4] (3 dimensions), but must have 4."},
      {"AvgPool",
       {x2},
       big,
       kInvalid,
       "ksize",
       false,
       "ksize is 1,9,2,1, and its 9 in H does not fit into value [1,8,8,4] with VALID padding; use SAME or a "
       "smaller "
       "window."},
      {"AvgPool3DGrad",
       {kSizes3, Zeros({1, 4, 4, 4, 2})},
       kPool3,
       kInvalid,
       "grad",
       false,
       "grad is [1,4,4,4,2], but an input of [1,8,8,8,2] with ksize 3, strides 2, VALID pools to "
       "[1,3,3,3,2]."},
      {"AvgPool3DGrad", {kSizes3, Zeros({1, 3, 3, 3, 1})}, kPool3, kInvalid, "grad"},
      {"AvgPool3DGrad", {kSizes3, Zeros({2, 3, 3, 3, 2})}, kPool3, kInvalid, "grad"},
      {"AvgPool3DGrad", {kSizes3, Zeros({3, 3, 3, 2})}, kPool3, kInvalid, "grad"},
      {"AvgPool3DGrad",
       {Tensor::Sizes({8, 8, 8, 2}), grad3},
       kPool3,
       kInvalid,
       "orig_input_shape",
       false,
       "orig_input_shape has 4 values, but must be a vector of 5 sizes."},
      {"AvgPool3DGrad",
       {Tensor::Sizes({1, 8, -8, 8, 2}), grad3},
       kPool3,
       kInvalid,
       "orig_input_shape",
       false,
       "orig_input_shape is 1,8,-8,8,2; no size may be below 0."},
      {"AvgPool3DGrad", {Zeros({1, 5}, DT_INT32), grad3}, kPool3, kInvalid, "orig_input_shape"},
      {"AvgPool3DGrad", {Zeros({}, DT_INT32), grad3}, kPool3, kInvalid, "orig_input_shape"},
      {"AvgPool3DGrad",
       {Zeros({5}, DT_INT64), grad3},
       kPool3,
       kInvalid,
       "orig_input_shape",
       kWrongType,
       "orig_input_shape is int64, but must be int32."},
      {"AvgPool3DGrad", {Zeros({5}, DT_FLOAT), grad3}, kPool3, kInvalid, "orig_input_shape", kWrongType},
      {"MaxPoolGrad",
       {x2, Zeros({1, 5, 4, 4}), Zeros({1, 4, 4, 4})},
       kPool2,
       kInvalid,
       "orig_output",
       false,
       "orig_output is [1,5,4,4], but an input of [1,8,8,4] with ksize 2, strides 2, VALID pools to "
       "[1,4,4,4]."},
      {"MaxPoolGrad", {x2, Zeros({1, 4, 4, 4}), Zeros({1, 4, 5, 4})}, kPool2, kInvalid, "grad"},
      {"MaxPoolGrad",
       {x2, Zeros({1, 4, 4, 4}, DT_HALF), Zeros({1, 4, 4, 4})},
       kPool2,
       kInvalid,
       "orig_output",
       kWrongType},
      {"MaxPoolGradGrad",
       {x2, Zeros({1, 4, 4, 4}), Zeros({1, 8, 7, 4})},
       kPool2,
       kInvalid,
       "grad",
       false,
       "grad is [1,8,7,4], but must have the shape of orig_input, [1,8,8,4]."},
      {"MaxPool3D", {Zeros({1, 8, 8, 8, 2}, DT_INT32)}, kPool3, kInvalid, "input", kWrongType},
      {"MaxPool3DGrad",
       {x3, Zeros({1, 3, 3, 3, 2}, DT_HALF), grad3},
       kPool3,
       kInvalid,
       "orig_output",
       kWrongType},
      {"MaxPool",
       {Tensor(DT_QINT8, TensorShape({1, 8, 8, 4}), Zeros({1, 8, 8, 4}).memory())},
       kPool2,
       kUnimplemented,
       "input"},
      {"Conv2D",
       {x2, Zeros({2, 2, 3, 3})},
       kConv2,
       kInvalid,
       "input",
       false,
       "input is [1,8,8,4] with 4 channels, but filter [2,2,3,3] takes 3 of them, or a multiple (groups)."},
      {"Conv2D",
       {x2, Zeros({2, 2, 2, 3})},
       kConv2,
       kInvalid,
       "filter",
       false,
       "filter is [2,2,2,3] with 3 output channels, but input with 4 channels makes 2 groups of 2, and the "
       "outputs must "
       "divide evenly among them."},
      {"Conv2D",
       {x2, Zeros({2, 0, 4, 3})},
       kConv2,
       kInvalid,
       "filter",
       false,
       "filter is [2,0,4,3]; no size of a filter but the last may be 0."},
      {"Conv2D", {x2, Zeros({9, 2, 4, 3})}, With(kConv2, "padding", "VALID"), kInvalid, "filter"},
      {"Conv2D",
       {x2, Zeros({2, 2, 4, 3}, DT_DOUBLE)},
       kConv2,
       kInvalid,
       "filter",
       kWrongType,
       "filter is double, but input is float; both must be the same type."},
      {"Conv3D",
       {Zeros({1, 8, 8, 8, 2}, DT_INT32), Zeros({2, 2, 2, 2, 2}, DT_INT32)},
       kConv3,
       kInvalid,
       "input",
       kWrongType},
      {"Conv2DBackpropInput",
       {Tensor::Sizes({1, 8, 8}), Zeros({2, 2, 4, 3}), Zeros({1, 8, 8, 3})},
       kConv2,
       kInvalid,
       "input_sizes",
       false,
       "input_sizes has 3 values, but must be a vector of 4 (or 2) sizes."},
      {"Conv2DBackpropInput",
       {Tensor::Sizes({1, 8, 8, 4}), Zeros({2, 2, 4, 3}), Zeros({1, 8, 9, 3})},
       kConv2,
       kInvalid,
       "out_backprop",
       false,
       "out_backprop is [1,8,9,3], but an input of [1,8,8,4] and a filter of [2,2,4,3] with strides 1, SAME "
       "make "
       "[1,8,8,3]."},
      {"Conv3DBackpropInputV2",
       {Tensor::Sizes({8}), Zeros({2, 2, 2, 2, 3}), Zeros({1, 8, 8, 8, 3})},
       kConv3,
       kInvalid,
       "input_sizes",
       false,
       "input_sizes has 1 value, but must be a vector of 5 sizes."},
      {"Conv3DBackpropInputV2",
       {Zeros({5}), Zeros({2, 2, 2, 2, 3}), Zeros({1, 8, 8, 8, 3})},
       kConv3,
       kInvalid,
       "input_sizes",
       kWrongType},
      {"Conv2DBackpropFilter",
       {x2, Tensor::Sizes({2, 2, 4, 3}), Zeros({2, 8, 8, 3})},
       kConv2,
       kInvalid,
       "out_backprop"},
      {"Conv2DBackpropFilter",
       {x2, Tensor::Sizes({0, 2, 4, 3}), Zeros({1, 8, 8, 3})},
       kConv2,
       kInvalid,
       "filter_sizes"},
      {"Conv2DBackpropFilter",
       {x2, Tensor::Sizes({2, 2, 4}), Zeros({1, 8, 8, 3})},
       kConv2,
       kInvalid,
       "filter_sizes"},
      {"AvgPool3DGrad",
       {Tensor::Sizes({2147483647, 2147483647, 4, 1, 0}), Zeros({1, 1, 1, 1, 0})},
       kPool3,
       kInvalid,
       "orig_input_shape",
       false,
       "orig_input_shape is [2147483647,2147483647,4,1,0], more than 2^63 - 1 elements."},
      {"AvgPool3DGrad",
       {Tensor::Sizes({1, 2147483647, 2147483647, 2, 1}), Zeros({1, 1, 1, 1, 1})},
       {{"ksize", {1, 1, 1, 1, 1}}, {"strides", {1, 2147483647, 2147483647, 2, 1}}, {"padding", "SAME"}},
       kExhausted,
       ""},
      {"AvgPoolGrad",
       {Tensor::Sizes({1, 2147483647, 2147483647, 1}), Zeros({1, 1, 1, 1}, DT_DOUBLE)},
       {{"ksize", {1, 1, 1, 1}}, {"strides", {1, 2147483647, 2147483647, 1}}, {"padding", "SAME"}},
       kExhausted,
       ""},
  };
}

void CheckWrong(const Wrong& wrong) {
  const auto result = Call(wrong.op, wrong.inputs, wrong.attrs);
  ASSERT_FALSE(result.ok()) << wrong.op << " " << wrong.argument << " " << wrong.sentence;
  const absl::Status& status = result.status();
  SCOPED_TRACE(std::string(status.message()));
  EXPECT_EQ(status.code(), wrong.code);
  EXPECT_EQ(ErrorOp(status), wrong.op);
  EXPECT_EQ(ErrorArgument(status), wrong.argument);
  EXPECT_EQ(IsTypeError(status), wrong.wrong_type);
  const std::string message(status.message());
  EXPECT_TRUE(absl::StartsWith(message, std::string(wrong.op) + ": " + wrong.argument));
  EXPECT_TRUE(absl::EndsWith(message, ".") || absl::EndsWith(message, "?")) << "a sentence ends";
  if (!wrong.sentence.empty()) {
    EXPECT_EQ(message, std::string(wrong.op) + ": " + wrong.sentence);
  }
  // A caller's name stands in the sentence, and nothing else changes.
  const absl::Status named = Call(wrong.op, wrong.inputs, wrong.attrs, "pool1").status();
  EXPECT_EQ(std::string(named.message()),
            std::string(wrong.op) + " (pool1)" + message.substr(std::string(wrong.op).size()));
  EXPECT_EQ(ErrorArgument(named), wrong.argument);
  if (std::getenv("VOXGRAD_PRINT_SENTENCES") != nullptr) std::printf("%s\n", message.c_str());
}

TEST(Errors, AboutAttributes) {
  for (const Wrong& wrong : AboutAttributes()) CheckWrong(wrong);
}

TEST(Errors, AboutTensors) {
  for (const Wrong& wrong : AboutTensors()) CheckWrong(wrong);
}

TEST(Errors, TypeAttributesMustBeTypesAndAgree) {
  const Tensor x = Zeros({1, 8, 8, 4});
  EXPECT_TRUE(Call("AvgPool", {x}, With(kPool2, "T", DT_FLOAT)).ok());
  absl::Status status = Call("AvgPool", {x}, With(kPool2, "T", DT_HALF)).status();
  EXPECT_TRUE(IsTypeError(status)) << status;
  EXPECT_EQ(std::string(status.message()),
            "AvgPool: value is float, but T is half; both must be the same type.");
  status = Call("AvgPool", {x}, With(kPool2, "T", "float")).status();
  EXPECT_EQ(std::string(status.message()), "AvgPool: T is float, but must be a type.")
      << "the word is no type";
  EXPECT_EQ(ErrorArgument(status), "T");
}

TEST(Errors, StatusesFromElsewhereHaveNoOp) {
  EXPECT_EQ(ErrorOp(absl::OkStatus()), "");
  EXPECT_EQ(ErrorArgument(absl::InternalError("x")), "");
  EXPECT_FALSE(IsTypeError(absl::InvalidArgumentError("x")));
}

// Where the arithmetic has an answer, sizes of zero are legal.

bool AllZero(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return std::all_of(values.begin(), values.end(), [](float value) { return value == 0; });
}

std::string ShapeOf(const char* op, const std::vector<Tensor>& inputs, const Attrs& attrs) {
  const auto result = Call(op, inputs, attrs);
  if (!result.ok()) return std::string(result.status().message());
  EXPECT_TRUE(AllZero(result->at(0))) << op;
  return result->at(0).shape().DebugString();
}

TEST(ZeroSizes, BatchesAndChannelsOfNothing) {
  EXPECT_EQ(ShapeOf("AvgPool", {Zeros({0, 8, 8, 4})}, kPool2), "[0,4,4,4]");
  EXPECT_EQ(ShapeOf("AvgPool", {Zeros({1, 8, 8, 0})}, kPool2), "[1,4,4,0]");
  EXPECT_EQ(ShapeOf("MaxPool3D", {Zeros({0, 8, 8, 8, 2})}, kPool3), "[0,3,3,3,2]");
  EXPECT_EQ(ShapeOf("AvgPool3DGrad", {Tensor::Sizes({0, 8, 8, 8, 2}), Zeros({0, 3, 3, 3, 2})}, kPool3),
            "[0,8,8,8,2]");
  EXPECT_EQ(ShapeOf("MaxPoolGrad", {Zeros({0, 8, 8, 4}), Zeros({0, 4, 4, 4}), Zeros({0, 4, 4, 4})}, kPool2),
            "[0,8,8,4]");
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({0, 8, 8, 4}), Zeros({2, 2, 4, 3})}, kConv2), "[0,8,8,3]");
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({1, 8, 8, 4}), Zeros({2, 2, 4, 0})}, kConv2), "[1,8,8,0]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropInput",
                    {Tensor::Sizes({1, 8, 8, 4}), Zeros({2, 2, 4, 0}), Zeros({1, 8, 8, 0})}, kConv2),
            "[1,8,8,4]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropFilter",
                    {Zeros({0, 8, 8, 4}), Tensor::Sizes({2, 2, 4, 3}), Zeros({0, 8, 8, 3})}, kConv2),
            "[2,2,4,3]");
  EXPECT_EQ(ShapeOf("Conv3DBackpropInputV2",
                    {Tensor::Sizes({0, 8, 8, 8, 2}), Zeros({2, 2, 2, 2, 3}), Zeros({0, 8, 8, 8, 3})}, kConv3),
            "[0,8,8,8,2]");
}

TEST(ZeroSizes, SpaceOfNothing) {
  const Attrs same = With(kPool2, "padding", "SAME");
  EXPECT_EQ(ShapeOf("AvgPool", {Zeros({1, 0, 8, 4})}, same), "[1,0,4,4]");
  EXPECT_EQ(ShapeOf("MaxPool", {Zeros({1, 0, 8, 4})}, same), "[1,0,4,4]");
  EXPECT_EQ(ShapeOf("MaxPoolGradGrad", {Zeros({1, 0, 8, 4}), Zeros({1, 0, 4, 4}), Zeros({1, 0, 8, 4})}, same),
            "[1,0,4,4]");
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({1, 0, 8, 4}), Zeros({2, 2, 4, 3})}, kConv2), "[1,0,8,3]");
  // Only padding: the sum over nothing is 0.
  const Attrs padded =
      With(With(kConv2, "padding", "EXPLICIT"), "explicit_paddings", {0, 0, 2, 2, 0, 0, 0, 0});
  EXPECT_EQ(ShapeOf("Conv2D", {Zeros({1, 0, 8, 4}), Zeros({2, 2, 4, 3})}, padded), "[1,3,7,3]");
  // But the maximum of nothing is not.
  const Attrs max_padded =
      With(With(kPool2, "padding", "EXPLICIT"), "explicit_paddings", {0, 0, 1, 1, 0, 0, 0, 0});
  EXPECT_EQ(
      ShapeOf("MaxPool", {Zeros({1, 0, 8, 4})}, max_padded),
      "MaxPool: input is [1,0,8,4]; it has no cells in H, so its windows would hold nothing but padding.");
}

TEST(ZeroSizes, AWindowLargerThanTheInput) {
  // VALID has no window then: forward ops refuse, gradients take the empty grad and give zeros.
  const Attrs pool = With(With(kPool3, "ksize", {1, 9, 3, 3, 1}), "padding", "VALID");
  EXPECT_FALSE(Call("AvgPool3D", {Zeros({1, 8, 8, 8, 2})}, pool).ok());
  EXPECT_FALSE(Call("MaxPool3D", {Zeros({1, 8, 8, 8, 2})}, pool).ok());
  EXPECT_EQ(ShapeOf("AvgPool3DGrad", {kSizes3, Zeros({1, 0, 3, 3, 2})}, pool), "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("MaxPool3DGrad", {Zeros({1, 8, 8, 8, 2}), Zeros({1, 0, 3, 3, 2}), Zeros({1, 0, 3, 3, 2})},
                    pool),
            "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("MaxPool3DGradGrad",
                    {Zeros({1, 8, 8, 8, 2}), Zeros({1, 0, 3, 3, 2}), Zeros({1, 8, 8, 8, 2})}, pool),
            "[1,0,3,3,2]");
  EXPECT_FALSE(Call("AvgPool3DGrad", {kSizes3, Zeros({1, 1, 3, 3, 2})}, pool).ok());
  const Attrs conv = With(kConv3, "padding", "VALID");
  EXPECT_FALSE(Call("Conv3D", {Zeros({1, 8, 8, 8, 2}), Zeros({9, 1, 1, 2, 3})}, conv).ok());
  EXPECT_EQ(ShapeOf("Conv3DBackpropInputV2", {kSizes3, Zeros({9, 1, 1, 2, 3}), Zeros({1, 0, 8, 8, 3})}, conv),
            "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("Conv3DBackpropFilterV2",
                    {Zeros({1, 8, 8, 8, 2}), Tensor::Sizes({9, 1, 1, 2, 3}), Zeros({1, 0, 8, 8, 3})}, conv),
            "[9,1,1,2,3]");
}

TEST(TwoTypes, Int64SizesAndTheSpaceAloneForm) {
  const Tensor sizes = Tensor::Of<int64_t>({1, 8, 8, 8, 2}, {5});
  EXPECT_EQ(ShapeOf("Conv3DBackpropInputV2", {sizes, Zeros({2, 2, 2, 2, 3}), Zeros({1, 8, 8, 8, 3})}, kConv3),
            "[1,8,8,8,2]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropInput", {Tensor::Sizes({8, 8}), Zeros({2, 2, 4, 3}), Zeros({5, 8, 8, 3})},
                    kConv2),
            "[5,8,8,4]");
  EXPECT_EQ(ShapeOf("Conv2DBackpropInput", {Tensor::Sizes({8, 8}), Zeros({2, 2, 4, 3}), Zeros({5, 3, 8, 8})},
                    With(kConv2, "data_format", "NCHW")),
            "[5,4,8,8]");
}

}  // namespace
}  // namespace voxgrad::test
