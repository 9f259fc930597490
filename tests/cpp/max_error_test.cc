// Wrong calls of max pooling and its gradients, and the sentences they get.
#include "wrong_calls.h"

namespace voxgrad::test {
namespace {

std::vector<Wrong> MaxAttributes() {
  const Tensor x2 = Zeros({1, 8, 8, 4});
  return {
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
  };
}

std::vector<Wrong> MaxTensors() {
  const Tensor x2 = Zeros({1, 8, 8, 4}), x3 = Zeros({1, 8, 8, 8, 2}), grad3 = Zeros({1, 3, 3, 3, 2});
  return {
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
       {Tensor(DT_QINT8, TensorShape({1, 8, 8, 4}), Zeros({1, 8, 8, 4}).buffer())},
       kPool2,
       kUnimplemented,
       "input"},
  };
}

TEST(MaxErrors, MaxAttributes) {
  for (const Wrong& wrong : MaxAttributes()) CheckWrong(wrong);
}

TEST(MaxErrors, MaxTensors) {
  for (const Wrong& wrong : MaxTensors()) CheckWrong(wrong);
}

}  // namespace
}  // namespace voxgrad::test
