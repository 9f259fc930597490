// The gradient of the gradient of a batch normalization. With x' = (x - mean) / √(variance + epsilon), and
// for training P(v) = v - mean(v) - x' mean(v x'), otherwise P(v) = v, the first gradient gives scale/√…
// P(dy), Σ dy x' and Σ dy. It is taken for a function of dy, x and scale: the reserved moments are those of
// x, and are not moved by themselves.
#include "ops/nn/batch_norm.h"

namespace voxgrad::rules {
namespace {

class SecondGradient {
 public:
  using Value = Grad::Value;

  explicit SecondGradient(Grad& g) : g_(g), training_(g.call().flag("is_training")) {
    const std::string& format = g.call().text("data_format");
    for (size_t i = 0; i < format.size(); ++i) {
      per_channel_.push_back(format[i] == 'C' ? -1 : 1);
      if (format[i] != 'C') others_.push_back(static_cast<int64_t>(i));
    }
    dy_ = Float(g.input("y_backprop"));
    x_upstream_ = Float(g.upstream(0));
    const Value variance = Wide(g.input("reserve_space_2"));
    slope_ =
        g.op("Rsqrt", {Add(variance, g.scalar(static_cast<double>(g.call().number("epsilon")), variance))});
    normal_ = Mul(g.op("Sub", {Float(g.input("x")), Wide(g.input("reserve_space_1"))}), slope_);
  }

  Value OfDy() const {
    const Value through_x = Mul(Mul(Wide(g_.input("scale")), slope_), Project(x_upstream_));
    const Value through_scale = Mul(Wide(g_.upstream(1)), normal_);
    return Narrow(Add(Add(through_x, through_scale), Wide(g_.upstream(2))));
  }

  Value OfScale() const {
    const Value products = Mul(x_upstream_, Mul(slope_, Project(dy_)));
    return g_.op("Sum", {products, g_.ints(others_)}, {{"keep_dims", false}});
  }

  Value OfX() const {
    const Value through_scale = Mul(Wide(g_.upstream(1)), Mul(slope_, Project(dy_)));
    if (!training_) return Narrow(through_scale);
    const Value dy_mean = Mean(dy_), upstream_mean = Mean(x_upstream_);
    const Value dy_slant = Mean(Mul(dy_, normal_)), upstream_slant = Mean(Mul(x_upstream_, normal_));
    const Value slants = Mul(g_.scalar(3, dy_slant), Mul(dy_slant, upstream_slant));
    const Value along = g_.op("Sub", {Add(Mul(dy_mean, upstream_mean), slants), Mean(Mul(dy_, x_upstream_))});
    const Value moved = Add(Mul(upstream_slant, g_.op("Sub", {dy_mean, dy_})),
                            Mul(dy_slant, g_.op("Sub", {upstream_mean, x_upstream_})));
    const Value factor = Mul(Wide(g_.input("scale")), g_.op("Square", {slope_}));
    return Narrow(Add(through_scale, Mul(factor, Add(Mul(normal_, along), moved))));
  }

 private:
  Value Add(Value a, Value b) const { return g_.op("AddV2", {a, b}); }
  Value Mul(Value a, Value b) const { return g_.op("Mul", {a, b}); }
  Value Float(Value value) const { return g_.cast(value, DT_FLOAT); }
  Value Narrow(Value value) const { return g_.cast(value, g_.info(g_.input("x")).dtype); }
  /// A number for each channel, in the shape that meets x.
  Value Wide(Value channels) const { return g_.op("Reshape", {channels, g_.ints(per_channel_)}); }
  Value Mean(Value value) const { return g_.op("Mean", {value, g_.ints(others_)}, {{"keep_dims", true}}); }
  Value Project(Value value) const {
    if (!training_) return value;
    const Value level = g_.op("Sub", {value, Mean(value)});
    return g_.op("Sub", {level, Mul(normal_, Mean(Mul(value, normal_)))});
  }

  Grad& g_;
  bool training_;
  std::vector<int64_t> per_channel_, others_;
  Value dy_, x_upstream_, slope_, normal_;
};

}  // namespace

absl::Status BatchNormSecondGradient(Grad& g) {
  const SecondGradient second(g);
  for (const ArgDef& arg : g.call().op().inputs) {
    if (arg.name.starts_with("reserve_space")) g.none(arg.name);
  }
  if (absl::Status status = g.of("y_backprop", second.OfDy()); !status.ok()) return status;
  if (absl::Status status = g.of("scale", second.OfScale()); !status.ok()) return status;
  return g.of("x", second.OfX());
}

}  // namespace voxgrad::rules
