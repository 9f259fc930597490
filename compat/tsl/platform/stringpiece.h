#ifndef VOXGRAD_COMPAT_TSL_PLATFORM_STRINGPIECE_H_
#define VOXGRAD_COMPAT_TSL_PLATFORM_STRINGPIECE_H_

#include "tsl/namespace.h"         // IWYU pragma: export
#include "voxgrad/string_piece.h"  // IWYU pragma: export

#endif  // VOXGRAD_COMPAT_TSL_PLATFORM_STRINGPIECE_H_
