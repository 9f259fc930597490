// Flags of a program: --name=value.
#ifndef VOXGRAD_UTIL_COMMAND_LINE_FLAGS_H_
#define VOXGRAD_UTIL_COMMAND_LINE_FLAGS_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "voxgrad/export.h"

namespace voxgrad {

/// A flag and the variable that it sets, which holds the default until then.
///
///     int32 steps = 10;
///     std::vector<Flag> flags = {Flag("steps", &steps, "how many steps to train")};
///     if (!Flags::Parse(&argc, argv, flags)) LOG(FATAL) << Flags::Usage(argv[0], flags);
class VOXGRAD_API Flag {
 public:
  using Target = std::variant<int32_t*, int64_t*, bool*, std::string*, float*>;

  Flag(const char* name, int32_t* target, const std::string& usage) : Flag(name, Target(target), usage) {}
  Flag(const char* name, int64_t* target, const std::string& usage) : Flag(name, Target(target), usage) {}
  Flag(const char* name, bool* target, const std::string& usage) : Flag(name, Target(target), usage) {}
  Flag(const char* name, std::string* target, const std::string& usage) : Flag(name, Target(target), usage) {}
  Flag(const char* name, float* target, const std::string& usage) : Flag(name, Target(target), usage) {}

 private:
  friend class Flags;
  Flag(const char* name, Target target, const std::string& usage);

  std::string name_;
  Target target_;
  std::string default_;  // as a text, since the target changes
  std::string usage_;
};

class VOXGRAD_API Flags {
 public:
  /// Sets what is named and takes it out of argv; what is left stays. "--" ends the flags. False when a value
  /// does not fit its flag.
  static bool Parse(int* argc, char** argv, const std::vector<Flag>& flags);
  static std::string Usage(const std::string& command, const std::vector<Flag>& flags);
};

}  // namespace voxgrad

#endif  // VOXGRAD_UTIL_COMMAND_LINE_FLAGS_H_
