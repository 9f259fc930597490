// Attributes as Python gives them.
#ifndef VOXGRAD_PYTHON_ATTRIBUTE_IN_H_
#define VOXGRAD_PYTHON_ATTRIBUTE_IN_H_

#include <nanobind/nanobind.h>

#include "ops/table/check.h"

namespace voxgrad::python {

/// The value for a slot; None is an empty one, which stands for the default. Any sequence or array of
/// integers is a list of integers; bytes are as good as a string; types come by name or as a library's dtype.
Attribute ReadAttribute(const OpCall& call, const AttrDef& attr, nanobind::handle object);

/// All that a caller gives, a tuple in the order of the definition.
void ReadAttributes(const OpCall& call, nanobind::handle attrs, AttrSlots* slots);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_ATTRIBUTE_IN_H_
