// Reshape: the same elements under other sizes.
#include "absl/strings/str_cat.h"
#include "ops/rules/axes.h"
#include "ops/rules/boxes.h"
#include "ops/table/gradient.h"

namespace voxgrad {
namespace {

/// The place of the size -1, which follows from the others, or -1.
absl::StatusOr<int> OpenSize(const Infer& c, const Ints& sizes) {
  int open = -1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] >= 0) continue;
    const std::string given = Attribute(sizes).DebugString();
    if (sizes[i] < -1)
      return c.Invalid("shape", absl::StrCat("is ", given, "; a size may be -1 or at least 0."));
    if (open >= 0) return AtRun(c.Invalid("shape", absl::StrCat("is ", given, "; only one size may be -1.")));
    open = static_cast<int>(i);
  }
  return open;
}

absl::Status DoesNotFit(const Infer& c, const Ints& sizes) {
  const PartialTensorShape& given = c.input("tensor").shape;
  return c.Invalid("shape", absl::StrCat("is ", ShapeString(sizes), ", but tensor is ", given.DebugString(),
                                         " and has ", given.num_elements(), " elements."));
}

absl::Status InferReshape(Infer& c) {
  if (absl::Status status = rules::ExpectVector(c, "shape"); !status.ok()) return status;
  const std::optional<Ints> wanted = rules::KnownInts(c, "shape");
  if (!wanted) {
    c.SetOutput(0, rules::OfRank(rules::VectorSize(c.input("shape"))));
    return absl::OkStatus();
  }
  Ints sizes = *wanted;
  const absl::StatusOr<int> open = OpenSize(c, sizes);
  if (!open.ok()) return open.status();
  Ints known = sizes;
  if (*open >= 0) known[static_cast<size_t>(*open)] = 1;
  if (absl::Status status = rules::CheckShape(c, "shape", known); !status.ok()) return status;
  const PartialTensorShape& given = c.input("tensor").shape;
  if (given.IsFullyDefined()) {
    // Beside a size of 0 the open one follows from the sizes that are not 0, on both sides.
    int64_t others = 1, elements = 1;
    const bool empty = given.num_elements() == 0;
    for (int64_t size : known) others *= empty && size == 0 ? 1 : size;
    for (int64_t size : given.dim_sizes()) elements *= empty && size == 0 ? 1 : size;
    const bool has_zero = TensorShape(known).num_elements() == 0;
    if (*open < 0) {
      if (TensorShape(known).num_elements() != given.num_elements()) return DoesNotFit(c, sizes);
    } else if (empty) {
      if (has_zero && elements % others != 0) return DoesNotFit(c, sizes);
      sizes[static_cast<size_t>(*open)] = has_zero ? elements / others : 0;
    } else {
      if (others == 0 || elements % others != 0) return DoesNotFit(c, sizes);
      sizes[static_cast<size_t>(*open)] = elements / others;
    }
  }
  c.SetOutput(0, PartialTensorShape(sizes));
  if (const Tensor* value = c.known("tensor")) c.SetValue(0, rules::View(*value, TensorShape(sizes)));
  return absl::OkStatus();
}

}  // namespace

OP(Reshape) {
  op.group("array_ops")
      .doc("Reshapes a tensor.",
           "The elements stay in row-major order and in place: the result shares the memory of `tensor`.")
      .input("tensor", "T", "")
      .input("shape", "Tshape",
             "Defines the shape of the output tensor. One size may be -1: it follows from the others.")
      .on_host()
      .output("output", "T", "")
      .type("T", {})
      .type("Tshape", {DT_INT32, DT_INT64}, DT_INT32)
      .sets_results()
      .infer(InferReshape)
      .gradient([](Grad& g) {
        g.none("shape");
        return g.of("tensor", g.op("Reshape", {g.upstream(), g.shape(g.input("tensor"))}));
      })
      .run([](Run& c) { c.result() = *c.output_value(0); })
      .example("Two rows of three become three rows of two.",
               {{"tensor", "float[2,3]:1,2,3,4,5,6"}, {"shape", "int32[2]:3,-1"}},
               {"float[3,2]:1,2,3,4,5,6"});
}

}  // namespace voxgrad
