#include "ops/array/split_rule.h"

#include "ops/rules/boxes.h"
#include "ops/rules/shapes.h"

namespace voxgrad::rules {

void RunSplit(Run& c) {
  const Tensor& value = c.tensor("value");
  const int64_t given = c.host_ints("split_dim")->front();
  const auto axis = static_cast<size_t>(given < 0 ? given + value.dims() : given);
  int64_t begin = 0;
  for (size_t i = 0; i < c.num_outputs(); ++i) {
    Part part = All(c.result(i));
    const Ints origin = part.begin;
    part.begin[axis] = begin;
    CopyPart(c.exec(), value, part, c.result(i), origin);
    begin += part.size[axis];
  }
}

absl::Status SplitGradient(Grad& g) {
  g.none("split_dim");
  Grad::Values parts;
  for (int64_t i = 0; i < g.call().integer("num_split"); ++i)
    parts.push_back(g.upstream(static_cast<size_t>(i)));
  if (parts.size() == 1) return g.of("value", parts.front());
  parts.push_back(g.input("split_dim"));
  return g.of("value", g.op("ConcatV2", parts));
}

}  // namespace voxgrad::rules
