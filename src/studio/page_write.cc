// A built page as nodes.
#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/npy.h"
#include "graph/endpoint.h"
#include "graph/node.h"
#include "page/graph/attribute_value.h"
#include "page/graph/import_graph.h"
#include "page/messages/text.h"
#include "page/pages/page.h"
#include "studio/page_json.h"
#include "studio/page_marks.h"

namespace voxgrad::studio {
namespace {

class Writer {
 public:
  Writer(const BuiltPage& page, const Folders& folders) : page_(page), folders_(folders) {
    Graph().ToGraphDef(&def_);  // the versions that go with every page
  }

  absl::StatusOr<GraphDef> Write() && {
    page_node_.set_name(kPageNode);
    page_node_.set_op("NoOp");
    for (size_t b = 0; b < page_.blocks.size(); ++b) {
      const BuiltBlock& block = page_.blocks[b];
      AddLiterals(block);
      if (block.block->op == kGradientsOp) {
        AddGradients(block);
      } else if (block.block->op == kSessionOp) {
        if (page_.session == static_cast<int>(b)) AddSession(block);
      } else if (block.block->name != kPageNode) {
        if (absl::Status status = AddNode(block); !status.ok()) return status;
      }
    }
    if (!gradients_.empty()) SetMark(&page_node_, "_gradients", gradients_);
    const std::string studio = KeptText();
    if (!studio.empty()) SetMark(&page_node_, "_studio", studio);
    if (!page_node_.attr().empty()) *def_.add_node() = std::move(page_node_);
    return std::move(def_);
  }

 private:
  /// "node:1" of a wire's begin, or nothing where no text would be read as that.
  std::string SourceText(int wire, bool colon) const {
    if (wire < 0 || page_.refused.count(static_cast<size_t>(wire)) > 0) return "";
    const Wire& from = page_.model->wires[static_cast<size_t>(wire)];
    const BuiltBlock& block = *page_.Find(from.from);
    std::string name = from.from;
    int index = from.output;
    if (block.block->op == kGradientsOp) {
      if (static_cast<size_t>(index) >= block.outputs.size()) return "";
      const Endpoint& output = block.outputs[static_cast<size_t>(index)];
      if (output.node == nullptr) return "";
      name = output.node->name();
      index = output.index;
    }
    absl::string_view read;
    int read_index = 0;
    const std::string text = index < 0 || (index == 0 && !colon) ? name : absl::StrCat(name, ":", index);
    return ParseEndpoint(text, &read, &read_index) && read == name ? text : "";
  }

  std::string LiteralName(const Pin& pin) const {
    return pin.literal_node == nullptr ? "" : pin.literal_node->name();
  }

  /// The texts of pins [begin, end) up to the first that has none; a graph has no place for a gap.
  std::vector<std::string> PinTexts(const BuiltBlock& block, size_t arg, bool colon,
                                    bool gaps = false) const {
    std::vector<std::string> texts;
    for (const Pin& pin : block.pins) {
      if (pin.arg != arg) continue;
      std::string text = pin.literal != nullptr ? LiteralName(pin) : SourceText(pin.wire, colon);
      if (text.empty() && !gaps) break;
      texts.push_back(std::move(text));
    }
    return texts;
  }

  /// Constants of the pins up to the first that has nothing: those behind it have no reader in the file.
  void AddLiterals(const BuiltBlock& block) {
    for (const Pin& pin : block.pins) {
      const bool gradients = block.block->op == kGradientsOp;
      if (pin.literal == nullptr && SourceText(pin.wire, false).empty() && !gradients) return;
      if (pin.literal != nullptr && pin.literal_node == nullptr && !gradients) return;
      if (pin.literal_node == nullptr) continue;
      NodeDef* node = def_.add_node();
      *node = pin.literal_node->def();
      SetMark(node, "_x", block.block->x);
      SetMark(node, "_y", block.block->y);
    }
  }

  void AddGradients(const BuiltBlock& block) {
    for (const Node* node : block.folded) *def_.add_node() = node->def();
    GradientsLine line;
    line.block = *block.block;
    line.outputs = PinTexts(block, 0, true);
    line.inputs = PinTexts(block, 1, true);
    line.grad_outputs = PinTexts(block, 2, true, /*gaps=*/true);
    for (const Endpoint& output : block.outputs)
      line.results.push_back(output.node == nullptr ? "" : EndpointName(output));
    gradients_.push_back(line.Write());
  }

  void AddSession(const BuiltBlock& block) {
    SetMark(&page_node_, "_session_name", block.block->name);
    SetMark(&page_node_, "_session_x", block.block->x);
    SetMark(&page_node_, "_session_y", block.block->y);
    SetMark(&page_node_, "_fetch_outputs", PinTexts(block, 0, true));
    SetMark(&page_node_, "_run_outputs", PinTexts(block, 1, true));
    SetMark(&page_node_, "_inputs", SessionInputs(*block.block));
  }

  absl::Status AddNode(const BuiltBlock& block) {
    NodeDef node;
    if (block.node != nullptr) {
      node = block.node->def();
    } else if (!block.block->raw.empty()) {
      if (!ReadText(block.block->raw, &node).ok()) node.Clear();  // the text is kept beside it
      node.clear_input();
    } else {
      for (const auto& [name, value] : block.spec.attributes)
        (*node.mutable_attr())[name] = AttributeToValue(value);
    }
    node.set_name(block.block->name);
    if (block.node == nullptr) {
      node.set_op(block.spec.op.empty() ? block.block->op : block.spec.op);
      if (!block.block->device.empty()) node.set_device(block.block->device);
      AddInputs(block, &node);
    }
    for (const auto& [name, text] : block.block->attrs) {
      AttrValue value;
      if (absl::StartsWith(name, "_") && !IsOwnMark(name) && ReadText(text, &value).ok())
        (*node.mutable_attr())[name] = std::move(value);
    }
    SetLayout(*block.block, &node);
    if (block.block->op == "Placeholder" && block.block->value) SetMark(&node, "_placeholder", true);
    if (absl::Status status = EmbedUpload(&node); !status.ok()) return status;
    *def_.add_node() = std::move(node);
    return absl::OkStatus();
  }

  /// A node that is not in the graph: as many inputs as there are, and how long its lists would be.
  void AddInputs(const BuiltBlock& block, NodeDef* node) const {
    bool gap = false;
    std::vector<int64_t> counts(block.op == nullptr ? 0 : block.op->inputs.size());
    for (const Pin& pin : block.pins) {
      if (block.op != nullptr) ++counts[pin.arg];
      const std::string text = pin.literal != nullptr ? LiteralName(pin) : SourceText(pin.wire, false);
      gap |= text.empty();
      if (!gap) node->add_input(text);
    }
    for (size_t i = 0; i < counts.size(); ++i) {
      const std::string& number = block.op->inputs[i].number_attr;
      if (!number.empty() && !node->attr().contains(number)) (*node->mutable_attr())[number].set_i(counts[i]);
    }
    for (const int wire : block.control_wires) {
      const std::string name = SourceText(wire, false);
      if (!name.empty()) node->add_input(absl::StrCat("^", name.substr(0, name.find(':'))));
    }
  }

  /// What was sent is not beside the page yet: it goes into it, and a save puts it beside.
  absl::Status EmbedUpload(NodeDef* node) const {
    const std::string file = TextMark(*node, "_file");
    if (!IsUpload(file)) return absl::OkStatus();
    const absl::StatusOr<std::string> path = FilePath(file, folders_);
    if (!path.ok()) return path.status();
    const absl::StatusOr<Tensor> tensor = ReadNpy(*path);
    if (!tensor.ok()) return tensor.status();
    auto& attrs = *node->mutable_attr();
    for (const char* name : {"_file", "shape", "_typed_shape", "_typed_dtype"}) attrs.erase(name);
    node->set_op("Const");
    attrs["dtype"].set_type(tensor->dtype());
    attrs["value"] = AttributeToValue(*tensor);
    return absl::OkStatus();
  }

  /// Groups, comments and views, and whatever of blocks and wires the nodes do not say.
  std::string KeptText() const {
    PageModel rest;
    rest.groups = page_.model->groups;
    rest.comments = page_.model->comments;
    rest.views = page_.model->views;
    rest.about = page_.model->about;
    GraphDef so_far = def_;
    *so_far.add_node() = page_node_;
    const PageModel read = ReadNodes(so_far, "");
    std::map<std::string, const NodeDef*> nodes;
    for (const NodeDef& node : def_.node()) nodes.emplace(node.name(), &node);
    NamedJson kept = NamedJson::object();
    for (const auto& [name, block] : page_.model->blocks) {
      const auto found = read.blocks.find(name);
      if (found != read.blocks.end() && WriteBlock(found->second) == WriteBlock(block)) continue;
      if (block.value && block.value->file && IsUpload(*block.value->file)) continue;  // is a constant now
      const auto node = nodes.find(name);
      kept[name] = {{"block", WriteBlock(block)},
                    {"node", node == nodes.end() ? "" : Fingerprint(*node->second)}};
    }
    std::multiset<NamedJson> there;
    for (const Wire& wire : read.wires) there.insert(WriteWire(wire));
    for (const Wire& wire : page_.model->wires) {
      const auto found = there.find(WriteWire(wire));
      if (found == there.end()) {
        rest.wires.push_back(wire);
      } else {
        there.erase(found);
      }
    }
    const bool empty = rest.groups.empty() && rest.comments.empty() && rest.views.empty() &&
                       rest.about.empty() && rest.wires.empty() && kept.empty();
    if (empty) return "";
    NamedJson json = WriteModel(rest);
    json["blocks"] = std::move(kept);
    return json.dump(-1, ' ', false, NamedJson::error_handler_t::replace);
  }

  const BuiltPage& page_;
  const Folders& folders_;
  GraphDef def_;
  NodeDef page_node_;
  std::vector<std::string> gradients_;
};

}  // namespace

absl::StatusOr<GraphDef> WriteNodes(const BuiltPage& page, const Folders& folders) {
  return Writer(page, folders).Write();
}

absl::StatusOr<GraphDef> PageToGraphDef(const NamedJson& page, const std::string& folder,
                                        const std::string& uploads) {
  absl::StatusOr<PageModel> model = ReadModel(page);
  if (!model.ok()) return model.status();
  const Folders folders{folder, uploads};
  return WriteNodes(BuildPage(*std::move(model), folders), folders);
}

}  // namespace voxgrad::studio
