// Sums whose bits do not depend on how the work was cut: over threads, over tiles, over slabs of a volume.
// The terms are cut into blocks in coordinates of the whole, and the blocks' sums are added in one binary
// tree over their numbers, whoever has them.
#ifndef VOXGRAD_KERNELS_SUM_TREE_H_
#define VOXGRAD_KERNELS_SUM_TREE_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "kernels/problem.h"

namespace voxgrad {

/// Blocks [begin, end) along each axis, outermost first. Those of the tree are halved along the first axis
/// that has more than one, where a power of two ends: the tree over the blocks of one axis, then the next.
using SumNode = std::vector<Range>;

/// The two nodes that a node is the sum of, or nothing for a single block.
std::optional<std::pair<SumNode, SumNode>> Halves(const SumNode& node);

/// How often a node can be halved, at most.
int64_t LevelsOf(const SumNode& node);

int64_t BlocksOf(const SumNode& node);

/// The largest nodes of the tree of `all` that lie in `held`, in its order; none where `held` is empty.
std::vector<SumNode> SubtreesOf(const SumNode& all, const SumNode& held);

/// The same sums as more nodes, so that they can be shared out: at most `wanted`, as long as fits(nodes).
template <class Fits>
std::vector<SumNode> SplitUp(std::vector<SumNode> nodes, size_t wanted, const Fits& fits) {
  while (true) {
    std::vector<SumNode> more;
    size_t left = wanted - std::min(wanted, nodes.size());  // of nodes that may be split
    for (const SumNode& node : nodes) {
      const auto halves = left > 0 ? Halves(node) : std::nullopt;
      if (halves) {
        more.push_back(halves->first);
        more.push_back(halves->second);
        --left;
      } else {
        more.push_back(node);
      }
    }
    if (more.size() == nodes.size() || !fits(more)) return nodes;
    nodes = std::move(more);
  }
}

/// Part `from` is added to part `to`.
struct SumAddition {
  size_t to, from;
};

/// What `parts` make together: the largest nodes of the tree of `all`, and where each then stands. Parts of
/// several slabs may come in any order, and grouped in any way.
struct SumPlan {
  SumPlan(const SumNode& all, const std::vector<SumNode>& parts);

  std::vector<SumAddition> additions;  // to be done in this order
  std::vector<SumNode> nodes;
  std::vector<size_t> places;  // of the nodes, among the parts
};

/// How a sum over the cells of some axes is cut into blocks: of about `cells` cells, whole rows first, then
/// rows of a plane, planes of a volume, and so on. A block is a power of two of cells along an axis or all of
/// it, so that cells of a block follow each other. Nothing decides but the whole sizes and `cells`.
class SumBlocks {
 public:
  SumBlocks(absl::Span<const Extent> axes, int64_t cells);

  /// All blocks, and those of which all cells are held.
  SumNode all() const;
  SumNode held() const;

  size_t axes() const { return axes_.size(); }
  int64_t size(size_t axis) const { return axes_[axis].size; }
  /// What a slab is to hold of an axis, of which it has the cells `own`: the blocks that begin there, to
  /// their ends. So cuts may lie anywhere, and each block is someone's.
  Extent ToHold(size_t axis, Range own) const;
  /// The cells of some blocks along an axis, counted from the first held.
  Range CellsOf(size_t axis, Range blocks) const;

  /// Where the first cell of a held block stands among those that are held, and how many there are.
  Range CellsOf(const SumNode& block) const;

 private:
  struct Axis {
    Extent extent;
    int64_t size;
  };
  std::vector<Axis> axes_;
};

/// The sum of a node, depth first, of `size` values: take(block, to) sets that of a block, join(to, from)
/// adds what comes behind. `free` has room for as many sums as the node has levels.
template <class V, class Take, class Join>
void SumNodeInto(const SumNode& node, int64_t size, V* to, V* free, const Take& take, const Join& join) {
  const auto halves = Halves(node);
  if (!halves) return take(node, to);
  SumNodeInto(halves->first, size, to, free, take, join);
  SumNodeInto(halves->second, size, free, free + size, take, join);
  join(to, static_cast<const V*>(free));
}

/// Sums of nodes, of `size` values each: what a slab hands out, and what several of them make together.
template <class V>
struct SumParts {
  int64_t size = 0;
  std::vector<SumNode> nodes;
  std::vector<V> values;  // [nodes, size]

  const V* at(size_t part) const { return values.data() + static_cast<int64_t>(part) * size; }

  /// Takes those of another slab, and adds what belongs together in the tree of `all`.
  void Add(const SumNode& all, const SumParts& other) {
    nodes.insert(nodes.end(), other.nodes.begin(), other.nodes.end());
    values.insert(values.end(), other.values.begin(), other.values.end());
    const SumPlan plan(all, nodes);
    for (const auto& [to, from] : plan.additions) {
      V* sums = values.data() + static_cast<int64_t>(to) * size;
      for (int64_t i = 0; i < size; ++i) sums[i] += at(from)[i];
    }
    SumParts together = {size, plan.nodes, {}};
    for (size_t part : plan.places) together.values.insert(together.values.end(), at(part), at(part) + size);
    *this = std::move(together);
  }
};

}  // namespace voxgrad

#endif  // VOXGRAD_KERNELS_SUM_TREE_H_
