// ClipByValue: numbers kept between two bounds.
#include "absl/strings/str_cat.h"
#include "ops/elementwise/elementwise.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

// What is above the most is cut first, so the least wins where the two have changed places.
constexpr auto kClip = [](auto x, auto least, auto most) {
  const auto cut = x > most ? most : x;
  return cut < least ? least : cut;
};

/// A bound is one number, or one for each element.
absl::Status InferClip(Infer& c) {
  const PartialTensorShape& t = c.input("t").shape;
  c.SetOutput(0, t);
  for (const char* bound : {"clip_value_min", "clip_value_max"}) {
    const PartialTensorShape& shape = c.input(bound).shape;
    if (shape.unknown_rank() || shape.dims() == 0 || shape.IsCompatibleWith(t)) continue;
    return AtRun(c.Invalid(
        bound, absl::StrCat("has shape ", shape.DebugString(),
                            ", but must be a scalar or of the shape of t, ", t.DebugString(), ".")));
  }
  return absl::OkStatus();
}

/// What was clipped goes to the bound that clipped it: what is above the most is cut first.
absl::Status ClipGradient(Grad& g) {
  const Grad::Value t = g.input("t");
  const Grad::Value least = g.input("clip_value_min");
  const Grad::Value most = g.input("clip_value_max");
  const Grad::Value zeros = g.zeros_like(g.upstream());
  const Grad::Value above = g.op("Greater", {t, most});
  const Grad::Value below = g.op("Less", {g.op("Minimum", {t, most}), least});
  const Grad::Value rest = g.op("SelectV2", {below, zeros, g.upstream()});
  const Grad::Value to_least = g.op("SelectV2", {below, g.upstream(), zeros});
  const Grad::Value to_most = g.op("SelectV2", {above, rest, zeros});
  if (absl::Status status = g.of("t", g.op("SelectV2", {above, zeros, rest})); !status.ok()) return status;
  if (absl::Status status = g.of("clip_value_min", rules::Unstretch(g, to_least, least, t)); !status.ok())
    return status;
  return g.of("clip_value_max", rules::Unstretch(g, to_most, most, t));
}

}  // namespace

OP(ClipByValue) {
  op.group("math_ops")
      .doc("Clips tensor values to a specified min and max.",
           "Any value less than `clip_value_min` is set to `clip_value_min`, any value greater than "
           "`clip_value_max` to `clip_value_max`; both bounds are scalars or of the shape of `t`. NaN stays.")
      .input("t", "T", "A `Tensor`.")
      .input("clip_value_min", "T", "The minimum value to clip by.")
      .input("clip_value_max", "T", "The maximum value to clip by.")
      .output("output", "T", "A clipped `Tensor` with the same shape as input 't'.")
      .type("T", rules::RealNumbers());
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .infer(InferClip)
      .gradient(ClipGradient)
      .run([](Run& c) {
        const auto operand = [&](const char* name) {
          return Operand{c.in(name), c.tensor(name).shape().dim_sizes()};
        };
        Elementwise(c.exec(), elementwise::TernaryOf<kClip, rules::Numbers>(rules::ComputedTypeOf(c)),
                    c.result().dtype(), c.result().shape().dim_sizes(),
                    {operand("t"), operand("clip_value_min"), operand("clip_value_max")}, c.out());
      })
      .example(
          "Between -1 and 1.",
          {{"t", "float[3]:-2,0.5,3"}, {"clip_value_min", "float[]:-1"}, {"clip_value_max", "float[]:1"}},
          {"float[3]:-1,0.5,1"});
}

}  // namespace voxgrad
