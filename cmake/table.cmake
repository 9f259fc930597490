# The op table as JSON, and the C++ classes written from it: generated/include for voxgrad/, generated/compat for
# tensorflow/.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
set(VOXGRAD_TABLE ${PROJECT_BINARY_DIR}/generated/table.json)
# A program of its own prints it: a change of Studio's page makes a new vox, and would make all of this anew.
add_executable(voxgrad_table tools/print_table.cc)
target_link_libraries(voxgrad_table PRIVATE voxgrad_op_json)
add_custom_command(OUTPUT ${VOXGRAD_TABLE} COMMAND voxgrad_table > ${VOXGRAD_TABLE} DEPENDS voxgrad_table VERBATIM)

file(GLOB VOXGRAD_GENERATOR CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/*.py ${PROJECT_SOURCE_DIR}/tools/voxgen/*.py)
set(stamp ${PROJECT_BINARY_DIR}/generated/headers.stamp)
add_custom_command(OUTPUT ${stamp}
                   COMMAND ${Python_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/generate.py --table ${VOXGRAD_TABLE}
                           --cpp ${PROJECT_BINARY_DIR}/generated
                   COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
                   DEPENDS ${VOXGRAD_TABLE} ${VOXGRAD_GENERATOR} VERBATIM)
add_custom_target(voxgrad_headers ALL DEPENDS ${stamp})
target_include_directories(voxgrad PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated/include>)
