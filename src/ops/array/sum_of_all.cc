#include "ops/array/sum_of_all.h"

namespace voxgrad::rules {

Grad::Value AllAxes(Grad& g, Grad::Value value) {
  if (value.id < 0) return value;
  const int rank = g.info(value).shape.dims();
  if (rank < 0) return g.op("Range", {g.integer(0), g.op("Rank", {value}), g.integer(1)});
  Ints axes;
  for (int i = 0; i < rank; ++i) axes.push_back(i);
  return g.ints(axes);
}

Grad::Value SumOfAll(Grad& g, Grad::Value value) {
  return g.op("Sum", {value, AllAxes(g, value)}, {{"keep_dims", false}});
}

}  // namespace voxgrad::rules
