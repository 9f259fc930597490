# Programs written for TensorFlow's C++ API: the examples and others, whose output must be what TensorFlow's library
# printed, and tests written as its users write. They see the public headers and the shared library only.
file(GLOB examples CONFIGURE_DEPENDS examples/cpp/*.cc tests/compat/programs/*.cc)
foreach(source ${examples})
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(folder ${source} DIRECTORY)
  add_executable(example_${name} ${source})
  set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name} CXX_STANDARD 17
                                                   RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  target_compile_options(example_${name} PRIVATE -Wall -Wextra -Werror -O1)
  target_link_libraries(example_${name} PRIVATE Voxgrad::tensorflow)
  set(expected ${folder}/expected/${name}.txt)
  if(EXISTS ${expected})
    add_test(NAME example_${name} COMMAND ${Python_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/compat/compare_lines.py
                                          ${expected} $<TARGET_FILE:example_${name}>)
  endif()
endforeach()

file(GLOB programs CONFIGURE_DEPENDS tests/cc/*.cc)
foreach(standard 17 20)
  add_executable(cc_tests_${standard} ${programs})
  set_target_properties(cc_tests_${standard} PROPERTIES CXX_STANDARD ${standard})
  target_compile_options(cc_tests_${standard} PRIVATE -Wall -Wextra -Werror -O1)
  target_link_libraries(cc_tests_${standard} PRIVATE Voxgrad::tensorflow GTest::gtest_main)
  voxgrad_unity(cc_tests_${standard} 4 tests/cc)
  add_test(NAME cc_tests_${standard} COMMAND cc_tests_${standard})
endforeach()

# What a node of a graph costs; built and run on request.
add_executable(session_overhead EXCLUDE_FROM_ALL bench/session_overhead.cc)
set_target_properties(session_overhead PROPERTIES CXX_STANDARD 17)
target_link_libraries(session_overhead PRIVATE Voxgrad::voxgrad)
add_dependencies(session_overhead voxgrad_headers)

# The other compiler, where there is one, only reads the programs.
find_program(VOXGRAD_CLANG NAMES clang++-14 clang++)
if(VOXGRAD_CLANG AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  foreach(standard 17 20)
    add_test(NAME cc_clang_${standard}
             COMMAND ${VOXGRAD_CLANG} -fsyntax-only -std=c++${standard} -Wall -Wextra -Werror -Dtensorflow=voxgrad
                     -I${PROJECT_SOURCE_DIR}/compat -I${PROJECT_SOURCE_DIR}/include
                     -I${PROJECT_BINARY_DIR}/generated/include -I${PROJECT_BINARY_DIR}/generated/compat
                     -isystem ${EIGEN3_INCLUDE_DIRS} ${programs})
  endforeach()
endif()

# The installed tree, as a project of somebody else finds it.
add_test(NAME installed_package
         COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DCONSUMER=${PROJECT_SOURCE_DIR}/tests/compat/consumer
                 -DGENERATOR=${CMAKE_GENERATOR} -DMAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}
                 -DCOMPILER=${CMAKE_CXX_COMPILER} -P ${PROJECT_SOURCE_DIR}/tests/compat/consumer/install_and_build.cmake)
