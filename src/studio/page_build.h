// A page as a graph: every block that is right as nodes, and what is wrong with the others.
#ifndef VOXGRAD_STUDIO_PAGE_BUILD_H_
#define VOXGRAD_STUDIO_PAGE_BUILD_H_

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "ops/table/op.h"
#include "studio/page_model.h"
#include "studio/page_value.h"
#include "voxgrad/graph.h"

namespace voxgrad::studio {

struct Fix {
  std::string label;
  std::string attr;
  std::string value;
};

struct Problem {
  std::string message;
  std::string argument = {};
  std::optional<Fix> fix = {};
};

/// What a block has on its left: an argument, or one place of a list.
struct Pin {
  std::string name;  // "grad", "values[1]"
  size_t arg = 0;
  int wire = -1;                         // its place in the page's wires
  const std::string* literal = nullptr;  // as typed, where there is no wire
  Node* literal_node = nullptr;
  Endpoint source = {};  // what arrives; no node where that is not known
};

struct BuiltBlock {
  const Block* block = nullptr;
  const Op* op = nullptr;  // null for Session, Gradients and unknown ops
  std::vector<Pin> pins;   // in order, without the free one behind a list
  std::vector<int> control_wires;
  std::vector<Problem> problems;
  /// Its node, unless it is special or has a problem that keeps it out. One with wrong shapes is there.
  Node* node = nullptr;
  /// What its outputs are. Those of a Gradients block without a node: nothing depends on that input.
  std::vector<Endpoint> outputs;
  /// The nodes under a Gradients block.
  std::vector<Node*> folded;
  /// The node to be, as far as it is known.
  NodeSpec spec;
  bool blocked = false;  // something that it depends on is missing
};

struct BuiltPage {
  std::shared_ptr<const PageModel> model;
  std::shared_ptr<Graph> graph;
  std::vector<BuiltBlock> blocks;  // in the order of their names
  std::unordered_map<std::string, size_t> by_name;
  /// The block that a node belongs to: its own, or one whose literal or gradient it is.
  std::unordered_map<const Node*, size_t> owner;
  std::map<size_t, std::string> wire_problems;
  /// Those of them that are not in the graph at all.
  std::set<size_t> refused;
  int session = -1;  // the block that is the page's Session

  const BuiltBlock* Find(const std::string& name) const {
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &blocks[found->second];
  }
};

BuiltPage BuildPage(PageModel model, const Folders& folders);

/// The arguments of a block, whatever it is. Two lists of one `number` are equally long.
struct PinDef {
  std::string name;
  bool list = false;
  std::string number = {};
};
std::vector<PinDef> PinsOf(const Block& block);

/// The type that a value without one takes at an argument: the argument's own, that which an attribute says,
/// that of another input of the same attribute, the attribute's default, float. `known` has the types of
/// inputs by argument.
DataType TypeAt(const Op& op, size_t arg, const std::vector<NamedAttribute>& attributes,
                const std::vector<std::pair<size_t, DataType>>& known);

/// "values[1]" taken apart; the index is -1 without brackets. False where it is no pin of these.
bool ParsePin(const std::string& text, const std::vector<PinDef>& pins, size_t* arg, int64_t* index);

/// "x=1,2,3; y=@page.data/y.npy": the `inputs` of a Session, taken apart at semicolons and line ends.
std::vector<std::string> SessionInputs(const Block& session);

}  // namespace voxgrad::studio

#endif  // VOXGRAD_STUDIO_PAGE_BUILD_H_
