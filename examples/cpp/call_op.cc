// clang-format off: the expected output stands as it is printed
// Calling ops by name from C++, with nothing but the public header:
//
//     g++ -std=c++17 call_op.cc $(vox config --cflags --libs) -o call_op && ./call_op
//
// Expected output:
//
//     AvgPool3DGrad: [1,2,2,2,1] [[[[1][1]][[1][1]]][[[1][1]][[1][1]]]]
//     MaxPool:       [1,2,2,1] [[[5][7]][[6][9]]]
//     MaxPoolGrad:   [1,4,4,1] [[[0][1][0][0]][[0][0][0][2]][[0][0][4][0]][[3][0][0][0]]]
//     half:          [1,1,1,1] [[[0.5]]]
//     refused:       AvgPool3DGrad (pool1): grad is [1,4,4,4,2], but an input of [1,8,8,8,2] with ksize 3, strides 2, VALID pools to [1,3,3,3,2].
//     to blame:      AvgPool3DGrad grad
// clang-format on
#include <voxgrad/voxgrad.h>

#include <cstdio>
#include <string>
#include <vector>

using voxgrad::Call;
using voxgrad::NamedAttribute;
using voxgrad::Tensor;

namespace {

void Print(const char* title, const absl::StatusOr<std::vector<Tensor>>& results) {
  if (!results.ok()) {
    std::printf("%-14s %s\n", title, std::string(results.status().message()).c_str());
    return;
  }
  const Tensor& result = results->front();
  std::printf("%-14s %s %s\n", title, result.shape().DebugString().c_str(),
              result.SummarizeValue(100).c_str());
}

}  // namespace

int main() {
  // The gradient of a mean: each of eight cells gets an eighth of 8.
  const std::vector<NamedAttribute> mean = {
      {"ksize", {1, 2, 2, 2, 1}}, {"strides", {1, 2, 2, 2, 1}}, {"padding", "SAME"}};
  const Tensor eight = Tensor::Of<float>({8}, {1, 1, 1, 1, 1});
  Print("AvgPool3DGrad:", Call("AvgPool3DGrad", {Tensor::Sizes({1, 2, 2, 2, 1}), eight}, mean));

  // A forward op, and its gradient out of the result.
  const std::vector<NamedAttribute> blocks = {
      {"ksize", {1, 2, 2, 1}}, {"strides", {1, 2, 2, 1}}, {"padding", "VALID"}};
  const Tensor image = Tensor::Of<float>({1, 5, 2, 0, 4, 3, 1, 7, 0, 0, 9, 8, 6, 1, 2, 3}, {1, 4, 4, 1});
  const auto pooled = Call("MaxPool", {image}, blocks);
  Print("MaxPool:", pooled);
  if (!pooled.ok()) return 1;
  const Tensor grad = Tensor::Of<float>({1, 2, 3, 4}, {1, 2, 2, 1});
  Print("MaxPoolGrad:", Call("MaxPoolGrad", {image, pooled->front(), grad}, blocks));

  // Other types work the same; a channels-first layout is one more attribute.
  const Tensor halves = Tensor::Of<voxgrad::Half>(
      {voxgrad::Half(0.25f), voxgrad::Half(0.5f), voxgrad::Half(0.25f), voxgrad::Half(1.0f)}, {1, 1, 2, 2});
  Print("half:", Call("AvgPool", {halves},
                      {{"ksize", {1, 1, 2, 2}},
                       {"strides", {1, 1, 2, 2}},
                       {"padding", "VALID"},
                       {"data_format", "NCHW"}}));

  // Whatever is wrong comes back as a sentence, never as an abort.
  const Tensor wrong = Tensor::Of<float>(std::vector<float>(128, 0.0f), {1, 4, 4, 4, 2});
  const auto refused =
      Call("AvgPool3DGrad", {Tensor::Sizes({1, 8, 8, 8, 2}), wrong},
           {{"ksize", {1, 3, 3, 3, 1}}, {"strides", {1, 2, 2, 2, 1}}, {"padding", "VALID"}}, "pool1");
  Print("refused:", refused);
  std::printf("%-14s %s %s\n", "to blame:", voxgrad::ErrorOp(refused.status()).c_str(),
              voxgrad::ErrorArgument(refused.status()).c_str());
  return refused.ok() ? 1 : 0;
}
