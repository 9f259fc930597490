#include "voxgrad/scope.h"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <unordered_map>

#include "absl/strings/str_cat.h"
#include "cc/plain_status.h"
#include "core/error.h"
#include "graph/node.h"
#include "voxgrad/node_builder.h"

namespace voxgrad {

/// Which names are taken below a prefix, and how often each was asked for.
using NameMap = std::unordered_map<std::string, int>;

struct Scope::Impl {
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  std::shared_ptr<absl::Status> status = std::make_shared<absl::Status>();
  std::shared_ptr<NameMap> names = std::make_shared<NameMap>();
  std::shared_ptr<bool> used;  // set in the scope of one op: whether that op was made
  std::string prefix;
  std::string op_name;
  std::vector<Operation> control_deps;
  std::string kernel_label;
  std::string device;
  std::string xla_cluster;
  std::set<std::string> colocation;
  bool exit_on_error = false;
  bool infers_shapes = true;

  std::string UniqueName(const std::string& wanted) const {
    const auto [entry, fresh] = names->try_emplace(wanted, 0);
    if (fresh) return wanted;
    std::string unique;
    do {
      unique = absl::StrCat(wanted, "_", ++entry->second);
    } while (names->count(unique) > 0);
    names->emplace(unique, 0);
    return unique;
  }

  std::string Below(const std::string& name) const {
    return prefix.empty() || name.empty() ? absl::StrCat(prefix, name) : absl::StrCat(prefix, "/", name);
  }
};

Scope::Scope(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Scope::Scope(const Scope& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Scope::~Scope() = default;

Scope& Scope::operator=(const Scope& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}

Scope Scope::NewRootScope() { return Scope(std::make_unique<Impl>()); }

Scope Scope::DisabledShapeInferenceScope() {
  return NewRootScope().Changed([](Impl& impl) { impl.infers_shapes = false; });
}

template <class Change>
Scope Scope::Changed(Change change) const {
  Scope scope(*this);
  change(*scope.impl_);
  return scope;
}

Scope Scope::NewSubScope(const std::string& child) const {
  if (child.empty()) {
    return Changed([](Impl& impl) { impl.op_name.clear(); });
  }
  const std::string unique = impl_->UniqueName(child);
  return Changed([&](Impl& impl) {
    impl.prefix = impl.Below(unique);
    impl.op_name.clear();
    impl.used = nullptr;
    impl.names = std::make_shared<NameMap>();
  });
}

Scope Scope::WithOpNameImpl(const std::string& name) const {
  if (impl_->used != nullptr) {
    UpdateStatus(absl::InvalidArgumentError("Cannot set op name on this scope"));
    return *this;
  }
  return Changed([&](Impl& impl) { impl.op_name = name; });
}

Scope Scope::WithControlDependencies(absl::Span<const Operation> operations) const {
  for (const Operation& operation : operations) CheckMade(operation, "control dependency");
  return Changed([&](Impl& impl) {
    impl.control_deps.insert(impl.control_deps.end(), operations.begin(), operations.end());
  });
}

Scope Scope::WithControlDependencies(const Output& output) const {
  return WithControlDependencies({output.op()});
}

Scope Scope::WithNoControlDependencies() const {
  return Changed([](Impl& impl) { impl.control_deps.clear(); });
}

Scope Scope::WithDevice(const std::string& device) const {
  return Changed([&](Impl& impl) { impl.device = device; });
}

// There is one device; where a node was placed is not kept.
Scope Scope::WithAssignedDevice(const std::string&) const { return *this; }

Scope Scope::WithXlaCluster(const std::string& cluster) const {
  return Changed([&](Impl& impl) { impl.xla_cluster = cluster; });
}

Scope Scope::ColocateWith(const Operation& op) const {
  CheckMade(op, "colocation");
  return Changed([&](Impl& impl) {
    if (op.node() != nullptr) impl.colocation.insert(absl::StrCat("loc:@", op.node()->name()));
  });
}

Scope Scope::ClearColocation() const {
  return Changed([](Impl& impl) { impl.colocation.clear(); });
}

Scope Scope::ExitOnError() const {
  return Changed([](Impl& impl) { impl.exit_on_error = true; });
}

Scope Scope::WithKernelLabel(const std::string& label) const {
  return Changed([&](Impl& impl) { impl.kernel_label = label; });
}

std::string Scope::GetUniqueNameForOp(const std::string& default_name) const {
  if (impl_->used != nullptr) {
    if (impl_->op_name.empty() || *impl_->used) {
      UpdateStatus(absl::InvalidArgumentError("Cannot get a unique name in this scope"));
      return "";
    }
    *impl_->used = true;
    return impl_->op_name;
  }
  return impl_->Below(impl_->UniqueName(impl_->op_name.empty() ? default_name : impl_->op_name));
}

CompositeOpScopes Scope::GetCompositeOpScopes(const std::string& composite_op_name) const {
  if (impl_->op_name.empty() && composite_op_name.empty()) {
    UpdateStatus(absl::InvalidArgumentError("Cannot create composite op scopes with empty name"));
    return {*this, *this};
  }
  const auto single = [](Impl& impl, const std::string& name) {
    impl.op_name = name;
    impl.used = std::make_shared<bool>(false);
  };
  if (impl_->used != nullptr) {  // this scope is the last part of a larger op: its name goes on
    return {Changed([](Impl& impl) {
              impl.prefix = impl.op_name;
              impl.op_name.clear();
              impl.used = nullptr;
            }),
            Changed([&](Impl& impl) { single(impl, impl.op_name); })};
  }
  const Scope child = NewSubScope(impl_->op_name.empty() ? composite_op_name : impl_->op_name);
  const std::string last =
      impl_->prefix.empty() ? child.impl_->prefix : absl::StrCat(impl_->prefix, "_", child.impl_->prefix);
  return {child, child.Changed([&](Impl& impl) { single(impl, last); })};
}

void Scope::UpdateStatus(const absl::Status& status) const {
  impl_->status->Update(PlainStatus(status));
  if (impl_->exit_on_error && !impl_->status->ok()) {
    std::fprintf(stderr, "%s\n", impl_->status->ToString().c_str());
    std::abort();
  }
}

void Scope::CheckMade(const Operation& operation, const char* what) const {
  if (operation.node() != nullptr) return;
  UpdateStatus(absl::InvalidArgumentError(
      absl::StrCat("A ", what, " is no node: the op it came from could not be made.")));
}

void Scope::UpdateBuilder(NodeBuilder* builder) const {
  if (builder == nullptr) return;
  for (const Operation& operation : impl_->control_deps) builder->ControlInput(operation.node());
  if (!impl_->kernel_label.empty()) builder->Attr("_kernel", impl_->kernel_label);
  if (!impl_->device.empty()) builder->Device(impl_->device);
  if (!impl_->xla_cluster.empty()) builder->Attr("_XlaCluster", impl_->xla_cluster);
  if (!impl_->colocation.empty())
    builder->Attr("_class", std::vector<std::string>(impl_->colocation.begin(), impl_->colocation.end()));
}

std::shared_ptr<Graph> Scope::graph_as_shared_ptr() const { return impl_->graph; }
absl::Status Scope::status() const { return *impl_->status; }
const std::vector<Operation>& Scope::control_deps() const { return impl_->control_deps; }
bool Scope::infers_shapes() const { return impl_->infers_shapes; }

absl::Status Scope::DoShapeInference(Node* node) const {
  if (node == nullptr) return absl::InvalidArgumentError("There is no node to infer the shapes of.");
  return impl_->infers_shapes && node->body().refused ? PlainStatus(node->finding()) : absl::OkStatus();
}

absl::Status Scope::ToGraph(Graph* graph, GraphConstructorOptions) const {
  if (graph == nullptr) return NullResult("Scope::ToGraph", "graph");
  return ok() ? PlainStatus(graph->Append(*impl_->graph)) : status();
}

absl::Status Scope::ToGraphDef(GraphDef* graph_def, bool) const {
  if (graph_def == nullptr) return NullResult("Scope::ToGraphDef", "graph_def");
  if (!ok()) return status();
  impl_->graph->ToGraphDef(graph_def);
  return absl::OkStatus();
}

}  // namespace voxgrad
