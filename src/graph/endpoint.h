// The names of outputs: "node", "node:1", and "^node" for a node that only has to run before.
#ifndef VOXGRAD_GRAPH_ENDPOINT_H_
#define VOXGRAD_GRAPH_ENDPOINT_H_

#include "absl/strings/string_view.h"

namespace voxgrad {

/// "node", "node:1" or "^node", taken apart; the index of "^node" is -1. False when the text is none of them.
bool ParseEndpoint(absl::string_view text, absl::string_view* node, int* index);

}  // namespace voxgrad

#endif  // VOXGRAD_GRAPH_ENDPOINT_H_
