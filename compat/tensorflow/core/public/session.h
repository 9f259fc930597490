#ifndef VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_SESSION_H_
#define VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_SESSION_H_

#include "tensorflow/namespace.h"    // IWYU pragma: export
#include "voxgrad/client_session.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TENSORFLOW_CORE_PUBLIC_SESSION_H_
