# The Python module and the functions written from the op table. In a checkout they go right into the package's folder,
# so that `PYTHONPATH=python` (or a .pth file) is all an interpreter needs.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_ROOT
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${Python_EXECUTABLE} -c "import numpy; print(numpy.get_include())"
                OUTPUT_VARIABLE numpy_include OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

if(SKBUILD)
  set(package_dir ${PROJECT_BINARY_DIR}/package)
else()
  set(package_dir ${PROJECT_SOURCE_DIR}/python/voxgrad)
endif()

file(GLOB module_files CONFIGURE_DEPENDS python/src/*.cc)
nanobind_add_module(_core NB_STATIC NOMINSIZE ${module_files})
target_include_directories(_core PRIVATE python/src)
target_include_directories(_core SYSTEM PRIVATE ${numpy_include})
target_link_libraries(_core PRIVATE voxgrad_engine)
voxgrad_unity(_core 6 python/src)
set_target_properties(_core PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${package_dir})

add_custom_command(OUTPUT ${package_dir}/raw_ops.py
                   COMMAND ${Python_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/generate.py --table ${VOXGRAD_TABLE}
                           --python ${package_dir}/raw_ops.py
                   DEPENDS ${VOXGRAD_TABLE} ${VOXGRAD_GENERATOR} VERBATIM)
add_custom_target(raw_ops ALL DEPENDS ${package_dir}/raw_ops.py)

if(SKBUILD)
  install(TARGETS _core DESTINATION voxgrad)
  install(FILES ${package_dir}/raw_ops.py DESTINATION voxgrad)
  install(TARGETS vox DESTINATION voxgrad/bin)
endif()
