// The attributes that window ops share, and what they say together.
#ifndef VOXGRAD_OPS_WINDOW_ATTRS_H_
#define VOXGRAD_OPS_WINDOW_ATTRS_H_

#include <array>
#include <string>

#include "absl/status/statusor.h"
#include "kernels/problem.h"
#include "ops/table/context.h"
#include "ops/table/op.h"

namespace voxgrad::window {

/// The axes of space, as sentences name them.
inline constexpr char kAxisNames[] = "DHW";

// The vocabulary of the op files. `rank` is 4 for images and 5 for volumes.
/// Where an op's list is not the usual one.
struct Entries {
  const char* name = nullptr;  // ExtractVolumePatches calls its ksize ksizes
  bool or_depth = false;       // an op that may also pool over the channels
  bool data_format = true;     // an op without that attribute has its channels last
};
AttrDef ksize(int rank, Entries entries = {});
AttrDef strides(int rank, Entries entries = {});
/// As above for images, but with a length that TensorFlow's definition leaves to whoever looks at it: the
/// shape function of Conv2D, and the run of its gradients.
AttrDef strides_of_conv2d();
AttrDef padding();
AttrDef padding_or_explicit();
AttrDef explicit_paddings();
AttrDef data_format(int rank);
AttrDef dilations(int rank);
/// What Dilation2D, whose name means something else, calls its dilations.
AttrDef rates();
AttrDef use_cudnn_on_gpu();

/// The order of a tensor's dimensions.
struct Format {
  std::string name;  // "NDHWC"
  int rank = 0;
  int channel = 0;      // the channel's place; the batch's is 0
  int first_space = 0;  // the place of D, or of H in 2-D
  bool channels_first() const { return channel == 1; }
  int space_rank() const { return rank - 2; }
  /// The place in the tensor of axis d of (D, H, W); -1 for the D of an image.
  int Place(int d) const { return d - (3 - space_rank()) < 0 ? -1 : first_space + d - (3 - space_rank()); }
};

/// The attributes of a window op, checked. The entries of the three axes are those of (D, H, W); an image has
/// a D of window 1.
struct Attrs {
  Format format;
  enum class Padding { kSame, kValid, kExplicit } padding = Padding::kSame;
  std::array<int64_t, 3> window = {1, 1, 1};
  std::array<int64_t, 3> stride = {1, 1, 1};
  std::array<int64_t, 3> dilation = {1, 1, 1};
  std::array<int64_t, 3> before = {0, 0, 0};  // explicit padding
  std::array<int64_t, 3> after = {0, 0, 0};
  int64_t channel_window = 1;  // max pooling over depth
  int64_t channel_stride = 1;
};

/// What TensorFlow finds only when a gradient op runs: its shape function looks at the argument that has the
/// shape of the result, and not at the others.
absl::Status FoundAtRunByGradients(const OpCall& call, absl::Status status);

/// Reads and checks the lists of windows, strides and dilations, whatever the op calls them, padding and
/// explicit_paddings, as far as the op has them. An op without data_format has its channels last; whether it
/// is one of images or of volumes, its lists say. `over_depth` allows a window in the channel dimension of an
/// image.
absl::StatusOr<Attrs> ReadAttrs(const OpCall& call, bool over_depth = false);

/// The name of the list that says this.
const std::string& NameOf(const Op& op, WindowPart part);

/// "ksize 3, strides 2, VALID": the attributes as a sentence about shapes quotes them.
std::string Describe(const OpCall& call);

/// A window of `window` taps along an axis of `in` cells (-1: not known): the output size, the padding.
/// `d` says which axis of `attrs`.
Axis MakeAxis(const Attrs& attrs, size_t d, int64_t in, int64_t window);

/// True when the window with its dilation is larger than the padded input (never with SAME).
bool WindowTooLarge(const Attrs& attrs, size_t d, int64_t in, int64_t window);

}  // namespace voxgrad::window

#endif  // VOXGRAD_OPS_WINDOW_ATTRS_H_
