// OnesLike: ones of the same shape and type.
#include "kernels/array/cast.h"
#include "ops/rules/boxes.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"

namespace voxgrad {

OP(OnesLike) {
  op.group("array_ops")
      .doc("Returns a tensor of ones with the same shape and type as x.")
      .input("x", "T", "a tensor of type T.")
      .output("y", "T", "a tensor of the same shape and type as x but filled with ones.")
      .type("T", {DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32,
                  DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL});
  rules::WithoutComplex(op)
      .no_gradient()
      .infer(rules::SameShape)
      .run([](Run& c) {
        const bool yes = true;
        uint64_t one = 0;  // room for an element of any type
        Cast(c.exec(), DT_BOOL, c.type("T"), /*truncate=*/false, &yes, &one, 1);
        rules::FillPart(c.exec(), &one, c.result(), rules::All(c.result()));
      })
      .example("Ones in place of three numbers.", {{"x", "float[3]:5,6,7"}}, {"float[3]:1,1,1"});
}

}  // namespace voxgrad
