# Finds the op definitions: every line `OP(Name)` of src/ops/*/*.cc, and writes the list that the table is built from.
file(GLOB VOXGRAD_OP_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/ops/*/*.cc)
list(FILTER VOXGRAD_OP_FILES EXCLUDE REGEX "/src/ops/json/")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${VOXGRAD_OP_FILES})
set(declarations "")
set(entries "")
foreach(file IN LISTS VOXGRAD_OP_FILES)
  file(STRINGS ${file} lines REGEX "^OP\\([A-Za-z0-9_]+\\)")
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${file})
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^OP\\(([A-Za-z0-9_]+)\\).*" "\\1" name ${line})
    string(APPEND declarations "void DefineOp${name}(OpBuilder& op);\n")
    string(APPEND entries "    {\"${name}\", \"${path}\", DefineOp${name}},\n")
  endforeach()
endforeach()
set(VOXGRAD_OP_LIST ${PROJECT_BINARY_DIR}/generated/op_list.cc)
file(CONFIGURE OUTPUT ${VOXGRAD_OP_LIST} CONTENT
"// Written by cmake/op_list.cmake.
#include \"ops/table/op_list.h\"

namespace voxgrad {

${declarations}
absl::Span<const OpListEntry> OpList() {
  static constexpr OpListEntry kEntries[] = {
${entries}  };
  return kEntries;
}

}  // namespace voxgrad
" @ONLY)
