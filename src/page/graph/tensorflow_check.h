// Whether TensorFlow would load a node.
#ifndef VOXGRAD_PAGE_GRAPH_TENSORFLOW_CHECK_H_
#define VOXGRAD_PAGE_GRAPH_TENSORFLOW_CHECK_H_

#include <string>
#include <vector>

#include "voxgrad/graph.h"

namespace voxgrad {

/// Why TensorFlow would refuse a node that is fine here: attributes and types that its definition of the op
/// does not have. Each is a sentence: "T is int8; TensorFlow's AvgPool takes half, bfloat16, float or
/// double."
std::vector<std::string> TensorFlowObjections(const Node& node);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_GRAPH_TENSORFLOW_CHECK_H_
