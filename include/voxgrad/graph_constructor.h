// A graph made of the messages that describe one.
#ifndef VOXGRAD_GRAPH_CONSTRUCTOR_H_
#define VOXGRAD_GRAPH_CONSTRUCTOR_H_

#include "absl/status/status.h"
#include "voxgrad/export.h"

namespace voxgrad {

class Graph;
class GraphDef;

/// What TensorFlow's programs can ask for. All ops are the same here and devices are texts, so that nothing
/// depends on it.
struct GraphConstructorOptions {
  bool allow_internal_ops = false;
  bool expect_device_spec = false;
  bool validate_nodes = false;
  bool add_default_attributes = true;
};

/// Adds the nodes of a GraphDef to a graph.
VOXGRAD_API absl::Status ConvertGraphDefToGraph(const GraphConstructorOptions& options,
                                                const GraphDef& graph_def, Graph* graph);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_CONSTRUCTOR_H_
