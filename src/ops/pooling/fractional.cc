#include "ops/pooling/fractional.h"

#include <cmath>
#include <random>

#include "absl/strings/str_cat.h"
#include "core/number_text.h"
#include "kernels/array/search.h"
#include "kernels/random/pooling_sequence.h"
#include "ops/rules/axes.h"
#include "ops/rules/images.h"

namespace voxgrad::rules {
namespace {

constexpr const char* kBounds[] = {"row_pooling_sequence", "col_pooling_sequence"};
constexpr const char* kAxisWords[] = {"batch", "height", "width", "channels"};

absl::Status CheckRatios(const Infer& c) {
  const std::vector<float>& ratios = c.numbers("pooling_ratio");
  const std::string given = absl::StrCat("is ", Attribute(ratios).DebugString());
  if (ratios.size() != 4) {
    return c.Invalid("pooling_ratio", absl::StrCat(given, " (", ratios.size(),
                                                   " values), but needs 4, one for each dimension."));
  }
  for (size_t d = 0; d < 4; ++d) {
    if (!(ratios[d] >= 1))
      return AtRun(c.Invalid("pooling_ratio", absl::StrCat(given, "; its entry for the ", kAxisWords[d],
                                                           " must be at least 1.")));
  }
  if (ratios[0] != 1 || ratios[3] != 1)
    return c.Unimplemented("pooling_ratio",
                           absl::StrCat(given, "; its entries for batch and channels must be 1."));
  return absl::OkStatus();
}

absl::Status CheckSeeds(const Infer& c) {
  const bool seeded = c.integer("seed") != 0 || c.integer("seed2") != 0;
  if (c.flag("deterministic") || !seeded) return absl::OkStatus();
  return AtRun(c.Invalid(c.integer("seed") != 0 ? "seed" : "seed2",
                         "is not 0, but deterministic is false; seeds count only when it is true."));
}

/// The number of windows, in float as in TensorFlow. A size beyond 2^24 may be rounded up.
int64_t PooledSize(int64_t in, float ratio) {
  return in < 0 ? -1 : std::min(in, static_cast<int64_t>(std::floor(static_cast<float>(in) / ratio)));
}

/// Without seeds another stream each time.
Philox StreamOf(const Run& c) {
  const int64_t seed = c.integer("seed"), seed2 = c.integer("seed2");
  if (seed != 0 || seed2 != 0) return {static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2)};
  std::random_device chance;
  const auto draw = [&] { return uint64_t{chance()} << 32 | chance(); };
  return {draw(), draw()};
}

/// `windows` + 1 bounds that rise from window to window and stay within `size` cells; -1 where not known.
absl::Status CheckBounds(const Infer& c, const char* name, int64_t windows, int64_t size) {
  const int64_t count = VectorSize(c.input(name));
  if (count >= 0 && windows >= 0 && count != windows + 1) {
    return c.Invalid(name, absl::StrCat("has ", count, " values, but ", windows, " windows need ",
                                        windows + 1, ": where each begins, and where the last one ends."));
  }
  const std::optional<Ints> bounds = KnownInts(c, name);
  if (!bounds) return absl::OkStatus();
  for (size_t i = 0; i < bounds->size(); ++i) {
    const int64_t least = i == 0 ? 0 : (*bounds)[i - 1] + 1;
    if ((*bounds)[i] >= least && (size < 0 || (*bounds)[i] <= size)) continue;
    return c.Invalid(name, absl::StrCat("holds ", (*bounds)[i], " at place ", i,
                                        ", but its values must rise and lie from 0 to ",
                                        size < 0 ? "the size of the input" : absl::StrCat(size), "."));
  }
  return absl::OkStatus();
}

OpBuilder& Overlapping(OpBuilder& op) {
  return op.attr(
      "overlapping", AttrKind::kBool,
      "When set to True, it means when pooling, the values at the boundary of adjacent pooling cells are "
      "used by both cells.",
      false);
}

OpBuilder& FractionalTypes(OpBuilder& op) { return op.type("T", {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64}); }

WindowGrid Between(const TensorShape& input, absl::Span<const int64_t> rows, absl::Span<const int64_t> cols,
                   bool overlapping) {
  return {input.dim_size(0), WindowsBetween(rows, overlapping, input.dim_size(1)),
          WindowsBetween(cols, overlapping, input.dim_size(2)), input.dim_size(3)};
}

}  // namespace

OpBuilder& FractionalOutputs(OpBuilder& op) {
  op.output(kBounds[0], DT_INT64, "row pooling sequence, needed to calculate gradient.")
      .output(kBounds[1], DT_INT64, "column pooling sequence, needed to calculate gradient.");
  AttrDef ratio;
  ratio.name = "pooling_ratio";
  ratio.kind = AttrKind::kFloats;
  ratio.min_count = 4;
  ratio.doc =
      "Pooling ratio for each dimension of `value`, currently only supports row and col dimension and should "
      "be >= "
      "1.0. For example, a valid pooling ratio looks like [1.0, 1.44, 1.73, 1.0]. The first and last "
      "elements must "
      "be 1.0 because we don't allow pooling on batch and channels dimensions. 1.44 and 1.73 are pooling "
      "ratio on "
      "height and width dimensions respectively.";
  op.attr(std::move(ratio))
      .attr("pseudo_random", AttrKind::kBool,
            "When set to True, generates the pooling sequence in a pseudorandom fashion, otherwise, in a "
            "random "
            "fashion.",
            false);
  Overlapping(op)
      .attr("deterministic", AttrKind::kBool,
            "When set to True, the seeds choose the pooling region. Otherwise it is another one each time.",
            false)
      .attr("seed", AttrKind::kInt,
            "If either seed or seed2 are set to be non-zero, they choose the stream of numbers, which is "
            "TensorFlow's.",
            0)
      .attr("seed2", AttrKind::kInt, "A second seed to avoid seed collision.", 0);
  return FractionalTypes(op);
}

OpBuilder& FractionalBounds(OpBuilder& op) {
  op.input(kBounds[0], DT_INT64, "row pooling sequence, form pooling region with col_pooling_sequence.")
      .on_host()
      .input(kBounds[1], DT_INT64, "column pooling sequence, form pooling region with row_pooling sequence.")
      .on_host();
  return FractionalTypes(Overlapping(op));
}

absl::Status InferFractionalPool(Infer& c) {
  if (absl::Status status = CheckRatios(c); !status.ok()) return status;
  if (absl::Status status = ExpectImages(c, "value"); !status.ok()) return status;
  const PartialTensorShape& value = c.input("value").shape;
  Ints out(4, -1);
  for (int d = 0; d < 4 && !value.unknown_rank(); ++d) {
    const int64_t size = value.dim_size(d);
    const float ratio = c.numbers("pooling_ratio")[static_cast<size_t>(d)];
    out[static_cast<size_t>(d)] = PooledSize(size, ratio);
    if ((d != 1 && d != 2) || out[static_cast<size_t>(d)] != 0) continue;
    return AtRun(
        c.Invalid("value", absl::StrCat("is ", value.DebugString(), "; its ", kAxisWords[d], " of ", size,
                                        " must be at least the pooling_ratio of ", NumberText(ratio), ".")));
  }
  c.SetOutput(0, PartialTensorShape(out));
  for (size_t i : {1, 2}) c.SetOutput(i, PartialTensorShape({out[i] < 0 ? -1 : out[i] + 1}));
  return CheckSeeds(c);
}

absl::Status CheckFractionalGrad(const Infer& c, const PartialTensorShape& input, absl::string_view output) {
  for (const char* name : kBounds) {
    if (absl::Status status = ExpectVector(c, name); !status.ok()) return AtRun(status);
  }
  if (absl::Status status = ExpectImages(c, output); !status.ok()) return AtRun(status);
  const PartialTensorShape& out = c.input(output).shape;
  const auto size = [](const PartialTensorShape& shape, int d) {
    return shape.unknown_rank() ? -1 : shape.dim_size(d);
  };
  for (int d : {0, 3}) {
    if (size(input, d) < 0 || size(out, d) < 0 || size(input, d) == size(out, d)) continue;
    return AtRun(
        c.Invalid(output, absl::StrCat("is ", out.DebugString(), ", but must have the ", kAxisWords[d],
                                       " of ", "the input, which is ", input.DebugString(), ".")));
  }
  for (int i : {0, 1}) {
    if (absl::Status status = CheckBounds(c, kBounds[i], size(out, i + 1), size(input, i + 1)); !status.ok())
      return AtRun(status);
  }
  return absl::OkStatus();
}

WindowGrid DrawWindows(const Run& c) {
  const TensorShape& input = c.tensor("value").shape();
  const Philox stream = StreamOf(c);
  uint64_t block = 0;
  std::vector<int64_t> bounds[2];
  for (int i : {0, 1}) {
    Tensor& result = c.result(static_cast<size_t>(i) + 1);
    bounds[i] = PoolingSequence(input.dim_size(i + 1), result.NumElements() - 1, c.flag("pseudo_random"),
                                stream, &block);
    WriteIntegers(bounds[i], DT_INT64, result.data());
  }
  return Between(input, bounds[0], bounds[1], c.flag("overlapping"));
}

WindowGrid GivenWindows(const Run& c, const TensorShape& input) {
  return Between(input, c.known_ints(kBounds[0]), c.known_ints(kBounds[1]), c.flag("overlapping"));
}

}  // namespace voxgrad::rules
