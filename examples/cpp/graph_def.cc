// A graph as a message: written, walked through, printed as text.
#include <iostream>
#include <string>
#include <vector>

#include "tensorflow/cc/framework/gradients.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/attr_value.pb.h"
#include "tensorflow/core/framework/graph.pb.h"
#include "tensorflow/core/framework/node_def.pb.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/graph/graph.h"

using namespace tensorflow;       // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)

int main() {
  Scope root = Scope::NewRootScope();
  auto x = Placeholder(root.WithOpName("x"), DT_FLOAT, Placeholder::Shape({-1, 8, 8, 8, 2}));
  auto filter =
      Variable(root.WithOpName("filter"), {3, 3, 3, 2, 4}, DT_FLOAT, Variable::SharedName("shared"));
  auto set = Assign(root.WithOpName("set"), filter, Const(root, 0.125f, {3, 3, 3, 2, 4}));
  auto conv = Conv3D(root.WithOpName("conv"), x, filter, {1, 2, 2, 2, 1}, "SAME",
                     Conv3D::DataFormat("NDHWC").Dilations({1, 1, 1, 1, 1}));
  auto relu = Relu(root.NewSubScope("layer"), conv);
  auto pool = AvgPool3D(root.NewSubScope("layer"), relu, {1, 2, 2, 2, 1}, {1, 2, 2, 2, 1}, "VALID");
  AvgPool3DGrad(root, Shape(root, relu), pool, {1, 2, 2, 2, 1}, {1, 2, 2, 2, 1}, "VALID");
  auto rows = Reshape(root, pool, {-1, 4});
  auto joined = Concat(root, {Output(rows), Output(rows)}, 1);
  auto mixed = MatMul(root, joined, Const(root, {{1.f, -0.5f, 1e-7f, 3.f, 1.f, 2.f, 3.f, 4.f}}),
                      MatMul::TransposeB(true));
  auto picked = Cast(root.WithControlDependencies(Output(set)), mixed, DT_DOUBLE);
  Const(root.WithOpName("words"), {"a \"quoted\" word", "\n\t\x01"});
  Const(root.WithOpName("whole"), {{1, 2}, {3, 3}});
  Const(root.WithOpName("flags"), {true, false});
  Const(root.WithOpName("empty"), Tensor(DT_INT64, TensorShape({0, 2})));
  Const(root.WithOpName("huge"), Tensor(tensorflow::int64{9000000000}));
  Cast(root, {1.5, 2.5}, DT_HALF, Cast::Truncate(true));
  auto labels = SparseSoftmaxCrossEntropyWithLogits(root, {{1.f, 2.f}}, {1});
  auto summed = Sum(root.WithDevice("/device:CPU:0"), labels.loss, 0, Sum::KeepDims(true));
  NoOp(root.WithControlDependencies(std::vector<Operation>{summed.operation, picked.operation})
           .WithOpName("done"));
  TF_CHECK_OK(root.status());

  GraphDef def;
  TF_CHECK_OK(root.ToGraphDef(&def));
  std::cout << def.node_size() << " nodes, producer " << def.versions().producer() << "\n";
  for (int i = 0; i < def.node_size(); ++i) {
    const NodeDef& node = def.node(i);
    std::cout << node.name() << " = " << node.op() << "(";
    for (int k = 0; k < node.input_size(); ++k) std::cout << (k ? ", " : "") << node.input(k);
    std::cout << ") " << node.attr_size() << " attributes\n";
  }
  for (const NodeDef& node : def.node()) {
    if (node.name() != "conv") continue;
    std::cout << DataTypeString(node.attr().at("T").type()) << " " << node.attr().at("padding").s() << " "
              << node.attr().at("strides").list().i(1) << " " << node.attr().at("strides").list().i_size()
              << " " << node.attr().count("dilations") << node.attr().count("nothing") << "\n";
  }
  std::cout << def.DebugString();
  std::cout << def.node(0).ShortDebugString() << "\n";

  GraphDef again;
  std::string bytes;
  std::cout << def.SerializeToString(&bytes) << again.ParseFromString(bytes) << " "
            << (again.DebugString() == def.DebugString()) << " " << again.node_size() << "\n";
}
