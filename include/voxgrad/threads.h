// How many threads the ops use.
#ifndef VOXGRAD_THREADS_H_
#define VOXGRAD_THREADS_H_

#include "voxgrad/export.h"

namespace voxgrad {

/// Threads used by one op, the caller's included. 0 means the default: VOXGRAD_THREADS, else one a core.
/// Results have the same bits for any number.
VOXGRAD_API void SetNumThreads(int threads);
VOXGRAD_API int GetNumThreads();

}  // namespace voxgrad

#endif  // VOXGRAD_THREADS_H_
