#include <iostream>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"

int main() {
  tensorflow::Scope root = tensorflow::Scope::NewRootScope();
  auto sum = tensorflow::ops::Add(root, {1.f, 2.f}, {3.f, 4.f});
  std::vector<tensorflow::Tensor> outputs;
  TF_CHECK_OK(tensorflow::ClientSession(root).Run({sum}, &outputs));
  std::cout << outputs[0].vec<float>()(0) << " " << outputs[0].vec<float>()(1) << std::endl;
}
