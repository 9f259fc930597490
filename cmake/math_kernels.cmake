# Nobody reads errno, and without it a loop of square roots is a loop of vectors.
set_source_files_properties(src/kernels/elementwise/unary.cc src/kernels/training/training.cc
                            PROPERTIES COMPILE_OPTIONS -fno-math-errno)
