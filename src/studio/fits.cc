#include "studio/fits.h"

#include <algorithm>
#include <unordered_set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "graph/node.h"
#include "ops/table/attribute_text.h"
#include "ops/table/context.h"
#include "studio/block_spec.h"
#include "studio/op_table_json.h"

namespace voxgrad::studio {
namespace {

/// What stands at the arguments of an op, one list an argument; an endpoint without a node is not known.
struct Trial {
  const Op* op = nullptr;
  std::string name;
  std::vector<NamedAttribute> attributes;
  std::vector<std::vector<Endpoint>> inputs;
};

bool IsInput(const Op& op, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('['));
  return std::any_of(op.inputs.begin(), op.inputs.end(), [&](const ArgDef& arg) { return arg.name == name; });
}

/// Asks the engine what it would say of nodes that are never added.
class Tester {
 public:
  /// Why an output cannot come in at a place of an argument; empty where it can, or where the fault lies
  /// elsewhere.
  std::string WhyNot(Trial trial, size_t arg, size_t place, const Endpoint& output) {
    std::vector<Endpoint>& list = trial.inputs[arg];
    if (list.size() <= place) list.resize(place + 1);
    list[place] = output;
    const absl::Status status = Try(trial, InfoOf(output).dtype, arg);
    if (status.ok() || !IsInput(*trial.op, ErrorArgument(status))) return "";
    list[place] = {};
    const absl::Status without = Try(trial, DT_INVALID, arg);
    const bool elsewhere =
        !without.ok() && ErrorArgument(without) == ErrorArgument(status) && !IsTypeError(status);
    return elsewhere ? "" : std::string(status.message());
  }

  /// Something of a type and of a shape that is not known; a variable where a reference is wanted.
  Endpoint StandIn(DataType type, bool ref) {
    Endpoint& made = stand_ins_[{type, ref}];
    if (made.node != nullptr) return made;
    NodeSpec spec{absl::StrCat("any", stand_ins_.size()),
                  ref ? "VariableV2" : "Placeholder",
                  {},
                  {},
                  {{"dtype", type}}};
    if (ref) spec.attributes.push_back({"shape", PartialTensorShape()});
    if (!graph_.AddNode(std::move(spec), &made.node).ok()) made.node = nullptr;
    return made;
  }

 private:
  absl::Status Try(const Trial& trial, DataType given, size_t given_arg) {
    std::vector<std::pair<size_t, DataType>> known;
    if (given != DT_INVALID) known.emplace_back(given_arg, given);
    std::map<std::string, size_t> longest;
    for (size_t arg = 0; arg < trial.inputs.size(); ++arg) {
      size_t& most = longest[trial.op->inputs[arg].number_attr];
      most = std::max(most, trial.inputs[arg].size());
      for (const Endpoint& input : trial.inputs[arg]) {
        if (input.node != nullptr) known.emplace_back(arg, InfoOf(input).dtype);
      }
    }
    NodeSpec spec{trial.name, trial.op->name, {}, {}, trial.attributes};
    for (size_t arg = 0; arg < trial.inputs.size(); ++arg) {
      const ArgDef& def = trial.op->inputs[arg];
      std::vector<Endpoint> list = trial.inputs[arg];
      if (!def.is_list() || list.empty()) list.resize(1);
      if (!def.number_attr.empty()) list.resize(std::max<size_t>(1, longest[def.number_attr]));
      for (const Endpoint& input : list)
        spec.inputs.push_back(input.node != nullptr
                                  ? input
                                  : StandIn(TypeAt(*trial.op, arg, trial.attributes, known), def.is_ref));
    }
    return TryNode(std::move(spec));
  }

  Graph graph_;
  std::map<std::pair<DataType, bool>, Endpoint> stand_ins_;
};

Trial TrialOf(const BuiltBlock& block) {
  Trial trial{block.op, block.block->name, block.spec.attributes,
              std::vector<std::vector<Endpoint>>(block.op->inputs.size())};
  trial.attributes.erase(
      std::remove_if(trial.attributes.begin(), trial.attributes.end(),
                     [](const NamedAttribute& a) { return absl::StartsWith(a.name, "_"); }),
      trial.attributes.end());
  for (const Pin& pin : block.pins) trial.inputs[pin.arg].push_back(pin.source);
  return trial;
}

Trial TrialOf(const Op& op) {
  Trial trial{&op, "", {}, std::vector<std::vector<Endpoint>>(op.inputs.size())};
  const OpCall call(op, "", {});
  for (const auto& [name, text] : FreshAttrs(op)) {
    absl::StatusOr<Attribute> value =
        ParseAttribute(call, op.attrs[static_cast<size_t>(op.AttrIndex(name))], text);
    if (value.ok()) trial.attributes.push_back({name, *std::move(value)});
  }
  return trial;
}

/// The blocks that a block depends on (`backward`), or that depend on it, with itself.
std::unordered_set<std::string> Reach(const BuiltPage& page, const std::string& from, bool backward) {
  std::unordered_map<std::string, std::vector<std::string>> next;
  for (size_t w = 0; w < page.model->wires.size(); ++w) {
    const Wire& wire = page.model->wires[w];
    if (page.refused.count(w) > 0) continue;
    next[backward ? wire.to : wire.from].push_back(backward ? wire.from : wire.to);
  }
  std::unordered_set<std::string> seen = {from};
  std::vector<std::string> open = {from};
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    for (const std::string& other : next[name]) {
      if (seen.insert(other).second) open.push_back(other);
    }
  }
  return seen;
}

std::string CycleText(const std::string& from, const std::string& to) {
  return absl::StrCat("A wire from ", from, " to ", to, " closes a cycle, which has no order to run in.");
}

absl::StatusOr<const BuiltBlock*> FindBlock(const BuiltPage& page, const std::string& name) {
  if (const BuiltBlock* block = page.Find(name)) return block;
  return absl::NotFoundError(absl::StrCat("No block is called ", name, "."));
}

Endpoint OutputOf(const BuiltBlock& block, int64_t output) {
  return output >= 0 && static_cast<size_t>(output) < block.outputs.size()
             ? block.outputs[static_cast<size_t>(output)]
             : Endpoint{};
}

/// The pins of a block that a wire may go to, by argument and place; a list's free one is among them.
struct Target {
  std::string name;
  size_t arg = 0;
  size_t place = 0;
};
std::vector<Target> TargetsOf(const BuiltBlock& block) {
  const std::vector<PinDef> defs = PinsOf(*block.block);
  std::vector<size_t> counts(defs.size());
  std::vector<Target> targets;
  for (const Pin& pin : block.pins) targets.push_back({pin.name, pin.arg, counts[pin.arg]++});
  for (size_t arg = 0; arg < defs.size(); ++arg) {
    if (defs[arg].list)
      targets.push_back({absl::StrCat(defs[arg].name, "[", counts[arg], "]"), arg, counts[arg]});
  }
  return targets;
}

DataType DataTypeOf(const Endpoint& output) {
  return output.node == nullptr ? DT_INVALID : InfoOf(output).dtype;
}

/// The blocks that are no nodes: a Session takes whatever there is, Gradients what has a derivative. A type
/// that is not known yet may turn out to.
void OfferSpecial(const BuiltPage& page, DataType type, bool control, Json* ops) {
  if (page.session < 0)
    ops->push_back({{"op", kSessionOp}, {"pin", control ? "run_outputs[0]" : "fetch_outputs[0]"}});
  if (!control && (type == DT_INVALID || DataTypeIsFloating(type)))
    ops->push_back({{"op", kGradientsOp}, {"pin", "outputs[0]"}});
}

}  // namespace

absl::StatusOr<Json> FitsFrom(const BuiltPage& page, const std::string& from, int64_t output) {
  const absl::StatusOr<const BuiltBlock*> source = FindBlock(page, from);
  if (!source.ok()) return source.status();
  const Endpoint endpoint = OutputOf(**source, output);
  const std::unordered_set<std::string> before = Reach(page, from, /*backward=*/true);
  Tester tester;
  Json pins = Json::object(), ops = Json::array();
  for (const BuiltBlock& block : page.blocks) {
    const bool cycle = before.count(block.block->name) > 0;
    for (const Target& target : TargetsOf(block)) {
      std::string why = cycle ? CycleText(from, block.block->name) : "";
      const bool told = cycle || block.op == nullptr || endpoint.node == nullptr;
      if (!told) why = tester.WhyNot(TrialOf(block), target.arg, target.place, endpoint);
      pins[absl::StrCat(block.block->name, "/", target.name)] = why;
    }
  }
  OfferSpecial(page, output < 0 ? DT_INVALID : DataTypeOf(endpoint), output < 0, &ops);
  for (const Op& op : OpTable()) {
    if (output < 0) {  // any operation may run after another
      ops.push_back({{"op", op.name}, {"pin", "^"}});
      continue;
    }
    const Trial trial = TrialOf(op);
    for (size_t arg = 0; arg < op.inputs.size(); ++arg) {
      if (endpoint.node != nullptr && !tester.WhyNot(trial, arg, 0, endpoint).empty()) continue;
      ops.push_back({{"op", op.name},
                     {"pin", op.inputs[arg].is_list() ? op.inputs[arg].name + "[0]" : op.inputs[arg].name}});
      break;
    }
  }
  return Json{{"pins", std::move(pins)}, {"ops", std::move(ops)}};
}

absl::StatusOr<Json> FitsTo(const BuiltPage& page, const std::string& to, const std::string& pin) {
  const absl::StatusOr<const BuiltBlock*> block = FindBlock(page, to);
  if (!block.ok()) return block.status();
  const std::vector<Target> targets = TargetsOf(**block);
  const auto target =
      std::find_if(targets.begin(), targets.end(), [&](const Target& t) { return t.name == pin; });
  if (target == targets.end()) return absl::NotFoundError(absl::StrCat(to, " has no pin ", pin, "."));
  const bool open = (*block)->op == nullptr;
  const Trial trial = open ? Trial() : TrialOf(**block);
  const std::unordered_set<std::string> behind = Reach(page, to, /*backward=*/false);
  Tester tester;
  Json pins = Json::object(), ops = Json::array();
  for (const BuiltBlock& source : page.blocks) {
    const std::string& name = source.block->name;
    for (size_t i = 0; i < source.outputs.size(); ++i) {
      std::string why = behind.count(name) > 0 ? CycleText(name, to) : "";
      if (why.empty() && !open && source.outputs[i].node != nullptr)
        why = tester.WhyNot(trial, target->arg, target->place, source.outputs[i]);
      pins[absl::StrCat(name, "/", i)] = why;
    }
  }
  for (const Op& op : OpTable()) {
    for (size_t out = 0; out < op.outputs.size(); ++out) {
      const ArgDef& arg = op.outputs[out];
      const DataType wanted = open ? DT_FLOAT : TypeAt(*(*block)->op, target->arg, trial.attributes, {});
      const int attr = op.AttrIndex(arg.type_attr);
      DataType type = arg.type;
      if (attr >= 0) {
        const std::vector<DataType>& types = op.attrs[static_cast<size_t>(attr)].types;
        const bool takes = types.empty() || std::find(types.begin(), types.end(), wanted) != types.end();
        type = takes ? wanted : types.front();
      }
      if (type == DT_INVALID) continue;
      const Endpoint any = tester.StandIn(type, arg.is_ref);
      if (any.node == nullptr) continue;
      if (!open && !tester.WhyNot(trial, target->arg, target->place, any).empty()) continue;
      ops.push_back({{"op", op.name}, {"pin", arg.name}, {"output", out}});
      break;
    }
  }
  return Json{{"pins", std::move(pins)}, {"ops", std::move(ops)}};
}

}  // namespace voxgrad::studio
