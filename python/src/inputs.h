// The inputs of a call: arrays, lists of arrays, and numbers that take the type of the arrays beside them.
#ifndef VOXGRAD_PYTHON_INPUTS_H_
#define VOXGRAD_PYTHON_INPUTS_H_

#include <nanobind/nanobind.h>

#include "absl/container/inlined_vector.h"
#include "array.h"
#include "ops/table/check.h"

namespace voxgrad::python {

struct Inputs {
  absl::InlinedVector<ArrayIn, 4> arrays;      // the tensors of lists one behind the other
  absl::InlinedVector<const ArgDef*, 4> args;  // what each of them belongs to
};

/// Reads one argument.
using ArrayReader = ArrayIn (*)(const OpCall& call, const std::string& argument, nanobind::handle object);

/// Reads a tuple of arguments in the order of the definition. The lengths of lists go into `slots`.
Inputs ReadInputs(const OpCall& call, nanobind::handle arguments, AttrSlots* slots,
                  ArrayReader read = ReadArray);

/// Copies what ReadArrayLater put off, once the op has said that the shapes are right.
void FinishInputs(const OpCall& call, const AttrSlots& slots, Inputs* inputs);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_INPUTS_H_
