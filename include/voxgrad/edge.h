// What connects the nodes of a graph.
#ifndef VOXGRAD_EDGE_H_
#define VOXGRAD_EDGE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "voxgrad/export.h"

namespace voxgrad {

class Node;

/// An output of one node as an input of another, or the order of two nodes (a control edge).
class VOXGRAD_API Edge {
 public:
  Edge(int id, Node* src, int src_output, Node* dst, int dst_input)
      : id_(id), src_(src), src_output_(src_output), dst_(dst), dst_input_(dst_input) {}

  int id() const { return id_; }
  Node* src() const { return src_; }
  Node* dst() const { return dst_; }
  /// Which output and which input; both are -1 for a control edge.
  int src_output() const { return src_output_; }
  int dst_input() const { return dst_input_; }
  bool IsControlEdge() const { return src_output_ < 0; }
  /// "[id=3 x:0 -> y:1]"
  std::string DebugString() const;

 private:
  int id_;
  Node* src_;
  int src_output_;
  Node* dst_;
  int dst_input_;
};

/// The edges at one side of a node, in the order in which they were added.
class EdgeSet {
 public:
  using value_type = const Edge*;
  using const_iterator = std::vector<const Edge*>::const_iterator;
  using iterator = const_iterator;
  using size_type = std::size_t;

  const_iterator begin() const { return edges_.begin(); }
  const_iterator end() const { return edges_.end(); }
  size_type size() const { return edges_.size(); }
  bool empty() const { return edges_.empty(); }
  void insert(const Edge* edge) { edges_.push_back(edge); }

 private:
  std::vector<const Edge*> edges_;
};

}  // namespace voxgrad

#endif  // VOXGRAD_EDGE_H_
