// RandomUniformInt: uniformly distributed integers.
#include "absl/strings/str_cat.h"
#include "ops/random/random.h"
#include "ops/rules/axes.h"

namespace voxgrad {
namespace {

absl::Status InferRandomUniformInt(Infer& c) {
  for (const char* bound : {"minval", "maxval"}) {
    if (absl::Status status = rules::ExpectScalar(c, bound); !status.ok()) return status;
  }
  if (absl::Status status = rules::InferRandom(c); !status.ok()) return status;
  const std::optional<int64_t> low = rules::KnownInt(c, "minval");
  const std::optional<int64_t> high = rules::KnownInt(c, "maxval");
  if (!low || !high || *low < *high) return absl::OkStatus();
  return AtRun(
      c.Invalid("maxval", absl::StrCat("is ", *high, ", but must be above minval, which is ", *low, ".")));
}

}  // namespace

OP(RandomUniformInt) {
  op.group("random_ops")
      .doc("Outputs random integers from a uniform distribution.",
           "In the range `[minval, maxval)`; the lower ones are a little likelier where the range does not "
           "divide a "
           "power of 2. The stream is TensorFlow's for the same two seeds.")
      .input("shape", "T", "The shape of the output tensor.")
      .on_host()
      .input("minval", "Tout", "0-D. Inclusive lower bound on the generated integers.")
      .on_host()
      .input("maxval", "Tout", "0-D. Exclusive upper bound on the generated integers.")
      .on_host()
      .output("output", "Tout", "A tensor of the specified shape filled with uniform random integers.");
  rules::SeedAttributes(op)
      .type("Tout", {DT_INT32, DT_INT64})
      .type("T", {DT_INT32, DT_INT64})
      .stateful()
      .no_gradient()
      .infer(InferRandomUniformInt)
      .run([](Run& c) {
        const int64_t count = c.result().NumElements();
        // NOLINTBEGIN(bugprone-unchecked-optional-access): known at a run
        FillIntegers(c.exec(), rules::StreamOf(c, count), c.result().dtype(), *rules::KnownInt(c, "minval"),
                     *rules::KnownInt(c, "maxval"), count, c.out());
        // NOLINTEND(bugprone-unchecked-optional-access)
      });
}

}  // namespace voxgrad
