// The files of Studio's page, which are part of the executable.
#ifndef VOXGRAD_SERVER_ASSETS_H_
#define VOXGRAD_SERVER_ASSETS_H_

#include <vector>

namespace voxgrad::server {

struct EmbeddedFile {
  const char* path;  // "/index.html", "/gallery/xor.pbtxt"
  const char* begin;
  const char* end;
};

/// All of them, sorted by no rule. Empty where the build had no Node.
const std::vector<EmbeddedFile>& EmbeddedFiles();

}  // namespace voxgrad::server

#endif  // VOXGRAD_SERVER_ASSETS_H_
