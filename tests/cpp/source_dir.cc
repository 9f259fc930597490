#include "source_dir.h"

namespace voxgrad::test {

std::string InSource(const std::string& path) { return VOXGRAD_SOURCE_DIR + path; }

}  // namespace voxgrad::test
