// Statuses as Python exceptions.
#ifndef VOXGRAD_PYTHON_ERRORS_H_
#define VOXGRAD_PYTHON_ERRORS_H_

#include <nanobind/nanobind.h>

#include <string>

#include "absl/status/status.h"

namespace voxgrad::python {

/// Raises ValueError, TypeError (a wrong type), NotImplementedError or MemoryError, each with `.op` and
/// `.argument`; an interrupted call raises what the signal handler raised.
[[noreturn]] void Raise(const absl::Status& status);

/// str(object), or its type's name where that fails.
std::string Text(nanobind::handle object);

/// Asked between two pieces of work: has a signal handler raised?
bool SignalRaised();

inline void RaiseUnlessOk(const absl::Status& status) {
  if (!status.ok()) Raise(status);
}

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_ERRORS_H_
