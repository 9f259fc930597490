// The definitions of the attributes that window ops share, with their documentation.
#include "absl/strings/str_cat.h"
#include "ops/window/attrs.h"

namespace voxgrad::window {
namespace {

const char* Dimensions(int rank) { return rank == 5 ? "[N, D, H, W, C]" : "[N, H, W, C]"; }

/// What the entries outside space may be.
const char* Outside(bool or_depth) {
  return or_depth
             ? "The entry of the batch must be 1, and so must that of the channels, unless window and stride "
               "are over the channels alone."
             : "The entries of batch and channels must be 1.";
}

AttrDef List(const char* name, WindowPart part, int rank, const char* what, const Entries& entries) {
  AttrDef attr;
  attr.name = entries.name != nullptr ? entries.name : name;
  attr.kind = AttrKind::kInts;
  attr.part = part;
  attr.min_count = rank;
  attr.doc = absl::StrCat(
      "1-D tensor of length ", rank, ". ", what, " for each dimension of the input tensor, in the order ",
      entries.data_format ? "of `data_format`" : Dimensions(rank), ". ", Outside(entries.or_depth));
  return attr;
}

}  // namespace

AttrDef ksize(int rank, Entries entries) {
  return List("ksize", WindowPart::kWindow, rank, "The size of the window", entries);
}

AttrDef strides(int rank, Entries entries) {
  return List("strides", WindowPart::kStride, rank, "The stride of the sliding window", entries);
}

AttrDef strides_of_conv2d() {
  AttrDef attr = strides(4);
  attr.min_count = 0;
  return attr;
}

AttrDef padding() {
  AttrDef attr;
  attr.name = "padding";
  attr.kind = AttrKind::kString;
  attr.choices = {"SAME", "VALID"};
  attr.doc =
      "The type of padding algorithm to use. SAME pads so that the output has ceil(input / stride) cells, "
      "the odd "
      "one after; VALID does not pad.";
  return attr;
}

AttrDef padding_or_explicit() {
  AttrDef attr = padding();
  attr.choices.push_back("EXPLICIT");
  attr.doc += " EXPLICIT takes the amounts from `explicit_paddings`.";
  return attr;
}

AttrDef explicit_paddings() {
  AttrDef attr;
  attr.name = "explicit_paddings";
  attr.kind = AttrKind::kInts;
  attr.default_value = Ints();
  attr.doc =
      "With `padding` EXPLICIT, the cells to add before and after each dimension, two values a dimension in "
      "the "
      "order of `data_format`; those of batch and channels must be 0. Otherwise empty.";
  return attr;
}

AttrDef data_format(int rank) {
  AttrDef attr;
  attr.name = "data_format";
  attr.kind = AttrKind::kString;
  attr.choices =
      rank == 5 ? std::vector<std::string>{"NDHWC", "NCDHW"} : std::vector<std::string>{"NHWC", "NCHW"};
  attr.default_value = attr.choices[0];
  attr.doc =
      rank == 5 ? "The data format of the input and output data. With the default format \"NDHWC\", the data "
                  "is stored in the order of: [batch, in_depth, in_height, in_width, in_channels]. "
                  "Alternatively, the format could be \"NCDHW\", the data storage order is: [batch, "
                  "in_channels, in_depth, in_height, in_width]."
                : "The data format of the input and output data. With the default format \"NHWC\", the data "
                  "is stored in the order of: [batch, in_height, in_width, in_channels]. Alternatively, the "
                  "format could be \"NCHW\", the data storage order is: [batch, in_channels, in_height, "
                  "in_width].";
  return attr;
}

AttrDef dilations(int rank) {
  AttrDef attr;
  attr.name = "dilations";
  attr.kind = AttrKind::kInts;
  attr.part = WindowPart::kDilation;
  attr.default_value = Ints(static_cast<size_t>(rank), 1);
  attr.doc = absl::StrCat(
      "1-D tensor of length ", rank, ". The dilation factor for each dimension of ", Dimensions(rank),
      ", in the order of `data_format`: with k > 1 there are k - 1 skipped cells between the "
      "taps of the filter. The entries of batch and channels must be 1.");
  return attr;
}

AttrDef rates() {
  AttrDef attr = dilations(4);
  attr.name = "rates";
  attr.default_value = {};
  attr.min_count = 4;
  attr.doc =
      "1-D tensor of length 4. The input stride for atrous morphological dilation, for each dimension of "
      "[N, H, W, C]: with k > 1 there are k - 1 skipped cells between the taps of the filter. The entries of "
      "batch and channels must be 1.";
  return attr;
}

AttrDef use_cudnn_on_gpu() {
  AttrDef attr;
  attr.name = "use_cudnn_on_gpu";
  attr.kind = AttrKind::kBool;
  attr.default_value = true;
  attr.doc = "Accepted for TensorFlow's sake; it changes nothing.";
  return attr;
}

}  // namespace voxgrad::window
