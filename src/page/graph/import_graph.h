// A page's nodes as a graph.
#ifndef VOXGRAD_PAGE_GRAPH_IMPORT_GRAPH_H_
#define VOXGRAD_PAGE_GRAPH_IMPORT_GRAPH_H_

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "voxgrad/graph.h"
#include "voxgrad/graph_def.h"

namespace voxgrad {

/// Something wrong with a page; the sentence names the node.
struct ImportProblem {
  std::string node;
  absl::Status status;
};

struct Import {
  /// The nodes that are sound and whose inputs are. A node with wrong shapes is there too, so that those
  /// behind it are looked at: it carries the problem as its finding.
  std::shared_ptr<Graph> graph;
  /// All there are, in the order of the page; none when the page is sound.
  std::vector<ImportProblem> problems;
  /// For each node that is not in the graph, the place in `problems` of what keeps it out: its own, or one of
  /// a node that it depends on.
  std::unordered_map<std::string, size_t> missing;
  /// How many of the missing have no problem of their own.
  size_t blocked = 0;

  /// OK, or the first problem with the number of others.
  absl::Status status() const;
};

/// Makes a graph of a page. Nodes may stand in any order; attributes that have defaults may be missing; those
/// that begin with "_" are kept.
Import ImportGraph(const GraphDef& def);
/// The same, added to the nodes that a graph has: inputs may be among those.
Import ImportGraph(const GraphDef& def, std::shared_ptr<Graph> graph);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_GRAPH_IMPORT_GRAPH_H_
