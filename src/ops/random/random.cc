#include "ops/random/random.h"

#include <random>

#include "ops/rules/axes.h"

namespace voxgrad::rules {

OpBuilder& SeedAttributes(OpBuilder& op) {
  return op
      .attr("seed", AttrKind::kInt,
            "If either `seed` or `seed2` are set to be non-zero, they choose the stream of numbers. "
            "Otherwise it is "
            "another one each time.",
            0)
      .attr("seed2", AttrKind::kInt, "A second seed to avoid seed collision.", 0);
}

OpBuilder& RandomNumbers(OpBuilder& op) {
  op.input("shape", "T", "The shape of the output tensor.")
      .on_host()
      .output("output", "dtype", "A tensor of the specified shape filled with random values.");
  return SeedAttributes(op)
      .type("dtype", {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE})
      .type("T", {DT_INT32, DT_INT64})
      .stateful()
      .no_gradient()
      .infer(InferRandom);
}

absl::Status InferRandom(Infer& c) {
  if (absl::Status status = ExpectVector(c, "shape"); !status.ok()) return status;
  c.SetOutput(0, OfRank(VectorSize(c.input("shape"))));
  const std::optional<Ints> sizes = KnownInts(c, "shape");
  if (!sizes) return absl::OkStatus();
  if (absl::Status status = CheckShape(c, "shape", *sizes); !status.ok()) return status;
  c.SetOutput(0, PartialTensorShape(*sizes));
  return absl::OkStatus();
}

RandomStream StreamOf(const Run& c, int64_t count) {
  RandomStream stream;
  stream.seed = static_cast<uint64_t>(c.integer("seed"));
  stream.seed2 = static_cast<uint64_t>(c.integer("seed2"));
  stream.first_block = c.Draw(ReservedBlocks(count));
  if (stream.seed != 0 || stream.seed2 != 0) return stream;
  std::random_device chance;
  stream.seed = uint64_t{chance()} << 32 | chance();
  stream.seed2 = uint64_t{chance()} << 32 | chance();
  return stream;
}

}  // namespace voxgrad::rules
