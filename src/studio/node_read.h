// One node of a GraphDef as a block: its attributes, value and device as texts.
#ifndef VOXGRAD_STUDIO_NODE_READ_H_
#define VOXGRAD_STUDIO_NODE_READ_H_

#include <string>
#include <vector>

#include "ops/table/op.h"
#include "studio/page_model.h"
#include "voxgrad/graph_def.h"

namespace voxgrad::studio {

/// More than any tensor has: texts of values are written out whole.
inline constexpr int64_t kEveryElement = int64_t{1} << 40;

/// The names of a node's inputs, in order; false when there are more of them than the op has.
bool PinNames(const Op& op, const NodeDef& node, size_t inputs, std::vector<std::string>* names);

/// A node of a known op. False where something of it has no text: then it is read raw. With `uploads`,
/// constants too long to be typed are put there as files.
bool ReadNode(const Op& op, const NodeDef& node, const std::string& uploads, Block* block);

/// Any node, as GraphDef text.
void ReadRawNode(const NodeDef& node, Block* block);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_NODE_READ_H_
