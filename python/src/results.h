// What a call returns: one value, a list of them, or a named tuple of these, as tf.raw_ops hands them out.
#ifndef VOXGRAD_PYTHON_RESULTS_H_
#define VOXGRAD_PYTHON_RESULTS_H_

#include <nanobind/nanobind.h>

#include "absl/functional/function_ref.h"
#include "ops/table/op.h"

namespace voxgrad::python {

/// For an op that has outputs: `make(i)` gives the object of output i of `count`.
nanobind::object FormResults(const Op& op, size_t count, absl::FunctionRef<nanobind::object(size_t)> make);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_RESULTS_H_
