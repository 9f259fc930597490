# Writes a C++ file that holds the files of FOLDER (served from /) and of GALLERY (pages that Studio brings along).
cmake_minimum_required(VERSION 3.25)
set(blobs "")
set(rows "")
set(k 0)

function(embed folder prefix)
  file(GLOB_RECURSE names RELATIVE ${folder} ${folder}/*)
  list(SORT names)
  foreach(name IN LISTS names)
    # A zero behind each keeps the end of an empty file apart from the next one's beginning.
    string(APPEND blobs "asm(\".section .rodata\\n.balign 16\\nvoxgrad_asset_${k}:\\n.incbin \\\"${folder}/${name}\\\"\\n"
           "voxgrad_asset_${k}_end:\\n.byte 0\\n.previous\\n\");\n"
           "extern \"C\" const char voxgrad_asset_${k}[], voxgrad_asset_${k}_end[];\n")
    string(APPEND rows "      {\"${prefix}${name}\", voxgrad_asset_${k}, voxgrad_asset_${k}_end},\n")
    math(EXPR k "${k} + 1")
  endforeach()
  return(PROPAGATE blobs rows k)
endfunction()

embed(${FOLDER} "/")
embed(${GALLERY} "/gallery/")
file(WRITE ${OUTPUT} "// Made by cmake/embed_assets.cmake: the files of Studio's page.
#include \"server/assets.h\"

${blobs}
namespace voxgrad::server {

const std::vector<EmbeddedFile>& EmbeddedFiles() {
  static const std::vector<EmbeddedFile> files = {
${rows}  };
  return files;
}

}  // namespace voxgrad::server
")
