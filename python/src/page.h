// Pages: loading, running, saving.
#ifndef VOXGRAD_PYTHON_PAGE_H_
#define VOXGRAD_PYTHON_PAGE_H_

#include <nanobind/nanobind.h>

namespace voxgrad::python {

void BindPage(nanobind::module_& module);

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_PAGE_H_
