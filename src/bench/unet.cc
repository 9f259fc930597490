#include "bench/unet.h"

#include <cmath>
#include <random>

#include "voxgrad/const_op.h"
#include "voxgrad/gradients.h"
#include "voxgrad/node_builder.h"

namespace voxgrad::driver {
namespace {

using Sizes = std::vector<int64_t>;

/// Of windows and strides: the same along each axis of the volume.
Sizes Along(int64_t size) { return {1, size, size, size, 1}; }

/// Makes the nodes, the variables among them, and the assignments of their first values.
class Builder {
 public:
  explicit Builder(const Scope& scope) : scope_(scope) {}

  ops::NodeMaker Node(const char* op) const { return {scope_, op, op}; }

  Output Variable(const Tensor& first) {
    const Output variable(Node("VariableV2")
                              .Attr("shape", PartialTensorShape(first.shape()))
                              .Attr("dtype", first.dtype())
                              .Make());
    initial_.push_back(Node("Assign").In(variable).In(Input(first)).Make());
    return variable;
  }

  /// Random numbers of the size that keeps a signal's (He).
  Output Parameter(const TensorShape& shape, int64_t summed) {
    Tensor first(DT_FLOAT, shape);
    const float most = summed == 0 ? 0 : std::sqrt(6.0F / static_cast<float>(summed));
    for (float& value : first.mutable_values<float>())
      value = most * (static_cast<float>(random_()) / static_cast<float>(std::mt19937::max()) * 2 - 1);
    parameters_.push_back(Variable(first));
    shapes_.push_back(shape);
    return parameters_.back();
  }

  Output Convolution(const Output& x, int64_t size, int64_t from, int64_t to) {
    const Output filter = Parameter({size, size, size, from, to}, size * size * size * from);
    const Output sums(
        Node("Conv3D").In(x).In(filter).Attr("strides", Along(1)).Attr("padding", "SAME").Make());
    return Output(Node("BiasAdd").In(sums).In(Parameter({to}, 0)).Make());
  }

  Output Level(Output x, int64_t from, int64_t to) {
    for (int64_t channels : {from, to}) x = Output(Node("Relu").In(Convolution(x, 3, channels, to)).Make());
    return x;
  }

  Output Halved(const Output& x) {
    return Output(Node("MaxPool3D")
                      .In(x)
                      .Attr("ksize", Along(2))
                      .Attr("strides", Along(2))
                      .Attr("padding", "SAME")
                      .Make());
  }

  /// `coarse` with twice the cells, beside `fine`.
  Output Joined(const Output& fine, const Output& coarse, int64_t channels) {
    const Output filter = Parameter({2, 2, 2, channels, 2 * channels}, 2 * channels);
    const Output doubled(Node("Conv3DBackpropInputV2")
                             .In(Output(Node("Shape").In(fine).Make()))
                             .In(filter)
                             .In(coarse)
                             .Attr("strides", Along(2))
                             .Attr("padding", "SAME")
                             .Make());
    return Output(Node("ConcatV2").In(InputList({fine, doubled})).In(4).Make());
  }

  /// Steps of all parameters along their gradients.
  absl::Status Adam(const Output& loss, std::vector<voxgrad::Node*>* steps) {
    std::vector<Output> gradients;
    if (absl::Status status = AddSymbolicGradients(scope_, {loss}, parameters_, &gradients); !status.ok())
      return status;
    constexpr float kRates[] = {0.9F, 0.999F};  // of the mean and of the mean square
    std::vector<Output> powers;
    for (float rate : kRates) powers.push_back(Variable(Tensor(rate)));
    std::vector<Operation> applied;
    for (size_t i = 0; i < gradients.size(); ++i) {
      Tensor zeros(DT_FLOAT, shapes_[i]);
      for (float& value : zeros.mutable_values<float>()) value = 0;
      steps->push_back(Node("ApplyAdam")
                           .In(parameters_[i])
                           .In(Variable(zeros))
                           .In(Variable(zeros))
                           .In(powers[0])
                           .In(powers[1])
                           .In(0.001F)
                           .In(kRates[0])
                           .In(kRates[1])
                           .In(1e-8F)
                           .In(gradients[i])
                           .Make());
      applied.emplace_back(steps->back());
    }
    const Builder after(scope_.WithControlDependencies(applied));
    for (size_t i = 0; i < powers.size(); ++i) {
      const Output next(after.Node("Mul").In(powers[i]).In(kRates[i]).Make());
      steps->push_back(after.Node("Assign").In(powers[i]).In(next).Make());
    }
    return scope_.status();
  }

  const std::vector<voxgrad::Node*>& initial() const { return initial_; }

 private:
  Scope scope_;
  std::mt19937 random_{1};  // NOLINT(bugprone-random-generator-seed): the same network each time
  std::vector<Output> parameters_;
  std::vector<TensorShape> shapes_;  // of these
  std::vector<voxgrad::Node*> initial_;
};

/// A ball in noise; for each cell, whether it is inside.
void MakeBall(int64_t size, Tensor* volume, Tensor* inside) {
  std::mt19937 random(2);  // NOLINT(bugprone-random-generator-seed): the same ball each time
  *volume = Tensor(DT_FLOAT, TensorShape({1, size, size, size, 1}));
  *inside = Tensor(DT_INT32, TensorShape({size * size * size}));
  const double radius = static_cast<double>(size) / 3, middle = static_cast<double>(size - 1) / 2;
  const auto square = [&](int64_t place) { return std::pow(static_cast<double>(place) - middle, 2); };
  for (int64_t i = 0; i < inside->NumElements(); ++i) {
    const bool in = square(i / size / size) + square(i / size % size) + square(i % size) < radius * radius;
    inside->mutable_values<int32_t>()[static_cast<size_t>(i)] = in ? 1 : 0;
    volume->mutable_values<float>()[static_cast<size_t>(i)] =
        static_cast<float>(random()) / static_cast<float>(std::mt19937::max()) + (in ? 0.5F : 0.0F);
  }
}

}  // namespace

UNet::UNet(int64_t size) : scope_(Scope::NewRootScope()), size_(size) {}

absl::StatusOr<std::unique_ptr<UNet>> UNet::Make(int64_t size) {
  std::unique_ptr<UNet> net(new UNet(size));
  if (absl::Status status = net->Build(); !status.ok()) return status;
  return net;
}

absl::Status UNet::Build() {
  fed_.resize(2);
  MakeBall(size_, &fed_[0], &fed_[1]);
  Builder net(scope_);
  const auto fed = [&](const Tensor& value) {
    return Output(net.Node("Placeholder")
                      .Attr("dtype", value.dtype())
                      .Attr("shape", PartialTensorShape(value.shape()))
                      .Make());
  };
  const Output volume = fed(fed_[0]), inside = fed(fed_[1]);
  const Output fine = net.Level(volume, 1, 16);
  const Output middle = net.Level(net.Halved(fine), 16, 32);
  const Output coarse = net.Level(net.Halved(middle), 32, 64);
  const Output up = net.Level(net.Joined(middle, coarse, 32), 64, 32);
  const Output top = net.Level(net.Joined(fine, up, 16), 32, 16);
  const Output logits(
      net.Node("Reshape").In(net.Convolution(top, 1, 16, 2)).In(ops::Const(scope_, {-1, 2})).Make());
  const Output losses(net.Node("SparseSoftmaxCrossEntropyWithLogits").In(logits).In(inside).Make(), 0);
  const Output loss(net.Node("Mean").In(losses).In(0).Make());
  if (absl::Status status = scope_.status(); !status.ok()) return status;
  step_.feeds = {{volume.node(), 0}, {inside.node(), 0}};
  step_.fetches = {{loss.node(), 0}};
  if (absl::Status status = net.Adam(loss, &step_.targets); !status.ok()) return status;
  session_ = std::make_unique<GraphSession>(scope_.graph_as_shared_ptr());
  std::vector<Tensor> nothing;
  return session_->Run({{}, {}, net.initial()}, {}, {}, &nothing);
}

absl::StatusOr<float> UNet::Step(std::vector<TraceEvent>* trace) {
  RunControl control;
  control.trace = trace;
  std::vector<Tensor> outputs;
  if (absl::Status status = session_->Run(step_, fed_, control, &outputs); !status.ok()) return status;
  return outputs[0].values<float>()[0];
}

}  // namespace voxgrad::driver
