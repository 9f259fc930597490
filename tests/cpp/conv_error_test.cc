// Wrong calls of convolution and its gradients, and the sentences they get.
#include "wrong_calls.h"

namespace voxgrad::test {
namespace {

std::vector<Wrong> ConvAttributes() {
  const Tensor x2 = Zeros({1, 8, 8, 4});
  return {
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

std::vector<Wrong> ConvTensors() {
  const Tensor x2 = Zeros({1, 8, 8, 4});
  return {
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
  };
}

TEST(ConvErrors, ConvAttributes) {
  for (const Wrong& wrong : ConvAttributes()) CheckWrong(wrong);
}

TEST(ConvErrors, ConvTensors) {
  for (const Wrong& wrong : ConvTensors()) CheckWrong(wrong);
}

}  // namespace
}  // namespace voxgrad::test
