#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_SESSION_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_SESSION_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export
#include "voxgrad/util/env.h"           // IWYU pragma: export
#include "voxgrad/graph_def.h"     // IWYU pragma: export
#include "voxgrad/session.h"       // IWYU pragma: export
#include "voxgrad/status.h"        // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_SESSION_H_
