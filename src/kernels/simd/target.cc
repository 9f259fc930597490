#include "kernels/simd/target.h"

#include <hwy/highway.h>

#include <cstdlib>

#if HWY_ARCH_X86 && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace voxgrad::cpu {
namespace {

std::string& OffReason() {
  static std::string reason;
  return reason;
}

bool& BFloat16Dot() {
  static bool has = false;
  return has;
}

bool CpuHasBFloat16Dot() {
#if HWY_ARCH_X86
  return __builtin_cpu_supports("avx512bf16") != 0;
#else
  return false;
#endif
}

/// Asks the system too: the registers are many, and a process has them by leave only.
std::string WhyCpuHasNoAmx() {
#if HWY_ARCH_X86 && defined(__linux__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kAmx = 1u << 22 | 1u << 24;  // products of bfloat16, registers
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & kAmx) != kAmx || !CpuHasBFloat16Dot())
    return "needs a CPU with AMX";
  constexpr long kAskForLeave = 0x1023, kTiles = 18;  // as in the kernel's arch/x86/xstate
  return syscall(SYS_arch_prctl, kAskForLeave, kTiles) == 0 ? "" : "needs the system's leave to use AMX";
#else
  return "needs a CPU with AMX";
#endif
}

bool ChooseByName(const std::string& name) {
  hwy::SetSupportedTargetsForTest(0);
  OffReason().clear();
  if ((hwy::SupportedTargets() & HWY_TARGETS) == 0) {
    OffReason() = "needs a CPU with SSE4";
    return name == "reference";
  }
  if (name.empty()) return true;
  if (name == "reference") {
    OffReason() = "VOXGRAD_TARGET asks for the reference";
    return true;
  }
  for (int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (name != hwy::TargetName(target)) continue;
    hwy::SetSupportedTargetsForTest(target);
    return true;
  }
  return false;
}

bool Choose(const std::string& name) {
  const bool chosen = ChooseByName(name);
  constexpr int64_t kAvx512 = HWY_AVX3 | HWY_AVX3_DL;
  BFloat16Dot() = (hwy::SupportedTargets() & HWY_TARGETS & kAvx512) != 0 && CpuHasBFloat16Dot();
  return chosen;
}

/// What the environment asks for, once. A name that the machine does not have asks for nothing.
void ReadEnvironment() {
  static const bool read = [] {
    const char* name = std::getenv("VOXGRAD_TARGET");
    return (name != nullptr && Choose(name)) || Choose("");
  }();
  static_cast<void>(read);
}

}  // namespace

std::vector<std::string> TargetNames() {
  std::vector<std::string> names;
  for (int64_t target : hwy::SupportedAndGeneratedTargets()) names.push_back(hwy::TargetName(target));
  return names;
}

bool ChooseTarget(const std::string& name) {
  ReadEnvironment();  // so that it does not undo this choice later
  return Choose(name);
}

const std::string& WhyOff() {
  ReadEnvironment();
  return OffReason();
}

absl::string_view WhyNoDots(DataType type) {
  ReadEnvironment();
  if (type != DT_BFLOAT16) return "computes bfloat16 only";
  return BFloat16Dot() ? "" : "needs a CPU with AVX512-BF16";
}

absl::string_view WhyNoAmx(DataType type) {
  if (const absl::string_view why = WhyNoDots(type); !why.empty()) return why;
  static const std::string why_not = WhyCpuHasNoAmx();
  return why_not;
}

}  // namespace voxgrad::cpu
