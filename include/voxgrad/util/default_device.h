// A device for the nodes of a GraphDef that name none.
#ifndef VOXGRAD_UTIL_DEFAULT_DEVICE_H_
#define VOXGRAD_UTIL_DEFAULT_DEVICE_H_

#include <string>

#include "voxgrad/graph_def.h"

namespace voxgrad {
namespace graph {

inline void SetDefaultDevice(const std::string& device, GraphDef* graph_def) {
  for (NodeDef& node : *graph_def->mutable_node()) {
    if (node.device().empty()) node.set_device(device);
  }
}

}  // namespace graph
}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_DEFAULT_DEVICE_H_
