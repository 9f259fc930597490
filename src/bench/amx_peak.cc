#include "bench/amx_peak.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "kernels/products/amx_tile.h"

namespace voxgrad::driver {
namespace {

__attribute__((target("amx-tile,amx-bf16"), noinline)) void Multiply(int64_t rounds) {
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  _tile_zero(4);
  _tile_zero(5);
  _tile_zero(6);
  _tile_zero(7);
  for (int64_t round = 0; round < rounds; ++round) {
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }
}

}  // namespace

double AmxProducts(int64_t rounds, float* sink) {
  const cpu::AmxScope scope(cpu::kAmxPairs);
  Multiply(rounds);
  *sink = 1;  // the instructions are kept for their own sake
  return 2.0 * 4 * static_cast<double>(rounds) * 16 * 16 * 2 * static_cast<double>(cpu::kAmxPairs);
}

}  // namespace voxgrad::driver
#else
namespace voxgrad::driver {
double AmxProducts(int64_t, float*) { return 0; }
}  // namespace voxgrad::driver
#endif
