#include <cstdio>
#include "cli/command.h"
namespace voxgrad::cli {
int Fail(const absl::Status& status) {
  std::fprintf(stderr, "vox: %s\n", std::string(status.message()).c_str());
  return 1;
}
int UsageError(const std::string& text) {
  std::fprintf(stderr, "usage: %s\n", text.c_str());
  return 2;
}
}  // namespace voxgrad::cli
int main(int argc, char** argv) {
  voxgrad::cli::Words words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "ops") return voxgrad::cli::Ops({words.begin() + 1, words.end()});
  return 0;
}
