// Lists of the wrong length or with wrong entries, given to every window op: what the scope refuses at once,
// what the run refuses, and what a refusal leaves in the graph.
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/nn_ops_internal.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"

using namespace tensorflow;                 // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;            // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops::internal;  // NOLINT(google-build-using-namespace)
using List = std::vector<int>;

static Tensor Ones(std::initializer_list<int64_t> sizes) {
  Tensor tensor(DT_FLOAT, TensorShape(sizes));
  tensor.flat<float>().setConstant(1.f);
  return tensor;
}

/// With a size below 1 TensorFlow divides by zero when it runs; so that is left out.
static bool CanRun(const List& list) {
  for (int entry : list) {
    if (entry < 1) return false;
  }
  return true;
}

static void Try(const List& list, const std::string& what,
                const std::function<Operation(const Scope&)>& make) {
  Scope scope = Scope::NewRootScope();
  const Operation op = make(scope);
  std::cout << "  " << what << ": " << absl::StatusCodeToString(scope.status().code());
  if (op.node() != nullptr) std::cout << ", " << op.node()->name() << " is there";
  std::vector<Tensor> outputs;
  if (scope.ok() && CanRun(list)) {
    const Status status = ClientSession(scope).Run({Output(op, 0)}, &outputs);
    std::cout << ", run " << absl::StatusCodeToString(status.code());
  }
  std::cout << ", " << scope.graph()->num_op_nodes() << " nodes\n";
}

static void Pictures(const List& list) {
  const List window = {1, 2, 2, 1}, ones = {1, 1, 1, 1};
  const Tensor x = Ones({1, 4, 4, 1}), f = Ones({2, 2, 1, 1});
  Try(list, "Conv2D", [&](const Scope& s) { return Conv2D(s, x, f, list, "SAME").operation; });
  Try(list, "Conv2D dilations",
      [&](const Scope& s) { return Conv2D(s, x, f, ones, "SAME", Conv2D::Dilations(list)).operation; });
  Try(list, "Conv2DBackpropInput",
      [&](const Scope& s) { return Conv2DBackpropInput(s, {1, 4, 4, 1}, f, x, list, "SAME").operation; });
  Try(list, "Conv2DBackpropInput dilations", [&](const Scope& s) {
    return Conv2DBackpropInput(s, {1, 4, 4, 1}, f, x, ones, "SAME", Conv2DBackpropInput::Dilations(list))
        .operation;
  });
  Try(list, "Conv2DBackpropFilter",
      [&](const Scope& s) { return Conv2DBackpropFilter(s, x, {2, 2, 1, 1}, x, list, "SAME").operation; });
  Try(list, "Conv2DBackpropFilter dilations", [&](const Scope& s) {
    return Conv2DBackpropFilter(s, x, {2, 2, 1, 1}, x, ones, "SAME", Conv2DBackpropFilter::Dilations(list))
        .operation;
  });
  Try(list, "MaxPool strides", [&](const Scope& s) { return MaxPool(s, x, window, list, "SAME").operation; });
  Try(list, "MaxPool ksize", [&](const Scope& s) { return MaxPool(s, x, list, ones, "SAME").operation; });
  Try(list, "AvgPool strides", [&](const Scope& s) { return AvgPool(s, x, window, list, "SAME").operation; });
  Try(list, "AvgPool ksize", [&](const Scope& s) { return AvgPool(s, x, list, ones, "SAME").operation; });
  Try(list, "AvgPoolGrad strides",
      [&](const Scope& s) { return AvgPoolGrad(s, {1, 4, 4, 1}, x, window, list, "SAME").operation; });
  Try(list, "AvgPoolGrad ksize",
      [&](const Scope& s) { return AvgPoolGrad(s, {1, 4, 4, 1}, x, list, ones, "SAME").operation; });
  Try(list, "MaxPoolGrad strides",
      [&](const Scope& s) { return MaxPoolGrad(s, x, x, x, window, list, "SAME").operation; });
  Try(list, "MaxPoolGrad ksize",
      [&](const Scope& s) { return MaxPoolGrad(s, x, x, x, list, ones, "SAME").operation; });
}

static void Volumes(const List& list) {
  const List window = {1, 2, 2, 2, 1}, ones = {1, 1, 1, 1, 1};
  const Tensor x = Ones({1, 4, 4, 4, 1}), f = Ones({2, 2, 2, 1, 1});
  Try(list, "Conv3D", [&](const Scope& s) { return Conv3D(s, x, f, list, "SAME").operation; });
  Try(list, "Conv3DBackpropInputV2", [&](const Scope& s) {
    return Conv3DBackpropInputV2(s, {1, 4, 4, 4, 1}, f, x, list, "SAME").operation;
  });
  Try(list, "Conv3DBackpropFilterV2", [&](const Scope& s) {
    return Conv3DBackpropFilterV2(s, x, {2, 2, 2, 1, 1}, x, list, "SAME").operation;
  });
  Try(list, "MaxPool3D strides",
      [&](const Scope& s) { return MaxPool3D(s, x, window, list, "SAME").operation; });
  Try(list, "AvgPool3D ksize", [&](const Scope& s) { return AvgPool3D(s, x, list, ones, "SAME").operation; });
  Try(list, "AvgPool3DGrad strides",
      [&](const Scope& s) { return AvgPool3DGrad(s, {1, 4, 4, 4, 1}, x, window, list, "SAME").operation; });
  Try(list, "MaxPool3DGrad ksize",
      [&](const Scope& s) { return MaxPool3DGrad(s, x, x, x, list, ones, "SAME").operation; });
  Try(list, "MaxPool3DGradGrad strides",
      [&](const Scope& s) { return MaxPool3DGradGrad(s, x, x, x, window, list, "SAME").operation; });
}

/// The node that a shape function refuses stays, with its name; the scope takes nothing more.
static void Refusals() {
  Scope root = Scope::NewRootScope();
  auto a = Const(root.WithOpName("a"), {{1.f, 2.f}});
  auto bad = MatMul(root.WithOpName("bad"), a, a);
  std::cout << root.ok() << " " << bad.product.name() << " " << root.graph()->num_op_nodes() << "\n";
  auto after = Relu(root, a);
  std::cout << (after.node() == nullptr) << " " << root.graph()->num_op_nodes() << " "
            << root.GetUniqueNameForOp("bad") << "\n";
  std::vector<Tensor> outputs;
  std::cout << absl::StatusCodeToString(ClientSession(root).Run({a}, &outputs).code()) << "\n";
  Scope types = Scope::NewRootScope();
  auto sum = Add(types, 1.f, 1);  // refused by the definition of the op: no node
  std::cout << (sum.node() == nullptr) << " " << types.graph()->num_op_nodes() << "\n";
}

int main() {
  const std::vector<List> lists = {{1, 1, 1, 1}, {1, 1, 1},    {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1},
                                   {},           {1, 0, 1, 1}, {1, -1, 1, 1},   {1, 1, 0, 1, 1}};
  for (const List& list : lists) {
    std::cout << "[";
    for (int entry : list) std::cout << " " << entry;
    std::cout << " ]\n";
    Pictures(list);
    Volumes(list);
  }
  Refusals();
  return 0;
}
