#include "ops/nn/bias.h"

#include "absl/strings/str_cat.h"

namespace voxgrad::rules {

AttrDef BiasFormat() {
  AttrDef attr;
  attr.name = "data_format";
  attr.kind = AttrKind::kString;
  attr.choices = {"NHWC", "NCHW"};
  attr.default_value = "NHWC";
  attr.doc =
      "Where the channels are: with \"NHWC\" along the last dimension, with \"NCHW\" along the second. The "
      "tensor may have any number of dimensions from 2 on.";
  return attr;
}

int ChannelAxis(const OpCall& c, int rank) { return c.text("data_format") == "NCHW" ? 1 : rank - 1; }

absl::Status ExpectChannels(const Infer& c, absl::string_view input) {
  const PartialTensorShape& shape = c.input(input).shape;
  if (shape.unknown_rank() || shape.dims() >= 2) return absl::OkStatus();
  return c.Invalid(input, absl::StrCat("has shape ", shape.DebugString(),
                                       ", but must have at least 2 dimensions, one of them the channels."));
}

}  // namespace voxgrad::rules
