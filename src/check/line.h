// A window problem as one line of text that reproduces it anywhere:
//
//     AvgPool3DGrad f32 ndhwc 1x96x96x96x32 k3 s1 same
//     Conv3DBackpropInputV2 bf16 ncdhw 2x8x9x10x11 o16 k1x3x3 s2 d1x1x2 g2 same seed7
//     MaxPool f16 nhwc 1x8x8x12 kc4 sc4 valid
//     MaxPoolGrad u8 nchw 1x3x7x7 k3 s2 pad1.0x2.1
//
// op, type, layout, input shape in that layout; then in any order: k window, s strides, d dilations (one
// number for all axes of space or one each), kc and sc window and stride over the channels, o output channels
// and g groups of a convolution, same | valid | padB.A for each axis, in=TYPE for the values of
// MaxPool3DGrad, seedN, and what the random values are: eighths (the default: sums stay exact, ties happen),
// real, or special (with NaN and infinities).
#ifndef VOXGRAD_CHECK_LINE_H_
#define VOXGRAD_CHECK_LINE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "check/prepared_call.h"
#include "check/random_values.h"

namespace voxgrad::driver {

struct Line {
  std::string op;
  DataType type = DT_FLOAT;
  DataType value_type = DT_INVALID;  // MaxPool3DGrad's TInput, when it differs
  std::string layout;                // "NDHWC"
  Ints shape;
  Ints window, stride, dilation;  // one entry an axis of space
  int64_t channel_window = 1;
  int64_t channel_stride = 1;
  int64_t out_channels = 0;  // 0: as many as come in
  int64_t groups = 1;
  std::string padding = "SAME";
  Ints pads;  // before and after for each axis of space
  uint64_t seed = 1;
  Values values = Values::kEighths;

  size_t space_rank() const { return layout.size() - 2; }
  std::string Text() const;
};

absl::StatusOr<Line> ParseLine(absl::string_view text);

/// The call that a line describes, with random inputs. Fails where the op refuses the problem.
absl::StatusOr<PreparedCall> Prepare(const Line& line);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_CHECK_LINE_H_
