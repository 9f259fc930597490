// How fast AMX multiplies when nothing has to be loaded.
#ifndef VOXGRAD_BENCH_AMX_PEAK_H_
#define VOXGRAD_BENCH_AMX_PEAK_H_

#include <cstdint>

namespace voxgrad::driver {

/// Products in four registers of sums, `rounds` of each: the multiplications and additions done. See
/// cpu::WhyNoAmx.
double AmxProducts(int64_t rounds, float* sink);

}  // namespace voxgrad::driver

#endif  // VOXGRAD_BENCH_AMX_PEAK_H_
