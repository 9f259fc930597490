// The message of a node.
#ifndef VOXGRAD_PAGE_NODE_DEF_H_
#define VOXGRAD_PAGE_NODE_DEF_H_

#include <cstdint>
#include <string>
#include <variant>

#include "voxgrad/export.h"
#include "voxgrad/page/accessors.h"
#include "voxgrad/page/attr_value.h"
#include "voxgrad/page/message.h"

namespace voxgrad {

class VOXGRAD_API NodeDef_ExperimentalDebugInfo final : public MessageOf<NodeDef_ExperimentalDebugInfo> {
 public:
  static const MessageTable& Table();

  VOXGRAD_STRINGS(original_node_names)
  VOXGRAD_STRINGS(original_func_names)
};

/// Kept and written back; nothing here looks into it.
enum FullTypeId : int32_t { TFT_UNSET = 0 };

class VOXGRAD_API FullTypeDef final : public MessageOf<FullTypeDef> {
 public:
  enum AttrCase { ATTR_NOT_SET = 0, kS = 1, kI = 2 };
  static const MessageTable& Table();

  AttrCase attr_case() const { return static_cast<AttrCase>(attr_.index()); }

  VOXGRAD_ENUM(FullTypeId, type_id)
  VOXGRAD_MESSAGES(FullTypeDef, args)
  VOXGRAD_CASE_STRING(attr, kS, s)
  VOXGRAD_CASE_VALUE(attr, kI, int64_t, i)

 private:
  std::variant<std::monostate, std::string, int64_t> attr_;
};

/// One op of a graph. An input is "node", "node:2" for a later output, or "^node" for a node that must run
/// before.
class VOXGRAD_API NodeDef final : public MessageOf<NodeDef> {
 public:
  using ExperimentalDebugInfo = NodeDef_ExperimentalDebugInfo;
  static const MessageTable& Table();

  VOXGRAD_STRING(name)
  VOXGRAD_STRING(op)
  VOXGRAD_STRINGS(input)
  VOXGRAD_STRING(device)
  VOXGRAD_MAP(std::string, AttrValue, attr)
  VOXGRAD_MESSAGE(NodeDef_ExperimentalDebugInfo, experimental_debug_info)
  VOXGRAD_MESSAGE(FullTypeDef, experimental_type)
};

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_NODE_DEF_H_
