// One problem for every pooling op and one for every convolution. 2-D is 3-D of depth 1.
#ifndef VOXGRAD_KERNELS_PROBLEM_H_
#define VOXGRAD_KERNELS_PROBLEM_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/rounding.h"
#include "voxgrad/types.h"

namespace voxgrad {

/// The part [origin, origin + size) of an axis of `whole` cells that a tensor holds. All of it, unless the
/// tensor is a slab of a larger volume.
struct Extent {
  int64_t whole = 1;
  int64_t origin = 0;
  int64_t size = 1;

  static Extent All(int64_t whole) { return {whole, 0, whole}; }
};

/// Half-open.
struct Range {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t count() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

/// A window sliding along one axis: window o covers the cells o·stride - before + t·dilation for the taps
/// t in [0, window), those inside [0, in.whole). All coordinates are those of the whole volume.
///
/// A slab's input holds the cells of its windows wherever values are read from it. A gradient adds up what
/// the held windows send to the held cells: that of the whole for a cell whose windows are all held. Max
/// pooling's gradient also reads the input, so its slab has a halo of cells with some windows missing, which
/// is the caller's to cut.
struct Axis {
  Extent in;
  Extent out;
  int64_t window = 1;
  int64_t stride = 1;
  int64_t before = 0;
  int64_t dilation = 1;

  /// The cells of window o that lie inside the input (for dilation 1).
  Range CellsOf(int64_t o) const {
    const int64_t start = o * stride - before;
    return {std::max<int64_t>(0, start), std::min(in.whole, start + window)};
  }

  /// The held windows that cover cell i (for dilation 1).
  Range WindowsOf(int64_t i) const {
    const int64_t last = i + before;          // window o starts at or before i: o·stride <= last
    const int64_t first = last - window + 1;  // and reaches it: o·stride >= first
    const int64_t begin = std::max(out.origin, first <= 0 ? 0 : CeilDiv(first, stride));
    return {begin, std::max(begin, std::min(out.origin + out.size, last / stride + 1))};
  }

  /// The cell under tap t of window o, or -1 when it lies in the padding.
  int64_t CellAt(int64_t o, int64_t t) const {
    const int64_t i = o * stride - before + t * dilation;
    return i >= 0 && i < in.whole ? i : -1;
  }

  /// The held window whose tap t lies on cell i, or -1 when there is none.
  int64_t WindowAt(int64_t i, int64_t t) const {
    const int64_t start = i + before - t * dilation;
    if (start < 0 || start % stride != 0) return -1;
    const int64_t o = start / stride;
    return o >= out.origin && o < out.origin + out.size ? o : -1;
  }
};

/// Average and max pooling and their gradients, over tensors [outer, D, H, W, inner].
/// NDHWC is outer = N, inner = C; NCDHW is outer = N·C, inner = 1.
struct PoolProblem {
  int64_t outer = 1;
  std::array<Axis, 3> axis;
  int64_t inner = 1;
  DataType type = DT_FLOAT;        // of what is averaged or passed back, and of the result
  DataType value_type = DT_FLOAT;  // of the values whose maximum decides (max pooling)

  int64_t in_cells() const { return outer * axis[0].in.size * axis[1].in.size * axis[2].in.size * inner; }
  int64_t out_cells() const { return outer * axis[0].out.size * axis[1].out.size * axis[2].out.size * inner; }
  int64_t window_cells() const {
    int64_t cells = 1;
    for (const Axis& a : axis) cells *= std::min(a.window, std::max<int64_t>(a.in.whole, 1));
    return cells;
  }
};

/// Distance in elements between neighbours along each axis of an image tensor.
struct ImageStrides {
  int64_t batch = 0;
  std::array<int64_t, 3> space = {0, 0, 0};
  int64_t channel = 0;
};

/// Convolution and its two gradients. The filter is [D, H, W, in_channels, groups·out_channels], always.
struct ConvProblem {
  int64_t batch = 1;
  int64_t groups = 1;
  int64_t in_channels = 1;   // of one group
  int64_t out_channels = 1;  // of one group
  std::array<Axis, 3> axis;
  bool channels_first = false;
  DataType type = DT_FLOAT;
  int64_t images_before = 0;  // of the whole batch, before and behind those that are held
  int64_t images_behind = 0;

  Extent images() const { return {images_before + batch + images_behind, images_before, batch}; }
  int64_t taps() const { return axis[0].window * axis[1].window * axis[2].window; }
  int64_t in_space() const { return axis[0].in.size * axis[1].in.size * axis[2].in.size; }
  int64_t out_space() const { return axis[0].out.size * axis[1].out.size * axis[2].out.size; }
  int64_t in_cells() const { return batch * in_space() * groups * in_channels; }
  int64_t out_cells() const { return batch * out_space() * groups * out_channels; }
  int64_t filter_cells() const { return taps() * in_channels * groups * out_channels; }

  ImageStrides in_strides() const {
    return Strides({axis[0].in.size, axis[1].in.size, axis[2].in.size}, groups * in_channels);
  }
  ImageStrides out_strides() const {
    return Strides({axis[0].out.size, axis[1].out.size, axis[2].out.size}, groups * out_channels);
  }

 private:
  ImageStrides Strides(const std::array<int64_t, 3>& size, int64_t channels) const {
    const int64_t space = size[0] * size[1] * size[2];
    const int64_t cell = channels_first ? 1 : channels;
    return {space * channels, {size[1] * size[2] * cell, size[2] * cell, cell}, channels_first ? space : 1};
  }
};

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_PROBLEM_H_
