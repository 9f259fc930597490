// PlaceholderWithDefault: a value that a run may be given, and has a value without that.
#include "absl/strings/str_cat.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(PlaceholderWithDefault) {
  op.group("array_ops")
      .doc("A placeholder op that passes through `input` when its output is not fed.",
           "The result shares the memory of the input.")
      .input("input", "dtype", "The default value to produce when `output` is not fed.")
      .output("output", "dtype", "A placeholder tensor that defaults to `input` if it is not fed.")
      .type("dtype", {})
      .attr("shape", AttrKind::kShape, "The (possibly partial) shape of the tensor.")
      .sets_results()
      .infer([](Infer& c) {
        const PartialTensorShape& given = c.input("input").shape;
        if (!given.IsCompatibleWith(c.shape("shape"))) {
          return c.Invalid("input", absl::StrCat("is ", given.DebugString(), ", but shape is ",
                                                 c.shape("shape").DebugString(), "."));
        }
        c.SetOutput(0, c.shape("shape"));  // what is fed may be another of that shape
        return absl::OkStatus();
      })
      .gradient([](Grad& g) { return g.of("input", g.upstream()); })
      .run([](Run& c) { c.result() = c.tensor("input"); })
      .example("Without a feed the default comes out.", {{"input", "float[3]:1,2,3"}, {"shape", "3"}},
               {"float[3]:1,2,3"});
}

}  // namespace voxgrad
