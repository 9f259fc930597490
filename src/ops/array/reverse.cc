// Reverse: some axes of a tensor backwards, marked by booleans.
#include "absl/strings/str_cat.h"
#include "ops/array/reverse_rule.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

absl::Status InferReverse(Infer& c) {
  if (absl::Status status = rules::ExpectVector(c, "dims"); !status.ok()) return status;
  const PartialTensorShape& shape = c.input("tensor").shape;
  const int64_t marks = rules::VectorSize(c.input("dims"));
  if (!shape.unknown_rank() && marks >= 0 && marks != shape.dims()) {
    return c.Invalid("dims", absl::StrCat("has ", marks, marks == 1 ? " value" : " values",
                                          ", but tensor has ", rules::Dimensions(shape.dims()), "."));
  }
  return rules::SameShape(c);
}

}  // namespace

OP(Reverse) {
  op.group("array_ops")
      .internal()
      .doc("Reverses specific dimensions of a tensor.", "An older form of ReverseV2.")
      .input("tensor", "T", "")
      .input("dims", DT_BOOL, "1-D. The dimensions to reverse: one value for each.")
      .on_host()
      .output("output", "T", "The same shape as `tensor`.");
  rules::ReverseTypes(op, {DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_UINT32, DT_INT32, DT_UINT64, DT_INT64,
                           DT_BOOL, DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE})
      .infer(InferReverse)
      .gradient([](Grad& g) {
        g.none("dims");
        return g.of("tensor", g.op("Reverse", {g.upstream(), g.input("dims")}));
      })
      .run([](Run& c) {
        const Ints marks = c.known_ints("dims");
        rules::RunReverse(c, std::vector<bool>(marks.begin(), marks.end()));
      })
      .example("The columns.", {{"tensor", "float[2,3]:1,2,3,4,5,6"}, {"dims", "bool[2]:false,true"}},
               {"float[2,3]:3,2,1,6,5,4"});
}

}  // namespace voxgrad
