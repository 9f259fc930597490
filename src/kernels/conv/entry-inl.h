// The way into the convolutions: tensors of any type become typed memory.
// Included once for each instruction set.
#if defined(VOXGRAD_KERNELS_CONV_ENTRY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VOXGRAD_KERNELS_CONV_ENTRY_INL_H_
#undef VOXGRAD_KERNELS_CONV_ENTRY_INL_H_
#else
#define VOXGRAD_KERNELS_CONV_ENTRY_INL_H_
#endif

#include "core/type_list.h"
#include "core/view.h"
#include "kernels/products/plan.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {

/// Runs Kernel<T> for the type T, which is one of Types. What no lattice has is filled with zeros
/// first.
template <class Types, template <class> class Kernel>
void RunConv(Exec& exec, DataType type, const ConvGather& gather, const void* source, ConstView filter,
             void* target) {
  VisitType(Types(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    FillGaps(exec, gather, target, gather.target_cells * static_cast<int64_t>(sizeof(T)));
    Kernel<T>{exec, gather, static_cast<const T*>(source), filter, static_cast<T*>(target)}.Run();
  });
}

}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VOXGRAD_KERNELS_CONV_ENTRY_INL_H_
