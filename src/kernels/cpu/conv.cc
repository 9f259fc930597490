#include "kernels/cpu/conv.h"

#include "kernels/cpu/target.h"

namespace voxgrad::cpu {

std::string DeclinesConv(const ConvProblem& p) {
  if (!WhyOff().empty()) return WhyOff();
  if (p.filter_cells() == 0) return "has nothing to sum: the filter is empty";
  return p.type == DT_INT32 ? "computes floating-point types only" : "";
}

std::string DeclinesConvByDots(const ConvProblem& p) {
  if (std::string why = DeclinesConv(p); !why.empty()) return why;
  if (p.type != DT_BFLOAT16) return "computes bfloat16 only";
  return HasBFloat16Dot() ? "" : "needs a CPU with AVX512-BF16";
}

}  // namespace voxgrad::cpu
