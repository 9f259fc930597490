# Files of a folder compiled several at a time: most of what a compiler does for one of them is reading the headers that
# they share. Names in unnamed namespaces must therefore differ within a folder. Whoever works on a few files for a
# while builds faster with -DVOXGRAD_UNITY=OFF.
option(VOXGRAD_UNITY "Compile files of a folder several at a time" ON)

# The files of `target` in these folders, about `count` at a time. A file's group follows from a hash of its name, so
# that a new one makes one group anew and leaves the others as they are; their number is a power of two, so that it
# seldom changes.
function(voxgrad_unity target count)
  if(NOT VOXGRAD_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(folder IN LISTS ARGN)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cc)
    string(MAKE_C_IDENTIFIER ${folder} prefix)
    list(LENGTH files length)
    set(groups 1)
    set(room ${count})
    while(room LESS length)
      math(EXPR groups "2 * ${groups}")
      math(EXPR room "2 * ${room}")
    endwhile()
    foreach(file IN LISTS files)
      get_filename_component(name ${file} NAME)
      string(MD5 hash ${name})
      string(SUBSTRING ${hash} 0 7 hash)
      math(EXPR group "0x${hash} % ${groups}")
      set_property(SOURCE ${file} PROPERTY UNITY_GROUP ${prefix}_${group})
    endforeach()
  endforeach()
endfunction()
