// The messages of a graph: what a page file holds.
#ifndef VOXGRAD_PAGE_GRAPH_DEF_H_
#define VOXGRAD_PAGE_GRAPH_DEF_H_

#include <cstdint>
#include <string>

#include "voxgrad/export.h"
#include "voxgrad/page/accessors.h"
#include "voxgrad/page/attr_value.h"
#include "voxgrad/page/function_def.h"
#include "voxgrad/page/message.h"
#include "voxgrad/page/node_def.h"

namespace voxgrad {

class VOXGRAD_API VersionDef final : public MessageOf<VersionDef> {
 public:
  static const MessageTable& Table();

  VOXGRAD_VALUE(int32_t, producer)
  VOXGRAD_VALUE(int32_t, min_consumer)
  VOXGRAD_VALUES(int32_t, bad_consumers)
};

/// A graph: nodes that name their inputs.
///
///     GraphDef graph;
///     NodeDef* node = graph.add_node();
///     node->set_name("x");
///     node->set_op("Placeholder");
///     (*node->mutable_attr())["dtype"].set_type(DT_FLOAT);
///     graph.DebugString();
class VOXGRAD_API GraphDef final : public MessageOf<GraphDef> {
 public:
  static const MessageTable& Table();

  VOXGRAD_MESSAGES(NodeDef, node)
  VOXGRAD_MESSAGE(FunctionDefLibrary, library)
  VOXGRAD_VALUE(int32_t, version)  // before there was `versions`
  VOXGRAD_MESSAGE(VersionDef, versions)
};

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_GRAPH_DEF_H_
