# Studio: the page (studio/, built by Vite where Node is there) and its files inside the executable.
#
# The built page lies in the build tree; a file of assembler includes each of its files (.incbin), and a table says
# under which path it is served. Without Node the server says so instead of showing a page.
find_program(VOXGRAD_NPM npm)
set(studio_source ${PROJECT_SOURCE_DIR}/studio)
set(studio_dist ${PROJECT_BINARY_DIR}/studio)
set(studio_assets ${PROJECT_BINARY_DIR}/generated/studio_assets.cc)
file(GLOB_RECURSE studio_page_files CONFIGURE_DEPENDS ${studio_source}/src/*.ts ${studio_source}/src/*.tsx
     ${studio_source}/src/*.css ${studio_source}/public/*)
file(GLOB studio_gallery_files CONFIGURE_DEPENDS ${studio_source}/gallery/*)
list(FILTER studio_page_files EXCLUDE REGEX "\\.test\\.tsx?$")

if(VOXGRAD_NPM)
  # The stamp lies with the packages: all build folders of a checkout share them.
  set(studio_packages ${studio_source}/node_modules/.voxgrad-installed)
  add_custom_command(
    OUTPUT ${studio_packages}
    COMMAND ${VOXGRAD_NPM} ci --silent --no-progress
    COMMAND ${CMAKE_COMMAND} -E touch ${studio_packages}
    DEPENDS ${studio_source}/package.json ${studio_source}/package-lock.json
    WORKING_DIRECTORY ${studio_source}
    COMMENT "Installing Studio's packages" VERBATIM)
  add_custom_command(
    OUTPUT ${studio_dist}/index.html
    COMMAND ${CMAKE_COMMAND} -E env VOXGRAD_STUDIO_OUT=${studio_dist} ${VOXGRAD_NPM} run --silent build -- --logLevel warn
    DEPENDS ${studio_packages} ${studio_page_files} ${studio_source}/index.html
            ${studio_source}/vite.config.ts ${studio_source}/tsconfig.json
    WORKING_DIRECTORY ${studio_source}
    COMMENT "Building Studio's page" VERBATIM)
  set(studio_built ${studio_dist}/index.html)
else()
  message(STATUS "npm is not there: vox studio will have no page")
endif()

add_custom_command(
  OUTPUT ${studio_assets}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${studio_dist} -DGALLERY=${studio_source}/gallery -DOUTPUT=${studio_assets}
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
  DEPENDS ${studio_built} ${studio_gallery_files} ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
  COMMENT "Embedding Studio's page" VERBATIM)

file(GLOB studio_files CONFIGURE_DEPENDS src/studio/*.cc)
add_library(voxgrad_studio STATIC ${studio_files})
target_link_libraries(voxgrad_studio PUBLIC voxgrad_driver nlohmann_json::nlohmann_json)
voxgrad_unity(voxgrad_studio 6 src/studio)

file(GLOB server_files CONFIGURE_DEPENDS src/server/*.cc)
add_library(voxgrad_server STATIC ${server_files} ${studio_assets})
target_include_directories(voxgrad_server SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
target_link_libraries(voxgrad_server PUBLIC voxgrad_studio)
voxgrad_unity(voxgrad_server 4 src/server)
