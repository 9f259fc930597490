// NumPy's .npy files.
#ifndef VOXGRAD_CORE_NPY_H_
#define VOXGRAD_CORE_NPY_H_

#include <string>

#include "absl/status/statusor.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// Reads a file of format 1, 2 or 3: any real type, either byte order, C or Fortran order. A file of 16-bit
/// void elements, the way NumPy saves bfloat16, is read as bfloat16.
absl::StatusOr<Tensor> ReadNpy(const std::string& path);

/// Type and shape of such a file, from its header alone.
struct NpyInfo {
  DataType dtype = DT_INVALID;
  TensorShape shape = {};
};
absl::StatusOr<NpyInfo> ReadNpyInfo(const std::string& path);

/// Writes format 1, little-endian, C order; bfloat16 as NumPy with ml_dtypes does ('<V2').
absl::Status WriteNpy(const std::string& path, const Tensor& tensor);

}  // namespace voxgrad

#endif  // VOXGRAD_CORE_NPY_H_
