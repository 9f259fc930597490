// The shared library's own file: CMake wants one. Everything in it comes from the engine's archive.
