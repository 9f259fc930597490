// Which wrong arguments a scope refuses at once, and which are left for the run to find.
#include <iostream>
#include <vector>

#include "tensorflow/cc/client/client_session.h"
#include "tensorflow/cc/ops/nn_ops.h"
#include "tensorflow/cc/ops/nn_ops_internal.h"
#include "tensorflow/cc/ops/standard_ops.h"

using namespace tensorflow;       // NOLINT(google-build-using-namespace)
using namespace tensorflow::ops;  // NOLINT(google-build-using-namespace)

template <class Make>
static void Try(const char* what, Make make) {
  Scope scope = Scope::NewRootScope();
  make(scope);
  std::cout << what << ": " << absl::StatusCodeToString(scope.status().code()) << "\n";
}

int main() {
  using V = std::vector<int>;
  const V k{1, 3, 3, 3, 1}, st{1, 2, 2, 2, 1}, one{1, 1, 1, 1, 1};
  const V k4{1, 3, 3, 1}, s4{1, 2, 2, 1}, o4{1, 1, 1, 1};
  auto C = [](const Scope& s, TensorShape t) { return Const(s, Input::Initializer(1.f, t)); };
  Try("AvgPool3DGrad grad", [&](const Scope& s) {
    return AvgPool3DGrad(s, {1, 8, 8, 8, 2}, C(s, {1, 5, 5, 5, 2}), k, st, "VALID").output;
  });
  Try("AvgPool3DGrad grad rank",
      [&](const Scope& s) { return AvgPool3DGrad(s, {1, 8, 8, 8, 2}, C(s, {1, 5}), k, st, "VALID").output; });
  Try("AvgPool3DGrad ksize length", [&](const Scope& s) {
    return AvgPool3DGrad(s, {1, 8, 8, 8, 2}, C(s, {1, 3, 3, 3, 2}), V{1, 3, 3}, st, "VALID").output;
  });
  Try("AvgPool3DGrad stride 0", [&](const Scope& s) {
    return AvgPool3DGrad(s, {1, 8, 8, 8, 2}, C(s, {1, 3, 3, 3, 2}), k, V{1, 0, 1, 1, 1}, "VALID").output;
  });
  Try("AvgPool3DGrad sizes length", [&](const Scope& s) {
    return AvgPool3DGrad(s, {1, 8, 8, 8}, C(s, {1, 3, 3, 3, 2}), k, st, "VALID").output;
  });
  Try("AvgPool3DGrad negative", [&](const Scope& s) {
    return AvgPool3DGrad(s, {1, 8, -8, 8, 2}, C(s, {1, 3, 3, 3, 2}), k, st, "VALID").output;
  });
  Try("AvgPool3DGrad format", [&](const Scope& s) {
    return AvgPool3DGrad(s, {1, 8, 8, 8, 2}, C(s, {1, 3, 3, 3, 2}), k, st, "VALID",
                         AvgPool3DGrad::DataFormat("X"))
        .output;
  });
  Try("AvgPoolGrad grad", [&](const Scope& s) {
    return ops::internal::AvgPoolGrad(s, {1, 8, 8, 2}, C(s, {1, 5, 5, 2}), k4, s4, "VALID").output;
  });
  Try("MaxPool3DGrad grad", [&](const Scope& s) {
    return MaxPool3DGrad(s, C(s, {1, 8, 8, 8, 2}), C(s, {1, 3, 3, 3, 2}), C(s, {1, 5, 3, 3, 2}), k, st,
                         "VALID")
        .output;
  });
  Try("MaxPool3DGrad out", [&](const Scope& s) {
    return MaxPool3DGrad(s, C(s, {1, 8, 8, 8, 2}), C(s, {1, 4, 3, 3, 2}), C(s, {1, 3, 3, 3, 2}), k, st,
                         "VALID")
        .output;
  });
  Try("MaxPool3DGrad rank", [&](const Scope& s) {
    return MaxPool3DGrad(s, C(s, {8, 8, 8, 2}), C(s, {1, 3, 3, 3, 2}), C(s, {1, 3, 3, 3, 2}), k, st, "VALID")
        .output;
  });
  Try("MaxPool3DGrad ksize", [&](const Scope& s) {
    return MaxPool3DGrad(s, C(s, {1, 8, 8, 8, 2}), C(s, {1, 3, 3, 3, 2}), C(s, {1, 3, 3, 3, 2}), V{1, 3, 3},
                         st, "VALID")
        .output;
  });
  Try("MaxPool3DGradGrad grad", [&](const Scope& s) {
    return MaxPool3DGradGrad(s, C(s, {1, 8, 8, 8, 2}), C(s, {1, 3, 3, 3, 2}), C(s, {1, 7, 8, 8, 2}), k, st,
                             "VALID")
        .output;
  });
  Try("MaxPool3DGradGrad out", [&](const Scope& s) {
    return MaxPool3DGradGrad(s, C(s, {1, 8, 8, 8, 2}), C(s, {1, 4, 3, 3, 2}), C(s, {1, 8, 8, 8, 2}), k, st,
                             "VALID")
        .output;
  });
  Try("MaxPool3DGradGrad ksize", [&](const Scope& s) {
    return MaxPool3DGradGrad(s, C(s, {1, 8, 8, 8, 2}), C(s, {1, 3, 3, 3, 2}), C(s, {1, 8, 8, 8, 2}),
                             V{1, 3, 3}, st, "VALID")
        .output;
  });
  Try("MaxPoolGrad grad", [&](const Scope& s) {
    return ops::internal::MaxPoolGrad(s, C(s, {1, 8, 8, 2}), C(s, {1, 3, 3, 2}), C(s, {1, 5, 3, 2}), k4, s4,
                                      "VALID")
        .output;
  });
  Try("MaxPoolGrad ksize", [&](const Scope& s) {
    return ops::internal::MaxPoolGrad(s, C(s, {1, 8, 8, 2}), C(s, {1, 3, 3, 2}), C(s, {1, 3, 3, 2}), V{1, 3},
                                      s4, "VALID")
        .output;
  });
  Try("MaxPoolGradGrad grad", [&](const Scope& s) {
    return MaxPoolGradGrad(s, C(s, {1, 8, 8, 2}), C(s, {1, 3, 3, 2}), C(s, {1, 7, 8, 2}), k4, s4, "VALID")
        .output;
  });
  Try("MaxPoolGradGrad out", [&](const Scope& s) {
    return MaxPoolGradGrad(s, C(s, {1, 8, 8, 2}), C(s, {1, 4, 3, 2}), C(s, {1, 8, 8, 2}), k4, s4, "VALID")
        .output;
  });
  Try("Conv3DBackpropInputV2 out", [&](const Scope& s) {
    return Conv3DBackpropInputV2(s, {1, 8, 8, 8, 2}, C(s, {3, 3, 3, 2, 4}), C(s, {1, 5, 3, 3, 4}), st,
                                 "VALID")
        .output;
  });
  Try("Conv3DBackpropInputV2 channels", [&](const Scope& s) {
    return Conv3DBackpropInputV2(s, {1, 8, 8, 8, 2}, C(s, {3, 3, 3, 3, 4}), C(s, {1, 3, 3, 3, 4}), st,
                                 "VALID")
        .output;
  });
  Try("Conv3DBackpropInputV2 strides", [&](const Scope& s) {
    return Conv3DBackpropInputV2(s, {1, 8, 8, 8, 2}, C(s, {3, 3, 3, 2, 4}), C(s, {1, 3, 3, 3, 4}), V{1, 2},
                                 "VALID")
        .output;
  });
  Try("Conv3DBackpropInputV2 filter rank", [&](const Scope& s) {
    return Conv3DBackpropInputV2(s, {1, 8, 8, 8, 2}, C(s, {3, 3, 2, 4}), C(s, {1, 3, 3, 3, 4}), st, "VALID")
        .output;
  });
  Try("Conv3DBackpropFilterV2 out", [&](const Scope& s) {
    return Conv3DBackpropFilterV2(s, C(s, {1, 8, 8, 8, 2}), {3, 3, 3, 2, 4}, C(s, {1, 5, 3, 3, 4}), st,
                                  "VALID")
        .output;
  });
  Try("Conv3DBackpropFilterV2 rank", [&](const Scope& s) {
    return Conv3DBackpropFilterV2(s, C(s, {8, 8, 8, 2}), {3, 3, 3, 2, 4}, C(s, {1, 3, 3, 3, 4}), st, "VALID")
        .output;
  });
  Try("Conv2DBackpropInput out", [&](const Scope& s) {
    return Conv2DBackpropInput(s, {1, 8, 8, 2}, C(s, {3, 3, 2, 4}), C(s, {1, 5, 3, 4}), s4, "VALID").output;
  });
  Try("Conv2DBackpropInput rank", [&](const Scope& s) {
    return Conv2DBackpropInput(s, {1, 8, 8, 2}, C(s, {3, 2, 4}), C(s, {1, 3, 3, 4}), s4, "VALID").output;
  });
  Try("Conv2DBackpropFilter out", [&](const Scope& s) {
    return Conv2DBackpropFilter(s, C(s, {1, 8, 8, 2}), {3, 3, 2, 4}, C(s, {1, 5, 3, 4}), s4, "VALID").output;
  });
  Try("AvgPool3D stride 0", [&](const Scope& s) {
    return AvgPool3D(s, C(s, {1, 8, 8, 8, 2}), k, V{1, 0, 1, 1, 1}, "VALID").output;
  });
  Try("AvgPool3D too large",
      [&](const Scope& s) { return AvgPool3D(s, C(s, {1, 2, 8, 8, 2}), k, st, "VALID").output; });
  Try("AvgPool3D far too large", [&](const Scope& s) {
    return AvgPool3D(s, C(s, {1, 2, 8, 8, 2}), V{1, 7, 3, 3, 1}, st, "VALID").output;
  });
  Try("AvgPool3D batch ksize", [&](const Scope& s) {
    return AvgPool3D(s, C(s, {2, 8, 8, 8, 2}), V{2, 3, 3, 3, 1}, st, "VALID").output;
  });
  Try("MaxPool batch",
      [&](const Scope& s) { return MaxPool(s, C(s, {2, 8, 8, 2}), V{2, 3, 3, 1}, s4, "VALID").output; });
  Try("Conv3D zero", [&](const Scope& s) {
    return Conv3D(s, C(s, {1, 2, 8, 8, 2}), C(s, {3, 3, 3, 2, 4}), one, "VALID").output;
  });
  Try("Conv3D dilation 0", [&](const Scope& s) {
    return Conv3D(s, C(s, {1, 8, 8, 8, 2}), C(s, {3, 3, 3, 2, 4}), one, "VALID",
                  Conv3D::Dilations({1, 0, 1, 1, 1}))
        .output;
  });
  Try("Conv3D stride and dilation", [&](const Scope& s) {
    return Conv3D(s, C(s, {1, 8, 8, 8, 2}), C(s, {3, 3, 3, 2, 4}), st, "SAME",
                  Conv3D::Dilations({1, 2, 2, 2, 1}))
        .output;
  });
  Try("Conv3D groups", [&](const Scope& s) {
    return Conv3D(s, C(s, {1, 8, 8, 8, 4}), C(s, {3, 3, 3, 2, 4}), one, "SAME").output;
  });
  Try("Conv2D explicit without", [&](const Scope& s) {
    return Conv2D(s, C(s, {1, 8, 8, 2}), C(s, {3, 3, 2, 4}), o4, "EXPLICIT").output;
  });
  Try("Conv2D paddings with SAME", [&](const Scope& s) {
    return Conv2D(s, C(s, {1, 8, 8, 2}), C(s, {3, 3, 2, 4}), o4, "SAME",
                  Conv2D::ExplicitPaddings({0, 0, 1, 1, 1, 1, 0, 0}))
        .output;
  });
}
