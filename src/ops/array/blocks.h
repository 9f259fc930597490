// Space cut into blocks, whose cells go to the batch or to the channels, and back.
#ifndef VOXGRAD_OPS_ARRAY_BLOCKS_H_
#define VOXGRAD_OPS_ARRAY_BLOCKS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "ops/table/context.h"

namespace voxgrad::rules {

/// The checked value of `block_shape`, and of the matrix that says what is added around the space, or cut
/// from it: a pair (before, after) for each axis of a block. None where one of them is not known yet.
struct Blocks {
  Ints sizes;
  Ints borders;
  int64_t count = 1;  // of cells in a block
};
absl::StatusOr<std::optional<Blocks>> ReadBlocks(const Infer& c, const char* borders);

/// Moves every cell that is in both between a tensor in space and one in the batch.
void CopyBlocks(Exec& exec, const Blocks& blocks, const Tensor& space, const Tensor& batch, bool to_batch);

/// `block_size` and `data_format` of DepthToSpace and SpaceToDepth.
OpBuilder& DepthAttributes(OpBuilder& op);
/// An error unless the tensor has four dimensions; then its sizes as (batch, rows, columns, channels).
absl::StatusOr<Ints> ImageSizes(const Infer& c);
/// Sets the output from sizes in that order.
void SetImage(Infer& c, const Ints& sizes);
/// Moves every cell between a tensor in space and one in the channels.
void CopyDepth(const Run& c, const Tensor& space, const Tensor& depth, bool to_depth);

}  // namespace voxgrad::rules

#endif  // VOXGRAD_OPS_ARRAY_BLOCKS_H_
