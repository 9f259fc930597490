// ZerosLike: zeros of the same shape and type.
#include "ops/rules/boxes.h"
#include "ops/rules/shapes.h"
#include "ops/rules/types.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(ZerosLike) {
  op.group("array_ops")
      .doc("Returns a tensor of zeros with the same shape and type as x.")
      .input("x", "T", "a tensor of type T.")
      .output("y", "T", "a tensor of the same shape and type as x but filled with zeros.")
      .type("T", {})
      .no_gradient()
      .infer([](Infer& c) {
        if (absl::Status status = rules::ExpectPlain(c); !status.ok()) return status;
        return rules::SameShape(c);
      })
      .run([](Run& c) { rules::ClearTensor(c.result()); })
      .example("Zeros in place of three numbers.", {{"x", "float[3]:1,2,3"}}, {"float[3]:0,0,0"});
}

}  // namespace voxgrad
