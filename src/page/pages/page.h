// A page: a graph in a file, with its data and with what to evaluate.
#ifndef VOXGRAD_PAGE_PAGES_PAGE_H_
#define VOXGRAD_PAGE_PAGES_PAGE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "page/graph/import_graph.h"
#include "page/pages/page_file.h"
#include "voxgrad/graph_def.h"

namespace voxgrad {

/// The node that holds what belongs to the page as a whole.
inline constexpr char kPageNode[] = "voxgrad/page";

/// What the page's session evaluates; all empty where the page does not say.
struct SessionBlock {
  std::vector<std::string> fetch_outputs;  // "y", "y:1": evaluated and shown
  std::vector<std::string> run_outputs;    // nodes that run without being shown
  std::vector<std::string> inputs;         // "x=1,2,3" or "x=@page.data/x.npy": values of placeholders
};

class Page {
 public:
  /// Reads a page. One whose nodes have problems is a page all the same; see import().
  static absl::StatusOr<std::shared_ptr<const Page>> Load(const std::string& path);
  /// A page from elsewhere. The files that it names lie in `folder`.
  Page(GraphDef def, std::string folder);

  const GraphDef& def() const { return def_; }
  const std::string& folder() const { return folder_; }
  const Import& import() const { return import_; }
  const Graph& graph() const { return *import_.graph; }
  const SessionBlock& session() const { return session_; }
  /// Placeholders with `_file` or `_generator` that are in the graph, with their definitions.
  const std::vector<std::pair<Node*, const NodeDef*>>& sources() const { return sources_; }
  /// Nodes marked `_init`: they run once before the first step.
  const std::vector<Node*>& initializers() const { return initializers_; }

  /// "y" or "y:1" as an output of the graph. A name that is not in the graph gives the problem that keeps it
  /// out.
  absl::StatusOr<Endpoint> FindOutput(const std::string& name) const;
  /// "train" as a node.
  absl::StatusOr<Node*> FindNode(const std::string& name) const;

  /// All outputs of nodes that no other node reads or waits for, but for placeholders without a value,
  /// initializers and what has no outputs.
  std::vector<Endpoint> Sinks() const;

  absl::Status Save(const std::string& path, const SavePolicy& policy = {}) const {
    return WritePage(path, def_, folder_, policy);
  }

 private:
  void Look(const NodeDef& node);

  GraphDef def_;
  std::string folder_;
  Import import_;
  SessionBlock session_;
  std::vector<std::pair<Node*, const NodeDef*>> sources_;
  std::vector<Node*> initializers_;
};

/// "y:0"
std::string EndpointName(const Endpoint& endpoint);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_PAGES_PAGE_H_
