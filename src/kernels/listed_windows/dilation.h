// Morphological dilation: max pooling of an image to whose cells a filter is added first.
#ifndef VOXGRAD_KERNELS_LISTED_WINDOWS_DILATION_H_
#define VOXGRAD_KERNELS_LISTED_WINDOWS_DILATION_H_

#include "core/exec.h"
#include "kernels/listed_windows/windows.h"

namespace voxgrad {

/// out[o] = the largest of in[i] + filter[t] over the taps t of window o and the cells i under them; the
/// lowest number of the type where all taps lie outside the image. The filter is [taps, channels].
void Dilation(Exec& exec, const WindowGrid& grid, DataType type, const void* in, const void* filter,
              void* out);

/// in_grad[i] = the sum of out_grad[o] over the windows o that cell i wins.
void DilationBackpropInput(Exec& exec, const WindowGrid& grid, DataType type, const void* in,
                           const void* filter, const void* out_grad, void* in_grad);

/// filter_grad[t] = the sum of out_grad[o] over the windows o that tap t wins.
void DilationBackpropFilter(Exec& exec, const WindowGrid& grid, DataType type, const void* in,
                            const void* filter, const void* out_grad, void* filter_grad);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LISTED_WINDOWS_DILATION_H_
