// Where: the places of what is not 0.
#include "kernels/array/search.h"
#include "ops/rules/boxes.h"
#include "ops/rules/types.h"

namespace voxgrad {
namespace {

void RunWhere(Run& c) {
  const Tensor& input = c.tensor("input");
  const auto sizes = absl::MakeConstSpan(input.shape().dim_sizes());
  const std::vector<int64_t> numbers = NonZeros(c.exec(), input.dtype(), input.data(), input.NumElements());
  c.result() = rules::NewTensor(DT_INT64, TensorShape({static_cast<int64_t>(numbers.size()), input.dims()}));
  WritePlaces(numbers, sizes, c.out());
}

}  // namespace

OP(Where) {
  std::vector<DataType> types = rules::RealNumbers();
  types.push_back(DT_BOOL);
  op.group("array_ops")
      .doc("Returns locations of nonzero / true values in a tensor.",
           "Each row of the result is the place of one element, in row-major order. NaN is not 0.")
      .input("input", "T", "")
      .cpp_arg("condition")
      .output("index", DT_INT64, "A row for each element, as long as `input` has dimensions.")
      .type("T", types, DT_BOOL);
  rules::WithoutQuantized(rules::WithoutComplex(op))
      .sets_results()
      .no_gradient()
      .infer([](Infer& c) {
        const int rank = c.input("input").shape.dims();
        c.SetOutput(0, PartialTensorShape({-1, rank}));
        if (rank != 0) return absl::OkStatus();
        return AtRun(
            c.Invalid("input", "is a scalar, which has no places; it must have at least 1 dimension."));
      })
      .run(RunWhere)
      .example("Two elements of a matrix.", {{"input", "bool[2,2]:true,false,false,true"}},
               {"int64[2,2]:0,0,1,1"});
}

}  // namespace voxgrad
