#include "ops/array/blocks.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "kernels/array/copy_box.h"
#include "ops/rules/axes.h"

namespace voxgrad::rules {
namespace {

bool ChannelsFirst(const OpCall& c) { return c.text("data_format") == "NCHW"; }

/// The cells of the batch whose place in space, batch place · block + offset - before, lies inside [0, size).
struct Overlap {
  int64_t first = 0;  // in the batch tensor
  int64_t count = 0;
  int64_t space = 0;  // where the first one lies
};
Overlap OverlapOf(int64_t size, int64_t cells, int64_t block, int64_t offset, int64_t before) {
  Overlap overlap;
  const int64_t shift = offset - before;
  overlap.first = shift >= 0 ? 0 : (-shift + block - 1) / block;
  const int64_t end = size > shift ? std::min(cells, (size - shift + block - 1) / block) : 0;
  overlap.count = std::max<int64_t>(0, end - overlap.first);
  overlap.space = overlap.first * block + shift;
  return overlap;
}

}  // namespace

absl::StatusOr<std::optional<Blocks>> ReadBlocks(const Infer& c, const char* borders) {
  if (absl::Status status = ExpectVector(c, "block_shape"); !status.ok()) return status;
  const int64_t axes = VectorSize(c.input("block_shape"));
  const PartialTensorShape& matrix = c.input(borders).shape;
  if (!PartialTensorShape({axes, 2}).IsCompatibleWith(matrix)) {
    return c.Invalid(borders,
                     absl::StrCat("has shape ", matrix.DebugString(), ", but must be a matrix of rows ",
                                  "(before, after), one for each value of block_shape."));
  }
  const PartialTensorShape& input = c.input("input").shape;
  if (!input.unknown_rank() && input.dims() < std::max<int64_t>(axes, 0) + 1) {
    return c.Invalid("input", absl::StrCat("is ", input.DebugString(), ", but must have a batch and ", axes,
                                           " dimensions of space, one for each value of block_shape."));
  }
  const std::optional<Ints> sizes = KnownInts(c, "block_shape");
  const std::optional<Ints> given = KnownInts(c, borders);
  if (!sizes || !given) return std::optional<Blocks>();
  Blocks blocks{*sizes, *given, 1};
  for (int64_t size : blocks.sizes) {
    if (size < 1 || __builtin_mul_overflow(blocks.count, size, &blocks.count)) {
      return AtRun(
          c.Invalid("block_shape",
                    absl::StrCat("is ", Attribute(blocks.sizes).DebugString(),
                                 ", but each must be at least 1, and their product fit ", "into 64 bits.")));
    }
  }
  for (int64_t cells : blocks.borders) {
    if (cells >= 0) continue;
    return AtRun(c.Invalid(borders, absl::StrCat("is ", Attribute(blocks.borders).DebugString(),
                                                 "; no number may be below 0.")));
  }
  return std::optional<Blocks>(std::move(blocks));
}

void CopyBlocks(Exec& exec, const Blocks& blocks, const Tensor& space, const Tensor& batch, bool to_batch) {
  const int64_t bytes = DataTypeSize(space.dtype());
  const auto space_strides = RowMajorStrides(space.shape().dim_sizes(), bytes);
  const auto batch_strides = RowMajorStrides(batch.shape().dim_sizes(), bytes);
  const int64_t images = space.dim_size(0);
  if (space.NumElements() == 0 || batch.NumElements() == 0) return;
  for (int64_t cell = 0; cell < blocks.count; ++cell) {  // of a block; its images lie together in the batch
    BoxAxes axes = {{images, space_strides[0], batch_strides[0]}};
    int64_t from = 0, to = cell * images * batch_strides[0], rest = cell;
    for (size_t i = blocks.sizes.size(); i-- > 0; rest /= blocks.sizes[i]) {
      const auto d = static_cast<int>(i) + 1;
      const Overlap overlap = OverlapOf(space.dim_size(d), batch.dim_size(d), blocks.sizes[i],
                                        rest % blocks.sizes[i], blocks.borders[2 * i]);
      from += overlap.space * space_strides[i + 1];
      to += overlap.first * batch_strides[i + 1];
      axes.insert(axes.begin() + 1,
                  {overlap.count, blocks.sizes[i] * space_strides[i + 1], batch_strides[i + 1]});
    }
    for (size_t i = blocks.sizes.size() + 1; i < space_strides.size(); ++i)
      axes.push_back({space.dim_size(static_cast<int>(i)), space_strides[i], batch_strides[i]});
    char* in_space = static_cast<char*>(space.data()) + from;
    char* in_batch = static_cast<char*>(batch.data()) + to;
    if (to_batch) {
      CopyBox(exec, axes, in_space, in_batch, bytes);
    } else {
      for (BoxAxis& axis : axes) std::swap(axis.from, axis.to);
      CopyBox(exec, axes, in_batch, in_space, bytes);
    }
  }
}

OpBuilder& DepthAttributes(OpBuilder& op) {
  AttrDef size;
  size.name = "block_size";
  size.kind = AttrKind::kInt;
  size.min_value = 2;
  size.doc = "The size of the spatial block.";
  AttrDef format;
  format.name = "data_format";
  format.kind = AttrKind::kString;
  format.choices = {"NHWC", "NCHW"};
  format.default_value = "NHWC";
  format.excluded = {{"NCHW_VECT_C", "a packed layout of one vendor's GPUs; use NHWC or NCHW."}};
  format.doc = "Where the channels are.";
  return op.attr(size).attr(format);
}

absl::StatusOr<Ints> ImageSizes(const Infer& c) {
  const PartialTensorShape& shape = c.input("input").shape;
  if (shape.unknown_rank()) return Ints(4, -1);
  if (shape.dims() != 4) {
    return c.Invalid("input", absl::StrCat("has shape ", shape.DebugString(),
                                           ", but must have 4 dimensions, ", c.text("data_format"), "."));
  }
  Ints sizes(shape.dim_sizes().begin(), shape.dim_sizes().end());
  if (ChannelsFirst(c)) sizes = {sizes[0], sizes[2], sizes[3], sizes[1]};
  return sizes;
}

void SetImage(Infer& c, const Ints& sizes) {
  c.SetOutput(0, PartialTensorShape(ChannelsFirst(c) ? Ints{sizes[0], sizes[3], sizes[1], sizes[2]} : sizes));
}

void CopyDepth(const Run& c, const Tensor& space, const Tensor& depth, bool to_depth) {
  if (space.NumElements() == 0) return;
  const int64_t bytes = DataTypeSize(space.dtype());
  const int64_t block = c.integer("block_size");
  const bool first = ChannelsFirst(c);
  const int channel = first ? 1 : 3, row = first ? 2 : 1;
  const auto s = RowMajorStrides(space.shape().dim_sizes(), bytes);
  const auto d = RowMajorStrides(depth.shape().dim_sizes(), bytes);
  const auto at = [](const auto& strides, int axis) { return strides[static_cast<size_t>(axis)]; };
  const int64_t channels = space.dim_size(channel);
  const BoxAxis image = {space.dim_size(0), s[0], d[0]};
  const BoxAxis block_row = {depth.dim_size(row), block * at(s, row), at(d, row)};
  const BoxAxis block_column = {depth.dim_size(row + 1), block * at(s, row + 1), at(d, row + 1)};
  const BoxAxis cell_row = {block, at(s, row), block * channels * at(d, channel)};
  const BoxAxis cell_column = {block, at(s, row + 1), channels * at(d, channel)};
  const BoxAxis each_channel = {channels, at(s, channel), at(d, channel)};
  BoxAxes axes = {image, block_row, block_column, cell_row, cell_column, each_channel};
  if (first) axes = {image, cell_row, cell_column, each_channel, block_row, block_column};
  if (to_depth) return CopyBox(c.exec(), axes, space.data(), depth.data(), bytes);
  for (BoxAxis& axis : axes) std::swap(axis.from, axis.to);
  CopyBox(c.exec(), axes, depth.data(), space.data(), bytes);
}

}  // namespace voxgrad::rules
