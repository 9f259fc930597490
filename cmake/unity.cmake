# Files of a folder compiled several at a time: most of what a compiler does for one of them is reading the headers that
# they share. Names in unnamed namespaces must therefore differ within a folder. Whoever works on a few files for a
# while builds faster with -DVOXGRAD_UNITY=OFF.
option(VOXGRAD_UNITY "Compile files of a folder several at a time" ON)

# The files of `target` in these folders, `count` at a time, in the order of their names.
function(voxgrad_unity target count)
  if(NOT VOXGRAD_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(folder IN LISTS ARGN)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cc)
    string(MAKE_C_IDENTIFIER ${folder} name)
    set(index 0)
    foreach(file IN LISTS files)
      math(EXPR group "${index} / ${count}")
      set_property(SOURCE ${file} PROPERTY UNITY_GROUP ${name}_${group})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
endfunction()
