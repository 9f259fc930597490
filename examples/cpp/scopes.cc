// How nodes are named, what a scope carries, and when it goes bad.
#include <iostream>
#include <string>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/framework/scope.h"
#include "tensorflow/cc/ops/standard_ops.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/graph/graph.h"

using namespace tensorflow;       // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)

template <class Op>
static void Name(const Op& op) {
  std::cout << op.node()->name() << " " << op.node()->type_string() << "\n";
}

static std::string Code(const Scope& scope) { return absl::StatusCodeToString(scope.status().code()); }

/// A layer as programs write it: a function with a scope.
static Output Dense(const Scope& scope, Input x, int inputs, int outputs, bool activate = true) {
  auto w = Const(scope.WithOpName("weights"), 0.5f, {inputs, outputs});
  auto b = Const(scope.WithOpName("bias"), 0.25f, {outputs});
  auto y = BiasAdd(scope.WithOpName("out"), MatMul(scope, x, w), b);
  return activate ? Output(Relu(scope, y)) : Output(y);
}

static void Names() {
  Scope root = Scope::NewRootScope();
  auto x = Const(root, 1.f);
  Name(x);
  Name(Const(root, 2.f));
  Name(Multiply(root, x, 3.f));
  Name(Multiply(root, x, 4.f));
  Name(Mul(root, x, x));
  Name(Subtract(root, x, x));
  Name(Negate(root, x));
  Name(ReduceSum(root, Const(root, {1.f}), 0));
  Name(Add(root.WithOpName("sum"), x, x));
  Name(Add(root.WithOpName("sum"), x, x));
  Name(Add(root.WithOpName("sum", "_of_", 2, "/a"), x, x));
  Name(Concat(root, {Const(root, {1.f}), Const(root, {2.f})}, 0));
  Name(Stack(root, {x, x}));
  Name(Const<double>(root.WithOpName("c"), 1));
  Name(Const<float>(root.WithOpName("c"), {1.f, 2.f}));
  Name(Const(root.WithOpName("filled"), 7, {2, 3}));
  Scope layer = root.NewSubScope("layer");
  Name(Dense(layer, Const(root, {{1.f, 2.f}}), 2, 3));
  Name(Dense(root.NewSubScope("layer"), Const(root, {{1.f, 2.f}}), 2, 3));
  Name(Dense(layer.NewSubScope("inner"), {{1.f, 2.f}}, 2, 1, false));
  Name(Relu(layer.NewSubScope("inner"), x));
  Name(Relu(layer.WithOpName("Relu"), x));
  Name(Relu(root.NewSubScope(""), x));
  Name(Variable(root, {2}, DT_FLOAT));
  Name(Placeholder(root, DT_HALF));
  std::cout << root.status() << "\n";
  for (const Node* node : root.graph()->op_nodes()) std::cout << "  " << node->name() << "\n";
}

static void Dependencies() {
  Scope root = Scope::NewRootScope();
  auto v = Variable(root.WithOpName("v"), {}, DT_FLOAT);
  auto set = Assign(root.WithOpName("set"), v, 1.f);
  auto more = AssignAdd(root.WithControlDependencies(Output(set)).WithOpName("more"), v, 2.f);
  Scope after = root.WithControlDependencies(std::vector<Operation>{set.operation, more.operation});
  auto read = Identity(after.WithOpName("read"), v);
  auto free = Identity(after.WithNoControlDependencies().WithOpName("free"), v);
  auto all = NoOp(after.WithOpName("all"));
  std::cout << after.control_deps().size() << " " << root.control_deps().size() << "\n";
  ClientSession session(root);
  std::vector<Tensor> outputs;
  std::cout << "free " << absl::StatusCodeToString(session.Run({free}, &outputs).code()) << "\n";
  TF_CHECK_OK(session.Run({read}, &outputs));
  std::cout << outputs[0].DebugString() << "\n";
  TF_CHECK_OK(session.Run({}, {}, {all}, nullptr));
  TF_CHECK_OK(session.Run({free}, &outputs));
  std::cout << outputs[0].DebugString() << "\n";
  GraphDef def;
  TF_CHECK_OK(root.ToGraphDef(&def));
  for (const NodeDef& node : def.node()) {
    std::cout << node.name() << " <-";
    for (const std::string& input : node.input()) std::cout << " " << input;
    std::cout << "\n";
  }
}

static void Operations() {
  Scope root = Scope::NewRootScope();
  auto x = Placeholder(root.WithOpName("x"), DT_FLOAT, Placeholder::Shape({2, -1}));
  auto y = Add(root.WithDevice("/cpu:0").WithOpName("y"), x, 1.f);
  Operation op = y.operation;
  std::cout << op.num_inputs() << " " << op.num_outputs() << " " << DataTypeString(op.input_type(0)) << " "
            << DataTypeString(op.output_type(0)) << " " << op.input(0).name() << " " << op.input(1).name()
            << " " << op.output(0).name() << " " << op.output(0).index() << "\n";
  std::cout << op.node()->requested_device() << "\n";
  std::cout << (op.input(0) == Output(x)) << (op.output(0) == Output(x)) << (op == x.operation) << "\n";
  std::cout << y.node()->def().attr().size() << " " << y.node()->def().device() << "\n";
  auto v = Variable(root, {1}, DT_INT32);
  std::cout << DataTypeString(v.ref.type()) << "\n";
}

static void Errors() {
  const auto fresh = [] { return Scope::NewRootScope(); };
  Scope a = fresh();
  MatMul(a, Const(a, {{1.f, 2.f}}), Const(a, {{1.f, 2.f}}));
  std::cout << "sizes " << Code(a) << "\n";
  auto dead = Relu(a, 1.f);
  std::cout << "after " << (dead.node() == nullptr) << a.ok() << "\n";
  Scope b = fresh();
  Add(b, 1.f, 1);
  std::cout << "types " << Code(b) << "\n";
  Scope c = fresh();
  Const(c, {{1.f, 2.f}, {3.f}});
  std::cout << "ragged " << Code(c) << "\n";
  Scope d = fresh();
  Const(d, {1.f, 2.f, 3.f}, {2, 2});
  std::cout << "count " << d.status() << "\n";
  Scope e = fresh();
  Const(e.WithOpName("not a name"), 1.f);
  std::cout << "name " << Code(e) << "\n";
  Scope f = fresh();
  Const(f.WithOpName("_x"), 1.f);
  std::cout << "underscore " << Code(f) << "\n";
  Scope g = fresh();
  Add(g, {1.f, 2.f}, {1.f, 2.f, 3.f});
  std::cout << "broadcast " << Code(g) << "\n";
  Scope h = fresh();
  Reshape(h, {1.f, 2.f, 3.f}, {2, 2});
  std::cout << "reshape " << Code(h) << "\n";
  Scope i = fresh();
  Concat(i, {Const(i, {{1.f}}), Const(i, {1.f})}, 0);
  std::cout << "concat " << Code(i) << "\n";
  Scope j = fresh();
  Assign(j, Const(j, 1.f), 2.f);
  std::cout << "no variable " << Code(j) << "\n";
  Scope k = fresh();
  Assign(k, Variable(k, {2}, DT_FLOAT), {1.f, 2.f, 3.f});
  std::cout << "assign " << Code(k) << "\n";
  Scope l = fresh();
  MatMul(l, Const(l, {{1, 2}}), Const(l, {{true}, {false}}));
  std::cout << "matmul types " << Code(l) << "\n";
  Scope m = fresh();
  Relu(m, "text");
  std::cout << "relu of text " << Code(m) << "\n";
  Scope n = fresh();
  Transpose(n, {{1.f, 2.f}}, {0, 2});
  std::cout << "transpose " << Code(n) << "\n";
  Scope o = fresh();
  Conv3D(o, Const(o, 1.f, {1, 4, 4, 4, 1}), Const(o, 1.f, {9, 1, 1, 1, 1}), {1, 1, 1, 1, 1}, "VALID");
  std::cout << "window too large " << Code(o) << "\n";
  Scope p = fresh();
  Conv3D(p, Const(p, 1.f, {1, 4, 4, 4, 1}), Const(p, 1.f, {1, 1, 1, 1, 1}), {2, 1, 1, 1, 1}, "VALID");
  std::cout << "batch stride " << Code(p) << "\n";
  Scope q = fresh();
  Conv3D(q, Const(q, 1.f, {1, 4, 4, 4, 1}), Const(q, 1.f, {1, 1, 1, 1, 1}), {1, 0, 1, 1, 1}, "VALID");
  std::cout << "zero stride " << Code(q) << "\n";
  Scope r = fresh();
  Squeeze(r, Const(r, {{1.f, 2.f}}), Squeeze::Axis({1}));
  std::cout << "squeeze " << Code(r) << "\n";
  Scope s = fresh();
  Sum(s, Const(s, {{1.f, 2.f}}), 2);
  std::cout << "sum " << Code(s) << "\n";
  Scope t = fresh();
  t.UpdateStatus(errors::Aborted("by hand"));
  std::cout << t.status() << "\n";
  GraphDef def;
  std::cout << t.ToGraphDef(&def) << " " << def.node_size() << "\n";
  Scope u = fresh();
  BiasAdd(u, Const(u, {{1.f, 2.f}}), Const(u, {1.f, 2.f, 3.f}));
  std::cout << "bias " << Code(u) << "\n";
  Scope v = fresh();
  Slice(v, Const(v, {1.f, 2.f}), {1}, {2});
  std::cout << "slice " << Code(v) << "\n";
  Scope w = fresh();
  ExpandDims(w, 1.f, 3);
  std::cout << "expand " << Code(w) << "\n";
}

int main() {
  Names();
  Dependencies();
  Operations();
  Errors();
}
