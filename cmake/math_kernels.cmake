# Eigen's matrix product is compiled twice, each with a namespace of its own; a run chooses by what the CPU has.
find_package(Eigen3 CONFIG REQUIRED)
get_target_property(eigen_include Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
set(avx2_options "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(avx2_options -mavx2 -mfma)
endif()
set_source_files_properties(src/kernels/math/matmul_tiles.cc PROPERTIES COMPILE_OPTIONS "-isystem;${eigen_include}")
set_source_files_properties(src/kernels/math/matmul_tiles_avx2.cc
                            PROPERTIES COMPILE_OPTIONS "-isystem;${eigen_include};${avx2_options}")

# Nobody reads errno, and without it a loop of square roots is a loop of vectors.
set_source_files_properties(src/kernels/math/elementwise_unary.cc src/kernels/math/training.cc
                            PROPERTIES COMPILE_OPTIONS -fno-math-errno)
