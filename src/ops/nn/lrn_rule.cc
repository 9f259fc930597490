#include "ops/nn/lrn_rule.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "ops/rules/images.h"

namespace voxgrad::rules {
namespace {

/// The sums over the channels around each: a product with a matrix of ones near its diagonal.
class SumAround {
 public:
  SumAround(Grad& g, Grad::Value like) : g_(g) {
    const Grad::Value channels = g.op("Slice", {g.shape(like), g.ints({3}), g.ints({1})});
    rows_ = g.op("ConcatV2", {g.ints({-1}), channels, g.integer(0)});
    const Grad::Value count = g.op("Squeeze", {channels});
    const Grad::Value places = g.op("Range", {g.integer(0), count, g.integer(1)});
    const Grad::Value apart = g.op("Sub", {g.op("ExpandDims", {places, g.integer(1)}), places});
    const Grad::Value near = g.op("LogicalAnd", {g.op("LessEqual", {apart, g.integer(Radius())}),
                                                 g.op("GreaterEqual", {apart, g.integer(-Radius())})});
    band_ = g.cast(near, g.info(like).dtype);
  }

  Grad::Value operator()(Grad::Value x) {
    const Grad::Value sums = g_.op("MatMul", {g_.op("Reshape", {x, rows_}), band_});
    return g_.op("Reshape", {sums, g_.shape(x)});
  }

 private:
  int64_t Radius() const { return g_.call().integer("depth_radius"); }

  Grad& g_;
  Grad::Value rows_;
  Grad::Value band_;
};

}  // namespace

OpBuilder& LrnAttributes(OpBuilder& op) {
  return op.attr("depth_radius", AttrKind::kInt, "0-D.  Half-width of the 1-D normalization window.", 5)
      .attr("bias", AttrKind::kFloat, "An offset (usually positive to avoid dividing by 0).", 1.0F)
      .attr("alpha", AttrKind::kFloat, "A scale factor, usually positive.", 1.0F)
      .attr("beta", AttrKind::kFloat, "An exponent.", 0.5F)
      .type("T", {DT_HALF, DT_BFLOAT16, DT_FLOAT}, DT_FLOAT);
}

absl::Status InferLrn(Infer& c) {
  PartialTensorShape common;
  for (size_t i = 0; i < c.num_inputs(); ++i) {
    const std::string& name = c.op().inputs[i].name;
    const PartialTensorShape& shape = c.input(i).shape;
    if (absl::Status status = ExpectImages(c, name); !status.ok()) return status;
    PartialTensorShape merged;
    if (!common.MergeWith(shape, &merged).ok()) {
      return c.Invalid(name, absl::StrCat("is ", shape.DebugString(), ", but ", c.op().inputs[0].name, " is ",
                                          common.DebugString(), "; all inputs must have the same shape."));
    }
    common = merged;
  }
  c.SetOutput(0, common);
  const int64_t radius = c.integer("depth_radius");
  if (radius >= 0 && radius <= std::numeric_limits<int32_t>::max()) return absl::OkStatus();
  return AtRun(c.Invalid("depth_radius", absl::StrCat("is ", radius, ", but must be from 0 to 2147483647.")));
}

LrnProblem MakeLrnProblem(const Run& c) {
  LrnProblem p;
  p.type = c.result().dtype();
  p.channels = c.result().dim_size(3);
  p.rows = p.channels == 0 ? 0 : c.result().NumElements() / p.channels;
  p.radius = c.integer("depth_radius");
  p.bias = c.number("bias");
  p.alpha = c.number("alpha");
  p.beta = c.number("beta");
  return p;
}

absl::Status LrnGradGradient(Grad& g) {
  // LRNGrad is grad · n^-β + k · x · S(grad · y / n), with n = bias + alpha · S(x²), k = -2 · alpha · β and S
  // the sum around. With v for what comes in, and s for S(x · v), its derivatives are
  //   of grad  v · n^-β + k · y · s / n
  //   of y     k · grad · s / n
  //   of x     k · (v · S(grad · y / n) + x · S(v · grad · n^(-β-1) - 2 · alpha · s · grad · y / n²))
  const Grad::Value grad = g.input("input_grads"), x = g.input("input_image"), y = g.input("output_image");
  const Grad::Value v = g.upstream();
  const float alpha = g.call().number("alpha"), beta = g.call().number("beta");
  const auto times = [&](Grad::Value a, Grad::Value b) { return g.op("Mul", {a, b}); };
  const auto plus = [&](Grad::Value a, Grad::Value b) { return g.op("AddV2", {a, b}); };
  const auto by = [&](double number, Grad::Value a) { return times(g.scalar(number, a), a); };
  const double k = -2.0 * alpha * beta;
  SumAround sum_around(g, x);
  const Grad::Value norm =
      plus(by(alpha, sum_around(times(x, x))), g.scalar(static_cast<double>(g.call().number("bias")), x));
  const Grad::Value power = g.op("Pow", {norm, g.scalar(-static_cast<double>(beta), norm)});
  const Grad::Value s = sum_around(times(x, v));
  const Grad::Value grad_by_norm = g.op("RealDiv", {grad, norm});
  const Grad::Value around = sum_around(times(grad_by_norm, y));
  const Grad::Value inner = plus(times(times(v, grad_by_norm), power),
                                 by(-2.0 * alpha, g.op("RealDiv", {times(times(s, grad_by_norm), y), norm})));
  absl::Status status =
      g.of("input_grads", plus(times(v, power), by(k, g.op("RealDiv", {times(y, s), norm}))));
  if (status.ok()) status = g.of("output_image", by(k, times(grad_by_norm, s)));
  if (status.ok()) status = g.of("input_image", by(k, plus(times(v, around), times(x, sum_around(inner)))));
  return status;
}

}  // namespace voxgrad::rules
