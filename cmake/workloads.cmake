# Puts bench/workloads.json into the program, so that `vox bench` needs no file.
set(workloads ${PROJECT_SOURCE_DIR}/bench/workloads.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${workloads})
file(READ ${workloads} VOXGRAD_WORKLOADS_JSON)
set(VOXGRAD_WORKLOADS ${PROJECT_BINARY_DIR}/generated/workloads.cc)
file(CONFIGURE OUTPUT ${VOXGRAD_WORKLOADS} CONTENT
"// Written by cmake/workloads.cmake.
#include \"bench/workloads.h\"

namespace voxgrad::driver {

absl::string_view BuiltInWorkloads() {
  return R\"json(@VOXGRAD_WORKLOADS_JSON@)json\";
}

}  // namespace voxgrad::driver
" @ONLY)
