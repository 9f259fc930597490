// `tsl` is where TensorFlow keeps what it shares with other projects. The same names are in `voxgrad` here.
#ifndef VOXGRAD_COMPAT_TSL_NAMESPACE_H_
#define VOXGRAD_COMPAT_TSL_NAMESPACE_H_

#include "tensorflow/namespace.h"  // IWYU pragma: export

namespace voxgrad {}
namespace tsl = voxgrad;

#endif  // VOXGRAD_COMPAT_TSL_NAMESPACE_H_
