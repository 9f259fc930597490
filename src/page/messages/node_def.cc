#include "voxgrad/page/node_def.h"

#include "page/messages/enum_tables.h"
#include "page/messages/row.h"

namespace voxgrad {

const MessageTable& NodeDef_ExperimentalDebugInfo::Table() {
  static constexpr Field kFields[] = {
      Row<&NodeDef_ExperimentalDebugInfo::original_node_names_>(1, "original_node_names"),
      Row<&NodeDef_ExperimentalDebugInfo::original_func_names_>(2, "original_func_names"),
  };
  static constexpr MessageTable kTable = {"NodeDef.ExperimentalDebugInfo", kFields};
  return kTable;
}

const MessageTable& FullTypeDef::Table() {
  static constexpr Field kFields[] = {
      Enum(Row<&FullTypeDef::type_id_>(1, "type_id"), &kFullTypeIdTable),
      Row<&FullTypeDef::args_>(2, "args"),
      CaseRow<&FullTypeDef::attr_, kS>(3, "s"),
      CaseRow<&FullTypeDef::attr_, kI>(4, "i"),
  };
  static constexpr MessageTable kTable = {"FullTypeDef", kFields};
  return kTable;
}

const MessageTable& NodeDef::Table() {
  static constexpr Field kFields[] = {
      Row<&NodeDef::name_>(1, "name"),
      Row<&NodeDef::op_>(2, "op"),
      Row<&NodeDef::input_>(3, "input"),
      Row<&NodeDef::device_>(4, "device"),
      Row<&NodeDef::attr_>(5, "attr"),
      Row<&NodeDef::experimental_debug_info_>(6, "experimental_debug_info"),
      Row<&NodeDef::experimental_type_>(7, "experimental_type"),
  };
  static constexpr MessageTable kTable = {"NodeDef", kFields};
  return kTable;
}

}  // namespace voxgrad
