// Everything a program needs to call the ops.
#ifndef VOXGRAD_VOXGRAD_H_
#define VOXGRAD_VOXGRAD_H_

#include "voxgrad/attribute.h"     // IWYU pragma: export
#include "voxgrad/call.h"          // IWYU pragma: export
#include "voxgrad/error.h"         // IWYU pragma: export
#include "voxgrad/tensor.h"        // IWYU pragma: export
#include "voxgrad/tensor_shape.h"  // IWYU pragma: export
#include "voxgrad/threads.h"       // IWYU pragma: export
#include "voxgrad/types.h"         // IWYU pragma: export
#include "voxgrad/version.h"       // IWYU pragma: export

#endif  // VOXGRAD_VOXGRAD_H_
