# What `cmake --install` puts where: the library, its headers and the command. A wheel takes its parts in python.cmake.
if(SKBUILD)
  return()
endif()
include(GNUInstallDirs)
install(TARGETS voxgrad LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS vox RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/voxgrad DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
