#include "studio/page_build.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/error.h"
#include "core/literal.h"
#include "core/nearest.h"
#include "graph/node.h"
#include "ops/table/context.h"
#include "page/pages/page.h"
#include "studio/block_spec.h"
#include "studio/fold_gradients.h"
#include "studio/page_wires.h"

namespace voxgrad::studio {
namespace {

/// A value that is wrong where only some are right: the nearest of these would mend it.
std::optional<Fix> FixFor(const Block& block, const Op* op, const std::string& argument) {
  const int place = op == nullptr ? -1 : op->AttrIndex(argument);
  const auto typed = block.attrs.find(argument);
  if (place < 0 || typed == block.attrs.end()) return std::nullopt;
  const std::vector<std::string>& choices = op->attrs[static_cast<size_t>(place)].choices;
  if (std::find(choices.begin(), choices.end(), typed->second) != choices.end()) return std::nullopt;
  const std::string nearest = Nearest(typed->second, choices);
  if (nearest.empty()) return std::nullopt;
  return Fix{absl::StrCat("Use ", nearest), argument, nearest};
}

class Builder {
 public:
  Builder(PageModel model, const Folders& folders) : folders_(folders) {
    page_.model = std::make_shared<const PageModel>(std::move(model));
    page_.graph = std::make_shared<Graph>();
  }

  BuiltPage Build() && {
    for (const auto& [name, block] : page_.model->blocks) {
      page_.by_name.emplace(name, page_.blocks.size());
      BuiltBlock built;
      built.block = &block;
      if (!block.special() && block.raw.empty()) built.op = FindOp(block.op);
      page_.blocks.push_back(std::move(built));
    }
    ConnectPins(&page_);
    for (size_t b : OrderBlocks(&page_)) Make(b);
    return std::move(page_);
  }

 private:
  void AddProblem(BuiltBlock* block, const absl::Status& status) {
    const std::string argument = ErrorArgument(status);
    block->problems.push_back(
        {std::string(status.message()), argument, FixFor(*block->block, block->op, argument)});
    if (!IsTypeError(status)) return;
    for (const Pin& pin : block->pins) {
      const bool meant =
          pin.name == argument || (block->op != nullptr && block->op->inputs[pin.arg].name == argument);
      if (meant && pin.wire >= 0)
        page_.wire_problems.emplace(static_cast<size_t>(pin.wire), std::string(status.message()));
    }
  }

  absl::Status Invalid(const BuiltBlock& block, const std::string& argument, const std::string& text) const {
    return MakeError(absl::StatusCode::kInvalidArgument, {block.block->op, block.block->name, argument},
                     text);
  }

  void Make(size_t b) {
    BuiltBlock& block = page_.blocks[b];
    FindSources(&block);
    block.spec.name = block.block->name;
    if (block.block->op == kSessionOp) return MakeSession(b);
    if (block.block->op == kGradientsOp) return MakeGradients(b);
    if (block.op == nullptr) {
      const absl::Status status = UnknownOpError(block.block->op);
      return AddProblem(&block, absl::Status(status.code(), absl::StrCat("Block '", block.block->name,
                                                                         "': ", status.message())));
    }
    MakeNode(b);
  }

  /// The outputs that arrive by wire. One that is not there keeps the block out without a problem of its own.
  void FindSources(BuiltBlock* block) {
    for (Pin& pin : block->pins) {
      if (pin.wire < 0) continue;
      const auto w = static_cast<size_t>(pin.wire);
      if (page_.refused.count(w) == 0) pin.source = SourceOf(w);
      const bool runs = block->block->op == kSessionOp && pin.arg == 1;
      block->blocked |= pin.source.node == nullptr && !runs;
    }
  }

  Endpoint SourceOf(size_t w) {
    const Wire& wire = page_.model->wires[w];
    const BuiltBlock& from = page_.blocks[page_.by_name.at(wire.from)];
    if (wire.output < 0) return {from.node, -1};
    if (from.outputs.empty() && from.node == nullptr) return {};
    if (static_cast<size_t>(wire.output) < from.outputs.size()) {
      const Endpoint source = from.outputs[static_cast<size_t>(wire.output)];
      if (source.node == nullptr) {
        RefuseWire(&page_, w,
                   absl::StrCat(from.block->name, " has no gradient of inputs[", wire.output,
                                "]: none of its outputs depends on it."));
      }
      return source;
    }
    RefuseWire(&page_, w,
               absl::StrCat(from.block->op, " (", from.block->name, ") has ", from.outputs.size(),
                            " outputs; there is no output ", wire.output, "."));
    return {};
  }

  /// A name for a node that is no block: one that nothing on the page has.
  std::string FreeName(const std::string& wanted) {
    int& count = names_[wanted];
    for (;; ++count) {
      std::string name = count == 0 ? wanted : absl::StrCat(wanted, "_", count);
      if (page_.by_name.count(name) == 0 && page_.graph->FindNode(name) == nullptr) return name;
    }
  }

  void MakeSession(size_t b) {
    if (page_.session >= 0) {
      AddProblem(&page_.blocks[b],
                 Invalid(page_.blocks[b], "",
                         absl::StrCat("the page has a Session already, ",
                                      page_.blocks[static_cast<size_t>(page_.session)].block->name,
                                      "; it runs that one.")));
      return;
    }
    page_.session = static_cast<int>(b);
    for (const std::string& input : SessionInputs(*page_.blocks[b].block)) {
      if (!absl::StrContains(input, '='))
        AddProblem(&page_.blocks[b],
                   Invalid(page_.blocks[b], "inputs",
                           absl::StrCat("has `", input, "`; write name=value, with semicolons between.")));
    }
  }

  // ---- ops

  void MakeNode(size_t b) {
    BuiltBlock& block = page_.blocks[b];
    bool sound = ReadSpec(&block, folders_, [&](const absl::Status& status) { AddProblem(&block, status); });
    if (block.block->name == kPageNode) {
      AddProblem(&block, Invalid(block, "", "its name is that of the page itself; choose another."));
      sound = false;
    }
    for (Pin& pin : block.pins) {
      if (pin.literal != nullptr) sound &= MakeLiteral(b, &pin, TypeOfPin(block, pin.arg));
      if (pin.wire >= 0 || pin.literal != nullptr) continue;
      AddProblem(&block,
                 Invalid(block, pin.name, absl::StrCat(pin.name, " has neither a wire nor a value.")));
      sound = false;
    }
    for (const ArgDef& arg : block.op->inputs) sound &= HasEnough(&block, arg);
    for (const int w : block.control_wires) {
      const auto wire = static_cast<size_t>(w);
      Node* from = page_.refused.count(wire) > 0
                       ? nullptr
                       : page_.blocks[page_.by_name.at(page_.model->wires[wire].from)].node;
      if (from == nullptr) {
        block.blocked = true;
      } else {
        block.spec.control_inputs.push_back(from);
      }
    }
    if (sound && !block.blocked) AddNode(b);
  }

  /// A list that must not be empty has one pin that is not wired yet.
  bool HasEnough(BuiltBlock* block, const ArgDef& arg) {
    if (!arg.is_list()) return true;
    const std::string& name = arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr;
    const AttrDef& attr = block->op->attrs[static_cast<size_t>(block->op->AttrIndex(name))];
    const int64_t least = arg.number_attr.empty() ? attr.min_count : attr.min_value.value_or(0);
    const bool any = std::any_of(block->pins.begin(), block->pins.end(),
                                 [&](const Pin& pin) { return &block->op->inputs[pin.arg] == &arg; });
    if (any || least < 1) return true;
    AddProblem(block, Invalid(*block, absl::StrCat(arg.name, "[0]"),
                              absl::StrCat(arg.name, " has neither a wire nor a value.")));
    return false;
  }

  DataType TypeOfPin(const BuiltBlock& block, size_t arg) const {
    std::vector<std::pair<size_t, DataType>> known;
    for (const Pin& pin : block.pins) {
      if (pin.source.node != nullptr && pin.literal == nullptr)
        known.emplace_back(pin.arg, InfoOf(pin.source).dtype);
    }
    return TypeAt(*block.op, arg, block.spec.attributes, known);
  }

  bool MakeLiteral(size_t b, Pin* pin, DataType type) {
    BuiltBlock& block = page_.blocks[b];
    absl::StatusOr<Tensor> tensor = ParseTensor(*pin->literal, type);
    if (!tensor.ok()) {
      AddProblem(&block, Invalid(block, pin->name, std::string(tensor.status().message())));
      return false;
    }
    // One size is still a vector of sizes.
    if (block.op != nullptr && block.op->inputs[pin->arg].sizes && tensor->dims() == 0)
      tensor = Tensor(tensor->dtype(), TensorShape({1}), tensor->buffer(), tensor->offset());
    const std::string plain = absl::StrReplaceAll(pin->name, {{"[", "_"}, {"]", ""}});
    NodeSpec spec{FreeName(absl::StrCat(block.block->name, "/", plain)), "Const"};
    spec.attributes = {{"dtype", tensor->dtype()}, {"value", *tensor}, {"_literal", true}};
    if (NestedText(*tensor, tensor->NumElements()) != *pin->literal)
      spec.attributes.push_back({"_typed_value", *pin->literal});
    if (absl::Status status = page_.graph->AddNode(std::move(spec), &pin->literal_node); !status.ok()) {
      AddProblem(&block, status);
      return false;
    }
    page_.owner[pin->literal_node] = b;
    pin->source = {pin->literal_node, 0};
    return true;
  }

  void AddNode(size_t b) {
    BuiltBlock& block = page_.blocks[b];
    for (const Pin& pin : block.pins) block.spec.inputs.push_back(pin.source);
    const absl::Status status = page_.graph->AddNode(block.spec, &block.node);
    if (!status.ok()) {
      AddProblem(&block, status);
      // Wrong shapes do not keep a node out: what reads it is looked at as if its shape were unknown.
      if (block.node == nullptr) return;
    } else if (!block.node->finding().ok()) {
      AddProblem(&block, block.node->finding());
    }
    page_.owner[block.node] = b;
    for (int i = 0; i < block.node->num_outputs(); ++i) block.outputs.push_back({block.node, i});
  }

  // ---- gradients

  void MakeGradients(size_t b) {
    BuiltBlock& block = page_.blocks[b];
    std::vector<Endpoint> ys, xs, upstream;
    bool sound = !block.blocked;
    for (Pin& pin : block.pins) {
      if (pin.literal != nullptr) {
        const bool has_y = upstream.size() < ys.size() && ys[upstream.size()].node != nullptr;
        sound &= MakeLiteral(b, &pin, has_y ? InfoOf(ys[upstream.size()]).dtype : DT_FLOAT);
      } else if (pin.wire < 0 && pin.arg != 2) {
        AddProblem(&block, Invalid(block, pin.name, "has no wire."));
        sound = false;
      }
      (pin.arg == 0 ? ys : pin.arg == 1 ? xs : upstream).push_back(pin.source);
    }
    if (ys.empty())
      AddProblem(&block, Invalid(block, "outputs", "has no wire; it takes what is differentiated."));
    if (xs.empty())
      AddProblem(&block,
                 Invalid(block, "inputs", "has no wire; it takes what the gradients are with respect to."));
    if (upstream.size() > ys.size())
      AddProblem(&block,
                 Invalid(block, "grad_outputs", "has more wires than outputs has; there is one for each."));
    if (!sound || ys.empty() || xs.empty() || upstream.size() > ys.size()) return;
    upstream.resize(ys.size());
    const absl::Status status = FoldGradients(
        ys, xs, upstream, page_.graph.get(), [&](const std::string& name) { return FreeName(name); }, &block);
    if (!status.ok()) {
      AddProblem(&block, Invalid(block, "", std::string(status.message())));
      return;
    }
    for (const Node* node : block.folded) page_.owner[node] = b;
    for (size_t i = 0; i < block.outputs.size(); ++i) {
      if (block.outputs[i].node != nullptr) continue;
      AddProblem(&block,
                 Invalid(block, absl::StrCat("inputs[", i, "]"), "is nothing that the outputs depend on."));
    }
  }

  const Folders folders_;
  BuiltPage page_;
  std::unordered_map<std::string, int> names_;  // how often a name was wanted
};

}  // namespace

BuiltPage BuildPage(PageModel model, const Folders& folders) {
  return Builder(std::move(model), folders).Build();
}

}  // namespace voxgrad::studio
