// Max pooling over images by lists of windows: with the places of the maxima, and over windows of uneven
// sizes.
#ifndef VOXGRAD_KERNELS_LISTED_WINDOWS_MAX_WINDOWS_H_
#define VOXGRAD_KERNELS_LISTED_WINDOWS_MAX_WINDOWS_H_

#include "core/exec.h"
#include "kernels/listed_windows/windows.h"

namespace voxgrad {

/// How a place in an image batch is written down: as an element of the whole tensor, or of its own image.
struct ArgmaxForm {
  DataType type = DT_INT64;  // or int32
  bool with_batch = false;
};

/// out[o] = the winner of window o, argmax[o] = its place, unless that is null.
void MaxOfWindows(Exec& exec, const WindowGrid& grid, DataType type, const void* in, void* out,
                  const ArgmaxForm& form = {}, void* argmax = nullptr);

/// in_grad[i] = the sum of out_grad[o] over the windows o whose winner is cell i.
void MaxOfWindowsGrad(Exec& exec, const WindowGrid& grid, DataType type, const void* in, const void* out_grad,
                      void* in_grad);

/// Images of `in_size` elements, each with `out_size` places in it.
struct ArgmaxProblem {
  int64_t outer = 1;
  int64_t in_size = 0;
  int64_t out_size = 0;
  DataType type = DT_FLOAT;
  ArgmaxForm form;
};

/// in_grad[i] = the sum of out_grad[o] over those o with argmax[o] = i.
void SendToArgmax(Exec& exec, const ArgmaxProblem& problem, const void* out_grad, const void* argmax,
                  void* in_grad);
/// out[o] = in[argmax[o]].
void PickAtArgmax(Exec& exec, const ArgmaxProblem& problem, const void* in, const void* argmax, void* out);

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_LISTED_WINDOWS_MAX_WINDOWS_H_
