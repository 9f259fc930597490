// The sizes of the registers of AMX: the processor is told before they are used.
#include <hwy/highway.h>

#include "kernels/products/amx_tile.h"

#if HWY_ARCH_X86
#include <immintrin.h>

HWY_PUSH_ATTRIBUTES("amx-tile")

namespace voxgrad::cpu {
namespace {

constexpr int64_t kLine = 64;  // bytes of a register's row

/// What tells the processor the sizes of its eight registers: four of sums, two of rows, two of columns.
struct AmxConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {};
  uint8_t rows[16] = {};
};

// The compiler does not take constructors for those of this instruction set.
__attribute__((noinline)) void Configure(int64_t step) {
  AmxConfig config;
  for (int sums = 0; sums < 4; ++sums) {
    config.row_bytes[sums] = kLine;
    config.rows[sums] = kAmxRows;
  }
  for (int rows : {4, 5}) {
    config.row_bytes[rows] = static_cast<uint16_t>(step * int64_t{sizeof(BFloat16Pair)});
    config.rows[rows] = kAmxRows;
  }
  for (int columns : {6, 7}) {
    config.row_bytes[columns] = kLine;
    config.rows[columns] = static_cast<uint8_t>(step);
  }
  asm volatile("" ::"r"(&config) : "memory");  // all of it is read
  _tile_loadconfig(&config);
}

__attribute__((noinline)) void Release() { _tile_release(); }

}  // namespace

AmxScope::AmxScope(int64_t step) { Configure(step); }
AmxScope::~AmxScope() { Release(); }

}  // namespace voxgrad::cpu
HWY_POP_ATTRIBUTES
#else
namespace voxgrad::cpu {
AmxScope::AmxScope(int64_t) {}
AmxScope::~AmxScope() {}
}  // namespace voxgrad::cpu
#endif  // HWY_ARCH_X86
