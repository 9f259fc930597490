// Programs that live in TensorFlow's namespaces: they declare before they include, reopen, overload,
// specialise.
namespace tensorflow {
class Scope;
class Tensor;
class Output;
namespace ops {
class Relu;
}
}  // namespace tensorflow

tensorflow::Output Declared(const tensorflow::Scope& scope, const tensorflow::Output& x);

#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/standard_ops.h"

namespace tensorflow {

// Found by argument-dependent lookup.
std::ostream& operator<<(std::ostream& stream, const Output& output) {
  return stream << "<" << output.name() << ">";
}

namespace ops {

/// An op made of others, as TensorFlow's own composite ops are.
class Swish {
 public:
  Swish(const ::tensorflow::Scope& scope, ::tensorflow::Input x) {
    if (!scope.ok()) return;
    auto scopes = scope.GetCompositeOpScopes("Swish");
    auto value = AsNodeOut(scopes.child, x);
    if (!scope.ok()) return;
    Output in(value.node, value.index);
    output = Mul(scopes.last, in, Sigmoid(scopes.child, in));
  }
  operator ::tensorflow::Output() const { return output; }
  operator ::tensorflow::Input() const { return output; }
  ::tensorflow::Node* node() const { return output.node(); }

  ::tensorflow::Output output;
};

}  // namespace ops

template <class T>
struct Width;
template <>
struct Width<::tensorflow::bfloat16> : std::integral_constant<int, 2> {};
template <>
struct Width<tensorflow::int64> : std::integral_constant<int, 8> {};

}  // namespace tensorflow

namespace mine {
namespace tf = ::tensorflow;
using tf::ops::Const;
struct Net {
  tf::Scope scope = tf::Scope::NewRootScope();
  tf::Output y;
};
}  // namespace mine

template <>
struct std::hash<tensorflow::Output> {
  size_t operator()(const tensorflow::Output& output) const { return tensorflow::OutputHash()(output); }
};

tensorflow::Output Declared(const tensorflow::Scope& scope, const tensorflow::Output& x) {
  return tensorflow::ops::Relu(scope.WithOpName("declared"), x);
}

TEST(ReopenedNamespaces, CarryCompositesOverloadsAndSpecialisations) {
  mine::Net net;
  net.y = tensorflow::ops::Swish(net.scope.WithOpName("swish"), mine::Const(net.scope, {0.f, 1.f}));
  TF_CHECK_OK(net.scope.status());
  EXPECT_EQ(net.y.node()->name(), "swish");
  EXPECT_EQ(net.y.op().input(1).node()->name(), "swish/Sigmoid");
  std::ostringstream text;
  text << net.y << " in tensorflow::ops";
  EXPECT_EQ(text.str(), "<swish:0> in tensorflow::ops");
  EXPECT_EQ(tensorflow::Width<tensorflow::bfloat16>() + tensorflow::Width<tensorflow::int64>(), 10);
  EXPECT_EQ(std::hash<tensorflow::Output>()(net.y), net.y.hash());

  std::vector<tensorflow::Tensor> outputs;
  tensorflow::ClientSession session(net.scope);
  TF_CHECK_OK(session.Run({Declared(net.scope, net.y)}, &outputs));
  EXPECT_FLOAT_EQ(outputs[0].vec<float>()(1), 0.731058578f);
}

TEST(ReopenedNamespaces, AllAtOnce) {
  using namespace std;              // NOLINT
  using namespace tensorflow;       // NOLINT
  using namespace tensorflow::ops;  // NOLINT
  Scope root = Scope::NewRootScope();
  auto sum = Sum(root, Max(root, Const(root, {{1.f, 5.f}, {3.f, 4.f}}), 1), 0);
  vector<tensorflow::Tensor> outputs;
  ASSERT_TRUE(ClientSession(root).Run({sum}, &outputs).ok());
  EXPECT_EQ(outputs[0].scalar<float>()(), 9);
}
