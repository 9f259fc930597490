#include <iostream>

#include "voxgrad/voxgrad.h"

int main() {
  const auto x = voxgrad::Tensor::Of<float>({1, 2, 3, 4}, {1, 2, 2, 1});
  const auto y = voxgrad::Call("MaxPool", {x},
                               {{"ksize", {1, 2, 2, 1}}, {"strides", {1, 1, 1, 1}}, {"padding", "VALID"}});
  if (!y.ok()) return 1;
  std::cout << (*y)[0].values<float>()[0] << std::endl;
}
