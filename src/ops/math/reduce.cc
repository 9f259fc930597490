#include "ops/math/reduce.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad::rules {
namespace {

constexpr char kAxes[] = "reduction_indices";

/// Marks the axes; one that is named twice is refused when the op runs, as TensorFlow does it.
absl::StatusOr<std::vector<bool>> MarkAxes(const Infer& c, const Ints& axes, int rank) {
  std::vector<bool> reduced(static_cast<size_t>(rank));
  for (int64_t named : axes) {
    const absl::StatusOr<int> axis = AxisOf(c, kAxes, named, rank, "input");
    if (!axis.ok()) return axis.status();
    if (reduced[static_cast<size_t>(*axis)])
      return AtRun(c.Invalid(kAxes, absl::StrCat("names axis ", *axis, " twice.")));
    reduced[static_cast<size_t>(*axis)] = true;
  }
  return reduced;
}

/// The axes that a call at hand reduces, where shape and axes are known.
std::optional<std::vector<bool>> KnownAxes(Grad& g) {
  const InputInfo input = g.info(g.input("input"));
  const std::optional<Ints> known = g.known_ints(g.input(kAxes));
  if (!input.shape.IsFullyDefined() || !known) return std::nullopt;
  const int rank = input.shape.dims();
  std::vector<bool> reduced(static_cast<size_t>(rank));
  for (int64_t axis : *known) {
    const int64_t place = axis < 0 ? axis + rank : axis;
    if (place < 0 || place >= rank) return std::nullopt;
    reduced[static_cast<size_t>(place)] = true;
  }
  return reduced;
}

/// The sizes of the input, those that were reduced replaced by what `replace` says.
template <class F>
Ints SizesWhere(Grad& g, const std::vector<bool>& reduced, F replace) {
  const PartialTensorShape shape = g.info(g.input("input")).shape;
  Ints sizes;
  for (size_t i = 0; i < reduced.size(); ++i)
    sizes.push_back(replace(shape.dim_size(static_cast<int>(i)), reduced[i]));
  return sizes;
}

/// KeptSizes where only a run knows: 1 is written over the sizes at the axes.
Grad::Value StitchKeptSizes(Grad& g, Grad::Value sizes) {
  const Grad::Value rank = g.op("Size", {sizes});
  const Grad::Value axes = g.cast(g.input(kAxes), DT_INT32);
  const Grad::Value places = g.op("FloorMod", {axes, rank});  // those below 0 count from behind
  const Grad::Value ones = g.op("OnesLike", {places});
  const Grad::Value all = g.op("Range", {g.integer(0), rank, g.integer(1)});
  return g.op("DynamicStitch", {all, places, sizes, ones});
}

}  // namespace

OpBuilder& ReductionArguments(OpBuilder& op, Domain domain) {
  return op.input("input", "T", "The tensor to reduce.")
      .domain(domain)
      .input("reduction_indices", "Tidx", kReductionAxesDoc)
      .on_host()
      .cpp_arg("axis")
      .output("output", "T", "The reduced tensor.")
      .attr("keep_dims", AttrKind::kBool, kKeepDimsDoc, false);
}

OpBuilder& ReductionTypes(OpBuilder& op, bool ordered) {
  op.type("T", RealNumbers());
  WithoutQuantized(op);
  if (!ordered) WithoutComplex(op);
  return op.type("Tidx", {DT_INT32, DT_INT64}, DT_INT32);
}

absl::Status InferReduction(Infer& c) {
  const PartialTensorShape& shape = c.input("input").shape;
  if (shape.unknown_rank()) return absl::OkStatus();
  const bool keep = c.flag("keep_dims");
  const std::optional<Ints> axes = KnownInts(c, kAxes);
  if (!axes) {
    if (keep) c.SetOutput(0, OfRank(shape.dims()));
    return absl::OkStatus();
  }
  const auto reduced = MarkAxes(c, *axes, shape.dims());
  if (!reduced.ok()) return reduced.status();
  Ints sizes;
  for (size_t i = 0; i < reduced->size(); ++i) {
    if (!(*reduced)[i]) {
      sizes.push_back(shape.dim_size(static_cast<int>(i)));
    } else if (keep) {
      sizes.push_back(1);
    }
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  return absl::OkStatus();
}

void RunReduction(Run& c, Reduction reduction) {
  const Tensor& input = c.tensor("input");
  const auto reduced = MarkAxes(c, *c.host_ints(kAxes), input.dims());
  Reduce(c.exec(), reduction, input.dtype(), input.shape().dim_sizes(), *reduced, input.data(), c.out());
}

Grad::Value KeptSizes(Grad& g) {
  if (const auto reduced = KnownAxes(g))
    return g.ints(SizesWhere(g, *reduced, [](int64_t size, bool gone) { return gone ? 1 : size; }));
  return StitchKeptSizes(g, g.shape(g.input("input")));
}

Grad::Value StretchToInput(Grad& g, Grad::Value value) {
  const Grad::Value kept = KeptSizes(g);
  const Grad::Value unsqueezed = g.op("Reshape", {value, kept});
  if (const auto reduced = KnownAxes(g)) {
    const Ints repeats = SizesWhere(g, *reduced, [](int64_t size, bool gone) { return gone ? size : 1; });
    const bool all_one = std::all_of(repeats.begin(), repeats.end(), [](int64_t n) { return n == 1; });
    return all_one ? unsqueezed : g.op("Tile", {unsqueezed, g.ints(repeats)});
  }
  // Sizes of 0 divide nothing.
  const Grad::Value divisors = g.op("Maximum", {kept, g.op("OnesLike", {kept})});
  const Grad::Value repeats = g.op("FloorDiv", {g.shape(g.input("input")), divisors});
  return g.op("Tile", {unsqueezed, repeats});
}

Grad::Value ReducedCount(Grad& g) {
  const Grad::Value input = g.input("input");
  if (const auto reduced = KnownAxes(g)) {
    double count = 1;
    for (int64_t size : SizesWhere(g, *reduced, [](int64_t n, bool gone) { return gone ? n : 1; }))
      count *= static_cast<double>(size);
    return g.scalar(count, input);
  }
  const Grad::Value results = g.op("Size", {g.output()}, {{"out_type", DT_INT64}});
  const Grad::Value divisor = g.op("Maximum", {results, g.op("OnesLike", {results})});
  const Grad::Value elements = g.op("Size", {input}, {{"out_type", DT_INT64}});
  return g.cast(g.op("FloorDiv", {elements, divisor}), g.info(input).dtype);
}

absl::Status GradientOfProduct(Grad& g) {
  g.none(kAxes);
  const Grad::Value input = g.input("input");
  const Grad::Value upstream = StretchToInput(g, g.upstream());
  const auto reduced = KnownAxes(g);
  if (!reduced) {
    const Grad::Value product = StretchToInput(g, g.output());
    return g.of("input", g.op("Mul", {upstream, g.op("RealDiv", {product, input})}));
  }
  // The reduced axes come first, as one; what stands before an element and what stands behind it are
  // multiplied.
  Ints order, back(reduced->size()), sizes;
  int64_t count = 1, others = 1;
  for (const bool first : {true, false}) {
    for (size_t i = 0; i < reduced->size(); ++i) {
      if ((*reduced)[i] != first) continue;
      const int64_t size = g.info(input).shape.dim_size(static_cast<int>(i));
      back[i] = static_cast<int64_t>(order.size());
      order.push_back(static_cast<int64_t>(i));
      sizes.push_back(size);
      (first ? count : others) *= size;
    }
  }
  const Grad::Value rows =
      g.op("Reshape", {g.op("Transpose", {input, g.ints(order)}), g.ints({count, others})});
  const auto products = [&](bool reverse) {
    return g.op("Cumprod", {rows, g.integer(0)}, {{"exclusive", true}, {"reverse", reverse}});
  };
  const Grad::Value of_others =
      g.op("Reshape", {g.op("Mul", {products(false), products(true)}), g.ints(sizes)});
  return g.of("input", g.op("Mul", {upstream, g.op("Transpose", {of_others, g.ints(back)})}));
}

absl::Status GradientOfExtreme(Grad& g) {
  const Grad::Value input = g.input("input");
  const Grad::Value kept = KeptSizes(g);
  const Grad::Value extreme = g.op("Reshape", {g.output(), kept});
  const Grad::Value upstream = g.op("Reshape", {g.upstream(), kept});
  const Grad::Value is_extreme = g.cast(g.op("Equal", {input, extreme}), g.info(input).dtype);
  const Grad::Value number = g.op("Sum", {is_extreme, g.input(kAxes)}, {{"keep_dims", true}});
  g.none(kAxes);
  return g.of("input", g.op("Mul", {g.op("RealDiv", {is_extreme, number}), upstream}));
}

}  // namespace voxgrad::rules
