// What is known of a page before it runs: shapes, types, and what is wrong.
#ifndef VOXGRAD_STUDIO_INFER_H_
#define VOXGRAD_STUDIO_INFER_H_

#include "graph/node.h"
#include "studio/json.h"
#include "studio/page_build.h"

namespace voxgrad::studio {

/// The answer of /api/infer.
Json InferJson(const BuiltPage& page);

/// `float [1,96,96,96,32] · 113 MB`; without bytes where a size is not known.
std::string WireText(const voxgrad::OutputInfo& output);

/// The names of a node's outputs, those of a list as `output[1]`.
std::vector<std::string> OutputNames(const Node& node);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_INFER_H_
