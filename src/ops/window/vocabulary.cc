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

AttrDef Entries(const char* name, int rank, const std::string& doc) {
  AttrDef attr;
  attr.name = name;
  attr.kind = AttrKind::kInts;
  attr.min_count = rank;
  attr.doc = doc;
  return attr;
}

}  // namespace

AttrDef ksize(int rank, bool or_depth) {
  return Entries(
      "ksize", rank,
      absl::StrCat("1-D tensor of length ", rank,
                   ". The size of the window for each dimension of the input tensor, in the order of "
                   "`data_format`. ",
                   Outside(or_depth)));
}

AttrDef strides(int rank, bool or_depth) {
  return Entries(
      "strides", rank,
      absl::StrCat("1-D tensor of length ", rank,
                   ". The stride of the sliding window for each dimension of the input tensor, in the "
                   "order of `data_format`. ",
                   Outside(or_depth)));
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
  attr.default_value = Ints(static_cast<size_t>(rank), 1);
  attr.doc = absl::StrCat(
      "1-D tensor of length ", rank, ". The dilation factor for each dimension of ", Dimensions(rank),
      ", in the order of `data_format`: with k > 1 there are k - 1 skipped cells between the "
      "taps of the filter. The entries of batch and channels must be 1.");
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
