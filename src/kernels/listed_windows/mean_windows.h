// Average pooling over images by lists of windows, for windows of uneven sizes.
#ifndef VOXGRAD_KERNELS_LISTED_WINDOWS_MEAN_WINDOWS_H_
#define VOXGRAD_KERNELS_LISTED_WINDOWS_MEAN_WINDOWS_H_

#include "core/exec.h"
#include "kernels/listed_windows/windows.h"

namespace voxgrad {

/// out[o] = the mean of the cells of window o; integers are cut towards zero. Types: float, double, int32,
/// int64.
void MeanOfWindows(Exec& exec, const WindowGrid& grid, DataType type, const void* in, void* out);

/// in_grad[i] = the sum over the windows o that cover i of out_grad[o] / (cells of o), in double; integers
/// are cut towards zero at the end.
void MeanOfWindowsGrad(Exec& exec, const WindowGrid& grid, DataType type, const void* out_grad,
                       void* in_grad);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LISTED_WINDOWS_MEAN_WINDOWS_H_
