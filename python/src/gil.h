// The interpreter's lock, for threads that may outlive the interpreter.
#ifndef VOXGRAD_PYTHON_GIL_H_
#define VOXGRAD_PYTHON_GIL_H_

#include <Python.h>
#include <cxxabi.h>
#include <unistd.h>

namespace voxgrad::python {

/// Calls something that may take the interpreter's lock. Where the interpreter has ended meanwhile, the
/// thread stays here until the process is gone, as Python 3.14 has it: older ones unwind the stack of a
/// daemon thread (pthread_exit), through frames that must not throw and destructors that need the lock.
template <class Call>
auto OrStay(Call call) {
  try {
    return call();
  } catch (abi::__forced_unwind&) {
    for (;;) pause();
  }
}

/// Lets other threads of Python run while it lives.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    OrStay([this] { PyEval_RestoreThread(state_); });
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

/// Holds the lock while it lives, on a thread that may have let go of it.
class WithGil {
 public:
  WithGil() : state_(OrStay([] { return PyGILState_Ensure(); })) {}
  ~WithGil() { PyGILState_Release(state_); }
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace voxgrad::python

#endif  // VOXGRAD_PYTHON_GIL_H_
