// The header of a .npy file: a dictionary, written as Python writes one.
#ifndef VOXGRAD_CORE_NPY_HEADER_H_
#define VOXGRAD_CORE_NPY_HEADER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "voxgrad/tensor_shape.h"

namespace voxgrad {

struct NpyHeader {
  std::string descr;  // "<f4"
  bool fortran_order = false;
  Ints shape;
};

/// Reads what Python's literals may look like: keys in any order, either quote, blanks, line ends and
/// comments anywhere, sizes such as 1_000 and 0x10, and the last of equal keys. Whatever NumPy would refuse
/// is refused: other keys, a key that is missing, a shape that is no tuple, an order that is no truth value.
/// With `python2` a size may end in L.
absl::StatusOr<NpyHeader> ParseNpyHeader(absl::string_view text, bool python2);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_NPY_HEADER_H_
