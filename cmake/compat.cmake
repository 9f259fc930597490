# Voxgrad under TensorFlow's header names: an include root of its own, and the name of the namespace as a macro.
find_package(Eigen3 CONFIG REQUIRED)
target_link_libraries(voxgrad PUBLIC absl::inlined_vector Eigen3::Eigen)
target_compile_features(voxgrad INTERFACE cxx_std_17)
add_library(Voxgrad::voxgrad ALIAS voxgrad)

add_library(voxgrad_tensorflow INTERFACE)
add_library(Voxgrad::tensorflow ALIAS voxgrad_tensorflow)
set_target_properties(voxgrad_tensorflow PROPERTIES EXPORT_NAME tensorflow)
target_link_libraries(voxgrad_tensorflow INTERFACE voxgrad)
target_include_directories(voxgrad_tensorflow INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/compat>
                                                        $<INSTALL_INTERFACE:include/voxgrad-tensorflow>)
target_include_directories(voxgrad_tensorflow INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated/compat>)
target_compile_definitions(voxgrad_tensorflow INTERFACE tensorflow=voxgrad)
add_dependencies(voxgrad_tensorflow voxgrad_headers)

if(VOXGRAD_TESTS)
  target_link_libraries(voxgrad_tests PRIVATE Eigen3::Eigen)

  # Every header of tensorflow/core compiles, all of them in one file.
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/compat compat/tensorflow/core/*.h
       compat/tsl/*.h compat/xla/*.h)
  list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"")
  list(JOIN headers "\n" headers)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/compat_headers.cc CONTENT "${headers}\n" @ONLY)

  # As programs are compiled: by the shared library's public face only, in both versions of the language.
  foreach(standard 17 20)
    add_executable(compat_core_test_${standard} tests/compat/core_test.cc
                   ${PROJECT_BINARY_DIR}/generated/compat_headers.cc)
    target_link_libraries(compat_core_test_${standard} PRIVATE GTest::gtest_main)
    add_executable(compat_tensor_text_${standard} tests/compat/tensor_text.cc)
    foreach(program compat_core_test_${standard} compat_tensor_text_${standard})
      set_target_properties(${program} PROPERTIES CXX_STANDARD ${standard})
      target_compile_options(${program} PRIVATE -Wall -Wextra -Werror -O1)
      target_link_libraries(${program} PRIVATE Voxgrad::tensorflow)
    endforeach()
    add_test(NAME compat_core_${standard} COMMAND compat_core_test_${standard})
    add_test(NAME compat_tensor_text_${standard}
             COMMAND sh -c "$<TARGET_FILE:compat_tensor_text_${standard}> | diff ${PROJECT_SOURCE_DIR}/tests/compat/tensor_text.txt -")
  endforeach()

  include(cmake/programs.cmake)
endif()
