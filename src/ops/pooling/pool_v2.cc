#include "ops/pooling/pool_v2.h"

#include "absl/strings/str_cat.h"
#include "ops/pooling/pool.h"
#include "ops/rules/axes.h"
#include "ops/rules/delegate.h"
#include "ops/rules/shapes.h"

namespace voxgrad::rules {
namespace {

/// The call as the op with attributes sees it.
struct PoolCall {
  const Op* op;
  AttrSlots slots;
  std::vector<InputInfo> inputs;
};
PoolCall MakePool(const Infer& c, const char* pool) {
  PoolCall call;
  call.op = &Renamed(c.op(), pool);
  call.slots =
      SharedSlots(c, *call.op, {{"ksize", *c.host_ints("ksize")}, {"strides", *c.host_ints("strides")}});
  for (size_t i = 0; i + 2 < c.num_inputs(); ++i) call.inputs.push_back(c.infos()[i]);
  return call;
}

}  // namespace

OpBuilder& WindowInputs(OpBuilder& op) {
  return op.input("ksize", DT_INT32, "The size of the window for each dimension of the input tensor.")
      .on_host()
      .input("strides", DT_INT32, "The stride of the sliding window for each dimension of the input tensor.")
      .on_host();
}

absl::Status InferPoolV2(Infer& c, const char* pool) {
  for (const char* name : {"ksize", "strides"}) {
    if (absl::Status status = ExpectVector(c, name); !status.ok()) return status;
    const int64_t count = VectorSize(c.input(name));
    if (count >= 0 && count != 4)
      return c.Invalid(name, absl::StrCat("has ", count, " values, but must have 4."));
  }
  if (c.host("ksize") == nullptr || c.host("strides") == nullptr) {
    c.SetOutput(0, OfRank(4));
    return absl::OkStatus();
  }
  const PoolCall call = MakePool(c, pool);
  Infer inner(*call.op, c.node(), call.slots, call.inputs);
  if (absl::Status status = window::InferMaxPool(inner); !status.ok()) return status;
  c.SetOutput(0, inner.output(0));
  return absl::OkStatus();
}

PoolProblem PoolV2Problem(const Run& c, const char* pool) {
  const PoolCall call = MakePool(c, pool);
  const Infer inner(*call.op, c.node(), call.slots, call.inputs);
  Tensor result = c.result();
  return window::MaxPoolProblem(Run(c.exec(), inner, {}, absl::MakeSpan(&result, 1)));
}

}  // namespace voxgrad::rules
