#include "voxgrad/page/attr_value.h"

#include "page/messages/enum_tables.h"
#include "page/messages/row.h"

namespace voxgrad {

// Here, where the messages that an AttrValue may hold are complete.
AttrValue::AttrValue() = default;
AttrValue::AttrValue(const AttrValue& other) = default;
AttrValue::AttrValue(AttrValue&& other) noexcept = default;
AttrValue& AttrValue::operator=(const AttrValue& other) = default;
AttrValue& AttrValue::operator=(AttrValue&& other) noexcept = default;
AttrValue::~AttrValue() = default;

const MessageTable& AttrValue::Table() {
  static constexpr Field kFields[] = {
      CaseRow<&AttrValue::value_, kList>(1, "list"),
      Bytes(CaseRow<&AttrValue::value_, kS>(2, "s")),
      CaseRow<&AttrValue::value_, kI>(3, "i"),
      CaseRow<&AttrValue::value_, kF>(4, "f"),
      CaseRow<&AttrValue::value_, kB>(5, "b"),
      Enum(CaseRow<&AttrValue::value_, kType>(6, "type"), &kDataTypeTable),
      CaseRow<&AttrValue::value_, kShape>(7, "shape"),
      CaseRow<&AttrValue::value_, kTensor>(8, "tensor"),
      CaseRow<&AttrValue::value_, kPlaceholder>(9, "placeholder"),
      CaseRow<&AttrValue::value_, kFunc>(10, "func"),
  };
  static constexpr MessageTable kTable = {"AttrValue", kFields};
  return kTable;
}

const MessageTable& NameAttrList::Table() {
  static constexpr Field kFields[] = {
      Row<&NameAttrList::name_>(1, "name"),
      Row<&NameAttrList::attr_>(2, "attr"),
  };
  static constexpr MessageTable kTable = {"NameAttrList", kFields};
  return kTable;
}

const MessageTable& AttrValue_ListValue::Table() {
  static constexpr Field kFields[] = {
      Bytes(Row<&AttrValue_ListValue::s_>(2, "s")),
      Row<&AttrValue_ListValue::i_>(3, "i"),
      Row<&AttrValue_ListValue::f_>(4, "f"),
      Row<&AttrValue_ListValue::b_>(5, "b"),
      Enum(Row<&AttrValue_ListValue::type_>(6, "type"), &kDataTypeTable),
      Row<&AttrValue_ListValue::shape_>(7, "shape"),
      Row<&AttrValue_ListValue::tensor_>(8, "tensor"),
      Row<&AttrValue_ListValue::func_>(9, "func"),
  };
  static constexpr MessageTable kTable = {"AttrValue.ListValue", kFields};
  return kTable;
}

}  // namespace voxgrad
