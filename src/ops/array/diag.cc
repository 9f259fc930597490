// Diag: a tensor as the diagonal of one of twice the rank.
#include "ops/array/diagonal.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/table/gradient.h"

namespace voxgrad {

OP(Diag) {
  op.group("array_ops")
      .doc("Returns a diagonal tensor with a given diagonal values.",
           "`output[i1, ..., ik, i1, ..., ik] = diagonal[i1, ..., ik]`, and 0 everywhere else.")
      .input("diagonal", "T", "Rank k tensor where k is at least 1.")
      .output("output", "T", "Of rank 2k.");
  rules::DiagonalTypes(op)
      .infer([](Infer& c) {
        const PartialTensorShape& shape = c.input("diagonal").shape;
        if (shape.dims() == 0)
          return c.Invalid("diagonal", "is a scalar, but must have at least 1 dimension.");
        return rules::SetJoined(c, "diagonal", shape, shape);
      })
      .gradient([](Grad& g) { return g.of("diagonal", g.op("DiagPart", {g.upstream()})); })
      .run([](Run& c) {
        rules::ClearTensor(c.result());
        rules::CopyDiagonal(c.exec(), c.tensor("diagonal"), c.result(), c.tensor("diagonal").NumElements());
      })
      .example("A matrix.", {{"diagonal", "float[2]:3,4"}}, {"float[2,2]:3,0,0,4"});
}

}  // namespace voxgrad
