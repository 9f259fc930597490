// A Scope: where new ops go, and how they are named.
#ifndef VOXGRAD_SCOPE_H_
#define VOXGRAD_SCOPE_H_

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "voxgrad/export.h"
#include "voxgrad/graph.h"
#include "voxgrad/graph_constructor.h"
#include "voxgrad/ops.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {

class GraphDef;
class NodeBuilder;
struct CompositeOpScopes;

/// A handle on a graph that is being built: a prefix for names, control dependencies, and a status that
/// stays bad once it is. Copies share graph, status and names. Not safe to use from several threads.
///
///     Scope root = Scope::NewRootScope();
///     auto x = ops::Placeholder(root.WithOpName("x"), DT_FLOAT);
///     auto y = ops::Relu(root.NewSubScope("layer1"), x);   // "layer1/Relu"
class VOXGRAD_API Scope {
 public:
  Scope(const Scope& other);
  Scope& operator=(const Scope& other);
  ~Scope();

  /// A new, empty graph.
  static Scope NewRootScope();
  /// The same, but the shapes are found only when the graph runs.
  static Scope DisabledShapeInferenceScope();

  /// Names below get the prefix "child/"; the second scope of a name becomes "child_1".
  Scope NewSubScope(const std::string& child) const;
  /// The next op is called so; the parts are joined.
  template <class... Parts>
  Scope WithOpName(Parts... parts) const {
    std::string name;
    (void)std::initializer_list<int>{(name += NamePart(parts), 0)...};
    return WithOpNameImpl(name);
  }
  Scope WithControlDependencies(absl::Span<const Operation> operations) const;
  Scope WithControlDependencies(const Output& output) const;
  Scope WithNoControlDependencies() const;
  Scope WithDevice(const std::string& device) const;
  Scope WithAssignedDevice(const std::string& device) const;
  Scope WithXlaCluster(const std::string& cluster) const;
  Scope ColocateWith(const Operation& op) const;
  Scope ColocateWith(const Output& output) const { return ColocateWith(output.op()); }
  Scope ClearColocation() const;
  /// The first error ends the process with its message.
  Scope ExitOnError() const;
  Scope WithKernelLabel(const std::string& label) const;

  std::string GetUniqueNameForOp(const std::string& default_name) const;
  /// For an op made of several: a scope for its parts, and one for the last of them, which carries the name.
  CompositeOpScopes GetCompositeOpScopes(const std::string& composite_op_name) const;

  void UpdateStatus(const absl::Status& status) const;
  /// Gives a node to be what the scope has for it: control dependencies, device, colocation.
  void UpdateBuilder(NodeBuilder* builder) const;

  bool ok() const { return status().ok(); }
  Graph* graph() const { return graph_as_shared_ptr().get(); }
  std::shared_ptr<Graph> graph_as_shared_ptr() const;
  absl::Status status() const;
  absl::Status ToGraphDef(GraphDef* graph_def, bool include_debug_info = false) const;
  /// A copy of the graph, for programs that walk over one; `graph` is empty before.
  absl::Status ToGraph(Graph* graph, GraphConstructorOptions options = {}) const;
  /// Shapes are found when a node is added; this hands over what its shape function had to say.
  absl::Status DoShapeInference(Node* node) const;
  const std::vector<Operation>& control_deps() const;
  bool infers_shapes() const;

 private:
  struct Impl;
  explicit Scope(std::unique_ptr<Impl> impl);
  /// The status goes bad where there is no such node.
  void CheckMade(const Operation& operation, const char* what) const;
  Scope WithOpNameImpl(const std::string& name) const;
  template <class Change>
  Scope Changed(Change change) const;

  static std::string NamePart(const std::string& part) { return part; }
  static std::string NamePart(const char* part) { return part; }
  static std::string NamePart(char part) { return std::string(1, part); }
  static std::string NamePart(const StringPiece& part) { return part.str(); }
  template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
  static std::string NamePart(T part) {
    return std::to_string(part);
  }

  std::unique_ptr<Impl> impl_;
};

struct CompositeOpScopes {
  Scope child;
  Scope last;
};

}  // namespace voxgrad

#endif  // VOXGRAD_SCOPE_H_
