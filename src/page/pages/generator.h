// Values that a page describes instead of holding them.
#ifndef VOXGRAD_PAGE_PAGES_GENERATOR_H_
#define VOXGRAD_PAGE_PAGES_GENERATOR_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// Makes a tensor by a recipe: a word and, in any order, settings as `name=number`.
///
///     ramp start=0 step=1                 0, 1, 2, … in row-major order
///     random low=0 high=1 seed=3          uniform, high excluded
///     normal mean=0 deviation=1 seed=3
///     checker size=1 low=0 high=1 axes=1,2   cubes of `size` cells, low and high in turn
///     ball radius=1 inside=1 outside=0 axes=1,2   1 is as large as fits
///     gradient low=0 high=1 axis=0        from the first cell of the axis to the last
///
/// Those are the defaults, but for `axes`, which are all, and `seed`: without one the random numbers follow
/// from `seed` and `name`, so that two nodes differ and a run can be given other numbers. Integers are
/// rounded to nearest. Messages are the rest of a sentence: "is `rmap`; there is no such recipe. Did you mean
/// ramp?"
absl::StatusOr<Tensor> Generate(absl::string_view recipe, DataType type, const TensorShape& shape,
                                uint64_t seed, absl::string_view name);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_PAGES_GENERATOR_H_
