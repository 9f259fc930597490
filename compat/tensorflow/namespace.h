// Programs say `tensorflow`; the library lives in `voxgrad`. A macro is the one way that carries every use of
// the name: reopened namespaces, forward declarations, specialisations, argument-dependent lookup. Programs
// are best compiled with -Dtensorflow=voxgrad too, so that what they declare before the first of these
// headers agrees. `#include "tensorflow/…"` and texts are untouched by it.
#ifndef VOXGRAD_COMPAT_TENSORFLOW_NAMESPACE_H_
#define VOXGRAD_COMPAT_TENSORFLOW_NAMESPACE_H_

#ifndef tensorflow
#define tensorflow voxgrad
#endif

#endif  // VOXGRAD_COMPAT_TENSORFLOW_NAMESPACE_H_
