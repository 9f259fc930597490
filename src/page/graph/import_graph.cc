#include "page/graph/import_graph.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/nearest.h"
#include "graph/endpoint.h"
#include "graph/node.h"
#include "ops/table/context.h"
#include "page/graph/attribute_value.h"
#include "page/messages/text.h"

namespace voxgrad {
namespace {

/// What a text says of a value: fields by number, which only bytes have, could not be read from one again.
std::shared_ptr<const AttrValue> AsInText(const AttrValue& value) {
  auto known = std::make_shared<AttrValue>();
  ReadText(WriteKnownText(value), known.get()).IgnoreError();  // empty where the value is none
  return known;
}

class Importer {
 public:
  Importer(const GraphDef& def, std::shared_ptr<Graph> graph)
      : def_(def), graph_(std::move(graph)), count_(static_cast<size_t>(def.node_size())), nodes_(count_) {}

  Import Make() {
    FindOldNames();
    FindNames();
    for (size_t i = 0; i < count_; ++i) FindInputs(i);
    for (size_t i = 0; i < count_; ++i) Visit(i);
    return Finish();
  }

 private:
  enum class Mark : char { kNew, kOpen, kDone };
  struct Source {
    size_t node = 0;
    int index = 0;  // -1: control
  };
  struct Entry {
    Mark mark = Mark::kNew;
    std::vector<Source> inputs;
    Node* made = nullptr;
    int problem = -1;  // what keeps it out of the graph, a place in problems_
    int concern = -1;  // a problem of its own with which it is in the graph
  };
  struct Frame {
    size_t node;
    size_t next = 0;
  };
  struct Problem {
    size_t node;
    absl::Status status;
  };

  const NodeDef& DefOf(size_t i) const { return def_.node(static_cast<int>(i)); }

  int AddProblem(size_t node, absl::Status status) {
    problems_.push_back({node, std::move(status)});
    return static_cast<int>(problems_.size()) - 1;
  }

  /// Only the first problem of a node counts; others may follow from it.
  void Refuse(size_t i, absl::Status status) {
    if (nodes_[i].problem < 0) nodes_[i].problem = AddProblem(i, std::move(status));
  }

  /// The nodes that the graph has already stand behind those of the page.
  void FindOldNames() {
    by_name_.reserve(count_ + graph_->op_nodes().size());
    for (Node* node : graph_->op_nodes()) {
      by_name_.emplace(node->name(), nodes_.size());
      nodes_.emplace_back();
      nodes_.back().mark = Mark::kDone;
      nodes_.back().made = node;
    }
  }

  void FindNames() {
    for (size_t i = 0; i < count_; ++i) {
      const auto [place, is_new] = by_name_.try_emplace(DefOf(i).name(), i);
      if (is_new) continue;
      const size_t other = place->second;
      const std::string& other_op = other < count_ ? DefOf(other).op() : nodes_[other].made->type_string();
      Refuse(i, absl::InvalidArgumentError(absl::StrCat("Node '", DefOf(i).name(), "' stands in the ",
                                                        other < count_ ? "page" : "graph", " twice, as ",
                                                        other_op, " and as ", DefOf(i).op(), ".")));
    }
  }

  /// "No node is called x. Did you mean X?" A long page is not searched for a name that is near.
  absl::Status NoSuchInput(const NodeDef& def, absl::string_view input, absl::string_view name) const {
    std::string nearest;
    if (nodes_.size() <= 1000) {
      std::vector<std::string> names;
      for (const NodeDef& node : def_.node()) names.push_back(node.name());
      nearest = Nearest(name, names);
    }
    return absl::InvalidArgumentError(
        absl::StrCat("Node '", def.name(), "' has the input '", input, "', but no node is called ", name, ".",
                     nearest.empty() ? "" : absl::StrCat(" Did you mean ", nearest, "?")));
  }

  void FindInputs(size_t i) {
    const NodeDef& def = DefOf(i);
    bool control = false;
    for (const std::string& input : def.input()) {
      absl::string_view name;
      Source source;
      if (!ParseEndpoint(input, &name, &source.index)) {
        Refuse(i, absl::InvalidArgumentError(absl::StrCat("Node '", def.name(), "' has the input '", input,
                                                          "'; an input is node, node:1 or ^node.")));
        continue;
      }
      const auto found = by_name_.find(std::string_view(name.data(), name.size()));
      if (found == by_name_.end()) {
        Refuse(i, NoSuchInput(def, input, name));
        continue;
      }
      if (control && source.index >= 0) {
        Refuse(i,
               absl::InvalidArgumentError(absl::StrCat("Node '", def.name(), "' has the input '", input,
                                                       "' behind a control input (^); those stand last.")));
      }
      control |= source.index < 0;
      source.node = found->second;
      nodes_[i].inputs.push_back(source);
    }
  }

  /// Depth first and without recursion, so that each node is made after its inputs, and in the order of the
  /// page where that order is right.
  void Visit(size_t root) {
    if (nodes_[root].mark != Mark::kNew) return;
    std::vector<Frame> stack = {{root}};
    nodes_[root].mark = Mark::kOpen;
    while (!stack.empty()) {
      Frame& top = stack.back();
      Entry& entry = nodes_[top.node];
      if (top.next == entry.inputs.size()) {
        entry.mark = Mark::kDone;
        Add(top.node);
        stack.pop_back();
        continue;
      }
      const size_t from = entry.inputs[top.next++].node;
      if (nodes_[from].mark == Mark::kOpen) Refuse(top.node, CycleError(stack, from));
      if (nodes_[from].mark != Mark::kNew) continue;
      nodes_[from].mark = Mark::kOpen;
      stack.push_back({from});
    }
  }

  absl::Status CycleError(const std::vector<Frame>& stack, size_t again) const {
    constexpr size_t kMost = 10;
    auto begin = stack.end();
    while (begin != stack.begin() && std::prev(begin)->node != again) --begin;
    --begin;
    std::string text = DefOf(again).name();
    const size_t length = static_cast<size_t>(stack.end() - begin);
    for (size_t k = length; k-- > 0;) {  // the stack goes from a node to its inputs
      const bool left_out = length > kMost && k < length - kMost / 2 && k >= kMost / 2;
      if (left_out && k == kMost / 2) absl::StrAppend(&text, " -> …");
      if (left_out) continue;
      absl::StrAppend(&text, " -> ", DefOf((begin + static_cast<int64_t>(k))->node).name());
    }
    return absl::InvalidArgumentError(
        absl::StrCat("Node '", DefOf(stack.back().node).name(),
                     "' is part of a cycle, which has no order to run in: ", text, "."));
  }

  absl::Status UnknownOp(const NodeDef& def) const {
    for (const FunctionDef& function : def_.library().function()) {
      if (function.signature().name() == def.op()) {
        return absl::UnimplementedError(absl::StrCat("Node '", def.name(), "' calls the page's function ",
                                                     def.op(), "; functions do not run here."));
      }
    }
    const absl::Status status = UnknownOpError(def.op());
    return absl::Status(status.code(), absl::StrCat("Node '", def.name(), "': ", status.message()));
  }

  static absl::StatusOr<std::vector<NamedAttribute>> ReadAttributes(const Op& op, const NodeDef& def) {
    const OpCall call(op, def.name(), {});
    std::vector<NamedAttribute> attributes;
    for (const auto& [name, value] : def.attr()) {
      const int slot = op.AttrIndex(name);
      const bool extra = slot < 0 && absl::StartsWith(name, "_");
      absl::StatusOr<Attribute> attribute = AttributeFromValue(
          value, slot < 0 ? std::nullopt : std::optional(op.attrs[static_cast<size_t>(slot)].kind));
      if (attribute.ok()) {
        attributes.push_back({name, *std::move(attribute)});
      } else if (extra) {  // what it means is not our business
        attributes.push_back({name, Attribute(AsInText(value))});
      } else {
        const std::string text(attribute.status().message());
        return absl::IsUnimplemented(attribute.status()) ? call.Unimplemented(name, text)
                                                         : call.Invalid(name, text);
      }
    }
    return attributes;
  }

  absl::StatusOr<NodeSpec> MakeSpec(size_t i) const {
    const NodeDef& def = DefOf(i);
    const Op* op = FindOp(def.op());
    if (op == nullptr) return UnknownOp(def);
    absl::StatusOr<std::vector<NamedAttribute>> attributes = ReadAttributes(*op, def);
    if (!attributes.ok()) return attributes.status();
    NodeSpec spec{def.name(), def.op()};
    for (const Source& source : nodes_[i].inputs) {
      if (source.index < 0) {
        spec.control_inputs.push_back(nodes_[source.node].made);
      } else {
        spec.inputs.push_back({nodes_[source.node].made, source.index});
      }
    }
    spec.attributes = *std::move(attributes);
    spec.device = def.device();
    return spec;
  }

  void Add(size_t i) {
    Entry& entry = nodes_[i];
    if (entry.problem >= 0) return;
    for (const Source& source : entry.inputs) {
      if (nodes_[source.node].problem < 0) continue;
      entry.problem = nodes_[source.node].problem;
      return;
    }
    absl::StatusOr<NodeSpec> spec = MakeSpec(i);
    if (!spec.ok()) return Refuse(i, spec.status());
    const absl::Status status = graph_->AddNode(*std::move(spec), &entry.made);
    if (entry.made == nullptr) return Refuse(i, status);
    if (!entry.made->finding().ok()) entry.concern = AddProblem(i, entry.made->finding());
  }

  Import Finish() {
    std::vector<size_t> order(problems_.size());
    for (size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return problems_[a].node < problems_[b].node; });
    std::vector<size_t> place(order.size());
    Import result;
    result.graph = std::move(graph_);
    for (size_t k = 0; k < order.size(); ++k) {
      place[order[k]] = k;
      const Problem& problem = problems_[order[k]];
      result.problems.push_back({DefOf(problem.node).name(), problem.status});
    }
    for (size_t i = 0; i < count_; ++i) {
      const int problem = nodes_[i].problem;
      if (problem < 0) continue;
      if (by_name_.at(DefOf(i).name()) == i)
        result.missing.emplace(DefOf(i).name(), place[static_cast<size_t>(problem)]);
      result.blocked += problems_[static_cast<size_t>(problem)].node == i ? 0 : 1;
    }
    return result;
  }

  const GraphDef& def_;
  std::shared_ptr<Graph> graph_;
  size_t count_;  // the page's nodes
  std::vector<Entry> nodes_;
  std::unordered_map<std::string_view, size_t> by_name_;
  std::vector<Problem> problems_;
};

}  // namespace

absl::Status Import::status() const {
  if (problems.empty()) return absl::OkStatus();
  if (problems.size() == 1) return problems[0].status;
  absl::Status first = problems[0].status;
  absl::Status status(first.code(), absl::StrCat(first.message(), " (One of ", problems.size(),
                                                 " problems; `vox check` lists them.)"));
  first.ForEachPayload(
      [&](absl::string_view key, const absl::Cord& payload) { status.SetPayload(key, payload); });
  return status;
}

Import ImportGraph(const GraphDef& def) { return ImportGraph(def, std::make_shared<Graph>()); }

Import ImportGraph(const GraphDef& def, std::shared_ptr<Graph> graph) {
  return Importer(def, std::move(graph)).Make();
}

}  // namespace voxgrad
