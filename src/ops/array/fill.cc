// Fill: one value everywhere.
#include "absl/strings/str_cat.h"
#include "ops/array/sum_of_all.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

absl::Status InferFill(Infer& c) {
  if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
  if (absl::Status status = rules::ExpectVector(c, "dims"); !status.ok()) return status;
  if (absl::Status status = rules::ExpectScalar(c, "value"); !status.ok()) return status;
  const std::optional<Ints> dims = rules::KnownInts(c, "dims");
  if (!dims) {
    c.SetOutput(0, rules::OfRank(rules::VectorSize(c.input("dims"))));
    return absl::OkStatus();
  }
  for (int64_t size : *dims) {
    if (size < 0) {
      return c.Invalid("dims",
                       absl::StrCat("is ", Attribute(*dims).DebugString(), "; no size may be below 0."));
    }
  }
  if (absl::Status status = rules::CheckShape(c, "dims", *dims); !status.ok()) return status;
  c.SetOutput(0, PartialTensorShape(*dims));
  return absl::OkStatus();
}

}  // namespace

OP(Fill) {
  op.group("array_ops")
      .doc("Creates a tensor filled with a scalar value.")
      .input("dims", "index_type", "1-D. Represents the shape of the output tensor.")
      .on_host()
      .input("value", "T", "0-D (scalar). Value to fill the returned tensor.")
      .output("output", "T", "")
      .type("T", {})
      .type("index_type", {DT_INT32, DT_INT64}, DT_INT32)
      .infer(InferFill)
      .gradient([](Grad& g) {
        g.none("dims");
        return g.of("value", rules::SumOfAll(g, g.upstream()));
      })
      .run([](Run& c) { rules::FillPart(c.exec(), c.in("value"), c.result(), rules::All(c.result())); })
      .example("Two rows of nines.", {{"dims", "int32[2]:2,3"}, {"value", "float[]:9"}},
               {"float[2,3]:9,9,9,9,9,9"});
}

}  // namespace voxgrad
