// The attributes of a node by name and type, and a node in one line.
#ifndef VOXGRAD_NODE_DEF_UTIL_H_
#define VOXGRAD_NODE_DEF_UTIL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "voxgrad/export.h"
#include "voxgrad/graph.h"
#include "voxgrad/page/node_def.h"
#include "voxgrad/string_piece.h"

namespace voxgrad {

/// The attributes of a node, which must outlive this.
class VOXGRAD_API AttrSlice {
 public:
  using Map = protobuf::Map<std::string, AttrValue>;

  AttrSlice() : AttrSlice(NodeDef::default_instance()) {}
  AttrSlice(const NodeDef& def) : def_(&def) {}

  int size() const { return def_->attr_size(); }
  Map::const_iterator begin() const { return def_->attr().begin(); }
  Map::const_iterator end() const { return def_->attr().end(); }
  /// The attribute of that name, or null.
  const AttrValue* Find(StringPiece name) const;
  const AttrValue* FindByString(const std::string& name) const { return Find(name); }
  absl::Status Find(StringPiece name, const AttrValue** value) const;

  const NodeDef& def() const { return *def_; }

 private:
  const NodeDef* def_;
};

inline bool HasNodeAttr(const NodeDef& def, StringPiece name) { return AttrSlice(def).Find(name) != nullptr; }

/// The attribute's value as a T: std::string, tstring, int32, int64, float, bool, DataType, a shape, a
/// Tensor, a message of one of these, and a std::vector of any. NotFound when there is no such attribute,
/// InvalidArgument when it holds something else.
///
///     std::vector<int32> ksize;
///     TF_CHECK_OK(GetNodeAttr(node->attrs(), "ksize", &ksize));
template <class T>
absl::Status GetNodeAttr(const AttrSlice& attrs, StringPiece name, T* value);

template <class T>
absl::StatusOr<T> GetNodeAttr(const NodeDef& def, StringPiece name) {
  T value;
  absl::Status status = GetNodeAttr(AttrSlice(def), name, &value);
  if (!status.ok()) return status;
  return value;
}

template <class T>
bool TryGetNodeAttr(const AttrSlice& attrs, StringPiece name, T* value) {
  return GetNodeAttr(attrs, name, value).ok();
}

/// `{{node y}} = MatMul[T=DT_FLOAT, transpose_a=false, transpose_b=false](x, w)`
VOXGRAD_API std::string SummarizeNodeDef(const NodeDef& def);
VOXGRAD_API std::string SummarizeNode(const Node& node);
VOXGRAD_API std::string SummarizeAttrValue(const AttrValue& value);
/// "{{node y}}"
VOXGRAD_API std::string FormatNodeForError(const Node& node);
VOXGRAD_API std::string FormatNodeDefForError(const NodeDef& def);

}  // namespace voxgrad

#endif  // VOXGRAD_NODE_DEF_UTIL_H_
