// Arrays that go into a run of a graph and come out of it.
#ifndef VOXGRAD_PYTHON_RUN_ARRAYS_H_
#define VOXGRAD_PYTHON_RUN_ARRAYS_H_

#include <nanobind/nanobind.h>

#include "absl/types/span.h"
#include "array.h"
#include "voxgrad/graph.h"

namespace voxgrad::python {

/// The value of an output in a run. An array takes part as it is; lists and numbers get the type that the
/// graph has there.
ArrayIn ReadFeed(const Endpoint& output, nanobind::handle value);

/// The first array that is not NumPy's: what comes out is of its library. Null where there is none.
const ArrayIn* Prototype(absl::Span<const ArrayIn> arrays);

/// A result as an array that nobody else holds.
nanobind::object FetchedArray(Tensor tensor, const ArrayIn* like);

/// A tensor of its own with the same values.
Tensor CopyOf(const Tensor& tensor);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_RUN_ARRAYS_H_
