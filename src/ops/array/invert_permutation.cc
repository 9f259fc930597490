// InvertPermutation: the permutation that undoes another.
#include "absl/strings/str_cat.h"
#include "kernels/array/search.h"
#include "ops/rules/axes.h"
#include "ops/rules/shapes.h"

namespace voxgrad {
namespace {

absl::Status CheckPermutation(const Infer& c, const Ints& x) {
  std::vector<bool> seen(x.size(), false);
  for (int64_t value : x) {
    if (value < 0 || value >= static_cast<int64_t>(x.size())) {
      return c.Invalid("x", absl::StrCat("holds ", value, ", but its ", x.size(), " values must be 0 to ",
                                         x.size() - 1, "."));
    }
    if (seen[static_cast<size_t>(value)])
      return c.Invalid("x", absl::StrCat("holds ", value, " twice; every number must occur once."));
    seen[static_cast<size_t>(value)] = true;
  }
  return absl::OkStatus();
}

}  // namespace

OP(InvertPermutation) {
  op.group("array_ops")
      .doc("Computes the inverse permutation of a tensor.",
           "`y[x[i]] = i`; `x` must hold each of the numbers from 0 to its length once.")
      .input("x", "T", "1-D.")
      .on_host()
      .output("y", "T", "1-D.")
      .type("T", {DT_INT32, DT_INT64}, DT_INT32)
      .no_gradient()
      .infer([](Infer& c) {
        if (absl::Status status = rules::ExpectVector(c, "x"); !status.ok()) return status;
        c.SetOutput(0, PartialTensorShape({rules::VectorSize(c.input("x"))}));
        const std::optional<Ints> x = rules::KnownInts(c, "x");
        return x ? AtRun(CheckPermutation(c, *x)) : absl::OkStatus();
      })
      .run([](Run& c) {
        const Ints x = *rules::KnownInts(c, "x");
        Ints y(x.size());
        for (size_t i = 0; i < x.size(); ++i) y[static_cast<size_t>(x[i])] = static_cast<int64_t>(i);
        WriteIntegers(y, c.type("T"), c.out());
      })
      .example("What was moved goes back.", {{"x", "int32[5]:3,4,0,2,1"}}, {"int32[5]:2,4,3,0,1"});
}

}  // namespace voxgrad
