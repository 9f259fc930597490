// Cast: the same numbers in another type.
#include "kernels/array/cast.h"

#include "absl/strings/str_cat.h"
#include "ops/rules/shapes.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

bool CanCast(DataType type) { return DataTypeIsFloating(type) || DataTypeIsInteger(type) || type == DT_BOOL; }

absl::Status InferCast(Infer& c) {
  for (const char* attr : {"SrcT", "DstT"}) {
    if (CanCast(c.type(attr))) continue;
    return c.Unimplemented(attr, absl::StrCat("is ", DataTypeString(c.type(attr)),
                                              "; floating-point numbers, integers and bool can be cast."));
  }
  return rules::SameShape(c);
}

}  // namespace

OP(Cast) {
  op.group("math_ops")
      .doc("Cast x of type SrcT to y of DstT.",
           "Floating-point numbers round to nearest even. Towards integers they are cut towards zero into 32 "
           "bits (64 for uint32, int64 and uint64), where NaN and what does not fit become the least number, "
           "and the low bits are taken; integers keep their low bits. Everything but 0 is true.")
      .input("x", "SrcT", "")
      .output("y", "DstT", "")
      .type("SrcT", {})
      .type("DstT", {})
      .attr("Truncate", AttrKind::kBool,
            "Cut off the bits of the fraction that the narrower type does not have instead of rounding: from "
            "double to float and half, from float to half and bfloat16.",
            false)
      .infer(InferCast)
      .gradient([](Grad& g) {
        const DataType from = g.call().type("SrcT");
        if (!DataTypeIsFloating(from) || !DataTypeIsFloating(g.call().type("DstT"))) {
          g.none("x");
          return absl::OkStatus();
        }
        return g.of("x", g.op("Cast", {g.upstream()}, {{"DstT", from}, {"Truncate", false}}));
      })
      .run([](Run& c) {
        Cast(c.exec(), c.type("SrcT"), c.type("DstT"), c.flag("Truncate"), c.in("x"), c.out(),
             c.tensor("x").NumElements());
      })
      .example("Numbers become integers.", {{"x", "float[4]:1.5,-1.5,2.75,0"}, {"DstT", "int32"}},
               {"int32[4]:1,-1,2,0"});
}

}  // namespace voxgrad
