// Nodes as a page.
#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "check/prepared_call.h"
#include "core/literal.h"
#include "graph/endpoint.h"
#include "page/graph/attribute_value.h"
#include "page/graph/import_graph.h"
#include "page/graph/tensor_value.h"
#include "page/pages/page.h"
#include "page/pages/page_data.h"
#include "studio/json_reader.h"
#include "studio/node_read.h"
#include "studio/page_json.h"
#include "studio/page_marks.h"

namespace voxgrad::studio {
namespace {

bool IsDrawn(const GraphDef& def) {
  return std::any_of(def.node().begin(), def.node().end(), [](const NodeDef& node) {
    return node.attr().contains("_x") || node.attr().contains("_session_x") ||
           (node.name() == kPageNode && node.attr().contains("_gradients")) ||
           node.attr().contains("_studio");
  });
}

/// A graph that was never drawn: each node to the right of what it reads.
void PlaceBlocks(PageModel* page) {
  constexpr double kColumn = 240, kRow = 140;
  std::unordered_map<std::string, int> column;
  std::unordered_map<int, int> rows;
  for (int round = 0; round < 64; ++round) {  // deep enough to read; a cycle ends here too
    bool changed = false;
    for (const Wire& wire : page->wires) {
      if (const int next = column[wire.from] + 1; column[wire.to] < next && next < 64) {
        column[wire.to] = next;
        changed = true;
      }
    }
    if (!changed) break;
  }
  for (auto& [name, block] : page->blocks) {
    block.x = kColumn * column[name];
    block.y = kRow * rows[column[name]]++;
  }
}

class Reader {
 public:
  Reader(const GraphDef& def, std::string uploads) : def_(def), uploads_(std::move(uploads)) {}

  PageModel Read() && {
    for (const NodeDef& node : def_.node()) {
      if (!nodes_.emplace(node.name(), &node).second) continue;  // the first of a name counts
      if (node.name() == kPageNode) page_node_ = &node;
    }
    if (page_node_ != nullptr) ReadGradients();
    FindLiterals();
    for (const NodeDef& node : def_.node()) {
      if (nodes_.at(node.name()) == &node && IsBlock(node)) AddBlock(node);
    }
    for (const GradientsLine& line : lines_) AddGradients(line);
    if (page_node_ != nullptr) {
      AddSession();
      AddKept();
    }
    if (!IsDrawn(def_)) PlaceBlocks(&page_);
    return std::move(page_);
  }

 private:
  void ReadGradients() {
    for (const std::string& text : TextsMark(*page_node_, "_gradients")) {
      GradientsLine line;
      if (!line.Read(text)) continue;
      folding_.insert(line.block.name);
      for (size_t i = 0; i < line.results.size(); ++i) {
        if (!line.results[i].empty()) results_[line.results[i]] = {line.block.name, static_cast<int>(i)};
      }
      lines_.push_back(std::move(line));
    }
  }

  bool IsFolded(const NodeDef& node) const {
    return node.attr().contains("_gradients") && node.name() != kPageNode &&
           folding_.count(TextMark(node, "_gradients")) > 0;
  }

  /// The page's own node is none; but one that runs something is.
  bool IsBlock(const NodeDef& node) const {
    return &node != page_node_ && !IsFolded(node) && literals_.count(node.name()) == 0;
  }

  /// Constants of one reader, which stand in its block; gradients may read them too.
  void FindLiterals() {
    std::unordered_map<std::string, int> readers;
    const auto read = [&](const std::string& text) {
      absl::string_view name;
      int index = 0;
      if (ParseEndpoint(text, &name, &index)) readers[std::string(name)] += index == 0 ? 1 : 2;
    };
    for (const NodeDef& node : def_.node()) {
      if (IsFolded(node)) continue;
      const bool raw = FindOp(node.op()) == nullptr;
      for (const std::string& input : node.input()) {
        read(input);
        if (raw) read(input);  // an unknown op has no pin to type at
      }
    }
    for (const GradientsLine& line : lines_) {
      for (const auto* list : {&line.outputs, &line.inputs}) {
        for (const std::string& text : *list) readers[text.substr(0, text.find(':'))] += 2;
      }
      for (const std::string& text : line.grad_outputs) read(text);
    }
    for (const NodeDef& node : def_.node()) {
      if (node.op() != "Const" || node.input_size() > 0 || !FlagMark(node, "_literal")) continue;
      Value value;
      if (readers[node.name()] != 1 || !ValueOfNode(node, "", &value)) continue;
      // A literal has a type of its own only where it was typed.
      literals_[node.name()] = LiteralText(node, value);
    }
  }

  static std::string LiteralText(const NodeDef& node, const Value& value) {
    const absl::StatusOr<Tensor> tensor = TensorFromProto(node.attr().at("value").tensor());
    const std::string typed = TextMark(node, "_typed_value");
    if (!typed.empty() && tensor.ok()) {
      const absl::StatusOr<Tensor> again = ParseTensor(typed, tensor->dtype());
      if (again.ok() && again->dtype() == tensor->dtype() && again->NumElements() == tensor->NumElements()) {
        Tensor shaped;
        if (shaped.CopyFrom(*again, tensor->shape()) &&
            TensorLiteral(shaped, kEveryElement) == TensorLiteral(*tensor, kEveryElement))
          return typed;
      }
    }
    const bool plain = tensor.ok() && (tensor->NumElements() > 0 || tensor->dims() == 1);
    return plain || !tensor.ok() ? value.text.value_or("") : TensorLiteral(*tensor, kEveryElement);
  }

  void AddBlock(const NodeDef& node) {
    Block block;
    block.name = node.name();
    ReadLayout(node, &block);
    std::vector<std::string> names;
    const Op* op = FindOp(node.op());
    size_t inputs = 0;
    for (const std::string& input : node.input()) inputs += absl::StartsWith(input, "^") ? 0 : 1;
    block.op = node.op();
    if (op == nullptr || !PinNames(*op, node, inputs, &names) || !ReadNode(*op, node, uploads_, &block)) {
      names.clear();
      ReadRawNode(node, &block);
      for (size_t i = 0; i < inputs; ++i) names.push_back(absl::StrCat("input[", i, "]"));
    }
    size_t place = 0;
    for (const std::string& input : node.input()) {
      const bool control = absl::StartsWith(input, "^");
      AddInput(input, control ? "^" : names[place], &block);
      place += control ? 0 : 1;
    }
    page_.blocks[block.name] = std::move(block);
  }

  void AddInput(const std::string& input, const std::string& pin, Block* block) {
    absl::string_view name;
    int index = 0;
    if (!ParseEndpoint(input, &name, &index)) return;
    if (const auto literal = literals_.find(std::string(name)); literal != literals_.end() && pin != "^") {
      block->literals[pin] = literal->second;
      return;
    }
    AddWire(std::string(name), index, block->name, pin);
  }

  void AddWire(const std::string& node, int index, const std::string& to, const std::string& pin) {
    const auto result = results_.find(absl::StrCat(node, ":", index));
    if (result == results_.end()) {
      page_.wires.push_back({node, index, to, pin});
    } else {
      page_.wires.push_back({result->second.first, result->second.second, to, pin});
    }
  }

  void AddGradients(const GradientsLine& line) {
    if (page_.blocks.count(line.block.name) > 0) return;
    Block block = line.block;
    const auto add = [&](const std::vector<std::string>& ends, const char* list) {
      for (size_t i = 0; i < ends.size(); ++i) {
        if (!ends[i].empty()) AddInput(ends[i], absl::StrCat(list, "[", i, "]"), &block);
      }
    };
    add(line.outputs, "outputs");
    add(line.inputs, "inputs");
    add(line.grad_outputs, "grad_outputs");
    page_.blocks[block.name] = std::move(block);
  }

  void AddSession() {
    const std::vector<std::string> fetches = TextsMark(*page_node_, "_fetch_outputs");
    const std::vector<std::string> runs = TextsMark(*page_node_, "_run_outputs");
    const std::vector<std::string> inputs = TextsMark(*page_node_, "_inputs");
    const bool named = page_node_->attr().contains("_session_name");
    if (!named && fetches.empty() && runs.empty() && inputs.empty()) return;
    Block block;
    block.name = named ? TextMark(*page_node_, "_session_name") : kSessionOp;
    for (int i = 1; page_.blocks.count(block.name) > 0; ++i) block.name = absl::StrCat(kSessionOp, "_", i);
    block.op = kSessionOp;
    block.x = NumberMark(*page_node_, "_session_x");
    block.y = NumberMark(*page_node_, "_session_y");
    if (!inputs.empty()) block.attrs["inputs"] = absl::StrJoin(inputs, "; ");
    const auto add = [&](const std::vector<std::string>& ends, const char* list, int whole) {
      for (size_t i = 0; i < ends.size(); ++i) {
        absl::string_view name;
        int index = 0;
        if (!ParseEndpoint(ends[i], &name, &index)) continue;
        if (!absl::StrContains(ends[i], ':')) index = whole;
        AddWire(std::string(name), index, block.name, absl::StrCat(list, "[", i, "]"));
      }
    };
    add(fetches, "fetch_outputs", 0);
    add(runs, "run_outputs", -1);
    page_.blocks[block.name] = std::move(block);
  }

  /// What the nodes do not say. A block is taken from there only while its node is the one that was written.
  void AddKept() {
    const std::string text = TextMark(*page_node_, "_studio");
    if (text.empty()) return;
    NamedJson json = NamedJson::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) return;
    NamedJson blocks = NamedJson::object();
    if (const auto found = json.find("blocks"); found != json.end()) blocks.swap(*found);
    json.erase("blocks");
    absl::StatusOr<PageModel> rest = ReadModel(json);
    if (!rest.ok()) return;
    page_.groups = std::move(rest->groups);
    page_.comments = std::move(rest->comments);
    page_.views = std::move(rest->views);
    page_.about = std::move(rest->about);
    page_.wires.insert(page_.wires.end(), rest->wires.begin(), rest->wires.end());
    if (!blocks.is_object()) return;
    for (const auto& [name, kept] : blocks.items()) KeepBlock(name, kept);
  }

  void KeepBlock(const std::string& name, const NamedJson& kept) {
    JsonReader reader(kept, "_studio");
    std::string print;
    const NamedJson* block = reader.Text("node", &print).Object("block");
    if (!reader.ok() || block == nullptr) return;
    const auto node = nodes_.find(name);
    const bool written = node != nodes_.end() && node->second != page_node_;
    if ((written ? Fingerprint(*node->second) : "") != print) return;
    const absl::StatusOr<PageModel> one = ReadModel({{"blocks", {{name, *block}}}});
    if (one.ok()) page_.blocks[name] = one->blocks.at(name);
  }

  const GraphDef& def_;
  const std::string uploads_;
  PageModel page_;
  const NodeDef* page_node_ = nullptr;
  std::unordered_map<std::string, const NodeDef*> nodes_;
  std::vector<GradientsLine> lines_;
  std::unordered_set<std::string> folding_;
  std::unordered_map<std::string, std::pair<std::string, int>> results_;
  std::unordered_map<std::string, std::string> literals_;
};

}  // namespace

PageModel ReadNodes(const GraphDef& def, const std::string& uploads) { return Reader(def, uploads).Read(); }

NamedJson GraphDefToPage(const GraphDef& def, const std::string& /*folder*/, const std::string& uploads) {
  return WriteModel(ReadNodes(def, uploads));
}

}  // namespace voxgrad::studio
