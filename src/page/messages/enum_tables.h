// The names of enum values, as they stand in text.
#ifndef VOXGRAD_PAGE_MESSAGES_ENUM_TABLES_H_
#define VOXGRAD_PAGE_MESSAGES_ENUM_TABLES_H_

#include "page/messages/field.h"

namespace voxgrad {

extern const EnumTable kDataTypeTable;
extern const EnumTable kFullTypeIdTable;

/// The name of a number, or null; the number of a name, or null.
const char* EnumName(const EnumTable& table, int32_t number);
const int32_t* EnumNumber(const EnumTable& table, absl::string_view name);

}  // namespace voxgrad

#endif  // VOXGRAD_PAGE_MESSAGES_ENUM_TABLES_H_
