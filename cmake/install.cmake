# What `cmake --install` puts where: the library, its headers, the command, and the package that find_package(Voxgrad)
# finds. A wheel takes its parts in python.cmake.
if(SKBUILD)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Voxgrad)
set(tensorflow_root ${CMAKE_INSTALL_INCLUDEDIR}/voxgrad-tensorflow)

install(TARGETS voxgrad voxgrad_tensorflow EXPORT VoxgradTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS vox RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/voxgrad ${PROJECT_BINARY_DIR}/generated/include/voxgrad
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY compat/ ${PROJECT_BINARY_DIR}/generated/compat/ DESTINATION ${tensorflow_root}
        FILES_MATCHING PATTERN *.h)

install(EXPORT VoxgradTargets NAMESPACE Voxgrad:: DESTINATION ${package})
configure_package_config_file(cmake/VoxgradConfig.cmake.in ${PROJECT_BINARY_DIR}/VoxgradConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/VoxgradConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/VoxgradConfig.cmake ${PROJECT_BINARY_DIR}/VoxgradConfigVersion.cmake
        DESTINATION ${package})
