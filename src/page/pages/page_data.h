// Values that do not stand in a page: Placeholders that say where theirs come from.
#ifndef VOXGRAD_PAGE_PAGES_PAGE_DATA_H_
#define VOXGRAD_PAGE_PAGES_PAGE_DATA_H_

#include <string>

#include "absl/status/statusor.h"
#include "voxgrad/graph_def.h"
#include "voxgrad/tensor.h"

namespace voxgrad {

/// True of a Placeholder with `_file` or `_generator`.
bool HasSource(const NodeDef& node);

/// The value of such a node in a page that lies in `folder`. It has the node's type and a shape that agrees
/// with the node's. A recipe that names no seed takes `seed`.
absl::StatusOr<Tensor> SourceValue(const NodeDef& node, const std::string& folder, uint64_t seed);

/// Makes such a node a Const that holds its value.
absl::Status EmbedSource(const std::string& folder, uint64_t seed, NodeDef* node);

/// The path of a file that a page in `folder` names. It lies there or below: a page is data and may not reach
/// for anything else.
absl::StatusOr<std::string> DataPath(const std::string& folder, const std::string& name);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_PAGES_PAGE_DATA_H_
