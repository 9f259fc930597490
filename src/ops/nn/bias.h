// BiasAdd and its gradient: which axis of a tensor holds the channels.
#ifndef VOXGRAD_OPS_NN_BIAS_H_
#define VOXGRAD_OPS_NN_BIAS_H_

#include "ops/table/context.h"

namespace voxgrad::rules {

/// The attribute `data_format` as both ops have it.
AttrDef BiasFormat();

/// The last axis, or the second one with NCHW.
int ChannelAxis(const OpCall& c, int rank);

/// An error unless the tensor has two dimensions at least, as far as that is known.
absl::Status ExpectChannels(const Infer& c, absl::string_view input);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_NN_BIAS_H_
