#include "studio/page_wires.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/error.h"
#include "core/nearest.h"

namespace voxgrad::studio {
namespace {

/// What was found for one argument of a block.
struct Use {
  int wire = -1;
  const std::string* literal = nullptr;
};
using Uses = std::map<std::pair<size_t, int64_t>, Use>;

std::string BlockText(const Block& block) { return absl::StrCat(block.op, " (", block.name, ")"); }

std::string PinName(const PinDef& pin, int64_t index) {
  return pin.list ? absl::StrCat(pin.name, "[", index, "]") : pin.name;
}

std::string NoSuchPin(const Block& block, const std::vector<PinDef>& pins, const std::string& input) {
  std::vector<std::string> names;
  for (const PinDef& pin : pins) names.push_back(pin.list ? absl::StrCat(pin.name, "[0]") : pin.name);
  if (names.empty()) return absl::StrCat(BlockText(block), " has no inputs; there is no ", input, ".");
  return absl::StrCat(BlockText(block), " has no input `", input, "`; it has ", JoinChoices(names), ".");
}

class Connector {
 public:
  explicit Connector(BuiltPage* page) : page_(page), uses_(page->blocks.size()), pins_(page->blocks.size()) {}

  void Connect() {
    for (size_t b = 0; b < page_->blocks.size(); ++b) pins_[b] = PinsOf(*page_->blocks[b].block);
    CountUses();
    for (size_t w = 0; w < page_->model->wires.size(); ++w) Wire(w);
    for (size_t b = 0; b < page_->blocks.size(); ++b) Literals(b);
    for (size_t b = 0; b < page_->blocks.size(); ++b) Flatten(b);
  }

 private:
  /// A list may be as long as there are things to put into it; a pin further out is a mistake.
  void CountUses() {
    most_.resize(page_->blocks.size());
    for (size_t b = 0; b < most_.size(); ++b) most_[b] = page_->blocks[b].block->literals.size();
    for (const studio::Wire& wire : page_->model->wires) {
      if (const auto to = page_->by_name.find(wire.to); to != page_->by_name.end()) ++most_[to->second];
    }
  }

  /// "No block is called x. Did you mean X?"
  std::string NoBlock(const std::string& name) const {
    std::vector<std::string> names;
    if (page_->blocks.size() <= 500) {
      for (const BuiltBlock& block : page_->blocks) names.push_back(block.block->name);
    }
    const std::string nearest = Nearest(name, names);
    return absl::StrCat("No block is called ", name, ".",
                        nearest.empty() ? "" : absl::StrCat(" Did you mean ", nearest, "?"));
  }

  void Wire(size_t w) {
    const studio::Wire& wire = page_->model->wires[w];
    const auto from = page_->by_name.find(wire.from);
    const auto to = page_->by_name.find(wire.to);
    if (to == page_->by_name.end()) return RefuseWire(page_, w, NoBlock(wire.to));
    BuiltBlock& block = page_->blocks[to->second];
    Pinned pinned;
    const std::string why = Place(wire, to->second, &pinned);
    if (!why.empty()) return RefuseWire(page_, w, why);
    if (pinned.control) {
      block.control_wires.push_back(static_cast<int>(w));
    } else {
      uses_[to->second][{pinned.arg, pinned.index}].wire = static_cast<int>(w);
    }
    if (from == page_->by_name.end()) return RefuseWire(page_, w, NoBlock(wire.from));
    const Block& source = *page_->blocks[from->second].block;
    if (source.op == kSessionOp)
      return RefuseWire(page_, w, absl::StrCat(BlockText(source), " has no outputs."));
    const bool whole = pinned.control || wire.output < 0;
    if (whole && source.op == kGradientsOp) {
      return RefuseWire(page_, w,
                        absl::StrCat(BlockText(source), " stands for many nodes; nothing can run after it."));
    }
    const bool runs = block.block->op == kSessionOp && pinned.arg == 1;
    if (wire.output < 0 && !pinned.control && !runs) {
      return RefuseWire(page_, w,
                        absl::StrCat(BlockText(*block.block), ": ", wire.input, " takes an output of ",
                                     source.name, ", not the block itself."));
    }
  }

  struct Pinned {
    bool control = false;
    size_t arg = 0;
    int64_t index = 0;
  };

  /// Where a wire ends; why it cannot, when it cannot.
  std::string Place(const studio::Wire& wire, size_t b, Pinned* pinned) const {
    const Block& block = *page_->blocks[b].block;
    if (wire.input == "^") {
      pinned->control = true;
      if (wire.output >= 0)
        return absl::StrCat(BlockText(block), " waits for blocks (output -1), not for output ", wire.output,
                            " of one.");
      return block.special() ? absl::StrCat(BlockText(block), " does not wait for other blocks.") : "";
    }
    if (!ParsePin(wire.input, pins_[b], &pinned->arg, &pinned->index) ||
        pinned->index > static_cast<int64_t>(most_[b])) {
      return NoSuchPin(block, pins_[b], wire.input);
    }
    const auto found = uses_[b].find({pinned->arg, pinned->index});
    if (found == uses_[b].end() || found->second.wire < 0) return "";
    return absl::StrCat(BlockText(block), ": ", wire.input, " already has a wire, from ",
                        page_->model->wires[static_cast<size_t>(found->second.wire)].from, ".");
  }

  void Literals(size_t b) {
    const Block& block = *page_->blocks[b].block;
    for (const auto& [pin, text] : block.literals) {
      size_t arg = 0;
      int64_t index = 0;
      const bool takes = ParsePin(pin, pins_[b], &arg, &index) && index <= static_cast<int64_t>(most_[b]) &&
                         TakesLiteral(block, arg);
      if (takes) {
        uses_[b][{arg, index}].literal = &text;
      } else {
        page_->blocks[b].problems.push_back({NoSuchPin(block, pins_[b], pin), pin});
      }
    }
  }

  static bool TakesLiteral(const Block& block, size_t arg) {
    return block.op == kGradientsOp ? arg == 2 : block.op != kSessionOp && block.raw.empty();
  }

  void Flatten(size_t b) {
    BuiltBlock& block = page_->blocks[b];
    std::vector<int64_t> counts(pins_[b].size());
    std::map<std::string, int64_t> longest;
    for (const auto& [place, use] : uses_[b]) {
      counts[place.first] = std::max(counts[place.first], place.second + 1);
      int64_t& most = longest[pins_[b][place.first].number];
      most = std::max(most, place.second + 1);
    }
    for (size_t arg = 0; arg < counts.size(); ++arg) {
      const PinDef& def = pins_[b][arg];
      const int64_t count = !def.list ? 1 : def.number.empty() ? counts[arg] : longest[def.number];
      for (int64_t i = 0; i < count; ++i) {
        Pin pin{PinName(def, i), arg};
        if (const auto use = uses_[b].find({arg, def.list ? i : 0}); use != uses_[b].end()) {
          pin.wire = use->second.wire;
          if (pin.wire < 0) pin.literal = use->second.literal;
        }
        block.pins.push_back(std::move(pin));
      }
    }
  }

  BuiltPage* page_;
  std::vector<Uses> uses_;
  std::vector<std::vector<PinDef>> pins_;
  std::vector<size_t> most_;
};

/// Depth first and without recursion.
class Orderer {
 public:
  explicit Orderer(BuiltPage* page)
      : page_(page), marks_(page->blocks.size()), inputs_(page->blocks.size()) {}

  std::vector<size_t> Order() {
    for (size_t w = 0; w < page_->model->wires.size(); ++w) {
      if (page_->refused.count(w) > 0) continue;
      inputs_[page_->by_name.at(page_->model->wires[w].to)].push_back(w);
    }
    for (size_t b = 0; b < marks_.size(); ++b) Visit(b);
    return std::move(order_);
  }

 private:
  enum class Mark : char { kNew, kOpen, kDone };
  struct Frame {
    size_t block;
    size_t next = 0;
  };

  void Visit(size_t root) {
    if (marks_[root] != Mark::kNew) return;
    std::vector<Frame> stack = {{root}};
    marks_[root] = Mark::kOpen;
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next == inputs_[top.block].size()) {
        marks_[top.block] = Mark::kDone;
        order_.push_back(top.block);
        stack.pop_back();
        continue;
      }
      const size_t wire = inputs_[top.block][top.next++];
      const size_t from = page_->by_name.at(page_->model->wires[wire].from);
      if (marks_[from] == Mark::kOpen) {
        const Block& to = *page_->blocks[top.block].block;
        RefuseWire(page_, wire,
                   absl::StrCat(BlockText(to), ": the wire from ", page_->model->wires[wire].from,
                                " closes a cycle, which has no order to run in."));
      }
      if (marks_[from] != Mark::kNew) continue;
      marks_[from] = Mark::kOpen;
      stack.push_back({from});
    }
  }

  BuiltPage* page_;
  std::vector<Mark> marks_;
  std::vector<std::vector<size_t>> inputs_;  // wires
  std::vector<size_t> order_;
};

}  // namespace

std::vector<PinDef> PinsOf(const Block& block) {
  if (block.op == kSessionOp) return {{"fetch_outputs", true}, {"run_outputs", true}};
  if (block.op == kGradientsOp) return {{"outputs", true}, {"inputs", true}, {"grad_outputs", true}};
  const Op* op = block.raw.empty() ? FindOp(block.op) : nullptr;
  if (op == nullptr) return {{"input", true}};
  std::vector<PinDef> pins;
  for (const ArgDef& arg : op->inputs) {
    pins.push_back({arg.name, arg.is_list(), arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr});
  }
  return pins;
}

bool ParsePin(const std::string& text, const std::vector<PinDef>& pins, size_t* arg, int64_t* index) {
  const size_t bracket = text.find('[');
  const std::string name = text.substr(0, bracket);
  const auto found =
      std::find_if(pins.begin(), pins.end(), [&](const PinDef& pin) { return pin.name == name; });
  if (found == pins.end() || found->list != (bracket != std::string::npos)) return false;
  *arg = static_cast<size_t>(found - pins.begin());
  *index = 0;
  if (!found->list) return true;
  const std::string digits = text.substr(bracket + 1, text.size() - bracket - 2);
  return text.back() == ']' && !digits.empty() && digits.size() < 8 &&
         digits.find_first_not_of("0123456789") == std::string::npos && absl::SimpleAtoi(digits, index);
}

std::vector<std::string> SessionInputs(const Block& session) {
  std::vector<std::string> inputs;
  const auto text = session.attrs.find("inputs");
  if (text == session.attrs.end()) return inputs;
  for (absl::string_view part : absl::StrSplit(text->second, absl::ByAnyChar(";\n"))) {
    part = absl::StripAsciiWhitespace(part);
    if (!part.empty()) inputs.emplace_back(part);
  }
  return inputs;
}

void RefuseWire(BuiltPage* page, size_t wire, const std::string& sentence) {
  if (!page->refused.insert(wire).second) return;
  page->wire_problems[wire] = sentence;
  const Wire& refused = page->model->wires[wire];
  if (const auto to = page->by_name.find(refused.to); to != page->by_name.end())
    page->blocks[to->second].problems.push_back({sentence, refused.input});
}

void ConnectPins(BuiltPage* page) { Connector(page).Connect(); }

std::vector<size_t> OrderBlocks(BuiltPage* page) { return Orderer(page).Order(); }

}  // namespace voxgrad::studio
