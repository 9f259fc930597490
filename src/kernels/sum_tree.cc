#include "kernels/sum_tree.h"

#include <bit>

#include "core/rounding.h"

namespace voxgrad {
namespace {

bool Contains(const SumNode& outer, const SumNode& inner) {
  for (size_t a = 0; a < outer.size(); ++a) {
    if (inner[a].begin < outer[a].begin || inner[a].end > outer[a].end) return false;
  }
  return true;
}

bool Meet(const SumNode& x, const SumNode& y) {
  for (size_t a = 0; a < x.size(); ++a) {
    if (std::max(x[a].begin, y[a].begin) >= std::min(x[a].end, y[a].end)) return false;
  }
  return true;
}

void AddSubtrees(const SumNode& node, const SumNode& held, std::vector<SumNode>* to) {
  if (!Meet(node, held)) return;
  if (Contains(held, node)) {
    to->push_back(node);
  } else if (const auto halves = Halves(node)) {
    AddSubtrees(halves->first, held, to);
    AddSubtrees(halves->second, held, to);
  }
}

}  // namespace

std::optional<std::pair<SumNode, SumNode>> Halves(const SumNode& node) {
  if (BlocksOf(node) <= 1) return std::nullopt;
  for (size_t a = 0; a < node.size(); ++a) {
    const int64_t count = node[a].count();
    if (count <= 1) continue;
    std::pair<SumNode, SumNode> halves = {node, node};
    const auto first = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(count)) / 2);
    halves.first[a].end = halves.second[a].begin = node[a].begin + first;
    return halves;
  }
  return std::nullopt;
}

int64_t LevelsOf(const SumNode& node) {
  int64_t levels = 0;
  for (const Range& blocks : node)
    levels +=
        static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(std::max<int64_t>(blocks.count(), 1) - 1)));
  return levels;
}

int64_t BlocksOf(const SumNode& node) {
  int64_t blocks = 1;
  for (const Range& range : node) blocks *= range.count();
  return blocks;
}

std::vector<SumNode> SubtreesOf(const SumNode& all, const SumNode& held) {
  std::vector<SumNode> subtrees;
  AddSubtrees(all, held, &subtrees);
  return subtrees;
}

namespace {

/// Puts the nodes below `node` that the parts make into the plan; true if that is `node` itself.
bool PlanNode(const SumNode& node, const std::vector<SumNode>& parts, const std::vector<size_t>& inside,
              SumPlan* plan) {
  if (inside.empty()) return false;
  for (size_t i : inside) {
    if (parts[i] != node) continue;
    plan->nodes.push_back(node);
    plan->places.push_back(i);
    return true;
  }
  const auto halves = Halves(node);
  if (!halves) return false;
  const auto within = [&](const SumNode& half) {
    std::vector<size_t> some;
    std::copy_if(inside.begin(), inside.end(), std::back_inserter(some),
                 [&](size_t i) { return Contains(half, parts[i]); });
    return some;
  };
  const bool first = PlanNode(halves->first, parts, within(halves->first), plan);
  const bool second = PlanNode(halves->second, parts, within(halves->second), plan);
  if (!first || !second) return false;
  plan->additions.push_back({plan->places[plan->places.size() - 2], plan->places.back()});
  plan->places.pop_back();
  plan->nodes.pop_back();
  plan->nodes.back() = node;
  return true;
}

}  // namespace

SumPlan::SumPlan(const SumNode& all, const std::vector<SumNode>& parts) {
  std::vector<size_t> inside(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) inside[i] = i;
  PlanNode(all, parts, inside, this);
}

SumBlocks::SumBlocks(absl::Span<const Extent> axes, int64_t cells) {
  for (const Extent& extent : axes) axes_.push_back({extent, 1});
  for (size_t a = axes_.size(); a-- > 0 && cells > 0;) {
    Axis& axis = axes_[a];
    const int64_t whole = std::max<int64_t>(axis.extent.whole, 1);
    axis.size = whole <= cells ? whole : static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(cells)));
    if (axis.size < whole) break;
    cells /= whole;
  }
}

SumNode SumBlocks::all() const {
  SumNode node;
  for (const Axis& axis : axes_) node.push_back({0, CeilDiv(axis.extent.whole, axis.size)});
  return node;
}

SumNode SumBlocks::held() const {
  SumNode node;
  for (const Axis& axis : axes_) {
    const int64_t end = axis.extent.origin + axis.extent.size;
    const int64_t begin = CeilDiv(axis.extent.origin, axis.size);
    const int64_t last = end == axis.extent.whole ? CeilDiv(end, axis.size) : end / axis.size;
    node.push_back({begin, std::max(begin, last)});
  }
  return node;
}

Extent SumBlocks::ToHold(size_t axis, Range own) const {
  const int64_t whole = axes_[axis].extent.whole, size = axes_[axis].size;
  const auto up = [&](int64_t cell) { return std::min(whole, RoundUp(cell, size)); };
  return {whole, up(own.begin), up(own.end) - up(own.begin)};
}

Range SumBlocks::CellsOf(size_t axis, Range blocks) const {
  const auto& [extent, size] = axes_[axis];
  return {blocks.begin * size - extent.origin, std::min(blocks.end * size, extent.whole) - extent.origin};
}

Range SumBlocks::CellsOf(const SumNode& block) const {
  int64_t first = 0, count = 1;
  for (size_t a = 0; a < axes_.size(); ++a) {
    const Range cells = CellsOf(a, block[a]);
    first = first * axes_[a].extent.size + cells.begin;
    count *= cells.count();
  }
  return {first, first + count};
}

}  // namespace voxgrad
