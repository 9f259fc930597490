// Average pooling and its gradient where windows move on by one cell: neighbours share most of their terms,
// which are added up once.
#include "kernels/avg_pool/blocks.h"

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

bool RunAvgBlocks(Exec& exec, const PoolProblem& p, Direction direction, const void* source, void* target) {
  bool takes = false;
  VisitType(FloatTypes(), p.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const AvgGather<T> gather(exec, p, direction, static_cast<const T*>(source), static_cast<T*>(target));
    takes = gather.by_blocks;
    if (!takes) return;
    ParallelFor(exec, gather.tiling.count(), gather.TileCost(), [&](int64_t begin, int64_t end) {
      if (gather.by_planes) {
        ForEachTile<AvgPlaneBlocks<T>>(gather, begin, end);
      } else {
        ForEachTile<AvgBlocks<T>>(gather, begin, end);
      }
    });
  });
  return takes;
}

}  // namespace
}  // namespace voxgrad::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace voxgrad::cpu {

HWY_EXPORT(RunAvgBlocks);

bool AvgPoolByBlocks(Exec& exec, const PoolProblem& p, Direction direction, const void* source,
                     void* target) {
  return HWY_DYNAMIC_DISPATCH(RunAvgBlocks)(exec, p, direction, source, target);
}

}  // namespace voxgrad::cpu
#endif  // HWY_ONCE
