// Average pooling and its gradient where windows move on by one cell: neighbours share most of their terms,
// which are added up once.
#include "kernels/pool/cpu.h"
#include "kernels/simd/target.h"
#include "kernels/simd/tile.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/avg_pool/blocks.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/parallel.h"
#include "core/type_list.h"
#include "kernels/avg_pool/blocks-inl.h"
#include "kernels/avg_pool/gather-inl.h"
#include "kernels/avg_pool/plane_blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace voxgrad::cpu::HWY_NAMESPACE {
namespace {

void RunAvgBlocks(Exec& exec, const AvgProblem& p, AvgWay way, const void* source, void* target) {
  VisitType(FloatTypes(), p.pool.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const AvgGather<T> gather(exec, p, way, static_cast<const T*>(source), static_cast<T*>(target));
    ParallelFor(exec, gather.tiling.count(), gather.TileCost(), [&](int64_t begin, int64_t end) {
      if (gather.by_planes) {
        ForEachTile<AvgPlaneBlocks<T>>(gather, begin, end);
      } else {
        ForEachTile<AvgBlocks<T>>(gather, begin, end);
      }
    });
  });
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunAvgBlocks);

void AvgByBlocks(Exec& exec, const AvgProblem& p, AvgWay way, const void* source, void* target) {
  HWY_DYNAMIC_DISPATCH(RunAvgBlocks)(exec, p, way, source, target);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
